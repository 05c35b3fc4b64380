"""Sets of cards, seats and actions are whole numbers: bit c is set when c is in the set."""


def bit(n: int) -> int:
    return 1 << n


def count(mask: int) -> int:
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Index of the lowest set bit."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Index of the highest set bit."""
    return mask.bit_length() - 1


def pick(mask: int, k: int) -> int:
    """Index of the k-th set bit."""
    while k > 0:
        mask &= mask - 1
        k -= 1
    return lowest(mask)

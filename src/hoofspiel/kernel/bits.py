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


# --- not for rules: lists are for the façade, the names and the tests ---

_t0, _t1, _t2, _t3, _t4, _t5, _t6, _t7 = [
    [[8 * place + n for n in range(8) if byte >> n & 1] for byte in range(256)] for place in range(8)
]
# The members of each byte of a set, looked up instead of counted: 0.08 µs instead of 0.40 for a few seats, 0.33 instead
# of 1.8 for a hand, which is between nothing and 3 % of a move (goats, 9 µs).


def members(mask: int) -> list[int]:
    """The numbers in a set, in order."""
    if mask < 256:
        return _t0[mask].copy()
    a, b, c, d, e, f, g, h = mask.to_bytes(8, "little")
    return [*_t0[a], *_t1[b], *_t2[c], *_t3[d], *_t4[e], *_t5[f], *_t6[g], *_t7[h]]

"""Shares of many tries in words, for reasons that several games give."""

Figures = tuple[str, list[float]]
"""A move, and the share of the coach's playouts in which each of the game's facts was true after it."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def of_ten(share: float) -> int:
    return round(10 * share)


def often(share: float, one: str = "guess", many: str = "guesses") -> str:
    """ "in 3 of 10 guesses": the first figure of a sentence says what is counted."""
    match of_ten(share):
        case 0:
            return f"in hardly any {one}" if share else f"in no {one}"
        case 10:
            return f"in nearly every {one}" if share < 1.0 else f"in every {one}"
        case n:
            return f"in {n} of 10 {many}"


def then(share: float) -> str:
    """ "in 6 of 10": the figures after the first."""
    match of_ten(share):
        case 0:
            return "in hardly any" if share else "in none"
        case 10:
            return "in nearly all" if share < 1.0 else "in all"
        case n:
            return f"in {n} of 10"


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)

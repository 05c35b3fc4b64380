"""Shares of many tries in words, for reasons that several games give."""

Figures = tuple[str, list[float]]
"""A move, and the share of the coach's playouts in which each of the game's facts was true after it."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def of_ten(share: float) -> int:
    return round(10 * share)


def often(share: float, what: str = "guesses") -> str:
    """ "in 3 of 10 guesses": the first figure of a sentence says what is counted."""
    return f"in {of_ten(share)} of 10 {what}"


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)

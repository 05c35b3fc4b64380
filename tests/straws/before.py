"""What was different in version 1 of straws: a point counted ten, and straws were longer."""

from hoofspiel.template.rules import State

LENGTHS = 30
BUNDLE = (1 << LENGTHS + 1) - 2


def points(s: State, seat: int) -> int:
    return 10 * s.won[seat]

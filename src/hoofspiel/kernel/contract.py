"""The names of a game's functions, for code that is written against any game; bind fills them in."""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.kernel.game import Position

UNBOUND = "bind puts the function of a game here"


def start(s: Position) -> None:
    raise AssertionError(UNBOUND)


def legal(s: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def apply(s: Position, seat: int, action: int) -> None:
    raise AssertionError(UNBOUND)


def points(s: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def rank(s: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def winners(s: Position) -> int:
    raise AssertionError(UNBOUND)


def redeal(s: Position, seat: int, rng: int) -> None:
    raise AssertionError(UNBOUND)


def reopen(s: Position) -> None:
    raise AssertionError(UNBOUND)


def value(s: Position, seat: int) -> float:
    raise AssertionError(UNBOUND)


def greedy(s: Position, seat: int, x: int) -> int:
    raise AssertionError(UNBOUND)


def considered(s: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def rollout(s: Position, seat: int, x: int) -> int:
    raise AssertionError(UNBOUND)


def expected(s: Position, seat: int, x: int) -> int:
    raise AssertionError(UNBOUND)


def in_the_dark(s: Position, seat: int) -> bool:
    raise AssertionError(UNBOUND)


def study(s: Position, seat: int) -> None:
    raise AssertionError(UNBOUND)


def usual(s: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def weigh(s: Position, g: Position, h: Position, seat: int, x: int, times: int, sums: MutableSequence[int]) -> int:
    raise AssertionError(UNBOUND)


def habit(s: Position, seat: int, learned: int, x: int) -> int:
    raise AssertionError(UNBOUND)


def seen_as(s: Position, seat: int, action: int) -> int:
    raise AssertionError(UNBOUND)


def far_enough(s: Position, root: Position) -> bool:
    raise AssertionError(UNBOUND)


def let_time_pass(s: Position, x: int) -> None:
    raise AssertionError(UNBOUND)


def play_in_time(s: Position, x: int, paces: MutableSequence[int]) -> int:
    raise AssertionError(UNBOUND)


def sensible(s: Position, seat: int, x: int) -> int:
    """For coach/playouts.py, as are the three below."""
    raise AssertionError(UNBOUND)


def chance_to_win(s: Position, seat: int) -> float:
    raise AssertionError(UNBOUND)


def settled(s: Position, root: Position) -> bool:
    raise AssertionError(UNBOUND)


def facts(s: Position, root: Position, seat: int) -> int:
    raise AssertionError(UNBOUND)


def unfinished(s: Position) -> int:
    raise AssertionError(UNBOUND)


def may_hold(s: Position, place: int, known: int) -> int:
    """For parts/unseen.py, as are the two below."""
    raise AssertionError(UNBOUND)


def take_away(s: Position, place: int) -> None:
    raise AssertionError(UNBOUND)


def hand_out(s: Position, place: int, cards: int) -> None:
    raise AssertionError(UNBOUND)


def assign(s: Position, other: Position) -> None:
    """Copy a whole position (made by bind from the fields of State)."""
    raise AssertionError(UNBOUND)


def position_in(a: Any) -> Any:
    """The position held by an int64 array (compiled code only)."""
    raise AssertionError(UNBOUND)

"""What every explicit deal is checked for in the same words; what it means is each game's own matter (names.py)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hoofspiel.kernel.words import BadDeal, either


def check_entries(
    deal: Mapping[str, Any], needed: Sequence[str], also: Sequence[str] = (), *, where: str = "The deal"
) -> None:
    """All that is needed is there, and nothing that the game does not know."""
    for key in needed:
        if key not in deal:
            raise BadDeal(f"{where} lacks {key!r}: it needs {', '.join(needed)}.")
    for key in deal:
        if key not in (*needed, *also):
            raise BadDeal(f"{where} has an unknown entry {key!r}: it may have {either([*needed, *also])}.")


def read_seat(given: Any, seats: int, what: str) -> int:
    """A seat at this table; `what` begins the sentence: '"king" is the seat of the first king'."""
    if not is_whole(given) or not 0 <= given < seats:
        raise BadDeal(f"{what}, 0 to {seats - 1}, not {given!r:.40}.")
    seat: int = given
    return seat


def is_whole(thing: Any) -> bool:
    return isinstance(thing, int) and not isinstance(thing, bool)

"""A table of French Goats in the middle of a match, for tests that read like the rulebook."""

from collections.abc import Mapping, Sequence
from typing import Any

from hoofspiel import Match
from hoofspiel.games.goats.names import BONUS_NAMES
from hoofspiel.kernel.bits import bit

A, B, C, D = 0, 1, 2, 3
TETE, COUP, VU = "tete-baa-tete", "coup-dbaa", "de-baa-vu"
BONUS_ORDER = [
    "baa-sez-faire",
    "baa-de-deux",
    "sa-baa-teur",
    "coup-dbaa",
    "baapoleon",
    "de-baa-vu",
    "tete-baa-tete",
    "tete-baa-tete",
    "tete-baa-tete",
]
DISHES = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


def deal(*first: int | str, **more: Any) -> dict[str, Any]:
    """A whole deal in which round 1 begins with these dishes."""
    rest = [*DISHES, "draw", "draw", "draw"]
    for dish in first:
        rest.remove(dish)
    return {"food": [[*first, *rest], [*DISHES, "draw", "draw", "draw"], DISHES], "bonus": BONUS_ORDER, **more}


def table(
    seats: int,
    *first: int | str,
    held: Mapping[int, Sequence[str]] | None = None,
    dealt: dict[str, Any] | None = None,
    **options: Any,
) -> Match:
    """The first auction, for dish 10 unless said otherwise, with these bonus cards in hand already."""
    m = Match(
        "goats",
        seats=seats,
        seed=1,
        deal=deal(*(first or (10,)), **(dealt or {})),
        options={"windows": "open", **options},
    )
    give(m, held or {})
    return m


def give(m: Match, held: Mapping[int, Sequence[str]]) -> None:
    for seat, names in held.items():
        for name in names:
            card = next(c for c, n in BONUS_NAMES.items() if n == name and m.position.pile >> c & 1)
            m.position.pile ^= bit(card)
            m.position.held[seat] |= bit(card)
    m.refresh()


def bid(m: Match, *cards: int) -> Match:
    """Everyone bids, in seat order."""
    for seat, card in enumerate(cards):
        m.play(seat, f"bid {card}")
    return m


def all_pass(m: Match) -> Match:
    """Everybody who is asked passes, until the window closes."""
    moment = m.view(None)["phase"]
    while m.actors and m.view(None)["phase"] == moment:
        m.play(m.actors[0], "pass")
    return m


def reveal(m: Match, *cards: int) -> Match:
    """Everyone bids and nobody plays a card before the reveal."""
    bid(m, *cards)
    if m.view(None)["phase"] == "before-reveal":
        all_pass(m)
    return m


def leader(m: Match) -> int | None:
    winner: int | None = m.view(None)["leader"]
    return winner


def last_event(m: Match, name: str) -> dict[str, Any]:
    """The newest event of that name."""
    return next(e for step in reversed(m.log) for e in reversed(step) if e["event"] == name)


def hands(m: Match) -> list[list[int]]:
    return [p["left"] for p in m.view(None)["players"]]

"""A table of Foxy & Woolly in the middle of a match, for tests that read like the rulebook."""

from collections.abc import Sequence
from typing import Any

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.foxy.components import BOX, PLACES, ROWS, TOKEN_IDS
from hoofspiel.games.foxy.farm import cell_of
from hoofspiel.kernel.bits import bit

A, B, C, D = 0, 1, 2, 3
WOLVES: list[int | str] = [1, 2, 3, 4, 5, 6, 7, 8, 9, "TOP", "MID", "LOW"]
QUIET = ["HERD", "SHEAR", "BREED", "PASTURE", "FARMHANDS"]
"""Specials that do nothing before the end."""


def deal(seats: int, *first: int | str, dealt: Sequence[str] = (), starter: int = 0, **more: Any) -> dict[str, Any]:
    """A whole deal whose path begins with these tokens; if the first is a special, from place 4 on."""
    begin = 3 if first and first[0] in TOKEN_IDS else 0
    own = list(dealt)
    for name in [*QUIET, *TOKEN_IDS]:
        if len(own) < seats and name not in own and name not in first:
            own.append(name)
    wolves = [wolf for wolf in WOLVES if wolf not in first]
    specials = [name for name in reversed(TOKEN_IDS) if name not in first and name not in own]
    field: list[int | str] = []
    for place in range(PLACES):
        if begin <= place < begin + len(first):
            field.append(first[place - begin])
        else:
            field.append(wolves.pop(0) if BOX.field[place] == "W" else specials.pop(0))
    return {"starter": starter, "dealt": own, "field": field, **more}


def table(seats: int, *first: int | str, dealt: Sequence[str] = (), starter: int = 0, **options: Any) -> Match:
    """The auction of the first of these tokens; the others follow on the path."""
    cards = deal(seats, *first, dealt=dealt, starter=starter)
    m = Match("foxy", seats=seats, seed=1, deal=cards, options=options)
    if first and first[0] in TOKEN_IDS:
        m.position.place = 3
        m.world.turn_up(m.position)
        look_again(m)
    return m


def look_again(m: Match) -> None:
    """After the position was changed by hand."""
    m.position.events.clear()
    m.refresh()


def tokens(*names: str) -> int:
    return sum(bit(TOKEN_IDS.index(name)) for name in names)


def farm(
    m: Match,
    seat: int,
    *,
    sheep: Sequence[int] | None = None,
    cubes: int | None = None,
    held: Sequence[str] | None = None,
    wolves: Sequence[str] | None = None,
) -> None:
    """Lay out a farm by hand."""
    s = m.position
    if sheep is not None:
        s.sheep[seat] = sum(bit(cell_of(s, seat, slot)) for slot in sheep)
    if cubes is not None:
        s.hand[seat] = cubes
    if held is not None:
        s.tokens[seat] = tokens(*held)
    if wolves is not None:
        s.wolves[seat] = sum(bit(ROWS.index(row)) for row in wolves)
    look_again(m)


def ending(*farms: dict[str, Any], **options: Any) -> Match:
    """The end, with these farms."""
    m = Match("foxy", seats=max(2, len(farms)), seed=1, deal=deal(max(2, len(farms))), options=options)
    for seat in range(m.seats):
        farm(m, seat, **{"held": [], "sheep": [], "cubes": 0, **(farms[seat] if seat < len(farms) else {})})
    m.position.place = PLACES
    m.world.begin_end(m.position)
    m.world.settle_farms(m.position)
    look_again(m)
    return m


def play(m: Match, *moves: str) -> Match:
    """Moves of whoever is on turn, one after the other."""
    for move in moves:
        m.play(m.actors[0], move)
    return m


def cubes(m: Match) -> list[int]:
    held: list[int] = m.position.hand[: m.seats]
    return held


def sheep(m: Match, seat: int) -> list[int]:
    found: list[int] = m.view(None)["farms"][seat]["sheep"]
    return found


def verbs(m: Match, seat: int) -> set[str]:
    return {move.split()[0] for move in m.moves(seat)}


def told(m: Match, name: str) -> list[dict[str, Any]]:
    """All events of that name so far."""
    return [event for step in m.log for event in step if event["event"] == name]


def refused(m: Match, seat: int, move: str) -> str:
    """The paragraph that forbids a move."""
    with pytest.raises(IllegalMove) as refusal:
        m.play(seat, move)
    return refusal.value.rule

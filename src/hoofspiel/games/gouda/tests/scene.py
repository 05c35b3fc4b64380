"""Sets up a night of Gouda Gangster with only what matters, and plays it in the words of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.gouda.cards import ALL_CARDS, put, take
from hoofspiel.games.gouda.position import lies, pieces_in_play
from hoofspiel.games.gouda.words import ROOM_NAMES, card_names, face_named

A, B, C, D, E, F = range(6)
DECK = [
    *(str(v) for v in range(1, 21)),
    *(str(v) for v in range(1, 21)),
    *["trap"] * 4,
    *["cheese"] * 2,
    *["nailed-down"] * 3,
    *["gouda-gangster"] * 3,
    *["hole-in-the-wall"] * 3,
]


def cards(names: str) -> int:
    """A set of cards: "15 15 trap"."""
    found = 0
    for name in names.split():
        face = face_named(name)
        assert face is not None, name
        found = put(found, face)
    return found


def night(
    *hands: str,
    cheese: str = "",
    rats: Sequence[int] = (),
    king: int = A,
    discard: str = "",
    pile: str | None = None,
    options: Mapping[str, bool] | None = None,
) -> Match:
    """A first night with these hands and the pieces in these rooms, everybody about to sneak."""
    rain = [*cheese.split(), *["basement"] * 5][: len(hands) - 1]
    m = Match("gouda", seats=len(hands), seed=1, options=options, deal={"king": king, "deck": DECK, "rain": [rain]})
    s = m.position
    s.discard = cards(discard)
    rest = sorted(names_left(s.discard, *map(cards, hands)))
    for seat, hand in enumerate(hands):
        s.hand[seat] = cards(hand)
    s.pile = cards(" ".join(rest)) if pile is None else cards(pile)
    if pile is not None:  # what is not named at all lies with the discards
        s.discard = cards(" ".join(sorted(names_left(s.pile, *map(cards, hands)))))
    for seat, number in enumerate(rats):
        s.rats[seat] = number
    m.refresh()
    assert m.world.sound(s)
    assert sum(s.pieces) == pieces_in_play(s)
    return m


def names_left(*taken: int) -> list[str]:
    """The cards of the deck that are in none of these sets."""
    left = ALL_CARDS
    for some in taken:
        for name in card_names(some):
            face = face_named(name)
            assert face is not None
            left = take(left, face)
    return card_names(left)


def lay(m: Match, seat: int, row: str) -> None:
    """A whole row: "15 bath trap", and ready."""
    for word in row.split():
        m.play(seat, f"room {word}" if word in ROOM_NAMES else f"lay {word}")
    m.play(seat, "ready")


def sneak(m: Match, *rows: str) -> Match:
    """All rows, in seat order; an empty one for a seat that takes no part."""
    for seat, row in enumerate(rows):
        if row:
            lay(m, seat, row)
    return m


def spying(m: Match, **wanted: str) -> Match:
    """Everybody spies: A="2 0" turns that card; the others turn the first one that is not a trap."""
    s = m.position
    while m.view(None)["phase"] == "spy":
        seat = m.actors[0]
        safe = [move for move in m.moves(seat) if not _is_trap(s, move)]
        name = "ABCDEF"[seat]
        m.play(seat, f"spy {wanted[name]}" if name in wanted else (safe or m.moves(seat))[0])
    return m


def _is_trap(s: Any, move: str) -> bool:
    _, seat, place = move.split()
    return lies(s, int(seat), int(place)) == face_named("trap")


def reinforcing(m: Match, **wanted: str) -> list[dict[str, Any]]:
    """Everybody reinforces as wanted or passes; all events that followed."""
    events: list[dict[str, Any]] = []
    number = m.position.deals
    while m.position.deals == number and m.view(None)["phase"] == "reinforce":
        seat = m.actors[0]
        events += m.play(seat, wanted.get("ABCDEF"[seat], "pass"))
    return events


def through(m: Match, *rows: str, spies: Mapping[str, str] | None = None, **wanted: str) -> list[int]:
    """The whole night; the seats that got cheese."""
    number = m.position.deals
    sneak(m, *rows)
    if m.position.deals == number:
        spying(m, **(spies or {}))
    if m.position.deals == number:
        reinforcing(m, **wanted)
    assert m.position.deals == number + 1
    return [seat for seat in range(m.seats) if m.position.ate >> seat & 1]


def fed(m: Match) -> dict[int, tuple[str, int, bool]]:
    """How the last night ended: room, strength, cheese or not."""
    return {
        seat: (last["room"], last["strength"], last["ate"])
        for seat, last in enumerate(m.view(None)["last"])
        if last is not None
    }


def named(events: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    return [event for event in events if event["event"] == name]


def refused(m: Match, seat: int, move: str) -> str:
    """The paragraph that forbids a move."""
    with pytest.raises(IllegalMove) as refusal:
        m.play(seat, move)
    return refusal.value.rule

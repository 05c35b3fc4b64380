"""Positions for the tests of this game."""

from collections.abc import Sequence
from typing import Any

from hoofspiel import Match
from hoofspiel.games.goodge.names import CARD_NAMES, CARD_NUMBERS, SUIT_NAMES
from hoofspiel.games.goodge.table import ALL_CARDS, PLAYING

Options = dict[str, bool | int | str]


def mask(text: str) -> int:
    """The cards named in a text."""
    return sum(1 << CARD_NUMBERS[name] for name in text.split())


def tricks(
    *hands: str,
    trump: str = "stars",
    goodge: int = 0,
    contract: int = 50,
    stash: str = "",
    captured: Sequence[int] = (0, 0, 0, 0),
    totals: Sequence[int] = (0, 0, 0, 0),
    options: Options | None = None,
) -> Match:
    """A match in the middle of its tricks, seat 0 to lead, everybody holding just these cards."""
    match = Match("goodge", seats=len(hands), seed=1, options=options)
    s = match.position
    for seat, hand in enumerate(hands):
        s.hand[seat], s.barred[seat] = mask(hand), 0
        s.captured[seat], s.total[seat] = captured[seat], totals[seat]
    s.stash = mask(stash)
    s.played = ALL_CARDS & ~(mask(" ".join(hands)) | s.stash)
    s.goodge, s.bid, s.trump, s.phase = goodge, contract, SUIT_NAMES.index(trump), PLAYING
    s.turn, s.waiting = 0, 1
    return match


def last_trick(captured: Sequence[int], totals: Sequence[int] = (0, 0, 0), **more: Any) -> Match:
    """A round of three scored with these points, after one more trick worth nothing."""
    match = tricks("h2", "h3", "h4", stash="c2 c3 c4", captured=captured, totals=totals, **more)
    play(match, "h2", "h3", "h4")
    return match


def play(match: Match, *cards: str) -> None:
    for card in cards:
        match.play(match.actors[0], f"play {card}")


def bids(match: Match, *answers: str) -> None:
    for answer in answers:
        match.play(match.actors[0], answer)


def auction(seats: int = 4, dealer: int = 3, options: Options | None = None) -> Match:
    """A match at its first bid, dealt in the order of the pack."""
    size = 48 // seats
    hands = [list(CARD_NAMES[seat * size : (seat + 1) * size]) for seat in range(seats)]
    deal = {"dealer": dealer, "hands": hands, "stash": list(CARD_NAMES[48:])}
    return Match("goodge", seats=seats, seed=1, options=options, deal=deal)


def goodge_of_four(options: Options | None = None) -> Match:
    """Seat 0 is the Goodge and has s1..s10, d1, d2, c9, c10 and the Crown in hand."""
    match = auction(options=options)
    bids(match, "bid 50", "pass", "pass", "pass")
    return match

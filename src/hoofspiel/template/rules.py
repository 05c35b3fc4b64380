"""Straws: three each, everybody shows one at once, the longest takes a point.

A straw is a number from 1 to LENGTHS, and so is the action that shows it. R numbers are paragraphs of RULES.md.
"""

from typing import Annotated

from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.chance import deal_cards, draw, draw_one
from hoofspiel.kernel.engine import all_seats, ask, emit, whisper
from hoofspiel.kernel.game import Number, Position, Switch

SEATS = 5
LENGTHS = 25
BUNDLE = bit(LENGTHS + 1) - bit(1)

STRAWS = 0  # piles of an explicit deal: the straws of each seat

GOT = 0  # events: told to one seat, a straw it was dealt
SHOWED = 1  # seat, straw
TOOK = 2  # the seat that took the point

OPTIONS = (
    Number("straws", 1, 5, 3, origin="printed"),
    Switch("shortest", origin="variant"),
)

Row = Annotated[list[int], SEATS]


class State(Position):
    straws: int  # how many each player gets
    shortest: int  # the shortest straw takes the point
    hand: Row  # straws not shown yet; one that is chosen is still among them
    chosen: Row  # in this draw; 0 for none yet
    last: Row  # shown in the draw before
    out: int  # straws that were shown
    won: Row  # points


def start(s: State) -> None:
    dealt = 0
    for p in range(s.n):
        s.hand[p] = deal_cards(s, STRAWS, p, BUNDLE & ~dealt, s.straws)  # R1.1
        dealt |= s.hand[p]
        for straw in range(1, LENGTHS + 1):
            if s.hand[p] & bit(straw):
                whisper(s, p, GOT, straw)
    ask(s, all_seats(s))


def legal(s: State, seat: int) -> int:
    return s.hand[seat]


def apply(s: State, seat: int, action: int) -> None:
    s.waiting ^= bit(seat)
    s.chosen[seat] = action  # R2.1
    if s.waiting == 0:
        compare(s)


def compare(s: State) -> None:
    """All show their straws; one of them takes the point (R2.2, R3.2)."""
    best = 0
    for p in range(s.n):
        emit(s, SHOWED, p, s.chosen[p])
        if (s.chosen[p] > s.chosen[best]) != (s.shortest > 0) and s.chosen[p] != s.chosen[best]:
            best = p
    s.won[best] += 1
    emit(s, TOOK, best, 0)
    for p in range(s.n):  # R2.3
        s.hand[p] ^= bit(s.chosen[p])
        s.out |= bit(s.chosen[p])
        s.last[p] = s.chosen[p]
        s.chosen[p] = 0
    s.deals += 1
    if s.hand[0]:
        ask(s, all_seats(s))


def points(s: State, seat: int) -> int:
    return s.won[seat]


def redeal(s: State, seat: int, rng: int) -> None:
    """Unknown are the straws of the others, what they chose, and all chance to come."""
    s.rng = rng
    unseen = BUNDLE & ~s.out
    if seat >= 0:
        unseen &= ~s.hand[seat]
    for p in range(s.n):
        if p != seat:
            s.hand[p] = draw(s, unseen, count(s.hand[p]))
            unseen ^= s.hand[p]
            if s.chosen[p]:
                s.chosen[p] = draw_one(s, s.hand[p])


def reopen(s: State) -> None:
    for p in range(s.n):
        s.chosen[p] = 0
    if s.hand[0]:
        s.waiting = all_seats(s)


def sound(s: State) -> bool:
    """No straw is in two places, and all players hold equally many."""
    seen = s.out
    for p in range(s.n):
        if seen & s.hand[p] or count(s.hand[p]) != s.straws - s.deals:
            return False
        seen |= s.hand[p]
    return count(s.out) == s.n * s.deals

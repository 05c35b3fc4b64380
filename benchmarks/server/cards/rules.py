"""Thirteen cards each, one card a turn, the highest of four takes the trick; then a new deal, for ever."""

from typing import Annotated

from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import draw_one
from hoofspiel.kernel.engine import ask, emit
from hoofspiel.kernel.game import Option, Position

SEATS = 4
HAND = 13
DECK = bit(52) - 1
LOGGED = 16

PLAYED = 0  # events: seat, card
TOOK = 1  # the seat that took the trick

OPTIONS: tuple[Option, ...] = ()

Row = Annotated[list[int], SEATS]
Log = Annotated[list[int], LOGGED]


class State(Position):
    played: int  # cards played in all
    hand: Row
    trick: Row  # one more than the card each seat has played to this trick
    won: Row
    log: Log  # the last cards, at their number modulo LOGGED


def start(s: State) -> None:
    give(s)
    ask(s, 1)


def give(s: State) -> None:
    """One card after the other, as from a shuffled pack; the last seat has what is left."""
    left = DECK
    for p in range(SEATS):
        s.won[p] = s.hand[p] = 0
        for _ in range(HAND if p < SEATS - 1 else 0):
            card = bit(draw_one(s, left))
            s.hand[p] |= card
            left ^= card
    s.hand[SEATS - 1] = left


def legal(s: State, seat: int) -> int:
    return s.hand[seat]


def apply(s: State, seat: int, action: int) -> None:
    s.hand[seat] ^= bit(action)
    s.trick[seat] = action + 1
    s.log[s.played % LOGGED] = action
    s.played += 1
    emit(s, PLAYED, seat, action)
    if seat == SEATS - 1:
        take(s)
    ask(s, bit((seat + 1) % SEATS))


def take(s: State) -> None:
    best = 0
    for p in range(SEATS):
        if s.trick[p] > s.trick[best]:
            best = p
    s.won[best] += 1
    emit(s, TOOK, best, 0)
    for p in range(SEATS):
        s.trick[p] = 0
    if s.hand[0] == 0:
        s.deals += 1
        give(s)


def points(s: State, seat: int) -> int:
    return s.won[seat]


def winners(s: State) -> int:
    return 0


def redeal(s: State, seat: int, rng: int) -> None:
    s.rng = rng


def reopen(s: State) -> None:
    """Nobody chooses blindly here."""


def sound(s: State) -> bool:
    return s.played >= 0

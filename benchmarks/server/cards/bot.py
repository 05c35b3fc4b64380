"""Somebody who plays the lowest card."""

from benchmarks.server.cards.rules import State
from hoofspiel.kernel.bits import lowest


def value(s: State, seat: int) -> float:
    return 0.25


def greedy(s: State, seat: int, x: int) -> int:
    return lowest(s.hand[seat])

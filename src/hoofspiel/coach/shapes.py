"""The shape of a review: what `hoofspiel review --json` and the server tell, and a promise to those who read it."""

from typing import Any

import msgspec


class Value(msgspec.Struct, frozen=True):
    """The value function that all figures come from; another hash, other figures."""

    name: str
    hash: str


class Other(msgspec.Struct, frozen=True):
    """Another choice, and what it would have cost beside the best."""

    move: str
    cost: float


class Decision(msgspec.Struct, frozen=True):
    """One real decision, judged by what its seat could know then."""

    move: int
    """Its place in the record's moves, from 0."""
    played: str
    best: str
    cost: float
    """In chance to win, 0 to 1; 0 where nothing better was found."""
    low: float
    high: float
    """The 95 % interval of the cost: a choice with `low` at 0 is as good as the best, for all we know."""
    others: list[Other]
    why: str
    """One or two sentences in the game's words; empty where the game gives no reasons."""
    chance: float
    """The chance to win in the seat's eyes, with the choice it made."""
    mistake: bool
    """Whether it cost something beyond doubt."""
    samples: int
    """How often what was played and the best were tried out."""


class Point(msgspec.Struct, frozen=True):
    """The chance to win in the eyes of the seat, when it was asked for a move."""

    move: int
    chance: float


class Result(msgspec.Struct, frozen=True):
    """The result taken apart. The first four add up to the total: the share of the win less an even share."""

    chance: float
    own: float
    others: float
    unexplained: float
    total: float


class Review(msgspec.Struct, frozen=True):
    """What a finished match teaches the player of one seat."""

    game: str
    seats: int
    seat: int
    value: Value
    decisions: list[Decision]
    result: Result
    curve: list[Point]
    moments: list[int]
    """Places in the record's moves: where the curve changed most, at most three."""
    luck_measured: bool
    """Whether the chance part of this game is worth a bar: where it explains next to nothing, none should be drawn."""
    times: dict[str, Any] = {}
    """Games of reactions are reviewed by time instead: see the game's reasons.py."""

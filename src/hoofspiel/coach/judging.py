"""One decision in the eyes of its seat: guesses of all it could not know, the same for every candidate.

Everything here is a function of what the seat knew: the guesses are drawn by a number made of that knowledge. A first
round of playouts finds the candidates that matter, a second one on new guesses measures them, so that the best one is
not flattered by the luck it was chosen for.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from hoofspiel.coach.shapes import Decision, Other
from hoofspiel.coach.values import LONGEST_SERIES, Values
from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Seat

MOST_CANDIDATES = 8
"""Measured in the second round, with the one that was played."""
NAMED = 3
"""Other choices that a decision tells."""
Z = 1.96
Z_AMONG = {1: 1.96, 2: 2.24, 3: 2.39, 4: 2.50}
"""With so many rivals measured, 95 % for all of them at once (Bonferroni)."""
WORTH_TELLING = 0.02
"""A choice that costs less than this, by playouts or by the search, is not called a mistake."""
UNCONFIRMED = 0.05
"""What playouts alone must find, where the search cannot tell two choices apart."""
NOTHING_AT_STAKE = 0.004
"""Where all choices are worth the same within this, there was nothing to decide."""
PLAIN_TO_SEE = 0.15
"""Where every other choice costs at least this, and the best was played, there was nothing to decide either."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Question:
    """All that a judgement is made of: nothing in it depends on what the seat could not know."""

    game: Game
    seat: Seat
    guess: Any
    seed: int
    series: Mapping[str, tuple[int, ...]]
    """The moves worth looking at, with their actions."""
    played: str
    number: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate with its shares of the win, guess by guess, and how often each of the game's facts was true."""

    move: str
    shares: Sequence[float]
    counts: Sequence[int]

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The candidates of a question, measured."""

    asked: Question
    tried: Sequence[Tried]
    usual: float
    """The chance to win with whatever a sensible player does."""

    def why(self, one: Tried, other: Tried) -> str:
        """The game's own words for the difference, made of the seat's view and the figures alone."""
        reasons = self.asked.game.reasons
        if reasons is None or not hasattr(reasons, "why"):
            return ""
        figures = [(t.move, [count / len(t.shares) for count in t.counts]) for t in (one, other)]
        said: str = reasons.why(self.asked.game.view(self.asked.guess, self.asked.seat), *figures)
        return said


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found about one choice."""

    chance: float
    """The chance to win with it."""
    usual: float
    """The chance to win with whatever a sensible player does."""
    decision: Decision | None
    """None where there was nothing to decide."""
    agreed: float = 0.0
    """What the choice cost at least, by playouts and by the search; 0 where either doubts it."""


def seed_of(match: Match, seat: Seat) -> int:
    """A number made of what the seat knows, and of nothing else."""
    known = bind.plain(match.game).knowledge(match.position, seat)
    return int.from_bytes(hashlib.sha256(f"{match.game.slug} {seat} {known}".encode()).digest()[:5])


def guess_at(match: Match, seat: Seat) -> Any:
    """A guess in which nobody has chosen yet in this moment."""
    guess = match.guess(seat, seed_of(match, seat))
    bind.plain(match.game).reopen(guess)
    guess.events.clear()
    return guess


def question(match: Match, seat: Seat, played: str, number: int) -> Question:
    """The choice that a seat makes in a match, which stands before it; `number` is its place in the record."""
    guess = guess_at(match, seat)
    return Question(
        match.game, seat, guess, seed_of(match, seat), candidates(match, guess, seat, played), played, number
    )


def candidates(match: Match, guess: Any, seat: Seat, played: str) -> dict[str, tuple[int, ...]]:
    """The moves worth looking at, with their actions: those a search would consider, and the one that was played."""
    plain = bind.plain(match.game)
    offered = {move: actions for move, actions in match.series(seat).items() if len(actions) <= LONGEST_SERIES}
    mask = plain.considered(guess, seat)
    if not mask & (mask - 1):  # what is plain to a master need not be plain to the player: look at everything
        mask |= plain.legal(guess, seat)
    found = {move: actions for move, actions in offered.items() if mask >> actions[0] & 1}
    if played not in found:
        found[played] = match.actions_of(seat, played)
    return dict(sorted(found.items()))


def compare(values: Values, asked: Question) -> Comparison:
    """The candidates that matter, measured on the same guesses; the first was found best on other guesses."""
    guess, seat, seed, amounts = asked.guess, asked.seat, asked.seed, values.amounts
    series = asked.series
    usual, _ = values.choice(guess, seat, (), seed=seed, times=amounts.judged)
    order = list(series)
    if len(series) > MOST_CANDIDATES:
        order = _by_worth(values, guess, seat, series, seed + amounts.judged, max(amounts.screened // 4, 1))
        series = {move: series[move] for move in sorted({*order[:MOST_CANDIDATES], asked.played})}
    if len(series) > 1:
        order = _by_worth(values, guess, seat, series, seed + amounts.judged, amounts.screened)
    few = dict.fromkeys([*order[: NAMED + 1], asked.played])
    tried = [Tried(move, *values.choice(guess, seat, series[move], seed=seed, times=amounts.judged)) for move in few]
    return Comparison(asked, tried, sum(usual) / len(usual))


def judge(values: Values, asked: Question) -> Judged:
    """What a choice cost, and the game's words for it."""
    if len(asked.series) == 1:
        usual, _ = values.choice(asked.guess, asked.seat, (), seed=asked.seed, times=values.amounts.screened)
        return Judged(sum(usual) / len(usual), sum(usual) / len(usual), None)
    return _summed_up(values, compare(values, asked))


def _by_worth(
    values: Values, guess: Any, seat: Seat, series: Mapping[str, tuple[int, ...]], seed: int, times: int
) -> list[str]:
    worth = {move: sum(values.choice(guess, seat, way, seed=seed, times=times)[0]) for move, way in series.items()}
    return sorted(worth, key=lambda move: (-worth[move], move))


def interval(better: Sequence[float], worse: Sequence[float], z: float = Z) -> tuple[float, float]:
    """The mean of paired differences, and half of its interval: of 95 %, or by another z."""
    differences = [a - b for a, b in zip(better, worse, strict=True)]
    mean = sum(differences) / len(differences)
    spread = sum((d - mean) ** 2 for d in differences) / max(len(differences) - 1, 1)
    return mean, z * sqrt(spread / len(differences))


def _agreed(values: Values, asked: Question, best: str, cost: float, low: float) -> float:
    """What a choice cost by both judges; the search is only asked where the playouts leave no doubt."""
    if low <= 0.0 or cost < WORTH_TELLING:
        return 0.0
    ours, theirs = asked.series[asked.played][0], asked.series[best][0]
    gap = values.doubt(asked.guess, asked.seat, ours, theirs, seed=asked.seed)
    if gap is None:
        return cost if cost >= UNCONFIRMED else 0.0
    return min(cost, gap) if gap >= WORTH_TELLING else 0.0


def _summed_up(values: Values, found: Comparison) -> Judged:
    asked, tried, usual = found.asked, found.tried, found.usual
    best = tried[0]
    played = next(t for t in tried if t.move == asked.played)
    cost, half = interval(best.shares, played.shares, Z_AMONG[min(len(tried) - 1, max(Z_AMONG))])
    if best is not played and cost <= 0.0:
        best, cost, half = played, 0.0, 0.0
    others = sorted((t for t in tried if t is not played), key=lambda t: -t.mean)[:NAMED]
    gaps = [interval(best.shares, t.shares) for t in tried if t is not best]
    if all(abs(gap) + half < NOTHING_AT_STAKE for gap, half in gaps):
        return Judged(played.mean, usual, None)
    if best is played and all(gap - half > PLAIN_TO_SEE for gap, half in gaps):
        return Judged(played.mean, usual, None)
    low, high = max(cost - half, 0.0), max(cost + half, 0.0)
    agreed = _agreed(values, asked, best.move, cost, low)
    decision = Decision(
        move=asked.number,
        played=played.move,
        best=best.move,
        cost=round(cost, DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
        others=[Other(t.move, round(max(best.mean - t.mean, 0.0), DIGITS)) for t in others],
        why=found.why(played, best if best is not played else others[0]),
        chance=round(played.mean, DIGITS),
        mistake=agreed > 0.0,
        samples=len(played.shares),
    )
    return Judged(played.mean, usual, decision, agreed)

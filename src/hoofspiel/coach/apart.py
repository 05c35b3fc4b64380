"""The result taken apart: chance, one's own decisions, those of the others, and what cannot be explained.

The value of the true position is followed from before the deal to the end, move by move. Whatever chance decides is
counted against the mean of what it might have decided instead, found by playouts with chance of their own; so the
chance part is zero on average, whoever plays, and all parts add up however rough the playouts are.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from hoofspiel.coach.shapes import Result
from hoofspiel.coach.values import Values
from hoofspiel.kernel import bind
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import read_options
from hoofspiel.kernel.words import Seat

DIGITS = 6


class TakingApart:
    """Fed with every move of a match in turn; sums by seat."""

    def __init__(self, values: Values, match: Match, *, chance_only: bool = False) -> None:
        """Of a match that has just begun. With `chance_only` nothing but the chance part is reckoned, at a fraction
        of the cost: what it comes to is the same."""
        self.values, self.game, self.seats = values, match.game, match.seats
        self.chance_only = chance_only
        self.plain = bind.plain(match.game)
        dealt = [self.plain.knowledge(match.position, seat) for seat in range(match.seats)]
        self.salt = f"{match.game.slug} {dealt}"
        """No two deals are reckoned with the same playouts: what these are off by would not go away over many."""
        numbers = read_options(match.game, match.options)[1]
        blank = bind.blank(match.game, match.seats, numbers)
        usual = values.start(blank, seed=self._seed("start"), times=values.amounts.starts)
        self.now = self._value(match, times=values.amounts.chances)
        self.chance = [now - before for now, before in zip(self.now, usual, strict=True)]
        self.own = [0.0] * match.seats
        """By full knowledge; a result counts what the seat itself could see."""
        self.others = [0.0] * match.seats
        self.between = [before - 1 / match.seats for before in usual]
        """What a place at the table is worth, and what changes where one reckoning ends and the next begins."""

    def _value(self, match: Match, *, times: int) -> list[float]:
        if match.over:
            return match.shares
        seed = self._seed(str(len(match.history)))
        return self.values.position(match.position, seed=seed, times=times)

    def follow(self, match: Match, seat: Seat, move: str) -> None:
        """Play the next move, and see what it changed."""
        series, before = match.actions_of(seat, move), self._bare(match.position)
        match.play(seat, move)
        amounts = self.values.amounts
        chanced = self._asks_chance(before, seat, series)
        times = amounts.chances if chanced else amounts.steps
        if self.chance_only and not chanced:
            self.now = match.shares if match.over else self.now
            return
        then = self._value(match, times=times)
        reached = then
        if chanced:
            seed = self._seed(str(len(match.history)))  # as in the position reached, so that only chance differs
            reached = self.values.position(before, seed=seed, times=times, seat=seat, series=series)
        for p in range(self.seats):
            gain = reached[p] - self.now[p]
            if match.position.deals != before.deals:
                self.between[p] += gain
            elif p == seat:
                self.own[p] += gain
            else:
                self.others[p] += gain
            self.chance[p] += then[p] - reached[p]
        self.now = then

    def _bare(self, s: Any) -> Any:
        """A copy without secret and explicit deal."""
        copy = bind.blank(self.game, s.n, {})
        self.plain.assign(copy, s)
        return copy

    def _asks_chance(self, before: Any, seat: Seat, series: Sequence[int]) -> bool:
        copy = self._bare(before)
        copy.rng = was = self.plain.seed_rng(1)
        for action in series:
            self.plain.act(copy, seat, action)
        return bool(copy.rng != was)

    def result(self, seat: Seat, own: float) -> Result:
        """For a seat whose decisions gained `own` by what it could know; the match is over."""
        total = self.now[seat] - 1 / self.seats
        chance, others, own, total = (
            round(part, DIGITS) for part in (self.chance[seat], self.others[seat], own, total)
        )
        return Result(chance, own, others, round(total - chance - own - others, DIGITS), total)

    def _seed(self, what: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.salt} {what}".encode()).digest()[:5])

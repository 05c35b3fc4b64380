"""How each audience counts the steps of a match: only those in which it could see something.

A move that shows nothing to somebody (a card laid face down while others still choose) is not told to them and not
counted for them: how many such moves there were is as secret as the moves.
"""

from bisect import bisect_right
from typing import Any

Audience = int | None


class Versions:
    """By audience, the moves that changed what it sees. What a seat knows is in three numbers of the position."""

    def __init__(self, start: Any, *, timed: bool) -> None:
        self.timed = timed
        self.seats: list[Audience] = [*range(start.n), None]
        self.seen: dict[Audience, list[int]] = {audience: [] for audience in self.seats}
        self.marks = {audience: _mark(start, audience) for audience in self.seats}

    def note(self, s: Any, v: int) -> None:
        """Move number `v` has led to this position."""
        for audience in self.seats:
            mark = _mark(s, audience)
            if self.timed or mark != self.marks[audience]:
                self.marks[audience] = mark
                self.seen[audience].append(v)

    def saw(self, audience: Audience, v: int) -> bool:
        """Did move `v` change anything for this audience?"""
        moves = self.seen[audience]
        at = bisect_right(moves, v)
        return at > 0 and moves[at - 1] == v

    def shown(self, audience: Audience, v: int) -> int:
        """The version this audience is at after `v` moves."""
        return bisect_right(self.seen[audience], v)

    def moves_at(self, audience: Audience, version: int) -> int:
        """How many moves had been made when this audience was at that version."""
        return self.seen[audience][version - 1] if version else 0


def _mark(s: Any, audience: Audience) -> tuple[int, int, int]:
    return s.shown, s.waiting, 0 if audience is None else s.told[audience]

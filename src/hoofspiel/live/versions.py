"""How each audience counts the steps of a match: only those in which it could see something.

A move that shows nothing to somebody (a card laid face down while others still choose) is not told to them and not
counted for them: how many such moves there were is as secret as the moves.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from hoofspiel.kernel.match import Match

Seats = tuple[int, ...]
"""Who looks: a seat, several around one device, or none for those who only watch."""


def unseen(match: Match, seat: int, move: str) -> bool:
    """Would nobody but this seat notice the move: not what was done, nor that anything was?"""
    after = match.copy()
    after.play(seat, move)
    s, then = match.position, after.position
    told = all(then.told[p] == s.told[p] for p in range(s.n) if p != seat)
    return bool(told and then.shown == s.shown and then.waiting == s.waiting)


class Versions:
    """By audience, the moves that changed what it sees. What a seat knows is in three numbers of the position."""

    __slots__ = ("_common", "_shown", "_told", "_waiting", "seen")

    def __init__(self, start: Any) -> None:
        self._common = 0
        """how many moves everybody saw before the first that somebody did not: up to there all counts are the same"""
        self.seen: dict[Seats, list[int]] | None = None
        """from the first move on that somebody did not see"""
        self._remember(start)

    def _remember(self, s: Any) -> None:
        self._shown, self._waiting, self._told = s.shown, s.waiting, s.told[: s.n]

    def note(self, s: Any, v: int) -> None:
        """Move number `v` has led to this position."""
        for_all = s.shown != self._shown or s.waiting != self._waiting
        if for_all and self.seen is None:
            self._common = v
        elif for_all:
            for moves in self._lists().values():
                moves.append(v)
        else:
            some = {seat for seat, before in enumerate(self._told) if s.told[seat] != before}
            for seats, moves in self._lists().items():
                if not some.isdisjoint(seats):
                    moves.append(v)
        self._remember(s)

    def _lists(self) -> dict[Seats, list[int]]:
        if self.seen is None:
            everybody = [*((p,) for p in range(len(self._told))), ()]
            self.seen = {seats: [*range(1, self._common + 1)] for seats in everybody}
        return self.seen

    def _moves(self, seats: Seats) -> Sequence[int]:
        """What several seats saw between them is counted from the first time it is asked for."""
        if self.seen is None:
            return range(1, self._common + 1)
        moves = self.seen.get(seats)
        if moves is None:
            moves = self.seen[seats] = sorted({v for seat in seats for v in self.seen[(seat,)]})
        return moves

    def saw(self, seats: Seats, v: int) -> bool:
        """Did move `v` change anything for this audience?"""
        return self.told_as(seats, v) > 0

    def told_as(self, seats: Seats, v: int) -> int:
        """The version of this audience to which move `v` led; 0 where it saw nothing of it."""
        if self.seen is None:
            return v if v <= self._common else 0
        moves = self._moves(seats)
        if moves and moves[-1] == v:  # nearly always it is the last move
            return len(moves)
        at = bisect_right(moves, v)
        return at if at > 0 and moves[at - 1] == v else 0

    def shown(self, seats: Seats, v: int) -> int:
        """The version this audience is at after `v` moves."""
        moves = self._moves(seats)
        return len(moves) if moves and moves[-1] <= v else bisect_right(moves, v)

    def moves_at(self, seats: Seats, version: int) -> int:
        """How many moves had been made when this audience was at that version."""
        moves = self._moves(seats)
        return moves[min(version, len(moves)) - 1] if version and moves else 0

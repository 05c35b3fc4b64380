"""What audiences have seen, for those who come back: a match is played again for them once, not each time they ask."""

from collections import deque
from collections.abc import Iterator

from hoofspiel.kernel.match import Match

from . import fanout
from .clock import Clocks
from .versions import Seats, Versions

MOST_STEPS = 64
"""up to this many missed steps are sent again one by one; beyond that the whole state says it better"""


class Kept:
    """One audience's way through a match: a position that only goes on, and the last steps as they were told."""

    __slots__ = ("match", "since", "steps")

    def __init__(self, match: Match) -> None:
        self.match = match
        self.since = len(match.history)
        """the steps of all moves after this one are kept, as long as there are not too many"""
        self.steps: deque[tuple[int, bytes]] = deque()


class Past:
    """The past of one table. Nothing is kept before somebody comes back or after everybody has gone."""

    __slots__ = ("_earlier", "_kept")

    def __init__(self) -> None:
        self._kept: dict[Seats, Kept] = {}
        self._earlier: dict[Seats, Match] = {}

    def forget(self) -> None:
        self._kept.clear()
        self._earlier.clear()

    def after(self, match: Match, seats: Seats, moves: int) -> Match:
        """The match as it was after that many moves. The next request plays it on, so look and do not keep it."""
        earlier = self._earlier.get(seats)
        if earlier is None or len(earlier.history) > moves:
            earlier = self._earlier[seats] = Match.from_record(match.record(), moves=moves)
        for seat, move, at in match.history[len(earlier.history) : moves]:
            earlier.play(seat, move, at)
        return earlier

    def steps(
        self, match: Match, versions: Versions, seats: Seats, since: int, clocks: Clocks, now: int
    ) -> Iterator[bytes]:
        """What this audience saw after version `since`, but for the last step, which needs no replay."""
        shown = versions.shown(seats, len(match.history))
        first, last = versions.moves_at(seats, since + 1), versions.moves_at(seats, shown)
        if first == last:
            return
        kept = self._kept.get(seats)
        if kept is None or kept.since >= first:
            begin = min(first, versions.moves_at(seats, max(1, shown - MOST_STEPS + 1)))
            kept = self._kept[seats] = Kept(Match.from_record(match.record(), moves=begin - 1))
        made = len(kept.match.history)
        for number, (seat, move, at) in enumerate(match.history[made : last - 1], made + 1):
            events = kept.match.play(seat, move, at)
            if told_as := versions.told_as(seats, number):
                kept.steps.append((number, fanout.Telling(kept.match, events, clocks, now).step(seats, told_as)))
                if len(kept.steps) > MOST_STEPS:
                    kept.since = kept.steps.popleft()[0]
        for number, frame in kept.steps:
            if first <= number < last:
                yield frame

"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Audience, Event, seen_by

from .clock import Clocks
from .messages import Over, SeatNow, State, Step, encode, ready, written
from .versions import Seats
from .words import Clock

LOG_LENGTH = 300
LATER: Any = ready(b"")
"""A view in a message whose other fields are written first."""


class Telling:
    """One position and what led to it, on the way to all who look: what is the same for several is written once."""

    def __init__(self, match: Match, events: list[Event], clocks: Clocks, now: int) -> None:
        self.match = match
        self.clocks = clocks
        self.now = now
        self.asked: int = match.position.moment
        self.actors = match.actors
        self.whispers = any("only" in event for event in events)
        self.events = events if self.whispers else written(events)
        self.parts = match.game.parts
        self.public: dict[str, Any] = self.parts[0](match.position) if self.parts else {}
        self._names = self.public.keys()
        self.opening = encode(self.public)[:-1] + b","
        """of every view, up to where readers begin to see different things"""
        self._shown: dict[int, Clock] = {}
        """what readers see of the clocks, by holds left"""
        self._still: dict[tuple[int, int], bytes] = {}
        """steps up to their view, for those who are not asked, by version and holds left"""

    def view(self, reader: Audience) -> bytes:
        """What a seat may know, or somebody who watches."""
        return self._with_view(b"", reader, b"")

    def _with_view(self, before: bytes, reader: Audience, after: bytes) -> bytes:
        """A text around a view, copied only once."""
        if self.parts is None:
            return b"".join((before, encode(self.match.game.view(self.match.position, reader)), after))
        private: dict[str, Any] = self.parts[1](self.match.position, reader)
        if self._names.isdisjoint(private):
            return b"".join((before, self.opening, encode(private)[1:], after))
        return b"".join((before, encode({**self.public, **private}), after))

    def moves(self, reader: Audience) -> list[str]:
        """What a reader may do now: the legal moves of a seat that is asked."""
        return self.match.moves(reader) if reader in self.actors and reader is not None else []

    def also(self, seats: Seats) -> list[SeatNow]:
        """The other seats of a person who holds several, each as it would be told alone."""
        return [SeatNow(seat, self.moves(seat), ready(self.view(seat))) for seat in seats[1:]]

    def clock(self, reader: Audience) -> Clock:
        holds = self.clocks.holds_left(reader)
        clock = self._shown.get(holds)
        if clock is None:
            clock = self._shown[holds] = self.clocks.shown(self.now, reader)
        return clock

    def step(self, seats: Seats, v: int) -> bytes:
        """One move later, as who holds these seats may know it."""
        if len(seats) > 1:
            return encode(self._step(seats, seats[0], v, ready(self.view(seats[0])), self.also(seats)))
        reader = seats[0] if seats else None
        if self.whispers or reader in self.actors:
            return self._with_view(self._begin(seats, reader, v), reader, b"}")
        kind = v, self.clocks.holds_left(reader)
        begun = self._still.get(kind)
        if begun is None:
            begun = self._still[kind] = self._begin(seats, reader, v)
        return self._with_view(begun, reader, b"}")

    def _begin(self, seats: Seats, reader: Audience, v: int) -> bytes:
        """A step up to its view, which comes last."""
        return encode(self._step(seats, reader, v, LATER, []))[:-1]

    def _step(self, seats: Seats, reader: Audience, v: int, view: Any, also: list[SeatNow]) -> Step:
        events = seen_by(self.events, *seats) if self.whispers else self.events
        return Step(v, self.asked, self.moves(reader), self.actors, events, self.clock(reader), view, also)

    def state(self, seats: Seats, v: int) -> bytes:
        """The whole match, as who holds these seats may know it."""
        reader = seats[0] if seats else None
        log = events_for(self.match, seats)[-LOG_LENGTH:]
        moves, clock, view = self.moves(reader), self.clock(reader), ready(self.view(reader))
        return encode(State(v, self.asked, moves, self.actors, log, clock, view, self.also(seats)))


def over_for(match: Match, v: int, secret: str) -> bytes:
    """The end; only now does the secret leave the server."""
    if not match.over:
        raise ValueError("the secret of a match that runs stays secret")
    return encode(Over(v=v, points=match.points, winners=match.winners, secret=secret))


def events_for(match: Match, seats: Seats) -> list[Event]:
    return [event for step in match.log for event in seen_by(step, *seats)]


def guess_for(match: Match, seat: int, x: int) -> Any:
    """What a bot in this seat is handed: a position that fits all it knows, the rest is chance."""
    return match.guess(seat, x)

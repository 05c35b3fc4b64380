"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Audience, Event, seen_by

from .messages import Over, SeatNow, State, Step, encode, ready, written
from .versions import Seats
from .words import Clock

LOG_LENGTH = 300
LATER: Any = ready(b"")
"""A view in a message whose other fields are written first."""


class Telling:
    """One position and what led to it, on the way to all who look: what is the same for several is written once."""

    def __init__(self, match: Match, events: list[Event]) -> None:
        self.match = match
        self.asked: int = match.position.moment
        self.actors = match.actors
        self.whispers = any("only" in event for event in events)
        self.events = events if self.whispers else written(events)
        self.parts = match.game.parts
        self.public: dict[str, Any] = self.parts[0](match.position) if self.parts else {}
        self._names = self.public.keys()
        self.opening = encode(self.public)[:-1]
        """of every view, up to where readers begin to see different things"""
        self._still: dict[tuple[int, int], bytes] = {}
        """steps up to their view, for those who are not asked, by version and holds left"""

    def view(self, reader: Audience) -> bytes:
        """What a seat may know, or somebody who watches."""
        return b"".join(self._pieces(reader))

    def _pieces(self, reader: Audience) -> tuple[bytes, ...]:
        """A view in pieces, to be copied only once."""
        if self.parts is None:
            return (encode(self.match.game.view(self.match.position, reader)),)
        private: dict[str, Any] = self.parts[1](self.match.position, reader)
        if self._names.isdisjoint(private):
            return self.opening, b",", encode(private)[1:]
        return (encode({**self.public, **private}),)

    def moves(self, reader: Audience) -> list[str]:
        """What a reader may do now: the legal moves of a seat that is asked."""
        return self.match.moves(reader) if reader in self.actors and reader is not None else []

    def also(self, seats: Seats) -> list[SeatNow]:
        """The other seats of a person who holds several, each as it would be told alone."""
        return [SeatNow(seat, self.moves(seat), ready(self.view(seat))) for seat in seats[1:]]

    def step(self, seats: Seats, v: int, clock: Clock) -> bytes:
        """One move later, as who holds these seats may know it."""
        reader = seats[0] if seats else None
        if len(seats) > 1:
            return encode(self._step(seats, v, clock, ready(self.view(reader)), self.also(seats)))
        if self.whispers or reader in self.actors:
            begun = self._begin(seats, v, clock)
        else:
            kind = v, clock.holds_left
            begun = self._still.get(kind) or self._still.setdefault(kind, self._begin(seats, v, clock))
        return b"".join((begun, *self._pieces(reader), b"}"))

    def _begin(self, seats: Seats, v: int, clock: Clock) -> bytes:
        """A step up to its view, which comes last."""
        return encode(self._step(seats, v, clock, LATER, []))[:-1]

    def _step(self, seats: Seats, v: int, clock: Clock, view: Any, also: list[SeatNow]) -> Step:
        events = seen_by(self.events, *seats) if self.whispers else self.events
        return Step(v, self.asked, self.moves(seats[0] if seats else None), self.actors, events, clock, view, also)

    def state(self, seats: Seats, v: int, clock: Clock) -> bytes:
        """The whole match, as who holds these seats may know it."""
        reader = seats[0] if seats else None
        log = events_for(self.match, seats)[-LOG_LENGTH:]
        moves, view = self.moves(reader), ready(self.view(reader))
        return encode(State(v, self.asked, moves, self.actors, log, clock, view, self.also(seats)))


def state_for(match: Match, seats: Seats, v: int, clock: Clock) -> bytes:
    """The whole match as one reader may know it, who holds these seats."""
    return Telling(match, []).state(seats, v, clock)


def step_for(match: Match, seats: Seats, v: int, events: list[Event], clock: Clock) -> bytes:
    """One move later, as one reader may know it."""
    return Telling(match, events).step(seats, v, clock)


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

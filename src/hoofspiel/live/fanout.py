"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from collections.abc import Callable
from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Audience, Event, seen_by

from .clock import Clocks
from .hooks import hides
from .messages import Over, SeatNow, State, Step, encode, encode_begun
from .versions import Seats
from .words import Clock

LOG_LENGTH = 300
NOT_ASKED = b',"moves":[]}'
"""how a step ends for those who are not asked"""


class Telling:
    """One position and what led to it, on the way to all who look: what is the same for several is written once."""

    def __init__(self, match: Match, events: list[Event], clocks: Clocks, now: int) -> None:
        self.match = match
        self.events = seen_by(events)
        """those that everybody may know"""
        self._whispered = events if len(self.events) < len(events) else None
        self.clocks = clocks
        self.now = now
        self.moment: int = match.position.moment
        self.actors = match.actors
        self.public: dict[str, Any] | None = None
        """of the view, where the game tells it apart"""
        self._private: Callable[[Any, Audience], dict[str, Any]]
        if match.game.parts is not None:
            public, self._private = match.game.parts
            self.public = public(match.position)
            self._names = self.public.keys()
        self._begun: dict[tuple[int, int], bytes] = {}
        """steps up to where readers begin to see different things, by version and holds left"""

    def view(self, reader: Audience) -> Any:
        """What a seat may know, or somebody who watches."""
        return self.match.game.view(self.match.position, reader)

    def moves(self, reader: Audience) -> list[str]:
        """What a reader may do now: the legal moves of a seat that is asked."""
        return self.match.moves(reader) if reader in self.actors and reader is not None else []

    def also(self, seats: Seats) -> list[SeatNow]:
        """The other seats of a person who holds several, each as it would be told alone."""
        return [SeatNow(seat, self.moves(seat), self.view(seat)) for seat in seats[1:]]

    def open(self, seats: Seats) -> dict[str, Any] | None:
        """What lies open to all, for people who pass one device on because each has something to hide."""
        if len(seats) < 2 or not hides(self.match.game, self.match.options):
            return None
        seen: dict[str, Any] = self.view(None)
        return seen

    def clock(self, reader: Audience) -> Clock:
        return self.clocks.shown(self.now, reader)

    def step(self, seats: Seats, v: int) -> bytes:
        """One move later, as the holder of these seats may know it."""
        reader, public = seats[0] if seats else None, self.public
        if not public or len(seats) > 1:
            return self._whole(seats, reader, v, self.view(reader))
        private = self._private(self.match.position, reader)
        if not private or not self._names.isdisjoint(private):
            return self._whole(seats, reader, v, {**public, **private})
        kind = v, 0 if reader is None else self.clocks.holds[reader]
        begun = self._begun.get(kind)
        if begun is None:
            begun = self._begin(seats, reader, v)
            if self._whispered is None:
                self._begun[kind] = begun
        if reader in self.actors:
            return b"".join((begun, encode(private)[1:], b',"moves":', encode(self.moves(reader)), b"}"))
        return b"".join((begun, encode(private)[1:], NOT_ASKED))

    def _begin(self, seats: Seats, reader: Audience, v: int) -> bytes:
        """A step up to what everybody sees of its view; the rest of the view follows, and the moves."""
        events, clock = self._seen(seats), self.clock(reader)
        step = Step(v, self.moment, self.actors, events, clock, self.public or {}, [])
        return encode_begun(step, without=b"}" + NOT_ASKED, then=b",")

    def _whole(self, seats: Seats, reader: Audience, v: int, view: Any) -> bytes:
        events, clock = self._seen(seats), self.clock(reader)
        moves, also = self.moves(reader), self.also(seats)
        return encode(Step(v, self.moment, self.actors, events, clock, view, moves, also, self.open(seats)))

    def _seen(self, seats: Seats) -> list[Event]:
        return self.events if self._whispered is None else seen_by(self._whispered, *seats)

    def state(self, seats: Seats, v: int) -> bytes:
        """The whole match, as the holder of these seats may know it."""
        reader = seats[0] if seats else None
        log = log_for(self.match, seats)
        moves, clock, view = self.moves(reader), self.clock(reader), self.view(reader)
        also = self.also(seats)
        return encode(State(v, self.moment, self.actors, log, clock, view, moves, also, self.open(seats)))


def over_for(match: Match, v: int, secret: str) -> bytes:
    """The end; only now does the secret leave the server."""
    if not match.over:
        raise ValueError("the secret of a match that runs stays secret")
    return encode(Over(v=v, points=match.points, winners=match.winners, secret=secret))


def log_for(match: Match, seats: Seats) -> list[Event]:
    """The last events that the holder of these seats may know."""
    return [event for step in match.log for event in seen_by(step, *seats)][-LOG_LENGTH:]


def guess_for(match: Match, seat: int, x: int) -> Any:
    """What a bot in this seat is handed: a position that fits all it knows, the rest is chance."""
    return match.guess(seat, x)

"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Audience, Event, seen_by

from .messages import Over, SeatNow, State, Step, encode, ready, written
from .versions import Seats
from .words import Clock

LOG_LENGTH = 300


class Telling:
    """One position and what led to it, on the way to all who look: what is the same for everybody is written once."""

    def __init__(self, match: Match, events: list[Event]) -> None:
        self.match = match
        self.asked: int = match.position.moment
        self.actors = match.actors
        self.whispers = any("only" in event for event in events)
        self.events = events if self.whispers else written(events)
        self.parts = match.game.parts
        self.public: dict[str, Any] = self.parts[0](match.position) if self.parts else {}
        self.opening = encode(self.public)[:-1]

    def view(self, reader: Audience) -> dict[str, Any]:
        """What a seat may know, or somebody who watches."""
        if self.parts is None:
            whole: dict[str, Any] = self.match.game.view(self.match.position, reader)
            return whole
        private: dict[str, Any] = self.parts[1](self.match.position, reader)
        if not self.public.keys().isdisjoint(private):
            return {**self.public, **private}
        joined: dict[str, Any] = ready(self.opening + b"," + encode(private)[1:])
        return joined

    def moves(self, reader: Audience) -> list[str]:
        """What a reader may do now: the legal moves of a seat that is asked."""
        return self.match.moves(reader) if reader in self.actors and reader is not None else []

    def also(self, seats: Seats) -> list[SeatNow]:
        """The other seats of a person who holds several, each as it would be told alone."""
        return [SeatNow(seat, self.moves(seat), self.view(seat)) for seat in seats[1:]]

    def now(self, seats: Seats, v: int, clock: Clock) -> dict[str, Any]:
        """What who holds these seats is told of the present, whatever led to it."""
        reader = seats[0] if seats else None
        return {
            "v": v,
            "asked": self.asked,
            "moves": self.moves(reader),
            "actors": self.actors,
            "view": self.view(reader),
            "clock": clock,
            "also": self.also(seats),
        }

    def step(self, seats: Seats, v: int, clock: Clock) -> Step:
        """One move later, as who holds these seats may know it."""
        events = seen_by(self.events, *seats) if self.whispers else self.events
        return Step(**self.now(seats, v, clock), events=events)


def state_for(match: Match, seats: Seats, v: int, clock: Clock) -> State:
    """The whole match as one reader may know it, who holds these seats."""
    return State(**Telling(match, []).now(seats, v, clock), log=events_for(match, seats)[-LOG_LENGTH:])


def step_for(match: Match, seats: Seats, v: int, events: list[Event], clock: Clock) -> Step:
    """One move later, as one reader may know it."""
    return Telling(match, events).step(seats, v, clock)


def over_for(match: Match, v: int, secret: str) -> Over:
    """The end; only now does the secret leave the server."""
    if not match.over:
        raise ValueError("the secret of a match that runs stays secret")
    return Over(v=v, points=match.points, winners=match.winners, secret=secret)


def events_for(match: Match, seats: Seats) -> list[Event]:
    return [event for step in match.log for event in seen_by(step, *seats)]


def guess_for(match: Match, seat: int, x: int) -> Any:
    """What a bot in this seat is handed: a position that fits all it knows, the rest is chance."""
    return match.guess(seat, x)

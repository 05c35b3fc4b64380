"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Event, seen_by

from .messages import Over, SeatNow, State, Step
from .versions import Seats
from .words import Clock

LOG_LENGTH = 300


def moves_for(match: Match, seats: Seats) -> list[str]:
    """What a reader may do now: legal moves of a seat that is asked."""
    return match.moves(seats[0]) if seats else []


def view_for(match: Match, seats: Seats) -> dict[str, Any]:
    view: dict[str, Any] = match.game.view(match.position, seats[0] if seats else None)
    return view


def also_for(match: Match, seats: Seats) -> list[SeatNow]:
    """The other seats of a person who holds several, each as it would be told alone."""
    if len(seats) < 2:
        return []
    return [SeatNow(seat, moves_for(match, (seat,)), view_for(match, (seat,))) for seat in seats[1:]]


def state_for(match: Match, seats: Seats, v: int, clock: Clock) -> State:
    """The whole match as one reader may know it, who holds these seats."""
    return State(
        v=v,
        asked=match.position.moment,
        moves=moves_for(match, seats),
        actors=match.actors,
        view=view_for(match, seats),
        log=events_for(match, seats)[-LOG_LENGTH:],
        clock=clock,
        also=also_for(match, seats),
    )


def step_for(match: Match, seats: Seats, v: int, events: list[Event], clock: Clock) -> Step:
    """One move later, as one reader may know it."""
    return Step(
        v=v,
        asked=match.position.moment,
        moves=moves_for(match, seats),
        actors=match.actors,
        view=view_for(match, seats),
        events=seen_by(events, *seats),
        clock=clock,
        also=also_for(match, seats),
    )


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

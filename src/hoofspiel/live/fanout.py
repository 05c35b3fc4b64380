"""The one place where facts of a match become messages for somebody. Nothing else may look into a match to send it."""

from typing import Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Event, seen_by

from .messages import Over, State, Step
from .words import Clock

LOG_LENGTH = 300


def moves_for(match: Match, reader: int | None) -> list[str]:
    """What a reader may do now: legal moves of a seat that is asked."""
    return [] if reader is None else match.moves(reader)


def state_for(match: Match, reader: int | None, v: int, clock: Clock) -> State:
    """The whole match as one reader may know it."""
    return State(
        v=v,
        asked=match.position.moment,
        moves=moves_for(match, reader),
        actors=match.actors,
        view=match.game.view(match.position, reader),
        log=events_for(match, reader)[-LOG_LENGTH:],
        clock=clock,
    )


def step_for(match: Match, reader: int | None, v: int, events: list[Event], clock: Clock) -> Step:
    """One move later, as one reader may know it."""
    return Step(
        v=v,
        asked=match.position.moment,
        moves=moves_for(match, reader),
        actors=match.actors,
        view=match.game.view(match.position, reader),
        events=seen_by(events, reader),
        clock=clock,
    )


def over_for(match: Match, v: int, secret: str) -> Over:
    """The end; only now does the secret leave the server."""
    if not match.over:
        raise ValueError("the secret of a match that runs stays secret")
    return Over(v=v, points=match.points, winners=match.winners, secret=secret)


def events_for(match: Match, reader: int | None) -> list[Event]:
    return match.events_for(reader)


def guess_for(match: Match, seat: int, x: int) -> Any:
    """What a bot in this seat is handed: a position that fits all it knows, the rest is chance."""
    return match.guess(seat, x)

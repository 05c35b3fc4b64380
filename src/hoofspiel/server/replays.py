"""A match afterwards: the record anybody may check, and its steps as one reader saw them."""

from typing import TYPE_CHECKING, Any

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.notation import write_text
from hoofspiel.kernel.words import seen_by

from .bodies import Replay, ReplayStep

if TYPE_CHECKING:
    from hoofspiel.live.room import Room


def shareable_record(room: "Room") -> dict[str, Any] | None:
    """The record of a finished match, with the names, the result and the commitment; a match that runs has none."""
    match = room.match
    if match is None or not match.over:
        return None
    return {
        **match.record(),
        "names": room.body.names(),
        "result": {"points": match.points, "winners": match.winners},
        "commitment": room.commitment,
        "started": room.body.started,
        "races": [[int(number), seats] for number, seats in room.body.races.items()],
    }


def record_text(record: dict[str, Any]) -> str:
    """A record for people to read, and for `hoofspiel replay`."""
    result = record["result"]
    names = ", ".join(f"{seat} {name}" for seat, name in enumerate(record["names"]))
    notes = [f"# players: {names}", f"# points {result['points']}, won by {result['winners']}"]
    notes += [f"# move {number}: seats {seats} at the same time" for number, seats in record["races"]]
    notes.append(f"# commitment {record['commitment']}")
    return "\n".join(notes) + "\n" + write_text(record)


def replay_of(room: "Room", seat: int | None) -> Replay:
    """Every step as one reader saw it. Others' moves are shown only once the match is over."""
    match = room.match
    assert match is not None
    old = Match(match.game, seats=match.seats, seed=room.row.secret, options=match.options)
    seats = () if seat is None else (seat,)
    steps = [_step(old, seat, 0, None, None, None, old.log[0])]
    for v, (mover, move, at) in enumerate(match.history, 1):
        events = old.play(mover, move, at)
        if not match.over and not room.versions.saw(seats, v):
            continue                     # how many hidden moves there were is nobody's business yet
        known = match.over or (mover == seat and seat is not None)
        version = v if match.over else room.version_for(seats, v)
        steps.append(_step(old, seat, version, mover, move if known else None, at, events))
    return Replay(
        table=room.table(),
        seat=seat,
        names=room.body.names(),
        steps=steps,
        over=match.over,
        points=match.points if match.over else [],
        winners=match.winners,
    )


def _step(
    match: Match, seat: int | None, v: int, mover: int | None, move: str | None, at: int | None, events: list[Any]
) -> ReplayStep:
    return ReplayStep(
        v=v,
        seat=mover,
        move=move,
        at=at,
        events=seen_by(events, seat),
        view=match.game.view(match.position, seat),
        actors=match.actors,
    )

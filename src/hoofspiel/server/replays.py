"""A match afterwards: the record anybody may check, and its steps as one reader saw them."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.notation import write_text
from hoofspiel.kernel.words import seen_by
from hoofspiel.live.body import read_body
from hoofspiel.live.host import not_here
from hoofspiel.live.room import Room
from hoofspiel.store.port import TableRow

from .bodies import Past, Replay, ReplayStep
from .refusals import HttpRefused

MOST_KEPT = 32 << 20
"""bytes of replays that are kept"""
MOST_AT_ONCE = 4
PIECE_SECONDS = 0.002
"""after which others are served; of all replays together one piece is made in a turn of the loop"""


def shareable_record(room: Room) -> dict[str, Any] | None:
    """The record of a finished match, with the names, the result and the commitment; a match that runs has none."""
    match = room.match
    if match is None or not match.over:
        return None
    return {
        **match.record(),
        "names": room.body.names(),
        "result": {"points": match.points, "winners": match.winners},
        "commitment": room.state.commitment,
        "started": room.body.started,
        "races": [[int(number), seats] for number, seats in room.body.races.items()],
        **({"practice": room.body.practice.move} if room.body.practice is not None else {}),
        **({"doubted": sorted(int(seat) for seat in room.body.doubted)} if room.body.doubted else {}),
    }


def past_of(row: TableRow, person_id: str) -> Past | None:
    """A finished match in somebody's history; None where they did not sit."""
    body = read_body(row)
    seat = body.seat_of(person_id)
    if seat is None or row.ended is None or body.practice is not None:
        return None
    replays = not_here(row.game, body.rules) is None
    return Past(
        row.id,
        row.game,
        body.names(),
        seat,
        body.points,
        body.winners,
        row.ended,
        replays=replays,
        offline=body.offline,
    )


def record_text(record: dict[str, Any]) -> str:
    """A record for people to read, and for `hoofspiel replay`."""
    result = record["result"]
    names = ", ".join(f"{seat} {name}" for seat, name in enumerate(record["names"]))
    notes = [f"# players: {names}", f"# points {result['points']}, won by {result['winners']}"]
    notes += [f"# move {number}: seats {seats} at the same time" for number, seats in record["races"]]
    notes += [f"# seat {seat}: its claims about its line did not fit" for seat in record.get("doubted", ())]
    if "practice" in record:
        notes.append(f"# practice: the first {record['practice']} moves are those of another match")
    notes.append(f"# commitment {record['commitment']}")
    return "\n".join(notes) + "\n" + write_text(record)


def check_replay(room: Room, seat: int | None, person_id: str) -> None:
    """May this person see the match again from this seat (None: as a watcher) now? HttpRefused otherwise."""
    if room.match is None:
        raise HttpRefused(409, "not_started", "The match has not begun.")
    if not room.match.over:
        if seat is not None and seat not in room.body.seats_of(person_id):
            raise HttpRefused(403, "not_yours", "During a match only the player in a seat may see its view.")
        if room.match.game.timed:
            raise HttpRefused(403, "no_watchers", "A match against the clock can be replayed once it is over.")
        if seat is None and (room.body.watch == "nobody" or room.body.delay_seconds):
            raise HttpRefused(403, "no_watchers", "This match is not shown to watchers while it runs.")


def replay_of(room: Room, seat: int | None) -> Replay:
    """Every step as one reader saw it. Others' moves are shown only once the match is over."""
    return _around(room, seat, list(_steps(room, seat)))


def _steps(room: Room, seat: int | None) -> Iterator[ReplayStep]:
    """One by one: between two of them the match may go on, but these are the steps up to when the first was asked for.

    To be begun between two letters of the room.
    """
    match, versions = room.playing(), room.state.versions
    history, over = list(match.history), match.over
    old = Match.from_record(match.record(), moves=0)
    seats = () if seat is None else (seat,)
    yield _step(old, seat, 0, None, None, None, old.log[0])
    for v, (mover, move, at) in enumerate(history, 1):
        events = old.play(mover, move, at)
        if not over and not versions.saw(seats, v):
            continue  # how many hidden moves there were is nobody's business yet
        known = over or (mover == seat and seat is not None)
        version = v if over else versions.shown(seats, v)
        yield _step(old, seat, version, mover, move if known else None, at, events)


def _around(room: Room, seat: int | None, steps: list[ReplayStep]) -> Replay:
    match = room.playing()
    return Replay(
        table=room.table(),
        seat=seat,
        names=room.body.names(),
        steps=steps,
        over=match.over,
        points=match.points if match.over else [],
        winners=match.winners,
    )


class Begun(NamedTuple):
    """A replay, between two letters of its room: what is around the steps, and those that are kept, or to be made."""

    head: bytes
    kept: bytes | None
    steps: Iterator[ReplayStep]
    over: bool


class Replays:
    """Replays are made in pieces between which others are served, a few at once; those of finished matches are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()
        self._size = 0
        self._making: dict[tuple[str, int | None], asyncio.Task[bytes]] = {}
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)
        self._piece = asyncio.Lock()

    def kept(self, room: Room, seat: int | None) -> bool:
        return (room.row.id, seat) in self._kept

    async def of(self, room: Room, seat: int | None, check: Callable[[], None]) -> bytes:
        """The JSON of a replay; `check` refuses it between two letters of the room."""
        head, written, steps, over = await room.look(lambda: self._begin(room, seat, check))
        key = (room.row.id, seat)
        if written is None and over:
            written = self._kept.get(key)  # somebody else's, since
        if written is None and over:
            making = self._making.get(key)
            if making is None:
                making = self._making[key] = asyncio.ensure_future(self._write(steps))
                making.add_done_callback(lambda done: self._keep(key, done))
            written = await asyncio.shield(making)
        elif written is None:
            written = await self._write(steps)
        return head.replace(b'"steps":[]', b'"steps":[' + written + b"]", 1)

    def _begin(self, room: Room, seat: int | None, check: Callable[[], None]) -> Begun:
        check()
        head, key = msgspec.json.encode(_around(room, seat, [])), (room.row.id, seat)
        if key in self._kept:
            self._kept.move_to_end(key)
            return Begun(head, self._kept[key], iter(()), over=True)
        steps = _steps(room, seat)
        return Begun(head, None, chain([next(steps)], steps), over=room.playing().over)

    async def _write(self, steps: Iterator[ReplayStep]) -> bytes:
        written: list[bytes] = []
        async with self._at_once:
            while await self._one_piece(steps, written):
                pass
        return b",".join(written)

    async def _one_piece(self, steps: Iterator[ReplayStep], written: list[bytes]) -> bool:
        """Write on for a moment, and no other replay in the same turn of the loop; False once all is written."""
        async with self._piece:
            since = time.perf_counter()
            for step in steps:
                written.append(msgspec.json.encode(step))
                if time.perf_counter() - since > PIECE_SECONDS:
                    break
            else:
                return False
            await asyncio.sleep(0)
            return True

    def _keep(self, key: tuple[str, int | None], done: asyncio.Task[bytes]) -> None:
        self._making.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._size += len(done.result())
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])


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

"""The list of tables that updates itself, and everybody's own tables."""

import asyncio
import contextlib
import logging
from typing import Protocol

import msgspec

from hoofspiel.live.body import NO_SEAT, read_body
from hoofspiel.live.host import Host, public_facts
from hoofspiel.live.words import MyLine, TableLine
from hoofspiel.store.port import StoreError, TableRow

from .protocol import Gone, LineNow, Lobby, Mine, encode

log = logging.getLogger("hoofspiel.lobby")
TOPIC = "lobby"
MOST_MINE = 30
MOST_LINES = 500
"""public tables that are listed, those that changed last: everybody who comes is sent all of them"""
MOST_WOKEN = 6
"""running matches that a look at one's own list may bring back into memory"""


class Change(msgspec.Struct):
    """What processes tell each other about lists: a line that changed (None: not listed), and whose lists it is in."""

    id: str
    line: TableLine | None
    people: list[str]


class Visitor(Protocol):
    """A socket in the lobby."""

    @property
    def person_id(self) -> str | None: ...

    def tell(self, frame: bytes) -> None: ...


class LobbyList:
    """The lobby of one process."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lines: dict[str, TableLine] = {}
        self.visitors: set[Visitor] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._once_more: dict[str, bool] = {}
        """whose tables are being looked up, and whether something has changed since"""
        host.line_changed = self.changed

    async def start(self, rows: list[TableRow]) -> None:
        latest = [row for row in rows if row.public][:MOST_LINES]
        self.lines |= {row.id: public_facts(row)[0] for row in reversed(latest)}
        await self.host.bus.listen(TOPIC, self._hear)

    def changed(self, line: TableLine, row: TableRow) -> None:
        """A table changed here: tell every process, this one too."""
        listed = row.public and row.state != "over"
        change = Change(row.id, line if listed else None, [person for person, _ in row.sitters])
        self._background(self._publish(msgspec.json.encode(change)))

    async def _publish(self, change: bytes) -> None:
        with contextlib.suppress(OSError):  # the table itself tells who looks at it
            await self.host.bus.publish(TOPIC, change)

    def _background(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear(self, message: bytes) -> None:
        change = msgspec.json.decode(message, type=Change)
        before = self.lines.pop(change.id, None)
        if change.line is not None:
            self.lines[change.id] = change.line
            self._tell(encode(LineNow(change.line)))
        elif before is not None:
            self._tell(encode(Gone(change.id)))
        if len(self.lines) > MOST_LINES:
            oldest = next(iter(self.lines))
            del self.lines[oldest]
            self._tell(encode(Gone(oldest)))
        for person in {visitor.person_id for visitor in self.visitors}.intersection(change.people):
            if person is not None:
                self._tell_mine_soon(person)

    def _tell(self, frame: bytes) -> None:
        for visitor in self.visitors:
            visitor.tell(frame)

    def _tell_mine_soon(self, person: str) -> None:
        """To all tabs of a person; once more, if something changes while their tables are looked up."""
        if person in self._once_more:
            self._once_more[person] = True
            return
        self._once_more[person] = True
        self._background(self._tell_mine(person))

    async def _tell_mine(self, person: str) -> None:
        try:
            while self._once_more[person]:
                self._once_more[person] = False
                frame = encode(Mine(await self.mine(person)))
                for visitor in self.visitors:
                    if visitor.person_id == person:
                        visitor.tell(frame)
        except StoreError as error:  # the next change tells
            log.warning("nobody can be told of their tables: %s", error)
        finally:
            del self._once_more[person]

    async def welcome(self, visitor: Visitor) -> None:
        mine = await self.mine(visitor.person_id)
        visitor.tell(encode(Lobby(list(self.lines.values()), mine)))
        self.visitors.add(visitor)

    async def mine(self, person_id: str | None) -> list[MyLine]:
        """A person's tables that are not over, those that wait for them first."""
        if person_id is None:
            return []
        found = await self.host.store.tables_of(person_id, ("open", "running"), MOST_MINE)
        rows = [row for row in found if (person_id, NO_SEAT) not in row.sitters]
        for row in [row for row in rows if row.state == "running" and not read_body(row).turn][:MOST_WOKEN]:
            await self.host.room(row.id)  # after a restart nobody knows whose move it is until the match is there again
        lines = [await self._my_line(row, person_id) for row in rows]
        return sorted(lines, key=lambda line: not line.your_move)

    async def _my_line(self, row: TableRow, person_id: str) -> MyLine:
        body = read_body(row)
        seat = body.seat_of(person_id)
        room = self.host.rooms.get(row.id)
        asked = body.turn if room is None else await room.look(lambda: room.match.actors if room.match else body.turn)
        mine = row.state == "running" and any(held in asked for held in body.seats_of(person_id))
        return MyLine(
            id=row.id,
            game=row.game,
            state=row.state,  # type: ignore[arg-type]
            seat=seat,
            your_move=mine,
            names=[place.name for place in body.seats if place.kind != "open"],
            due=row.due if mine else None,
        )

"""The list of tables that updates itself, and everybody's own tables."""

import contextlib
import hashlib
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Protocol

import msgspec

from hoofspiel.background import Background
from hoofspiel.live.body import NO_SEAT, read_body
from hoofspiel.live.host import Host, public_facts
from hoofspiel.live.room import Room
from hoofspiel.live.words import MyLine, TableLine
from hoofspiel.store.port import StoreError, TableRow

from .protocol import Gone, LineNow, Lobby, Mine, encode

log = logging.getLogger("hoofspiel.lobby")
TOPIC = "lobby"
MOST_MINE = 30
MOST_LINES = 500
"""public tables that are listed: everybody who comes is sent all of them"""
MOST_HOSTS = 10_000
"""of whom it is remembered where they come from"""
SOON_MS = 7 * 86_400_000
"""so long before a table is put away its people are told"""
MOST_WOKEN = 6
"""running matches that a look at one's own list may bring back into memory"""


class Change(msgspec.Struct):
    """What processes tell each other about lists: a line that changed (None: not listed), and whose lists it is in."""

    id: str
    line: TableLine | None
    people: list[str]
    host: str = ""
    origin: str = ""
    """where the host comes from, as a sign that says nothing else"""


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
        self._whose: dict[str, tuple[str, str]] = {}
        """by table: where its host comes from, and who that is"""
        self._origins: OrderedDict[str, str] = OrderedDict()
        self._key = secrets.token_bytes(16)
        self.visitors: set[Visitor] = set()
        self.background = Background()
        self._once_more: dict[str, bool] = {}
        """whose tables are being looked up, and whether something has changed since"""
        host.line_changed = self.changed
        self.put_away_at: Callable[[TableRow], int | None] = lambda row: None
        """when a table goes because nothing happens at it"""

    async def start(self, rows: list[TableRow]) -> None:
        for row in reversed([row for row in rows if row.public]):
            line, host = public_facts(row)[0], read_body(row).host or ""
            self._list(row.id, line, (host, host))
        await self.host.bus.listen(TOPIC, self._hear)

    def came_from(self, person_id: str, origin: str) -> None:
        """Remember where somebody comes from who makes a table."""
        self._origins[person_id] = hashlib.blake2s(origin.encode(), key=self._key, digest_size=8).hexdigest()
        self._origins.move_to_end(person_id)
        if len(self._origins) > MOST_HOSTS:
            self._origins.popitem(last=False)

    def changed(self, line: TableLine, row: TableRow) -> None:
        """A table changed here: tell every process, this one too."""
        listed = row.public and row.state not in ("over", "closed")
        people, host = [person for person, _ in row.sitters], read_body(row).host or ""
        change = Change(row.id, line if listed else None, people, host, self._origins.get(host, ""))
        self.background.run(self._publish(msgspec.json.encode(change)))

    async def _publish(self, change: bytes) -> None:
        with contextlib.suppress(OSError):  # the table itself tells who looks at it
            await self.host.bus.publish(TOPIC, change)

    def _hear(self, message: bytes) -> None:
        change = msgspec.json.decode(message, type=Change)
        before, whose = self.lines.pop(change.id, None), self._whose.pop(change.id, None)
        if change.line is not None:
            origin = change.origin or (whose[0] if whose is not None else change.host)
            gone = self._list(change.id, change.line, (origin, change.host))
            if gone != change.id:
                self._tell(encode(LineNow(change.line)))
            if gone is not None and (gone != change.id or before is not None):
                self._tell(encode(Gone(gone)))
        elif before is not None:
            self._tell(encode(Gone(change.id)))
        for person in {visitor.person_id for visitor in self.visitors}.intersection(change.people):
            if person is not None:
                self._tell_mine_soon(person)

    def _list(self, table_id: str, line: TableLine, whose: tuple[str, str]) -> str | None:
        """Add a line; the table that has to go for it, where the list is full.

        The list is fair to people, not to counts: the oldest table goes of the host with most, among those who come
        from where most tables come from.
        """
        self.lines[table_id], self._whose[table_id] = line, whose
        if len(self.lines) <= MOST_LINES:
            return None
        origins, hosts = Counter(origin for origin, _ in self._whose.values()), Counter(self._whose.values())
        most = max(origins.values())
        crowd = [(table, own) for table, own in self._whose.items() if origins[own[0]] == most]
        heaviest = max(hosts[own] for _, own in crowd)
        gone = next(table for table, own in crowd if hosts[own] == heaviest)
        del self.lines[gone], self._whose[gone]
        return gone

    def _tell(self, frame: bytes) -> None:
        for visitor in self.visitors:
            visitor.tell(frame)

    def _tell_mine_soon(self, person: str) -> None:
        """To all tabs of a person; once more, if something changes while their tables are looked up."""
        if person in self._once_more:
            self._once_more[person] = True
            return
        self._once_more[person] = True
        self.background.run(self._tell_mine(person))

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
        # after a restart, or here and now elsewhere, nobody knows whose move it is until the match is looked at
        unknown = [row.id for row in rows if row.state == "running" and not read_body(row).turn]
        looked_at = {table_id: await self.host.glimpse(table_id) for table_id in unknown[:MOST_WOKEN]}
        lines = [await self._my_line(row, person_id, looked_at.get(row.id)) for row in rows]
        return sorted(lines, key=lambda line: not line.your_move)

    def _goes_at(self, row: TableRow) -> int | None:
        at = self.put_away_at(row)
        return at if at is not None and at - self.host.time.now() < SOON_MS else None

    async def _my_line(self, row: TableRow, person_id: str, glimpsed: Room | None) -> MyLine:
        body = read_body(row)
        seat = body.seat_of(person_id)
        room = glimpsed or self.host.rooms.get(row.id)
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
            until=self._goes_at(row),
        )

"""Which rooms this process runs: opened when somebody comes or something is due, closed when all is quiet."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from hoofspiel.bus.port import Bus
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import SECRET_BYTES
from hoofspiel.kernel.words import BadMatch, Refused
from hoofspiel.store.port import Conflict, Person, Store, StoreError, TableRow, Unavailable

from .body import Body, Place, due_of, line_of, next_row, read_body
from .desk import MOST_TRIES, begin_body
from .letters import Surroundings, Tick, Who, read_note, who_note
from .players import Players
from .rest import Rest
from .room import Room
from .rows import first_asked
from .seats import No, bot, forget
from .time import Alarm, Time
from .words import Level, Pace, TableLine

log = logging.getLogger("hoofspiel.host")
MOST_AT_ONCE = 100
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
QUIET_MS = 120_000
"""a room nobody looks at is closed after this; the store has it all"""


def new_id(length: int = 12) -> str:
    """An address nobody can guess: 60 bits in letters that are hard to mix up."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_secret() -> str:
    """What all chance of a match comes from: 256 bits that nobody can foresee."""
    return secrets.token_hex(SECRET_BYTES)


class Host:
    """The rooms of one process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        time: Time,
        players: Players,
        secret: Callable[[], str] = new_secret,
        took: Callable[[int], None] = lambda ms: None,
    ) -> None:
        self.secret = secret
        self.store = store
        self.bus = bus
        self.time = time
        self.worker = new_id(6)
        self._own = f"{self.worker} ".encode()
        self.rooms: dict[str, Room] = {}
        self.line_changed: Callable[[TableLine, TableRow], None] = lambda line, row: None
        self.around = Surroundings(store, bus, time, players, Rest(), self.worker, self._changed, took, self._rematch)
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._deaf: dict[str, Callable[[], None]] = {}
        self._alarms: dict[str, Alarm] = {}

    # --- rooms ---

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, opened if need be; None if there is no such table, or none that can be played here."""
        if table_id in self.rooms:
            return self.rooms[table_id]
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.ensure_future(self._open(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id))
        return await asyncio.shield(opening)  # whoever gives up waiting, the others go on

    async def _open(self, table_id: str) -> Room | None:
        found = await self.store.whole(table_id)
        if found is None:
            return None
        try:
            room = Room(found[0], found[1], self.around, found[2])
        except Refused as error:  # its game is gone, or has other rules by now
            log.warning("table %s of %s cannot be opened: %s", table_id, found[0].game, type(error).__name__)
            return None
        self._deaf[table_id] = await self.bus.listen(f"table.{table_id}", lambda note: self._hear(room, note))
        self.rooms[table_id] = room
        await room.publish(who_note())
        room.post(Tick())
        return room

    def _hear(self, room: Room, note: bytes) -> None:
        if note.startswith(self._own):
            return
        worker, kind, *rest = note.split(b" ", 2)
        letter = read_note(worker, kind, b" ".join(rest))
        if letter is not None:
            room.post(letter)

    def say_who_is_here(self) -> None:
        """To the other processes, for every table that has readers."""
        for room in self.rooms.values():
            if room.crowd.readers:
                room.post(Who())

    def close_quiet_rooms(self) -> int:
        """Close rooms without readers in which nothing has happened for a while; how many."""
        now = self.time.now()
        quiet = [
            room
            for room in self.rooms.values()
            if not room.crowd.readers and room.mail.empty() and now - room.touched > QUIET_MS
        ]
        for room in quiet:
            self._close(room)
        return len(quiet)

    def _close(self, room: Room) -> None:
        table_id = room.row.id
        room.close()
        self.rooms.pop(table_id, None)
        self._deaf.pop(table_id)()
        if room.row.due is not None and room.row.state == "running":
            self._wake_at(table_id, room.row.due)

    async def start(self) -> list[TableRow]:
        """After a restart: remember when by-mail matches are due; the tables that are not over."""
        rows = await self.store.tables(("open", "running"))
        for row in rows:
            if row.state == "running" and (due := self._due(row)) is not None:
                self._wake_at(row.id, due)
        return rows

    def _due(self, row: TableRow) -> int | None:
        """A bot that is asked in a by-mail match answers whether anybody looks or not."""
        body = read_body(row)
        asked = body.turn or range(len(body.seats))  # before the first move nobody knows who is
        bots = body.pace.kind == "mail" and any(body.seats[seat].bot_acts() for seat in asked)
        return self.time.now() if bots else row.due

    def _wake_at(self, table_id: str, due: int) -> None:
        if table_id in self._alarms:
            self._alarms.pop(table_id).cancel()

        def woken(task: asyncio.Task[Room | None]) -> None:
            self._waking.pop(table_id, None)
            if not task.cancelled() and isinstance(task.exception(), StoreError):
                self._wake_at(table_id, self.time.now() + QUIET_MS)  # it could not be read: a while later again

        def ring() -> None:
            self._alarms.pop(table_id, None)
            task = asyncio.ensure_future(self.room(table_id))
            self._waking[table_id] = task
            task.add_done_callback(woken)

        self._alarms[table_id] = self.time.wake(due, ring)

    async def stop(self) -> None:
        """Let every room finish the letter it is at, then close. Everything said is stored already."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for room in list(self.rooms.values()):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    while not room.mail.empty():
                        await asyncio.sleep(0)
            self._close(room)

    # --- tables ---

    async def make_table(
        self,
        host: Person,
        game: str,
        seats: int,
        *,
        options: dict[str, Any],
        pace: Pace,
        public: bool,
        watch: str,
        delay_seconds: int,
        sit: bool,
        bots: Level | None,
        start: bool,
        around: Sequence[str] = (),
    ) -> TableRow:
        """A new table; BadMatch when the game, the seats or the options are not right.

        `around`: the names of several people who play on the host's one device; the host holds a seat for each.
        """
        found = find_game(game)
        if around and found.one_device is None:
            raise BadMatch(f"{game} is not for one device: people hold cards there that the others must not see")
        if len(around) > seats:
            raise BadMatch(f"{len(around)} people need as many seats, not {seats}")
        wanted = {**found.live_options, **(found.one_device or {} if around else {}), **options}
        secret = self.secret()
        tried = Match(game, seats=seats, seed=secret, options=wanted)
        body = Body(
            seats=[Place() for _ in range(seats)],
            options=dict(tried.options),
            pace=pace,
            rules=found.version,
            watch=watch,  # type: ignore[arg-type]
            delay_seconds=delay_seconds,
            host=host.id,
            hosts_name=host.name,
        )
        for seat, name in enumerate(around):
            body.seats[seat] = Place(kind="person", person=host.id, name=name, ready=True)
        if sit and not around:
            body.seats[0] = Place(kind="person", person=host.id, name=host.name, ready=True)
        if bots is not None:
            for seat, place in enumerate(body.seats):
                if place.kind == "open":
                    body.seats[seat] = bot(bots, seat)
        if start and any(place.kind == "open" for place in body.seats):
            raise BadMatch("A match cannot start at once with open seats: say with `bots` who fills them")
        now = self.time.now()
        if start:
            begin_body(body, now)
        return await self._add(game, body, secret, public=public, running=start, now=now)

    async def _add(self, game: str, body: Body, secret: str, *, public: bool, running: bool, now: int) -> TableRow:
        blank = TableRow(
            id=new_id(),
            game=game,
            state="open",
            public=public,
            created=now,
            changed=now,
            revision=0,
            due=None,
            ended=None,
            secret=secret,
            body=b"",
            sitters=[],
        )
        due = due_of(body, first_asked(body)) if running else None
        row = next_row(blank, body, at=now, state="running" if running else "open", due=due, ended=None)
        await self.store.add_table(row)
        self.line_changed(line_of(row, body), row)
        return row

    async def _rematch(self, room: Room, person: Person) -> str:
        """A new table for the same people, with the same options and bots."""
        old = room.body
        body = Body(
            seats=[
                Place(kind=p.kind, person=p.person, name=p.name, level=p.level if p.kind == "bot" else None)
                for p in old.seats
            ],
            options=old.options,
            pace=old.pace,
            rules=find_game(room.row.game).version,
            watch=old.watch,
            delay_seconds=old.delay_seconds,
            host=person.id,
            hosts_name=person.name,
        )
        secret = self.secret()
        now = self.time.now()
        row = await self._add(room.row.game, body, secret, public=room.row.public, running=False, now=now)
        return row.id

    def _changed(self, room: Room) -> None:
        self.line_changed(line_of(room.row, room.body), room.row)

    async def forget(self, person: Person) -> None:
        """Somebody deletes themselves: their seats become bots' or open, wherever they sit or are the host.

        StoreError where that cannot be stored, or others always came first.
        """
        done: set[str] = set()
        while rows := await self.store.tables_of(person.id, ("open", "running", "over"), MOST_AT_ONCE):
            new = [row for row in rows if row.id not in done]
            for row in new:
                room = await self.room(row.id)
                if room is None:
                    await self._forget_closed(row, person)
                else:
                    await self._leave(room, person)
            if not new:
                return
            done.update(row.id for row in new)

    async def _forget_closed(self, row: TableRow, person: Person) -> None:
        """At a table that cannot be opened any more."""
        body = read_body(row)
        forget(body, person.id, running=row.state == "running")
        changed = next_row(row, body, at=self.time.now(), state=row.state, due=row.due, ended=row.ended)
        await self.store.save_table(changed)

    async def _leave(self, room: Room, person: Person) -> None:
        for _ in range(MOST_TRIES):
            try:
                await room.alter(lambda body: forget(body, person.id, running=room.row.state == "running"))
            except No as no:
                if no.code == "storage":
                    raise Unavailable(no.reason) from no
            else:
                return
        raise Conflict("the table changes all the time")


def public_facts(row: TableRow) -> tuple[TableLine, Body]:
    """A stored table's line in the list, and its body."""
    body = read_body(row)
    return line_of(row, body), body

"""Which rooms this process runs: opened when somebody comes or something is due, closed when all is quiet."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from hoofspiel.background import Background
from hoofspiel.bus.port import Bus
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.words import Refused, UnknownRules
from hoofspiel.store.port import MOST_TRIES, Conflict, Person, Store, StoreError, TableRow

from . import seats as changes
from .body import Body, line_of, next_row, read_body
from .letters import Heard, Tick, Who
from .mailbox import Rest
from .new_tables import CODE_LENGTH, CODE_LETTERS, NewTables, new_id, new_secret
from .notes import Notes, read_note, topic_of
from .owner import Owner
from .ports import Alarm, Lease, Players, Reader, Time
from .room import Room
from .state import TableState
from .surroundings import Surroundings, Took
from .words import TableLine

__all__ = ["CODE_LENGTH", "CODE_LETTERS", "AlwaysMine", "Host", "new_id", "not_here", "public_facts"]
log = logging.getLogger("hoofspiel.host")
MOST_AT_ONCE = 100
MOST_COMPARED = 500
QUIET_MS = 120_000
"""a room nobody looks at is closed after this; the store has it all"""


class AlwaysMine:
    """The lease of a process that shares its tables with nobody, or trusts the store to settle who was first."""

    def mine(self, table_id: str) -> bool:
        return True


class Host:
    """The rooms of one process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        time: Time,
        players: Players,
        secret: Callable[[], str] = new_secret,
        took: Took = lambda ms, table, kind: None,
        lease: Lease | None = None,
        owner: Owner | None = None,
    ) -> None:
        self.owner = owner
        """None: this process is alone"""
        self.dismissed: Callable[[list[Reader]], None] = lambda readers: None
        """told of readers whose room was closed under them"""
        self.store = store
        self.bus = bus
        self.time = time
        self.worker = new_id(6)
        self._own = self.worker.encode()
        self.rooms: dict[str, Room] = {}
        self.line_changed: Callable[[TableLine, TableRow], None] = lambda line, row: None
        self.new_tables = NewTables(store, time, secret, lambda line, row: self.line_changed(line, row))
        self.make_table = self.new_tables.make
        self.around = Surroundings(
            store=store,
            bus=bus,
            time=time,
            players=players,
            lease=lease or owner or AlwaysMine(),
            rest=Rest(),
            background=Background(),
            worker=self.worker,
            changed=self._changed,
            took=took,
            rematch=self.new_tables.again,
            lost=self._lose_soon,
        )
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
        """Own it, listen, then read: whatever happens after the reading is heard."""
        epoch, handed = 0, None
        if self.owner is not None:
            if await self.store.table(table_id) is None:  # nobody can own what does not exist
                return None
            grant = await self.owner.take(table_id)
            if grant.owner != self.owner.name:
                return None
            epoch, handed = grant.epoch, grant.handed
        early: list[bytes] = []
        hears: list[Callable[[bytes], None]] = [early.append]
        deaf = await self.bus.listen(topic_of(table_id), lambda note: hears[0](note))
        try:
            found = await self.store.whole(table_id)
            if found is None or found[0].state == "closed" or self.cannot_play(found[0]):
                room = None
            else:
                pen = None if self.owner is None else self.owner.pen(epoch)
                room = Room(found[0], found[1], self.around, found[2], pen=pen, handed=handed)
        except BaseException as error:
            deaf()
            self._disown(table_id)
            if not isinstance(error, Refused):
                raise
            log.warning("a table cannot be opened: %s", type(error).__name__, extra={"table": table_id})
            return None
        if room is None or (self.owner is not None and self.owner.epochs.get(table_id) != epoch):
            deaf()  # no such table, or lost again while it was read
            self._disown(table_id)
            return None
        opened = room
        self._deaf[table_id] = deaf
        self.rooms[table_id] = room
        hears[0] = lambda note: self._hear(opened, note)
        for note in early:
            self._hear(room, note)
        await room.notes.who()
        room.post(Tick())
        return room

    def _disown(self, table_id: str) -> None:
        if self.owner is not None and self.owner.mine(table_id):
            self.around.background.run(self._release(self.owner, table_id))

    async def _release(self, owner: Owner, table_id: str) -> None:
        with contextlib.suppress(StoreError):  # then it is free when this process is gone, or takes it again
            await owner.release(table_id)

    def cannot_play(self, row: TableRow) -> bool:
        """Its game is gone, or has other rules by now: refused now, not when an open table begins."""
        why = not_here(row.game, read_body(row).rules)
        if why is not None:
            log.warning("a table of %s cannot be opened: %s", row.game, type(why).__name__, extra={"table": row.id})
        return why is not None

    async def glimpse(self, table_id: str) -> Room | None:
        """A room to look at and nothing else: the one that runs here, or the table as it is stored now."""
        if self.owner is None or table_id in self.rooms:
            return await self.room(table_id)
        found = await self.store.whole(table_id)
        if found is None or found[0].state == "closed" or self.cannot_play(found[0]):
            return None
        try:
            return Room(found[0], found[1], self.around, found[2], still=True)
        except Refused:
            return None

    async def compare(self) -> int:
        """Ask the store whether it knows more than the rooms here, and have those read that do not; how many."""
        behind = 0
        ids = list(self.rooms)
        for at in range(0, len(ids), MOST_COMPARED):
            for table_id, v, revision in await self.store.versions(ids[at : at + MOST_COMPARED]):
                room = self.rooms.get(table_id)
                if room is not None and (v > room.v or revision > room.row.revision):
                    behind += 1
                    room.post(Heard(v, revision))
        return behind

    async def unknown_rules(self, table_id: str) -> str | None:
        """Of a table that cannot be opened because it is played by rules that are not here: a sentence that says so."""
        row = await self.store.table(table_id)
        why = None if row is None else not_here(row.game, read_body(row).rules)
        return str(why) if isinstance(why, UnknownRules) else None

    def _hear(self, room: Room, note: bytes) -> None:
        letter = read_note(note, self._own)
        if letter is not None:
            if not isinstance(letter, Heard) or letter.v:
                room.notes.heard = True
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

    def _close(self, room: Room, *, disown: bool = True) -> list[Reader]:
        """Whoever looked at it."""
        table_id = room.row.id
        readers = room.close()
        self.rooms.pop(table_id, None)
        self._deaf.pop(table_id)()
        if disown:
            self._disown(table_id)
        if room.row.due is not None and room.row.state == "running":
            self._wake_at(table_id, room.row.due)
        return readers

    def shut(self, table_id: str) -> list[Reader]:
        """Forget a table that the store has closed; whoever looked at it."""
        room = self.rooms.get(table_id)
        readers = [] if room is None else self._close(room)
        if table_id in self._alarms:
            self._alarms.pop(table_id).cancel()
        return readers

    def _lose_soon(self, table_id: str) -> None:
        """Called by a room that may not write any more, in the middle of a letter."""
        asyncio.get_running_loop().call_soon(self.lose, [table_id])

    def lose(self, table_ids: list[str]) -> None:
        """Stop rooms at once; whoever looked at them has to come again, here or elsewhere."""
        for table_id in table_ids:
            room = self.rooms.get(table_id)
            if room is not None:
                self.dismissed(self._close(room))

    async def hand_over(self, table_id: str) -> None:
        """Give a table up between two letters, with its clocks for the next owner; its readers come again."""
        room = self.rooms.get(table_id)
        if room is None or self.owner is None:
            return
        handed = await room.look(lambda: room.state.hand_over(self.time.now()))
        if self.rooms.get(table_id) is room:
            readers = self._close(room, disown=False)
            try:
                await self.owner.release(table_id, handed)
            finally:
                self.dismissed(readers)

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

    def _changed(self, state: TableState) -> None:
        self.line_changed(line_of(state.row, state.body), state.row)

    async def forget(self, person: Person) -> None:
        """Somebody deletes themselves: their seats become bots' or open, wherever they sit or are the host.

        StoreError where that cannot be stored, or others always came first.
        """
        done: set[str] = set()
        while rows := await self.store.tables_of(person.id, ("open", "running", "over", "closed"), MOST_AT_ONCE):
            new = [row for row in rows if row.id not in done]
            for row in new:
                await self.alter(row.id, lambda body, running: changes.forget(body, person.id, running=running))
            if not new:
                return
            done.update(row.id for row in new)

    async def alter(self, table_id: str, how: Callable[[Body, bool], None]) -> None:
        """Change a table, wherever it is run; `how` is told whether its match is running.

        StoreError where that cannot be stored, or others always came first.
        """
        for _ in range(MOST_TRIES):
            room = self.rooms.get(table_id) if self.owner is not None else await self.room(table_id)
            try:
                if room is None:
                    await self._alter_stored(table_id, how)
                else:
                    await self._alter_here(room, how)
            except Conflict:
                continue
            else:
                return
        raise Conflict("the table changes all the time")

    async def _alter_here(self, room: Room, how: Callable[[Body, bool], None]) -> None:
        await room.alter(lambda body: how(body, room.row.state == "running"))

    async def _alter_stored(self, table_id: str, how: Callable[[Body, bool], None]) -> None:
        """At a table that is not run here: its owner, if there is one, reads it again."""
        row = await self.store.table(table_id)
        if row is None:
            return
        body = read_body(row)
        how(body, row.state == "running")
        changed = next_row(row, body, at=self.time.now(), state=row.state, due=row.due, ended=row.ended)
        await self.store.save_table(changed)
        if self.owner is not None:
            await Notes(self.bus, table_id, self.worker).moved(0, changed.revision)


def not_here(game: str, rules: int) -> Refused | None:
    """Why a match by these rules cannot be played or shown again here, if it cannot."""
    try:
        find_game(game).at(rules)
    except Refused as error:
        return error
    return None


def public_facts(row: TableRow) -> tuple[TableLine, Body]:
    """A stored table's line in the list, and its body."""
    body = read_body(row)
    return line_of(row, body), body

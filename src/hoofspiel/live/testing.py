"""A table on paper: a clock moved by hand, bots that answer at once, and readers who keep every byte."""

import asyncio
import heapq
import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any

from hoofspiel.bots.players import quick_move
from hoofspiel.bus.memory import MemoryBus
from hoofspiel.bus.port import Bus
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Grant, Lost, MoveRow, Peer, Person, Store, TableRow

from . import messages as m
from .crowd import first
from .fleet import Fleet
from .host import Host
from .letters import Asks, Joined, Left
from .owner import Owner
from .ports import Lease, Reader
from .room import Room
from .surroundings import Took
from .words import Pace


class PaperAlarm:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class GatedStore(MemoryStore):
    """While there is a gate, moves wait for it."""

    gate: asyncio.Future[None] | None = None

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        if self.gate is not None:
            await self.gate
        await super().append(table_id, moves, row)


class PaperTime:
    """Time that passes when somebody says so."""

    def __init__(self, start: int = 1_000_000) -> None:
        self._now = start
        self._alarms: list[tuple[int, int, PaperAlarm]] = []
        self._order = itertools.count()

    def now(self) -> int:
        return self._now

    def wake(self, at: int, call: Callable[[], None]) -> PaperAlarm:
        alarm = PaperAlarm(call)
        heapq.heappush(self._alarms, (max(at, self._now), next(self._order), alarm))
        return alarm

    def next_at(self) -> int | None:
        while self._alarms and self._alarms[0][2].call is None:
            heapq.heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None

    def jump(self, at: int) -> None:
        """Go to a time and ring what is due by then."""
        self._now = max(self._now, at)
        while (due := self.next_at()) is not None and due <= self._now:
            call = heapq.heappop(self._alarms)[2].call
            if call is not None:
                call()


class PaperPen:
    """Writes for one epoch, as the leases on paper know it."""

    def __init__(self, leases: "PaperLeases", worker: str, epoch: int) -> None:
        self._leases = leases
        self._worker = worker
        self._epoch = epoch

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        self._leases.check(table_id, self._worker, self._epoch)
        await self._leases.store.append(table_id, moves, row)

    async def save_table(self, row: TableRow) -> None:
        self._leases.check(row.id, self._worker, self._epoch)
        await self._leases.store.save_table(row)


class PaperLeases:
    """Who owns which table, among processes on paper that share a store."""

    def __init__(self, store: Store, time: PaperTime, seconds: float = 3.0) -> None:
        self.store = store
        self.until: dict[str, int] = {}
        self.heard: dict[str, bool] = {}
        self.rows: dict[str, Grant] = {}
        self._time = time
        self._ms = round(seconds * 1000)

    def check(self, table_id: str, worker: str, epoch: int) -> None:
        found = self.rows[table_id]
        if worker not in self.until or (found.owner, found.epoch) != (worker, epoch):
            raise Lost("the table has another owner by now")

    def lives(self, worker: str) -> bool:
        """Whoever does not is given up for good."""
        if self.until.get(worker, 0) < self._time.now():
            self.until.pop(worker, None)
        return worker in self.until

    async def enter(self, worker: str) -> None:
        self.until[worker], self.heard[worker] = self._time.now() + self._ms, True

    async def renew(self, worker: str, *, heard: bool) -> list[Peer]:
        if worker not in self.until:
            raise Lost("this process was given up for dead")
        self.until[worker], self.heard[worker] = self._time.now() + self._ms, heard
        return [Peer(name, self.heard[name]) for name, until in self.until.items() if until >= self._time.now()]

    async def leave(self, worker: str) -> None:
        self.until.pop(worker, None)

    async def take(self, worker: str, table_id: str) -> Grant:
        if worker not in self.until:
            raise Lost("this process was given up for dead")
        found = self.rows.get(table_id, Grant("", 0))
        if found.owner not in ("", worker) and self.lives(found.owner):
            return Grant(found.owner, found.epoch)
        self.rows[table_id] = Grant(worker, found.epoch + 1)
        return Grant(worker, found.epoch + 1, found.handed)

    async def look(self, table_id: str) -> tuple[TableRow | None, str | None]:
        owner = self.rows.get(table_id, Grant("", 0)).owner
        return await self.store.table(table_id), owner if owner and self.lives(owner) else None

    async def release(self, worker: str, table_id: str, epoch: int, handed: bytes | None) -> None:
        if (self.rows[table_id].owner, self.rows[table_id].epoch) == (worker, epoch):
            self.rows[table_id] = Grant("", epoch, handed)

    async def orphans(self, worker: str, limit: int) -> list[str]:
        dead = [table_id for table_id, row in self.rows.items() if row.owner and not self.lives(row.owner)]
        rows = [await self.store.table(table_id) for table_id in dead]
        return [row.id for row in rows if row is not None and row.state == "running"][:limit]

    async def forget(self, worker: str, table_ids: Sequence[str]) -> None:
        for table_id in table_ids:
            self.rows[table_id] = Grant("", self.rows[table_id].epoch)

    async def due(self, now: int, limit: int) -> list[str]:
        rows = [row for row in await self.store.tables(("running",)) if row.due is not None and row.due <= now]
        owners = {row.id: self.rows.get(row.id, Grant("", 0)).owner for row in rows}
        return [table_id for table_id, owner in owners.items() if not owner or not self.lives(owner)][:limit]

    def pen(self, worker: str, epoch: int) -> PaperPen:
        return PaperPen(self, worker, epoch)


class PaperPlayers:
    """Bots that answer at once, after the pause they are told to make."""

    def __init__(self, pause: int = 1000) -> None:
        self.pause = pause
        self.asked: list[tuple[int, str]] = []
        self._chance = itertools.count(7, 7919)

    async def think(self, game: Game, guess: Any, seat: int, level: str, whose: tuple[str, str] = ("", "")) -> str:
        self.asked.append((seat, level))
        return quick_move(game, guess, seat, self.chance())

    def prepare(self, game: Game) -> None:
        pass

    def pause_ms(self, game: Game, level: str, share: float = 1.0) -> int:
        return round(self.pause * share)

    def chance(self) -> int:
        return next(self._chance)


class SteadyLine:
    """A line whose round trips never change."""

    def __init__(self, trip_ms: float = 0.0) -> None:
        self.trip_ms = trip_ms

    proven = True
    answers: float | None = None
    late = False

    def rtt(self) -> tuple[float, float]:
        return self.trip_ms, self.trip_ms


class PaperReader:
    """A connection that keeps every byte it was sent."""

    def __init__(self, person: Person, trip_ms: float = 0.0, *, screen: bool = False) -> None:
        self.person = person
        self.seats: tuple[int, ...] = ()
        self.screen = screen
        self.line = SteadyLine(trip_ms)
        self.frames: list[bytes] = []
        self._read = 0

    @property
    def seat(self) -> int | None:
        return first(self.seats)

    def tell(self, *frames: bytes) -> None:
        self.frames += frames

    def all(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Everything so far, of one kind if asked for."""
        told = [json.loads(frame) for frame in self.frames]
        return [message for message in told if kind is None or message["t"] == kind]

    def new(self) -> list[dict[str, Any]]:
        """What came since the last time this was asked."""
        told = [json.loads(frame) for frame in self.frames[self._read :]]
        self._read = len(self.frames)
        return told

    def last(self, *kinds: str) -> dict[str, Any]:
        return next(message for message in reversed(self.all()) if message["t"] in kinds)

    def asked(self) -> tuple[int, list[str]]:
        """The question as this reader sees it."""
        now = self.last("state", "step")
        return now["asked"], now["moves"]


class Paper:
    """A host, its time and its people."""

    def __init__(
        self,
        store: Store | None = None,
        bus: Bus | None = None,
        pause: int = 1000,
        seed: int = 1,
        lease: Lease | None = None,
        leases: PaperLeases | None = None,
        time: PaperTime | None = None,
    ) -> None:
        self.seed = seed
        self.time = time or PaperTime()
        self.players = PaperPlayers(pause)
        self.store = store or MemoryStore()
        self.took: list[int] = []
        """ms that each request took"""
        self.bus = bus or MemoryBus()
        took: Took = lambda ms, table, kind: self.took.append(ms)  # noqa: E731
        owner = None if leases is None else Owner(leases, self.time)
        self.host = Host(self.store, self.bus, self.time, self.players, self._secret, took, lease, owner)
        self.sent_away: list[Reader] = []
        """connections that were told to come again"""
        self.fleet = None if owner is None else Fleet(self.host, owner, self.sent_away.extend)
        if self.fleet is not None:
            self.fleet.links.gather_seconds = 0.0  # time on paper stands still
        self._ids = itertools.count(1)

    def _secret(self) -> str:
        """Another one for each table, the same ones every time."""
        return f"{next(self._ids) + 5 * self.seed:064x}"

    def person(self, name: str) -> Person:
        return Person(f"{name.lower()}{next(self._ids)}", name)

    async def table(
        self, game: str, people: int, bots: int = 0, *, gather: bool = False, **more: Any
    ) -> tuple[Room, list[PaperReader]]:
        """A running table with so many people, all connected, and bots in the other seats."""
        readers = [PaperReader(self.person(f"P{n}")) for n in range(people)]
        host = readers[0].person if readers else self.person("Host")
        settings: dict[str, Any] = {"options": {}, "pace": Pace(kind="none"), "public": False, "watch": "all"}
        settings |= {"delay_seconds": 0, "sit": people > 0, "bots": None, "start": False} | more
        row = await self.host.make_table(host, game, people + bots, **settings)
        room = await self.host.room(row.id)
        assert room is not None
        for seat, reader in enumerate(readers):
            room.post(Joined(reader, None))
            if seat:
                self.ask(room, reader, m.Sit(seat))
                self.ask(room, reader, m.Ready(on=True))
        await self.quiet(room)  # people take turns: what one asks after another has asked must wait for it
        for seat in range(people, people + bots):
            boss = readers[0] if readers else PaperReader(host)
            self.ask(room, boss, m.PutBot(seat, "casual"))
        self.ask(room, readers[0] if readers else PaperReader(host), m.Start(gather=gather))
        await self.quiet(room)
        return room, readers

    def ask(self, room: Room, reader: PaperReader, request: m.TableRequest) -> None:
        room.post(Asks(reader, request, self.time.now()))

    async def say(self, room: Room, reader: PaperReader, request: m.TableRequest) -> dict[str, Any]:
        """Ask, and the last thing this reader was told after it."""
        self.ask(room, reader, request)
        await self.quiet(room)
        return reader.all()[-1]

    async def move(self, room: Room, reader: PaperReader, move: str, **more: Any) -> dict[str, Any]:
        """Play; the acknowledgement or the refusal."""
        name = more.pop("id", f"m{next(self._ids)}")
        asked = more.pop("asked", None)
        asked = reader.asked()[0] if asked is None else asked
        self.ask(room, reader, m.Move(name, asked, move, **more))
        await self.quiet(room)
        return reader.last("ack", "refused")

    async def join(self, room: Room, person: Person, since: int | None = None) -> PaperReader:
        reader = PaperReader(person)
        room.post(Joined(reader, since))
        await self.quiet(room)
        return reader

    async def leave(self, room: Room, reader: PaperReader) -> None:
        room.post(Left(reader))
        await self.quiet(room)

    async def quiet(self, room: Room) -> None:
        """Let the room take every letter it has, and every bot finish its thought."""
        idle = 0
        while idle < 12:
            await asyncio.sleep(0)
            idle = 0 if not room.mail.empty() else idle + 1

    async def pass_time(self, room: Room, ms: int) -> None:
        """Let time pass, stopping wherever something is due."""
        end = self.time.now() + ms
        while (due := self.time.next_at()) is not None and due <= end:
            self.time.jump(due)
            await self.quiet(room)
        self.time.jump(end)
        await self.quiet(room)

    async def until_over(self, room: Room, most_ms: int = 100_000_000) -> None:
        """Let time pass until the match is over."""
        end = self.time.now() + most_ms
        while room.match is not None and not room.match.over:
            due = self.time.next_at()
            assert due is not None, "nothing is due and the match is not over"
            assert due < end, "the match does not end"
            self.time.jump(due)
            await self.quiet(room)


def default_seats(slug: str) -> int:
    """Three, or as near to that as the game allows."""
    return min(find_game(slug).seats, key=lambda n: abs(n - 3))

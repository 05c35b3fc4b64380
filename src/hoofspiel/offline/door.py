"""The one door: what a page asks by HTTP and says on a table's socket, as calls, for one person on one device.

Everything behind it is the server's and the rooms' own code. There is nobody else to be kept out, so there are no
sessions and no limits; who may see what is decided where it always is.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from hoofspiel.bots.bench import Bench, Elsewhere
from hoofspiel.bots.players import LEVELS
from hoofspiel.bus.memory import MemoryBus
from hoofspiel.kernel.words import BadMatch
from hoofspiel.live import messages as m
from hoofspiel.live.host import Host, new_id
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.new_tables import new_secret
from hoofspiel.live.ports import Time
from hoofspiel.live.room import Room
from hoofspiel.live.talk import clean
from hoofspiel.live.time import SystemTime
from hoofspiel.server import bodies as b
from hoofspiel.server.games import exercises, game_infos
from hoofspiel.server.hints import choice_of, hint_for
from hoofspiel.server.lobby import LobbyList
from hoofspiel.server.practice import play_on, take_back
from hoofspiel.server.protocol import BadMessage, encode, read_table_request
from hoofspiel.server.refusals import HttpRefused
from hoofspiel.server.replays import Replays, check_replay, past_of, record_text, shareable_record
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, Store, TableRow

NO_TABLE = 4404
HERE = "l"
"""how the address of a table without a server begins; no server's does, because its letters have no l"""
LENGTH = 11
MOST_NAME = 24
MOST_PAST = 100


def new_person(name: str = "Guest") -> Person:
    return Person(new_id(), name)


async def _nobody_hears(person: Person) -> None:
    """For doors that keep nothing."""


class Answer(NamedTuple):
    status: int
    body: bytes


class NoTrip:
    """The line between a page and what runs in the same device."""

    proven = True
    answers: float | None = None
    late = False

    def rtt(self) -> tuple[float, float]:
        return 0.0, 0.0


class Line:
    """A page at a table; a reader of its room."""

    def __init__(self, person: Person, room: Room, time: Time, tell: Callable[[str], None], *, screen: bool) -> None:
        self.person = person
        self.seats: tuple[int, ...] = ()
        self.screen = screen
        self.line = NoTrip()
        self._room = room
        self._time = time
        self._tell = tell

    def tell(self, *frames: bytes) -> None:
        for frame in frames:
            self._tell(frame.decode())

    def hear(self, frame: str) -> None:
        """What the page says: one message of the protocol."""
        try:
            request = read_table_request(frame)
        except BadMessage as error:
            self.tell(encode(m.Refusal("bad_message", str(error), id=error.move_id)))
            return
        if not isinstance(request, m.Pong | m.Painted):  # these measure a line, and there is none
            self._room.post(Asks(self, request, self._time.now()))

    def close(self) -> None:
        self._room.post(Left(self))


class Door:
    """All tables of one device."""

    def __init__(
        self,
        name: str = "Guest",
        *,
        person: Person | None = None,
        thinks: Elsewhere | None = None,
        store: Store | None = None,
        secret: Callable[[], str] = new_secret,
        time: Time | None = None,
        pace: float = 1.0,
    ) -> None:
        """`thinks` answers what bots are asked; without it, or when it has no answer, a quick bot does."""
        self.time = time or SystemTime()
        self.bench = Bench(workers=0, pace=pace)
        self.bench.elsewhere = thinks
        self.host = Host(store or MemoryStore(), MemoryBus(), self.time, self.bench, secret)
        self.lobby = LobbyList(self.host)
        self.replays = Replays()
        self.host.new_tables.named = lambda: HERE + new_id(LENGTH)
        self.person = person or new_person(name)
        self.renamed: Callable[[Person], Awaitable[None]] = _nobody_hears
        """called with whom this person is from now on"""

    # --- a table's socket ---

    async def connect(
        self, table_id: str, tell: Callable[[str], None], *, since: int | None = None, screen: bool = False
    ) -> Line | int:
        """A line to a table, which is told the messages of the protocol; or why there is none, as a closing code."""
        room = await self.host.room(table_id)
        if room is None:
            return NO_TABLE
        line = Line(self.person, room, self.time, tell, screen=screen)
        room.post(Joined(line, since))
        return line

    # --- HTTP ---

    async def ask(self, method: str, address: str, body: bytes = b"") -> Answer:
        """The server's answer to a request, of those that make sense without one."""
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        try:
            for wanted, pattern, answer in ADDRESSES:
                found = pattern.fullmatch(parts.path)
                if wanted == method and found is not None:
                    status, told = await answer(self, found.groupdict(), query, body)
                    return Answer(status, told if isinstance(told, bytes) else msgspec.json.encode(told))
        except HttpRefused as refusal:
            return Answer(refusal.status, msgspec.json.encode(b.HttpRefusal(refusal.error, refusal.reason)))
        return Answer(404, msgspec.json.encode(b.HttpRefusal("no_address", "This needs a server.")))

    async def room(self, table_id: str) -> Room:
        room = await self.host.room(table_id)
        if room is None:
            raise HttpRefused(404, "no_table", "There is no such table.")
        return room

    async def shut(self, row: TableRow, why: str) -> None:
        """Let go of a table that was put away."""
        self.host.shut(row.id)

    async def me(self) -> b.Me:
        known = self.person.id if self.person.name else None
        return b.Me(known, self.person.name, account=False, tables=await self.lobby.mine(self.person.id))


T = TypeVar("T")
Told = tuple[int, Any]
Path = dict[str, str]


def _read(body: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpRefused(422, "bad_body", str(error)) from None


async def _games(door: Door, path: Path, query: Path, body: bytes) -> Told:
    return 200, b.Games(game_infos(), list(LEVELS))


async def _puzzles(door: Door, path: Path, query: Path, body: bytes) -> Told:
    found = exercises(path["slug"])
    if found is None:
        raise HttpRefused(404, "no_address", "There is no such game.")
    return 200, b.Exercises(found)


async def _me(door: Door, path: Path, query: Path, body: bytes) -> Told:
    return 200, await door.me()


async def _rename(door: Door, path: Path, query: Path, body: bytes) -> Told:
    name = clean(_read(body, b.Rename).name)[:MOST_NAME]
    if name:
        door.person = msgspec.structs.replace(door.person, name=name)
        await door.renamed(door.person)
    return 200, await door.me()


async def _make(door: Door, path: Path, query: Path, body: bytes) -> Told:
    wanted = _read(body, b.NewTable)
    try:
        row = await door.host.make_table(
            door.person,
            wanted.game,
            wanted.seats,
            options=dict(wanted.options),
            pace=wanted.clock,
            public=False,
            watch=wanted.watch,
            delay_seconds=wanted.delay_seconds,
            sit=wanted.sit,
            bots=wanted.bots,
            start=wanted.start,
            around=[clean(name)[:MOST_NAME] for name in wanted.around],
        )
    except BadMatch as error:
        raise HttpRefused(422, "bad_table", str(error)) from None
    return 201, b.Made(row.id, f"/t/{row.id}", row.code)


async def _table(door: Door, path: Path, query: Path, body: bytes) -> Told:
    return 200, (await door.room(path["id"])).table()


async def _record(door: Door, path: Path, query: Path, body: bytes) -> Told:
    room = await door.room(path["id"])
    record = await room.look(lambda: shareable_record(room))
    if record is None:
        raise HttpRefused(409, "not_over", "The record is there when the match is over.")
    return 200, record_text(record).encode() if query.get("form") == "text" else record


async def _replay(door: Door, path: Path, query: Path, body: bytes) -> Told:
    room, given = await door.room(path["id"]), query.get("seat")
    seats = {str(seat): seat for seat in range(len(room.body.seats))}
    if given is not None and given not in seats:
        raise HttpRefused(422, "no_seat", f"Seats are 0 to {len(seats) - 1}.")
    seat = None if given is None else seats[given]
    return 200, await door.replays.of(room, seat, lambda: check_replay(room, seat, door.person.id))


async def _hint(door: Door, path: Path, query: Path, body: bytes) -> Told:
    room = await door.room(path["id"])
    choice = await room.look(lambda: choice_of(room, door.person.id, door.bench.chance()))
    if choice is None:
        raise HttpRefused(409, "not_asked", "There is nothing for you to choose right now, so there is no hint.")
    return 200, await hint_for(choice, door.bench)


async def _play_on(door: Door, path: Path, query: Path, body: bytes) -> Told:
    wanted, room = _read(body, b.PlayOn), await door.room(path["id"])
    return 201, await play_on(door.host, room, door.person, wanted, door.shut)


async def _take_back(door: Door, path: Path, query: Path, body: bytes) -> Told:
    wanted, room = _read(body, b.TakeBack), await door.room(path["id"])
    return 201, await take_back(door.host, room, door.person, wanted, door.shut)


async def _tables(door: Door, path: Path, query: Path, body: bytes) -> Told:
    return 200, b.Tables([])


async def _history(door: Door, path: Path, query: Path, body: bytes) -> Told:
    rows = await door.host.store.tables_of(door.person.id, ("over",), MOST_PAST)
    return 200, b.History([past for row in rows if (past := past_of(row, door.person.id)) is not None])


Endpoint = Callable[[Door, Path, Path, bytes], Awaitable[Told]]
TABLE = "/api/tables/(?P<id>[a-z0-9]{4,16})"
ADDRESSES: tuple[tuple[str, re.Pattern[str], Endpoint], ...] = (
    ("GET", re.compile("/api/games"), _games),
    ("GET", re.compile("/api/games/(?P<slug>[a-z0-9_-]{1,40})/puzzles"), _puzzles),
    ("GET", re.compile("/api/me"), _me),
    ("POST", re.compile("/api/me"), _rename),
    ("GET", re.compile("/api/me/history"), _history),
    ("GET", re.compile("/api/tables"), _tables),
    ("POST", re.compile("/api/tables"), _make),
    ("GET", re.compile(TABLE), _table),
    ("GET", re.compile(TABLE + "/record"), _record),
    ("GET", re.compile(TABLE + "/replay"), _replay),
    ("GET", re.compile(TABLE + "/hint"), _hint),
    ("POST", re.compile(TABLE + "/practice"), _play_on),
    ("POST", re.compile(TABLE + "/back"), _take_back),
)

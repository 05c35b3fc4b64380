"""Everything that a request may reach, started and stopped together."""

import asyncio
import contextlib
import itertools
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection

from hoofspiel.background import Background
from hoofspiel.bots.bench import Bench
from hoofspiel.coach.desk import Desk
from hoofspiel.live.fleet import Fleet, Place
from hoofspiel.live.host import CODE_LENGTH, CODE_LETTERS, Host, public_facts
from hoofspiel.live.letters import Hurried
from hoofspiel.live.messages import Notice, encode
from hoofspiel.live.owner import Owner
from hoofspiel.live.ports import Reader
from hoofspiel.live.room import Room
from hoofspiel.live.time import SystemTime
from hoofspiel.store.port import StoreError, TableRow

from .accounts import Accounts
from .bans import Bans, why
from .connection import Connection, Outbox, TableConnection
from .door import Entrance
from .engines import bus_for, leases_for, store_for
from .expiry import Expiry, Ways
from .health import Health
from .limits import Limits, origin_of
from .line import Vouched, read_microseconds
from .lobby import LobbyList
from .metrics import Metrics, Queues, expose
from .names import Names
from .private import PrivateDoor, Told
from .refusals import HttpRefused
from .replays import Replays
from .reviews import Reviews
from .sessions import Sessions
from .settings import Settings
from .thinkers import FarThinkers
from .traces import traces_for

log = logging.getLogger("hoofspiel.server")

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
JANITOR_SECONDS = 30
SHUT = "shut"
PING_SECONDS = 20
HURRY_SECONDS = 10
LONGEST_WAIT_MS = 5000
"""that a request is held back before it is refused"""
AGAIN = 4411
"""not final for a page: it comes back at once, to whichever server"""
T = TypeVar("T")


def is_address(table_id: str) -> bool:
    return len(table_id) <= 16 and table_id.isascii() and table_id.isalnum()


class Server:
    """Everything a request may reach."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.time = SystemTime()
        self.store = store_for(settings)
        self.bus = bus_for(settings)
        self.bench = Bench(workers=settings.bot_workers, megabytes=settings.bot_megabytes, pace=settings.bot_pace)
        self.traces = traces_for(settings.traces)
        self.bench.told = self._thought
        if settings.bus:
            self.bench.elsewhere = FarThinkers(self.bus).ask
        self.metrics = Metrics(sources=[self.store.figures, self.bus.figures, self.bench.figures])
        self.reviews = Reviews(self.store, Desk(megabytes=settings.bot_megabytes))
        self.metrics.sources.append(self.reviews.desk.figures)
        leases = leases_for(settings, self.store)
        owner = None if leases is None else Owner(leases, self.time, settings.lease)
        if owner is not None:
            self.metrics.leases_held = lambda: len(owner.epochs)
        self.host = Host(self.store, self.bus, self.time, self.bench, took=self._took, owner=owner)
        self.fleet = None if owner is None else Fleet(self.host, owner, self._come_again)
        """this server among others; None where it is alone"""
        self.lobby = LobbyList(self.host)
        self.limits = Limits(settings)
        self.replays = Replays()
        self.entrance = Entrance(
            each=settings.sockets * 3, patience=settings.patience, by_origin=not settings.trust_proxy
        )
        self.accounts = Accounts(self.store, self.time, self.limits, secure=settings.secure_cookies)
        self.health = Health(self.store, self.host.worker, self.time.now)
        self.private = PrivateDoor(
            settings.metrics_listen,
            {
                "/metrics": self._figures,
                "/healthz": self._how_it_is,
                "/readyz": self._ready,
                "/livez": self._alive,
            },
            settings.names.split(","),
        )
        self.admin_token = ""
        """what operators show; nobody is one without it"""
        self.draining = False
        self.bans = Bans()
        self.came_from: dict[Connection, str] = {}
        """the address of every open socket"""
        self.background = Background()
        self.outbox = Outbox(self.metrics)
        self.open_sockets: set[Connection] = set()
        self.sessions = Sessions(self.host, self.bus, self.open_sockets)
        self.names = Names(self.host, self.bus, self.open_sockets)
        if self.fleet is not None:
            self.names.heard = self.fleet.links.rename
            self.health.cut_off = self.fleet.cut_off
        ways = Ways(self.shut_table, self.sessions.here, self.sessions.forget)
        self.expiry = Expiry(self.store, self.host, self.time, settings, ways)
        self.lobby.put_away_at = self.expiry.put_away_at
        self._from: Counter[str] = Counter()
        self._warned = False
        self.trouble = ""
        """why it could not start"""

    # --- starting and stopping ---

    @contextlib.asynccontextmanager
    async def running(self, app: Any = None) -> AsyncIterator[None]:
        try:
            await self.store.start()
            await self.bus.start()
            self.bans.read(await self.store.bans())
            await self.bus.listen(SHUT, self._hear_shut)
            await self.sessions.start()
            await self.names.start()
            await self.bench.start()
            if self.fleet is not None:
                await self.fleet.start()
            await self.lobby.start(await self.host.start())
            await self.health.tidy()
            await self.private.start()
        except (StoreError, OSError) as error:
            self.trouble = str(error)
            raise
        chores = [asyncio.ensure_future(self._tidy()), asyncio.ensure_future(self._ping())]
        if self.fleet is not None:
            chores += [asyncio.ensure_future(self.fleet.keep()), asyncio.ensure_future(self.fleet.beat())]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await self.stop_talking()
            await self.private.stop()
            await self.host.stop()
            if self.fleet is not None:
                await self.fleet.stop()
            await self.reviews.stop()
            await self.bench.stop()
            await self.bus.stop()
            await self.store.stop()
            await asyncio.to_thread(self.traces.stop)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_SECONDS)
            with contextlib.suppress(StoreError):  # other servers' bans; those of before hold meanwhile
                await self.enforce_bans()
            with contextlib.suppress(StoreError):  # a little later, then
                await self.expiry.step()
            self.host.close_quiet_rooms()
            self.host.say_who_is_here()

    async def _ping(self) -> None:
        """Measure every line: often where times decide, now and then elsewhere."""
        loop = asyncio.get_running_loop()
        for second in itertools.count():
            due = loop.time() + 1
            await asyncio.sleep(1)
            self.metrics.lag.note(max(0.0, loop.time() - due))
            for connection in list(self.open_sockets):
                if isinstance(connection, TableConnection) and (connection.timed or second % PING_SECONDS == 0):
                    connection.tell(encode(connection.line.ping()))
            if second % HURRY_SECONDS == 0:
                self.say_who_hurries()

    def say_who_hurries(self) -> None:
        """At fixed times and for all tables at once: when it is said tells nothing of any bot's question."""
        hurried = self.bench.hurried()
        for room in self.host.rooms.values():
            if (room.row.id in hurried) != room.crowd.hurried:
                room.post(Hurried(room.row.id in hurried))

    def _come_again(self, readers: Iterable[Reader]) -> None:
        """Their table is run by another process by now, or soon: they look for it again."""
        for reader in readers:
            if isinstance(reader, TableConnection):
                reader.close(AGAIN, "shutdown", "Your table moves to another server; your page will find it again.")

    async def hand_over(self) -> None:
        """Before it stops: give the tables to other servers, if there are any, one after the other."""
        self.draining = True
        if self.fleet is not None and len(self.fleet.owner.peers) > 1:
            await self.fleet.hand_over(self.settings.drain)

    async def stop_talking(self) -> None:
        """Tell everybody that the server stops; they come back with the version they have."""
        for connection in list(self.open_sockets):
            connection.close(1001, "shutdown", "The server stops; your page will find it again.")
        await asyncio.gather(*(connection.end() for connection in self.open_sockets))

    # --- what operators ask for ---

    def _took(self, ms: int, table_id: str, kind: str) -> None:
        self.metrics.took.note(ms)
        if self.settings.traces:  # asked here, since it is off for nearly every server and this is for every move
            self.traces.tell(f"table {kind}", ms / 1000, {"hoofspiel.table": table_id})

    def _thought(self, game: str, level: str, seconds: float) -> None:
        self.traces.tell("bot", seconds, {"hoofspiel.game": game, "hoofspiel.level": level})

    async def _figures(self) -> Told:
        waiting = [connection.queued for connection in self.open_sockets if connection.queued]
        queues = Queues(lines=len(waiting), frames=sum(waiting))
        text, kind = expose(self.metrics.figures(self.host, queues, draining=self.draining))
        return Told(200, text, kind)

    async def _how_it_is(self) -> Told:
        trouble = await self.health.trouble()
        how: dict[str, object] = {
            "well": trouble is None,
            "trouble": trouble,
            "draining": self.draining,
            "worker": self.host.worker,
        }
        how |= {"rooms": len(self.host.rooms), "sockets": len(self.open_sockets)}
        return Told(200 if trouble is None else 503, msgspec.json.encode(how).decode() + "\n", "application/json")

    async def _ready(self) -> Told:
        """Whether new people should be sent here; a store in trouble is no reason, since others share it."""
        return Told(503, "draining\n") if self.draining else Told(200, "ready\n")

    async def _alive(self) -> Told:
        return Told(200, "alive\n")

    async def enforce_bans(self) -> None:
        self.bans.read(await self.store.bans())
        now = self.time.now()
        for connection, address in list(self.came_from.items()):
            person = connection.person_id
            ban = self.bans.address(address, now) or (person and self.bans.person(person, now)) or None
            if ban is not None:
                connection.close(4403, "closed", why(ban))

    def announce(self, text: str) -> int:
        """To every open page; how many that are."""
        for connection in list(self.open_sockets):
            connection.tell(encode(Notice(text)))
        return len(self.open_sockets)

    async def shut_table(self, row: TableRow, reason: str) -> None:
        """Nobody is at this table any more, in no process, and no list has it."""
        closed = msgspec.structs.replace(row, state="closed")
        self.lobby.changed(public_facts(row)[0], closed)
        self._shut(row.id, reason)
        with contextlib.suppress(OSError):
            await self.bus.publish(SHUT, f"{row.id} {reason}".encode())

    def _hear_shut(self, note: bytes) -> None:
        table_id, _, reason = note.decode().partition(" ")
        self._shut(table_id, reason)

    def _shut(self, table_id: str, reason: str) -> None:
        far = [] if self.fleet is None else self.fleet.links.looking_at(table_id)
        for reader in [*self.host.shut(table_id), *far]:
            if isinstance(reader, TableConnection):
                reader.close(4404, "closed", reason)

    def busy(self, room: Room) -> bool:
        """Is somebody in the middle of a match here who would rather finish it?"""
        live = room.row.state == "running" and room.body.pace.kind != "mail" and not room.body.paused
        return live and bool(room.crowd.readers)

    # --- what sockets and routes ask for ---

    def address_of(self, connection: HTTPConnection) -> str:
        if self.settings.trust_proxy:
            said = ",".join(connection.headers.getlist("x-forwarded-for"))
            if forwarded := said.rpartition(",")[2].strip():  # the proxy's own word; before it, the visitor's
                return forwarded[:64]
        return connection.client.host if connection.client else "local"

    def is_direct(self, connection: HTTPConnection) -> tuple[bool, bool]:
        """Do the kernel's figures describe the visitor's own line, and is that certain? Behind a proxy they do not.

        One that nobody said to trust is believed to be there only on this very machine: a visitor can write headers
        too, but not come from here. From elsewhere such headers gain nothing, and cost nobody the trust in their line.
        """
        if self.settings.trust_proxy:
            return False, False
        forwarded = any(name in connection.headers for name in FORWARDED)
        here = connection.client is None or connection.client.host in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
        if forwarded and not self._warned:
            self._warned = True
            log.warning("requests come through a proxy: start with --trust-proxy (docs/how-to/run-a-server.md)")
        return not (forwarded and here), not forwarded

    def told_by_proxy(self, connection: HTTPConnection) -> Vouched | None:
        """The round trip of the visitor's line as a trusted proxy measured it."""
        header = self.settings.proxy_rtt_header
        if not header or not self.settings.trust_proxy:
            return None
        return read_microseconds(",".join(connection.headers.getlist(header)).rpartition(",")[2].strip())

    def origin_of(self, connection: HTTPConnection) -> str:
        """Whom limits count for this visitor."""
        return origin_of(self.address_of(connection))

    async def admit(self, origin: str, cost: float = 1.0) -> None:
        """One more request. Whoever asks too fast is answered more slowly, and refused only when that does not help."""
        budget = self.limits.requests.of(origin)
        wait = budget.owe(self.time.now(), cost)
        if wait > LONGEST_WAIT_MS:
            budget.owe(self.time.now(), -cost)
            await asyncio.sleep(LONGEST_WAIT_MS / 1000)  # a refusal at once would only bring the next request sooner
            raise HttpRefused(429, "too_many", "Too many requests from your address: wait a little.", wait // 1000 + 1)
        if wait:
            await asyncio.sleep(wait / 1000)

    def sockets_from(self, origin: str, change: int) -> bool:
        """Count a connection in or out; False when an origin has too many."""
        if change > 0 and self._from[origin] >= self.settings.sockets:
            return False
        self._from[origin] += change
        self.metrics.sockets += change
        if not self._from[origin]:
            del self._from[origin]
        return True

    async def look_up(self, table_id: str, origin: str) -> Room | None:
        """A table by its address, to look at."""
        return await self._found(self.host.glimpse, table_id, origin)

    async def place(self, table_id: str, origin: str) -> Place | None:
        """A table by its address, to play at, wherever it is run."""
        return await self._found(self.host.room if self.fleet is None else self.fleet.place, table_id, origin)

    async def _found(self, find: Callable[[str], Awaitable[T | None]], table_id: str, origin: str) -> T | None:
        """Guessing is limited, but a real one is found however many wrong ones were tried."""
        found = await find(table_id) if is_address(table_id) else None
        if found is None and not self.limits.wrong_tables.take(origin, self.time.now()):
            raise HttpRefused(429, "too_many", "Too many addresses that do not exist.", 60)
        return found

    async def missing(self, table_id: str) -> HttpRefused:
        """What to say of an address that look_up finds nothing at."""
        other = await self.host.unknown_rules(table_id) if is_address(table_id) else None
        if other is None:
            row = await self.store.table(table_id) if is_address(table_id) else None
            away = "This table was closed, or put away because nobody played there any more."
            return HttpRefused(404, "no_table", "There is no such table." if row is None else away)
        return HttpRefused(
            409, "other_rules", f"{other} Its result is kept, but it cannot be opened or shown again here."
        )

    async def table_with(self, code: str, origin: str) -> str | None:
        """An open table by its short code, typed in any case; guessing is limited."""
        now = self.time.now()
        wrong = self.limits.wrong_codes
        if wrong.left(origin, now) <= 0:
            wait = wrong.wait_seconds(origin, now)
            raise HttpRefused(429, "too_many", "That was too many wrong codes. Try again in a minute.", wait)
        wanted = code.upper()
        known = len(wanted) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in wanted)
        found = await self.store.table_with(wanted) if known else None
        if found is None:
            wrong.take(origin, now)
        return found

"""The server, wired on one screen: settings in, an ASGI application out."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.bus.port import Bus
from hoofspiel.kernel.game import Game
from hoofspiel.live import fanout, hooks
from hoofspiel.live.bench import Bench
from hoofspiel.live.host import Host
from hoofspiel.live.messages import encode
from hoofspiel.live.room import Room
from hoofspiel.live.time import SystemTime
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Store, StoreError
from hoofspiel.store.sqlite import SqliteStore

from .accounts import Accounts, Refusal
from .bodies import Figures, Hint
from .connection import Connection, Outbox, TableConnection
from .guard import Guard
from .health import Health
from .limits import Limit
from .lobby import LobbyList
from .metrics import Metrics
from .openapi import description
from .pages import pages
from .routes import api_routes
from .sessions import Sessions
from .settings import Settings
from .socket import sockets

JANITOR_SECONDS = 30
PING_SECONDS = 20


def store_for(settings: Settings) -> Store:
    if settings.store.startswith(("postgresql:", "postgres:")):
        from hoofspiel.store.postgres import PostgresStore

        return PostgresStore(settings.store)
    return MemoryStore() if settings.store == "memory:" else SqliteStore(Path(settings.data) / "hoofspiel.db")


def bus_for(settings: Settings) -> Bus:
    if settings.bus:
        from hoofspiel.bus.nats import NatsBus

        return NatsBus(settings.bus)
    return MemoryBus()


class Question(NamedTuple):
    """What a seat has to choose: nothing in it that the seat does not know."""

    game: Game
    seat: int
    v: int
    view: Any
    guess: Any


class Server:
    """Everything a request may reach."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.time = SystemTime()
        self.store = store_for(settings)
        self.bus = bus_for(settings)
        self.bench = Bench(
            workers=settings.bot_workers, megabytes=settings.bot_megabytes, pace=settings.bot_pace
        )
        self.metrics = Metrics()
        self.host = Host(self.store, self.bus, self.time, self.bench, took=self.metrics.note_time)
        self.lobby = LobbyList(self.host)
        self.accounts = Accounts(self.store, self.time, settings.guests)
        self.health = Health(self.store, self.host.worker)
        self.new_tables = Limit(settings.new_tables, 600)
        self.wrong_tables = Limit(30, 60)
        self.hints = Limit(10, 60)
        self.talk = Limit(5, 10)
        self.outbox = Outbox()
        self.open_sockets: set[Connection] = set()
        self.sessions = Sessions(self.store, self.bus, self.open_sockets)
        self._from: Counter[str] = Counter()
        self.trouble = ""
        """why it could not start"""

    # --- starting and stopping ---

    @contextlib.asynccontextmanager
    async def running(self, app: Any = None) -> AsyncIterator[None]:
        try:
            await self.store.start()
            await self.bus.start()
            await self.sessions.start()
            await self.bench.start()
            await self.lobby.start(await self.host.start())
        except (StoreError, OSError) as error:
            self.trouble = str(error)
            raise
        chores = [asyncio.ensure_future(self._tidy()), asyncio.ensure_future(self._ping())]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await self.stop_talking()
            await self.host.stop()
            await self.bench.stop()
            await self.bus.stop()
            await self.store.stop()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_SECONDS)
            self.host.close_quiet_rooms()
            self.host.say_who_is_here()

    async def _ping(self) -> None:
        """Measure every line: often where times decide, now and then elsewhere."""
        for second in itertools.count():
            await asyncio.sleep(1)
            for connection in list(self.open_sockets):
                if isinstance(connection, TableConnection) and (connection.timed or second % PING_SECONDS == 0):
                    connection.tell(encode(connection.line.ping()))

    async def stop_talking(self) -> None:
        """Tell everybody that the server stops; they come back with the version they have."""
        for connection in list(self.open_sockets):
            connection.close(1001, "shutdown", "The server stops; your page will find it again.")
        await asyncio.gather(*(connection.end() for connection in self.open_sockets))

    # --- what sockets and routes ask for ---

    def address_of(self, connection: HTTPConnection) -> str:
        if self.settings.trust_proxy:
            said = ",".join(connection.headers.getlist("x-forwarded-for"))
            if forwarded := said.rpartition(",")[2].strip():  # the proxy's own word; before it, the visitor's
                return forwarded[:64]
        return connection.client.host if connection.client else "local"

    def sockets_from(self, address: str, change: int) -> bool:
        """Count a connection in or out; False when an address has too many."""
        if change > 0 and self._from[address] >= self.settings.sockets:
            return False
        self._from[address] += change
        self.metrics.sockets += change
        if not self._from[address]:
            del self._from[address]
        return True

    async def look_up(self, table_id: str, address: str) -> Room | None:
        """A table by its address; guessing addresses is limited."""
        now = self.time.now()
        if self.wrong_tables.left(address, now) <= 0:
            raise Refusal(429, "too_many", "Too many addresses that do not exist.", 60)
        room = None
        if len(table_id) <= 16 and table_id.isascii() and table_id.isalnum():
            room = await self.host.room(table_id)
        if room is None:
            self.wrong_tables.take(address, now)
        return room

    def end_sockets_of(self, person_id: str) -> None:
        for connection in list(self.open_sockets):
            if connection.person_id == person_id:
                connection.close(4401, "signed_out", "You signed out.")

    def question(self, room: Room, person_id: str) -> Question | None:
        """What somebody is asked, as their seat knows it; None where they need not choose."""
        match = room.match
        asked = [] if match is None else [seat for seat in room.body.seats_of(person_id) if seat in match.actors]
        if match is None or not asked:
            return None
        seat = asked[0]
        guess = fanout.guess_for(match, seat, self.bench.chance())
        return Question(match.game, seat, room.version_for((seat,)), match.game.view(match.position, seat), guess)

    async def hint(self, question: Question) -> Hint:
        """What a strong bot would do, from what this seat knows."""
        game, seat, v, view, guess = question
        found = await self.bench.advise(game, guess, seat)
        best = Figures(**found["best"])
        other = found.get("other")
        return Hint(
            move=best.move,
            v=v,
            best=best,
            other=None if other is None else Figures(**other),
            trials=found.get("trials", 0),
            only=found.get("only", False),
            reason=hooks.reason(game, view, best.move),
        )


async def healthz(request: Request) -> Response:
    server: Server = request.app.state.server
    try:
        async with asyncio.timeout(5):
            await server.health.check()
    except Exception as error:  # whatever it is, this server is not well
        return PlainTextResponse(f"not well: {type(error).__name__}\n", 503)
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    server: Server = request.app.state.server
    return PlainTextResponse(server.metrics.text(server.host, server.bench))


async def openapi(request: Request) -> Response:
    return JSONResponse(description())


def make_app(settings: Settings) -> tuple[ASGIApp, Server]:
    server = Server(settings)
    app = Starlette(
        routes=[
            *api_routes(),
            Route("/healthz", healthz),
            Route("/metrics", metrics),
            Route("/openapi.json", openapi),
            Mount("/", pages()),
        ],
        lifespan=server.running,
    )
    app.state.server = server

    async def doors(scope: Scope, receive: Receive, send: Send) -> None:
        async def plainly(message: Message) -> None:
            """What is known to be wrong is said in a sentence, not in a page."""
            said = {"message": server.trouble} if message["type"] == "lifespan.startup.failed" else {}
            await send({**message, **said} if server.trouble else message)

        if scope["type"] == "websocket":
            await sockets(server, scope, receive, send)
        elif scope["type"] == "lifespan":
            await app(scope, receive, plainly)
        else:
            await app(scope, receive, send)

    return Guard(doors, settings.origins.split(",")), server

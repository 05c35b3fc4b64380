"""People at tables who are connected to any server, come back to any other, and write down all they are told."""

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hoofspiel.client import Client, NotAllowed

PATIENCE_SECONDS = 4.0
"""without an answer to a move for so long, a page connects again"""
HANDSHAKE_SECONDS = 3.0
"""as long as a proxy waits for a server before it tries another"""
AVOIDED_SECONDS = 2.0
"""for so long nobody is sent to a server that could not be reached, or was not well"""
LOOK_SECONDS, LOOK_PATIENCE_SECONDS = 1.0, 2.0
"""how often the proxy asks a server whether it is well, and how long it waits: as deploy/Caddyfile has it (tested)"""
SEATED_AT_ONCE = 12
"""tables: with hundreds at once, on a busy machine none would sit before it gives up"""
OPTIONS: dict[str, dict[str, Any]] = {"goats": {"bonus": False}}
read_parts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
PACE = {"kind": "live", "move_seconds": 20, "bank_seconds": 30, "grace_seconds": 60}


@dataclass
class Sent:
    """A move on its way."""

    id: str
    move: str
    asked: int
    at: float
    done: float | None = None
    v: int | None = None
    refused: dict[str, Any] | None = None


@dataclass
class History:
    """All that one person at one table did and was told."""

    table_id: str
    game: str
    seat: int
    timed: bool
    sent: list[Sent] = field(default_factory=list)
    shown: list[tuple[int, bytes]] = field(default_factory=list)
    """versions and views, as they were sent: millions of objects would make the test itself stop for a second"""
    banks: set[tuple[int, int]] = field(default_factory=set)
    """seat and milliseconds left, as shown"""
    minded: set[int] = field(default_factory=set)
    progress: list[float] = field(default_factory=list)
    """when something new was shown"""
    connected: int = 0
    over: bool = False
    trail: list[tuple[float, str]] = field(default_factory=list)
    """when and why it came and went"""

    def note(self, what: str) -> None:
        self.trail.append((time.monotonic(), what))


class Player:
    """One person at one table."""

    def __init__(self, crowd: "Crowd", token: str, history: History, name: str) -> None:
        self.crowd = crowd
        self.token = token
        self.history = history
        self._name = name
        self._v: int | None = None
        self._last: dict[str, Any] | None = None
        self._waiting: Sent | None = None
        self._numbers = 0
        self._where = ""
        """the server it is connected to"""
        self._socket: ClientConnection | None = None

    def standing(self) -> str:
        """In words, for whoever wonders why a table does not go on."""
        asked = None if self._last is None else (self._last["asked"], self._last["actors"], self._last["moves"][:2])
        return f"seat {self.history.seat} at {self._v}, asked {asked}, waits for {self._waiting}, {self._where}"

    async def play(self) -> None:
        """Until the match is over, whatever happens to the servers."""
        chance, history = self.crowd.chance, self.history
        while not history.over and not self.crowd.ended:
            server = self.crowd.choose()
            address, reached = server.replace("http", "ws"), False
            since = "" if self._v is None else f"?v={self._v}"
            headers = {"authorization": f"Bearer {self.token}"}
            history.note(f"to {address}")
            try:
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    self._socket = await connect(
                        f"{address}/ws/table/{history.table_id}{since}",
                        additional_headers=headers,
                        compression=None,
                        open_timeout=HANDSHAKE_SECONDS,
                        close_timeout=0.2,
                        ping_interval=None,
                    )
                reached = True
                history.connected += 1
                self._where = address
                watching = asyncio.ensure_future(self._watch(self._socket))
                try:
                    await self._read(self._socket)
                finally:
                    self._where = f"lost {address}"
                    watching.cancel()
                    history.note(f"ended {self._socket.close_code}")
                    self._socket.transport.abort()
            except (OSError, TimeoutError, WebSocketException) as error:
                history.note(type(error).__name__)
            if not reached:
                self.crowd.failed[server] = time.monotonic()
            await asyncio.sleep(chance.uniform(0.1, 0.4))

    async def _read(self, socket: ClientConnection) -> None:
        async for frame in socket:
            raw = read_parts(frame)
            message = {name: msgspec.json.decode(part) for name, part in raw.items() if name != "view"}
            kind = message["t"]
            if kind == "ping":
                await socket.send(json.dumps({"t": "pong", "n": message["n"]}))
            elif kind == "welcome":
                self.history.note("welcome")
                if self._waiting is not None:
                    await self._send(self._waiting)
            elif kind in ("state", "step"):
                await self._see(message, bytes(raw["view"]))
            elif kind in ("ack", "refused"):
                self._answered(message)
            if kind in ("welcome", "table"):
                seats = message["table"]["seats"]
                self.history.minded |= {n for n, s in enumerate(seats) if s["minded"]}
            if kind == "over" or self.crowd.ended:
                self.history.over = kind == "over" or self.history.over
                return

    async def _see(self, message: dict[str, Any], view: bytes) -> None:
        history, v = self.history, message["v"]
        if message["t"] == "step" and self._v is not None:
            if v <= self._v:
                return
            if v > self._v + 1:
                assert self._socket is not None
                await self._socket.send(json.dumps({"t": "resume", "v": self._v}))
                return
        if self._v is None or v > self._v:
            history.progress.append(time.monotonic())
        self._v = v
        history.shown.append((v, view))
        history.banks |= {(clock["seat"], clock["bank_ms"]) for clock in message["clock"]["running"]}
        self._last = message
        if self._waiting is None:
            self._choose()

    def _choose(self) -> None:
        """Answer the question at hand, if there is one, after a thought."""
        message = self._last
        if message is None or not message["moves"]:
            return
        self._numbers += 1
        move = self.crowd.chance.choice(message["moves"])
        self._waiting = sent = Sent(f"{self._name}-{self._numbers}", move, message["asked"], 0.0)
        asyncio.get_running_loop().call_later(self.crowd.think(), lambda: self.crowd.run(self._begin(sent)))

    async def _begin(self, sent: Sent | None) -> None:
        """After a thought: from here on it is on its way."""
        if sent is not None and sent is self._waiting and not sent.at:
            sent.at = time.monotonic()
            self.history.sent.append(sent)
            await self._send(sent)

    async def _send(self, sent: Sent) -> None:
        if self._socket is None or not sent.at:
            return
        request: dict[str, Any] = {"t": "move", "id": sent.id, "asked": sent.asked, "move": sent.move}
        if self.history.timed:
            request |= {"rt_ms": self.crowd.chance.uniform(300, 900), "seen": self._v}
        with contextlib.suppress(WebSocketException, OSError):
            await self._socket.send(json.dumps(request))

    async def _watch(self, socket: ClientConnection) -> None:
        """Connect again when nobody answers."""
        began = time.monotonic()
        while True:
            await asyncio.sleep(0.5)
            waiting = self._waiting
            if waiting is not None and waiting.at and time.monotonic() - max(waiting.at, began) > PATIENCE_SECONDS:
                socket.transport.abort()

    def _answered(self, message: dict[str, Any]) -> None:
        waiting = self._waiting
        if waiting is None or message.get("id") != waiting.id:
            return
        waiting.done = time.monotonic()
        if message["t"] == "ack":
            waiting.v = message["v"]
        else:
            waiting.refused = message
        self._waiting = None
        if waiting.v is None or (self._v is not None and self._v >= waiting.v):
            self._choose()  # else the step that follows asks, or does not


class Crowd:
    """Everybody."""

    def __init__(self, addresses: list[str], think_seconds: float, seed: int = 1) -> None:
        self.addresses = addresses
        self.chance = Random(seed)
        self.histories: list[History] = []
        self.players: list[Player] = []
        self.failed: dict[str, float] = {}
        """servers that could not be reached, and when that was"""
        self.ended = False
        self._think = think_seconds
        self._tasks: set[asyncio.Task[Any]] = set()
        self._seating = asyncio.Semaphore(SEATED_AT_ONCE)

    def choose(self) -> str:
        """Any server, but as a proxy does: for a while none that somebody could not reach just now."""
        now, addresses = time.monotonic(), self.addresses
        well = [one for one in addresses if now - self.failed.get(one, -AVOIDED_SECONDS) >= AVOIDED_SECONDS]
        return self.chance.choice(well or addresses)

    async def look_after(self, address: str) -> None:
        """What a proxy does: nobody is sent to a server that is not well."""
        host, _, port = address.removeprefix("http://").partition(":")
        request = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        while not self.ended:
            if not await self._well(host, int(port), request):
                self.failed[address] = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)

    async def _well(self, host: str, port: int, request: bytes) -> bool:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(LOOK_PATIENCE_SECONDS):
                reader, writer = await asyncio.open_connection(host, port)
                try:
                    writer.write(request)
                    return b" 200 " in await reader.readline()
                finally:
                    writer.close()
        return False

    def think(self) -> float:
        return self.chance.uniform(0, 2 * self._think)

    def run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if (
            not task.cancelled()
            and task.exception() is not None
            and not isinstance(task.exception(), WebSocketException)
        ):
            print("somebody stumbled:", repr(task.exception()))

    async def sit_down(self, game: str, seats: int, people: int, n: int, *, timed: bool) -> None:
        """Make a table, and let its people come from wherever they are; bots take the other seats."""
        addresses = self.addresses
        clients = [Client(self.chance.choice(addresses)) for _ in range(people)]
        for k, client in enumerate(clients):
            await client.be(f"Player {n} {k}")
        clock = {} if timed else {"clock": PACE}
        table_id = await clients[0].make(game, seats, options=OPTIONS.get(game, {}), **clock)
        async with clients[0].table(table_id) as host:
            await host.until("welcome")
            for seat in range(people, seats):
                await host.send({"t": "bot", "seat": seat, "level": "casual"})
            for seat, client in enumerate(clients[1:], 1):
                async with client.table(table_id) as there:
                    await there.send({"t": "sit", "seat": seat})
                    await there.send({"t": "ready", "on": True})
                    while not there.info.get("seats") or not there.info["seats"][seat]["ready"]:
                        await there.until("table")
            await host.send({"t": "start"})
            await host.until("state")
        for seat, client in enumerate(clients):
            assert client.token is not None
            history = History(table_id, game, seat, timed)
            self.histories.append(history)
            player = Player(self, client.token, history, f"p{n}s{seat}")
            self.players.append(player)
            self.run(player.play())

    async def play_for_ever(self, game: str, seats: int, people: int, n: int, *, timed: bool) -> None:
        """One table after the other."""
        while not self.ended:
            try:
                async with self._seating, asyncio.timeout(30):
                    before = len(self.histories)
                    await self.sit_down(game, seats, people, n, timed=timed)
            except (OSError, TimeoutError, NotAllowed, ValueError, WebSocketException):
                await asyncio.sleep(0.5)
                continue
            mine = self.histories[before:]
            mine = [history for history in mine if history.table_id == mine[-1].table_id]
            while not self.ended and not all(history.over for history in mine):
                await asyncio.sleep(0.5)

    async def go_home(self) -> None:
        self.ended = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

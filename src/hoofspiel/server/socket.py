"""One WebSocket: bytes in become requests of a room, messages go out through a bounded queue."""

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket

from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.time import Time
from hoofspiel.store.port import Person, StoreError

from .limits import Allowance
from .protocol import BadFrame, encode, read_lobby_request, read_table_request

if TYPE_CHECKING:
    from .app import Server

MOST_FRAMES = 256
MOST_BYTES = 1 << 20
PING_SECONDS = 10.0
PING_SECONDS_TIMED = 1.0
RTT_MEMORY_MS = 30_000
CLOSED, FLOOD, SLOW = 4400, 4429, 4408
NOT_SIGNED_IN, NOT_ALLOWED, NO_TABLE = 4401, 4403, 4404


class MeasuredLine:
    """Round trips of the server's own pings over the last half minute."""

    __slots__ = ("_samples", "_sent", "_time")

    def __init__(self, time: Time) -> None:
        self._time = time
        self._sent: dict[int, int] = {}
        self._samples: deque[tuple[int, float]] = deque()

    def ping(self) -> m.Ping:
        n = len(self._sent) and max(self._sent) + 1
        self._sent[n] = self._time.now()
        if len(self._sent) > 8:
            del self._sent[min(self._sent)]
        return m.Ping(n)

    def pong(self, n: int) -> None:
        sent = self._sent.get(n)
        if sent is None or n not in self._sent:
            return
        now = self._time.now()
        self._samples.append((now, float(now - sent)))
        while self._samples and self._samples[0][0] < now - RTT_MEMORY_MS:
            self._samples.popleft()

    def rtt(self) -> tuple[float, float]:
        if not self._samples:
            return 0.0, 100.0
        trips = sorted(trip for _, trip in self._samples)
        return trips[0], trips[min(len(trips) - 1, int(len(trips) * 0.95))]


class Connection:
    """A socket that is written to without waiting; who does not read is cut off and may resume."""

    def __init__(self, socket: WebSocket, server: "Server", person: Person | None) -> None:
        self.socket = socket
        self.server = server
        self._send = socket._send  # the bare ASGI call: no state machine between the queue and the wire
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self.closing: tuple[int, str] | None = None
        self.visitor = person

    @property
    def person_id(self) -> str | None:
        return None if self.visitor is None else self.visitor.id

    def start(self) -> None:
        self._writer = asyncio.ensure_future(self._write())

    def tell(self, frame: bytes) -> None:
        if self.closing is not None:
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        if len(self._queue) > MOST_FRAMES or self._bytes > MOST_BYTES:
            self.server.metrics.cut += 1
            self._queue.clear()
            self.close(SLOW, "slow", "You did not read what was sent; come back with ?v=.")
        self._ready.set()

    def close(self, code: int, why: Any, reason: str) -> None:
        """Say goodbye after what is queued."""
        if self.closing is None:
            self._queue.append(encode(m.Bye(why, reason)))
            self.closing = (code, reason)
            self._ready.set()

    async def _write(self) -> None:
        with contextlib.suppress(Exception):  # the other side is gone: the reading side ends the connection
            while True:
                while self._queue:
                    frame = self._queue.popleft()
                    self._bytes -= len(frame)
                    await self._send({"type": "websocket.send", "text": frame.decode()})
                if self.closing is not None:
                    await self._send({"type": "websocket.close", "code": self.closing[0], "reason": ""})
                    return
                self._ready.clear()
                await self._ready.wait()

    async def end(self) -> None:
        """Write what is left, then stop."""
        if self._writer is None:
            return
        if self.closing is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._writer), 1)
        self._writer.cancel()


class TableConnection(Connection):
    """A reader of a room."""

    def __init__(self, socket: WebSocket, server: "Server", person: Person) -> None:
        super().__init__(socket, server, person)
        self.person = person
        self.seat: int | None = None
        self.line = MeasuredLine(server.time)
        self.allowance = Allowance(server.settings.messages, 20)
        self.talk = Allowance(5, 10)


async def refuse(socket: WebSocket, code: int) -> None:
    """Accept and close, so that the other side learns the code."""
    await socket.accept()
    await socket.close(code)


async def table_socket(socket: WebSocket) -> None:
    """/ws/table/{id}"""
    server: Server = socket.app.state.server
    address = server.address_of(socket)
    if not server.sockets_from(address, 1):
        await refuse(socket, FLOOD)
        return
    try:
        await _table_socket(socket, server, address)
    finally:
        server.sockets_from(address, -1)


async def _table_socket(socket: WebSocket, server: "Server", address: str) -> None:
    person = await server.accounts.person(socket)
    if person is None:
        await refuse(socket, NOT_SIGNED_IN)
        return
    room = await server.look_up(socket.path_params["id"], address)
    if room is None:
        await refuse(socket, NO_TABLE)
        return
    since = socket.query_params.get("v", "")
    await socket.accept()
    connection = TableConnection(socket, server, person)
    connection.start()
    server.open_sockets.add(connection)
    room.post(Joined(connection, int(since) if since.isdecimal() and len(since) < 10 else None))
    timed = room.match is not None and room.match.game.timed
    pinging = asyncio.ensure_future(_ping(connection, PING_SECONDS_TIMED if timed else PING_SECONDS))
    try:
        while connection.closing is None:
            message = await socket._receive()
            if message["type"] == "websocket.disconnect":
                break
            if message["type"] == "websocket.receive":
                frame = message.get("text")
                _take(connection, room, message.get("bytes") if frame is None else frame)
    finally:
        pinging.cancel()
        server.open_sockets.discard(connection)
        room.post(Left(connection))
        await connection.end()


def _take(connection: TableConnection, room: Any, frame: str | bytes | None) -> None:
    server = connection.server
    now = server.time.now()
    server.metrics.frames += 1
    if not connection.allowance.take(now):
        connection.close(FLOOD, "flood", "Too many messages.")
        return
    try:
        request = read_table_request(frame or b"")
    except BadFrame as error:
        server.metrics.refused["bad_message"] += 1
        connection.tell(encode(m.Refused("bad_message", str(error))))
        return
    if isinstance(request, m.Pong):
        connection.line.pong(request.n)
    elif isinstance(request, m.AskTime):
        connection.tell(encode(m.Time(request.t0, now, server.time.now())))
    elif isinstance(request, m.Painted):
        pass  # paint delays are inside rt_ms already
    elif isinstance(request, m.Say | m.Emote) and not connection.talk.take(now):
        connection.tell(encode(m.Refused("too_fast", "Slowly: five lines in ten seconds.")))
    else:
        room.post(Asks(connection, request, now))


async def _ping(connection: TableConnection, seconds: float) -> None:
    while True:
        connection.tell(encode(connection.line.ping()))
        await asyncio.sleep(seconds)


async def lobby_socket(socket: WebSocket) -> None:
    """/ws/lobby: everybody may look, also without a name."""
    server: Server = socket.app.state.server
    address = server.address_of(socket)
    if not server.sockets_from(address, 1):
        await refuse(socket, FLOOD)
        return
    connection = Connection(socket, server, await server.accounts.person(socket))
    await socket.accept()
    connection.start()
    server.open_sockets.add(connection)
    allowance = Allowance(30, 30)
    try:
        with contextlib.suppress(StoreError):
            await server.lobby.welcome(connection)
        while connection.closing is None:
            message = await socket._receive()
            if message["type"] == "websocket.disconnect":
                break
            server.metrics.frames += 1
            frame = message.get("text")
            try:
                read_lobby_request((message.get("bytes") if frame is None else frame) or b"")
            except BadFrame as error:
                connection.tell(encode(m.Refused("bad_message", str(error))))
            if not allowance.take(server.time.now()):
                connection.close(FLOOD, "flood", "Too many messages.")
    finally:
        server.open_sockets.discard(connection)
        server.lobby.visitors.discard(connection)
        await connection.end()
        server.sockets_from(address, -1)

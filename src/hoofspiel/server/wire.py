"""uvicorn's WebSocket with a short way in and out for plain messages; all other frames take uvicorn's own way."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

import uvicorn
from uvicorn.server import ServerState
from websockets.frames import CloseCode

try:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
except ImportError:  # a later uvicorn: protocol_for() finds out that Wire does not fit
    WebSocketsSansIOProtocol = object  # type: ignore[assignment, misc]

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this machine
    from websockets.utils import apply_mask

from .limits import Allowance

log = logging.getLogger("hoofspiel.wire")
TEXT, BINARY, MASKED = 0x81, 0x82, 0x80
"""whole messages in one frame, without extensions"""
HEAD = 6
"""bytes before a short message: what it is, its size, its mask"""
MOST_BYTES = 16_384
"""of one message; uvicorn is told the same"""
AT_ONCE = 8
"""frames of one line that are taken as they come; a page that comes back sends a few"""
FRAMES_A_TURN = 32
"""of all lines that sent more than that, in one turn of the loop"""
MOST_OTHERS = 200
"""frames in twenty seconds that are no messages: pings, pongs, parts"""
RELIED_ON = (
    "close_sent", "close_timeout", "conn", "curr_msg_data_type", "disconnected", "frames", "handle_parser_exception",
    "handshake_initiated", "keepalive_timeout", "loop", "on_task_complete", "pause_writing", "queue", "read_paused",
    "resume_writing", "send_receive_event_to_app",
)  # fmt: skip
"""of uvicorn's protocol, besides what asyncio asks of any"""


class Backlog:
    """Lines that sent much at once. They take turns, a few frames each turn of the loop: others send one and wait."""

    def __init__(self) -> None:
        self.lines: deque[Wire] = deque()

    def add(self, line: "Wire") -> None:
        if not self.lines:
            line.loop.call_soon(self._go_on)
        self.lines.append(line)

    def _go_on(self) -> None:
        for _ in range(FRAMES_A_TURN):
            if not self.lines:
                return
            line = self.lines.popleft()
            if line.go_on():
                self.lines.append(line)
        if self.lines:
            self.lines[0].loop.call_soon(self._go_on)


class Received:
    """What the application has not asked for yet. There is one that asks, so a list does what asyncio's queue does, in
    a tenth of the memory."""

    __slots__ = ("_messages", "_wanted")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._wanted: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)

    def empty(self) -> bool:
        return not self._messages

    async def get(self) -> Any:
        while not self._messages:
            self._wanted = asyncio.get_running_loop().create_future()
            try:
                await self._wanted
            finally:
                self._wanted = None
        return self._messages.pop(0)


class Wire(WebSocketsSansIOProtocol):
    """Still uvicorn's own protocol for everything but plain messages: handshake, control frames, parts, errors.

    uvicorn only ever gets whole frames from here, so that it is never in the middle of one when a plain one is taken
    past it.
    """

    __slots__ = (
        "_behind", "_full", "_in_parts", "_others", "_rest", "close_sent", "handshake_initiated", "hear", "transport",
        "app", "app_state", "asgi_version", "client", "close_timeout", "close_timer", "config", "conn", "connections",
        "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete", "initial_response",
        "last_ping_rtt", "logger", "loop", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout",
        "ping_timer", "pong_timer", "queue", "read_paused", "request", "response", "root_path", "scheme", "scope",
        "server", "tasks", "writable",
    )  # fmt: skip
    """Slots for what every message needs and for everything uvicorn sets: an instance dictionary with this many names
    would be larger than its contents, and with many connections every lookup in it would wait for memory."""
    close_sent: bool
    handshake_initiated: bool
    transport: asyncio.Transport
    backlog: Backlog

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Received()  # type: ignore[assignment]
        self.hear: Callable[[bytes], None] | None = None
        """called with each message, once somebody listens; until then uvicorn queues them"""
        self._rest = b""
        """the beginning of a frame that is not all there yet, or frames whose turn has not come"""
        self._behind = False
        """it has sent much at once and waits for its turns"""
        self._full = False
        """more is waiting to be sent than should"""
        self._in_parts = False
        """uvicorn has some parts of a message"""
        self._others: Allowance | None = None

    def forget_handshake(self) -> None:
        """Headers, cookies, what the application was told of them: nobody asks again, and a line may last for hours."""
        self.request.headers.clear()
        self.response.headers.clear()
        cast("dict[str, Any]", self.scope).clear()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            self._in_parts = self.conn.current_size is not None
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        if self._behind:
            self._rest = data
            return
        length = len(data)
        if HEAD <= length < HEAD + 126 and data[1] == MASKED | length - HEAD and self._plain(data, 0, HEAD, length):
            return  # nearly always it is one short message
        if self._take(data, AT_ONCE):
            self._behind = True
            self.transport.pause_reading()
            self.backlog.add(self)

    def go_on(self) -> bool:
        """Take one more frame of what waits; False where that was all."""
        data, self._rest = self._rest, b""
        if not self.transport.is_closing() and self._take(data, 1):
            return True
        self._behind = False
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        return False

    def _take(self, data: bytes, most: int) -> bool:
        """Take at most `most` frames; True where there are more, which are kept."""
        at, length = 0, len(data)
        while at < length:
            if not most:
                self._rest = data[at:]
                return True
            most -= 1
            end, start = _bounds(data, at, length)
            if end > length and end - start <= MOST_BYTES:
                self._rest = data[at:]
                return False
            if end > length:  # too large: uvicorn says so without waiting for the rest
                super().data_received(data[at:])
                return False
            if not self._plain(data, at, start, end):
                if data[at] not in (TEXT, BINARY) and not self._bearable():
                    return False
                super().data_received(data[at:end])
                self._in_parts = self.conn.current_size is not None
            at = end
        return False

    def _bearable(self) -> bool:
        """Is one more frame that is no message all right? Otherwise the line ends: nobody else counts them."""
        if self._others is None:
            self._others = Allowance(MOST_OTHERS, 20)
        if self._others.take(round(self.loop.time() * 1000)):
            return True
        if self.conn.close_sent is None:
            self.conn.fail(CloseCode.POLICY_VIOLATION)
            self.handle_parser_exception()
        return False

    def _plain(self, data: bytes, at: int, start: int, end: int) -> bool:
        """Hand on a message that is all in one frame; False for anything else."""
        first, hear = data[at], self.hear
        if hear is None or (first != TEXT and first != BINARY) or not data[at + 1] & MASKED or end - start > MOST_BYTES:
            return False
        if self._in_parts or self.close_sent or self.transport.is_closing():
            return False
        message = apply_mask(data[start:end], data[start - 4 : start])
        if first == TEXT and not message.isascii():
            try:
                message.decode()
            except UnicodeDecodeError:
                return False  # uvicorn ends the connection with the proper code
        hear(message)
        return True

    def write_text(self, texts: Sequence[bytes]) -> bool:
        """Write text frames at once; False when the line is full, closing or closed, and `send` must decide."""
        if self._full or self.close_sent or self.transport.is_closing():
            return False
        if len(texts) == 1:
            self.transport.write(_head(len(texts[0])) + texts[0])
        else:
            self.transport.write(b"".join([_head(len(text)) + text for text in texts]))
        return True

    def pause_writing(self) -> None:
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._full = False

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._let_go()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._let_go()

    def _let_go(self) -> None:
        """A line that is closed still waits for its last bytes to be read; but not for ever."""
        self.loop.call_later(self.close_timeout, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """What is no text ends the line with the proper code, but is no error of ours to be logged as one."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """uvicorn trips over bytes that are no frame before the handshake is over; removable once it does not."""
        if self.conn.close_sent is None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002, "reason": ""})
            self.transport.close()
        else:
            super().handle_parser_exception()


def wires_with(backlog: Backlog) -> type[Wire]:
    """uvicorn makes its connections itself, by their class."""
    return type("WireOfThisServer", (Wire,), {"__slots__": (), "backlog": backlog})


def protocol_for_tables() -> "type[Wire] | str":
    """Wire; or uvicorn's own choice, somewhat slower, where this uvicorn is not one that Wire was written for."""
    lacking = _lacking()
    if not lacking:
        return wires_with(Backlog())
    log.warning("uvicorn %s is driven by its own WebSocket, not by ours: %s", uvicorn.__version__, lacking)
    return "auto"


def _lacking() -> str:
    """What Wire relies on and this uvicorn does not have; empty where it fits."""
    loop = asyncio.new_event_loop()
    try:
        config = uvicorn.Config(_nowhere, log_config=None, lifespan="off")
        line = Wire(config=config, server_state=ServerState(), app_state={}, _loop=loop)
        return ", ".join(name for name in RELIED_ON if not hasattr(line, name))
    except Exception as error:  # another way to make one, for example: then it is not for us
        return f"{type(error).__name__}: {error}"
    finally:
        loop.close()


async def _nowhere(scope: Any, receive: Any, send: Any) -> None:
    """An application nobody calls."""


def _bounds(data: bytes, at: int, length: int) -> tuple[int, int]:
    """Where the frame at `at` ends and where its payload starts; beyond the data where that cannot be told yet."""
    if length - at < 2:
        return at + 2, at
    size = data[at + 1] & 127
    start = at + (6 if data[at + 1] & MASKED else 2)
    if size == 126:
        start += 2
        size = int.from_bytes(data[at + 2 : at + 4], "big") if length >= start else 0
    elif size == 127:
        start += 8
        size = int.from_bytes(data[at + 2 : at + 10], "big") if length >= start else 0
    return start + size, start


def _head(size: int) -> bytes:
    return _short_head(size) if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")


@cache
def _short_head(size: int) -> bytes:
    return bytes((TEXT, size)) if size < 126 else b"\x81\x7e" + size.to_bytes(2, "big")

"""The short way past uvicorn takes plain messages only, however the bytes arrive; everything else is uvicorn's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from hoofspiel.server.wire import (
    AT_ONCE,
    FRAMES_A_TURN,
    MOST_BYTES,
    Backlog,
    Received,
    Wire,
    protocol_for_tables,
    wires_with,
)

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = b"\x01\x02\x03\x04"


def frame(payload: bytes, first: int = 0x81, *, masked: bool = True) -> bytes:
    size = len(payload)
    bit = 0x80 if masked else 0
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 65_536:
        head = bytes((first, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + size.to_bytes(8, "big")
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(payload))


class PaperTransport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False
        self.aborted = False
        self.paused = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Line:
    """A wire that was accepted, what was heard past uvicorn, and what uvicorn handed to the application."""

    def __init__(self, backlog: Backlog | None = None) -> None:
        self.heard: list[bytes] = []
        self.queued: list[Any] = []
        self.accepted = asyncio.Event()
        config = uvicorn.Config(
            self.app, interface="asgi3", log_config=None, ws_max_size=MOST_BYTES, ws_ping_interval=None
        )
        config.load()
        self.wire = wires_with(backlog or Backlog())(config, ServerState(), {})
        self.transport = PaperTransport()
        self.wire.connection_made(self.transport)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.queued.append(await receive())
        await send({"type": "websocket.accept"})
        self.accepted.set()
        while self.queued[-1]["type"] != "websocket.disconnect":
            self.queued.append(await receive())

    async def open(self) -> "Line":
        self.wire.data_received(HELLO)
        await self.accepted.wait()
        self.transport.written = b""
        self.wire.hear = self.heard.append
        return self

    async def end(self) -> int:
        """The code with which the application hears of the end."""
        async with asyncio.timeout(240):
            while self.queued[-1]["type"] != "websocket.disconnect":
                await asyncio.sleep(0)
        return int(self.queued[-1]["code"])


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    made = await Line().open()
    yield made
    made.wire.connection_lost(None)


MESSAGES = [b"short", b"", b"m" * 125, b"m" * 126, b"m" * 5000, b"x" * MOST_BYTES]
MESSAGES += ["gr\u00fc\u00dfe \U0001f410".encode()]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64, 1000, 100_000])
async def test_messages_arrive_whole_however_they_are_cut(line: Line, size: int) -> None:
    data = b"".join(frame(message) for message in MESSAGES)
    for at in range(0, len(data), size):
        line.wire.data_received(data[at : at + size])
    assert line.heard == MESSAGES
    assert [message["type"] for message in line.queued] == ["websocket.connect"]


async def test_binary_messages_are_heard_too(line: Line) -> None:
    line.wire.data_received(frame(b"\xff\xfe", 0x82))
    assert line.heard == [b"\xff\xfe"]


async def test_pings_between_messages_are_answered_by_uvicorn(line: Line) -> None:
    line.wire.data_received(frame(b"one") + frame(b"?", 0x89) + frame(b"two"))
    assert line.heard == [b"one", b"two"]
    assert line.transport.written == b"\x8a\x01?"


async def test_a_message_in_parts_goes_the_long_way_and_the_next_one_the_short(line: Line) -> None:
    line.wire.data_received(frame(b"in ", 0x01) + frame(b"!", 0x89) + frame(b"parts", 0x80) + frame(b"whole"))
    assert line.heard == [b"whole"]
    while len(line.queued) < 2:
        await asyncio.sleep(0)
    assert line.queued[1]["text"] == "in parts"


@pytest.mark.parametrize(
    ("bytes_sent", "code"),
    [
        (frame(b"\xff\xfe\xc3("), 1007),
        (frame(b"hello", masked=False), 1002),
        (frame(b"a", 0xC1), 1002),
        (frame(b"a", 0x83), 1002),
        (frame(b"y" * (MOST_BYTES + 1)), 1009),
        (frame(b"y" * 70_000)[:20], 1009),
        (b"\x81\xff" + b"\xff" * 8 + MASK, 1009),
        (frame(b"in parts", 0x01) + frame(b"another before the end"), 1002),
        (frame((4000).to_bytes(2, "big"), 0x88), 4000),
    ],
    ids=["utf-8", "no mask", "extension", "unknown", "large", "said to be large", "huge", "mixed", "close"],
)
async def test_anything_else_ends_as_it_always_did(line: Line, bytes_sent: bytes, code: int) -> None:
    line.wire.data_received(bytes_sent + frame(b"late"))
    assert line.heard == []
    assert await line.end() == code
    assert line.transport.closed


async def test_a_line_that_lasts_keeps_nothing_of_its_handshake(line: Line) -> None:
    """Nor a dictionary of names: of thousands of lines, that was a third of the memory."""
    wire = line.wire
    assert wire.scope["headers"]
    wire.forget_handshake()
    assert [len(kept) for kept in (wire.request.headers, wire.response.headers, wire.scope)] == [0, 0, 0]
    assert vars(wire) == {}
    wire.data_received(frame(b"in ", 0x01) + frame(b"parts", 0x80) + frame(b"whole") + frame(b"\x03\xe8", 0x88))
    assert line.heard == [b"whole"]
    assert await line.end() == 1000
    assert [message.get("text") for message in line.queued] == [None, "in parts", None]


async def test_whoever_ceases_to_wait_for_a_message_loses_none() -> None:
    received = Received()
    waiting = asyncio.ensure_future(received.get())
    await asyncio.sleep(0)
    waiting.cancel()
    received.put_nowait("one")
    received.put_nowait("two")
    await asyncio.gather(waiting, return_exceptions=True)
    assert [await received.get(), await received.get()] == ["one", "two"]
    assert received.empty()


async def test_nothing_is_heard_after_the_goodbye(line: Line) -> None:
    line.wire.data_received(frame(b"before") + frame((1000).to_bytes(2, "big"), 0x88) + frame(b"after"))
    assert line.heard == [b"before"]
    assert not line.wire.write_text([b"nobody is there"])


async def test_two_frames_leave_in_one_piece(line: Line) -> None:
    assert line.wire.write_text([b"a" * 200, b"b"])
    assert line.transport.written == b"\x81\x7e\x00\xc8" + b"a" * 200 + b"\x81\x01b"


@pytest.mark.parametrize(
    "sent", [frame(b"?" * 125, 0x89), frame(b"", 0x8A), frame(b"", 0x00)], ids=["ping", "pong", "part"]
)
async def test_frames_that_are_no_messages_are_bounded(line: Line, sent: bytes) -> None:
    """Answers to pings pile up for who does not read them, and empty parts for a message that never ends."""
    line.wire.data_received(frame(b"begun", 0x01))
    for _ in range(100):
        line.wire.data_received(sent * 100)
    assert await line.end() == 1008
    assert line.transport.closed
    assert len(line.transport.written) < 50_000
    assert len(line.wire.frames) < 500


async def test_who_does_not_read_does_not_keep_a_line_that_is_over(line: Line) -> None:
    line.wire.close_timeout = 0
    line.wire.keepalive_timeout()
    async with asyncio.timeout(240):
        while not line.transport.aborted:
            await asyncio.sleep(0)


async def test_a_line_whose_application_is_done_ends(line: Line) -> None:
    line.wire.close_timeout = 0
    line.wire.data_received(frame((1000).to_bytes(2, "big"), 0x88))
    assert await line.end() == 1000
    async with asyncio.timeout(240):
        while not line.transport.aborted:
            await asyncio.sleep(0)


async def test_who_sends_much_at_once_is_heard_a_few_frames_a_turn_of_the_loop() -> None:
    """What 162 connections had sent took 144 ms of one turn."""
    backlog = Backlog()
    lines = [await Line(backlog).open() for _ in range(20)]
    said = [f"message {n}".encode() for n in range(90)]
    for line in lines:
        line.wire.data_received(b"".join(frame(one) for one in said))
        assert line.heard == said[:AT_ONCE]
        assert line.transport.paused

    def heard() -> int:
        return sum(len(line.heard) for line in lines)

    before = heard()
    async with asyncio.timeout(240):
        while heard() < 20 * 90:
            await asyncio.sleep(0)
            assert heard() - before <= FRAMES_A_TURN
            assert max(len(line.heard) for line in lines) - min(len(line.heard) for line in lines) <= 2
            before = heard()
        while any(line.transport.paused for line in lines):
            await asyncio.sleep(0)
    assert all(line.heard == said for line in lines)


async def test_what_comes_while_a_line_is_behind_waits_its_turn(line: Line) -> None:
    said = [f"message {n}".encode() for n in range(40)]
    line.wire.data_received(b"".join(frame(one) for one in said[:30]) + frame(said[30])[:3])
    line.wire.data_received(frame(said[30])[3:] + b"".join(frame(one) for one in said[31:]))
    assert line.heard == said[:AT_ONCE]
    async with asyncio.timeout(240):
        while line.transport.paused:
            await asyncio.sleep(0)
    assert line.heard == said


async def test_a_line_that_ends_while_it_is_behind_is_heard_no_more(line: Line) -> None:
    line.wire.data_received(frame(b"again") * 60)
    line.transport.close()
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(line.heard) == AT_ONCE
    assert not line.wire.backlog.lines


def test_this_uvicorn_is_one_that_the_short_way_fits() -> None:
    found = protocol_for_tables()
    assert isinstance(found, type)
    assert issubclass(found, Wire)


@pytest.mark.parametrize("name", ["frames", "conn"])
def test_where_it_does_not_fit_uvicorn_does_it_all_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """Before 0.53 some of it was not there; nobody knows what comes later."""
    own = WebSocketsSansIOProtocol.__init__

    def another(self: Any, *args: Any, **more: Any) -> None:
        own(self, *args, **more)
        delattr(self, name)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", another)
    assert protocol_for_tables() == "auto"
    assert [line.getMessage() for line in caplog.records] == [
        f"uvicorn {uvicorn.__version__} is driven by its own WebSocket, not by ours: {name}"
    ]


def test_where_it_cannot_even_be_made_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_otherwise(self: Any, connection: Any) -> None:
        """Another way to make one."""

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", made_otherwise)
    assert protocol_for_tables() == "auto"

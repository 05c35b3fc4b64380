"""The short way past uvicorn takes plain messages only, however the bytes arrive; everything else is uvicorn's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from hoofspiel.server.wire import MOST_BYTES, Wire

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

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        """Nobody reads here."""

    def resume_reading(self) -> None:
        """Nobody reads here."""


class Line:
    """A wire that was accepted, what was heard past uvicorn, and what uvicorn handed to the application."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.queued: list[Any] = []
        self.accepted = asyncio.Event()
        config = uvicorn.Config(
            self.app, interface="asgi3", log_config=None, ws_max_size=MOST_BYTES, ws_ping_interval=None
        )
        config.load()
        self.wire = Wire(config, ServerState(), {})
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
        async with asyncio.timeout(10):
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
    async with asyncio.timeout(10):
        while not line.transport.aborted:
            await asyncio.sleep(0)


async def test_a_line_whose_application_is_done_ends(line: Line) -> None:
    line.wire.close_timeout = 0
    line.wire.data_received(frame((1000).to_bytes(2, "big"), 0x88))
    assert await line.end() == 1000
    async with asyncio.timeout(10):
        while not line.transport.aborted:
            await asyncio.sleep(0)

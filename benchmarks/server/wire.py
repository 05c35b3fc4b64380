"""The least WebSocket client there can be: it must cost the load generator next to nothing."""

import asyncio
import base64
import os
from collections.abc import Callable

Heard = Callable[["Wire", bytes], None]
TEXT, CLOSE, PING = 1, 8, 9


class Wire(asyncio.Protocol):
    """One connection; `heard` is called with the text of every message."""

    def __init__(self, path: str, token: str, heard: Heard) -> None:
        self.path = path
        self.token = token
        self.heard = heard
        self.open = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._upgraded = False
        self.transport: asyncio.Transport | None = None
        self.leaving = False
        """closed from here, which is no fault of anybody's"""
        self.why = "nobody said why"
        """what is known of why the line ended"""
        self.lost: Callable[[Wire], None] = lambda wire: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self.path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self.token}",
        ]
        assert self.transport is not None
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        if not self._buffer and data.startswith(b"\x81\x7e") and len(data) == 4 + int.from_bytes(data[2:4], "big"):
            self.heard(self, data[4:])  # nearly always one message of middle size
            return
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head:
                raise ConnectionError(head.decode(errors="replace"))
            self._upgraded, self._buffer = True, rest
            self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            self._take(buffer[at] & 15, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def _take(self, kind: int, inside: bytes) -> None:
        if kind == TEXT:
            self.heard(self, inside)
        elif kind == PING:  # whoever does not answer is cut off after forty seconds, and rightly
            assert self.transport is not None
            self.transport.write(bytes((0x8A, 128 | len(inside))) + b"\0\0\0\0" + inside)
        elif kind == CLOSE:
            self.why = f"the server closed it: {int.from_bytes(inside[:2], 'big')}"

    def connection_lost(self, error: Exception | None) -> None:
        if error is not None:
            self.why = repr(error)
        if not self.open.done():
            self.open.set_exception(ConnectionError(self.why))
        elif not self.leaving:
            self.lost(self)

    def close(self) -> None:
        self.leaving = True
        if self.transport is not None:
            self.transport.close()

    def send(self, text: bytes) -> None:
        """With a mask of zeros, which leaves the text as it is."""
        size = bytes([128 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        assert self.transport is not None
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + text)


async def connect(port: int, path: str, token: str, heard: Heard) -> Wire:
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, token, heard), "127.0.0.1", port)
    await wire.open
    return wire

"""What comes in over HTTP is bounded, however it is sent, and who sends it is who the line says."""

import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any

HEAD = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"


def line_to(server: Any) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=20)


def asked(server: Any, *parts: bytes) -> bytes:
    """Send as much as the server takes; all of its answer."""
    with line_to(server) as line:
        with contextlib.suppress(OSError):
            for part in parts:
                line.sendall(part)
        told = b""
        with contextlib.suppress(OSError):
            while more := line.recv(65_536):
                told += more
        return told


def chunks(body: bytes, size: int) -> Iterator[bytes]:
    for at in range(0, len(body), size):
        part = body[at : at + size]
        yield b"%x\r\n%s\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


def test_a_body_that_does_not_say_its_size_is_bounded_too(server: Any) -> None:
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    assert b" 200 " in asked(server, head, *chunks(b'{"name":"Ada"}', 3))
    told = asked(server, head, *chunks(b'{"name":"%s"}' % (b"a" * 100_000), 10_000))
    assert b" 413 " in told
    assert b"too_large" in told


def test_who_leaves_in_the_middle_of_a_request_is_no_error(running: Callable[..., Any]) -> None:
    server = running()
    with line_to(server) as line:
        line.sendall(HEAD + b'Content-Length: 100\r\n\r\n{"na')
    assert b" 200 " in asked(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    server.stop()
    assert '"level": "error"' not in server.log()

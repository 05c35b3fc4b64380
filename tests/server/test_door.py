"""What comes in over HTTP is bounded, however it is sent, and who sends it is who the line says."""

import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any

HEAD = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"


def line_to(server: Any) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=120)


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


def wrong_tables(server: Any, *headers: bytes) -> list[bytes]:
    """Statuses of many tables that do not exist, each asked for by somebody who claims another address."""
    statuses = []
    for n in range(35):
        claims = b"".join(b"X-Forwarded-For: %s\r\n" % header.replace(b"%d", b"%d" % n) for header in headers)
        head = b"GET /api/tables/guess%04d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" % n
        statuses.append(asked(server, head + claims + b"\r\n")[9:12])
    return statuses


def test_nobody_chooses_their_own_address(running: Callable[..., Any]) -> None:
    """Every limit counts by address; the header counts where a proxy is trusted, and there what the proxy has said."""
    assert wrong_tables(running(), b"10.0.0.%d")[-1] == b"429"
    behind = running("--trust-proxy")
    assert wrong_tables(behind, b"10.0.0.%d")[-1] == b"404"
    assert wrong_tables(behind, b"10.0.0.%d, 192.0.2.1")[-1] == b"429"
    assert wrong_tables(behind, b"10.0.0.%d", b"192.0.2.2")[-1] == b"429"


def hung_up(server: Any, *parts: bytes) -> bool:
    """Did the server have enough before the request was all there?"""
    with line_to(server) as line:
        line.settimeout(3)
        try:
            for part in parts:
                line.sendall(part)
            return b" 400 " in line.recv(65_536)
        except TimeoutError:
            return False
        except OSError:
            return True


def test_heads_of_requests_are_bounded(server: Any) -> None:
    lines = [b"X-%d: %s\r\n" % (n, b"a" * 1000) for n in range(2000)]
    assert hung_up(server, b"GET /api/me HTTP/1.1\r\n", *lines)
    assert hung_up(server, b"GET /api/me HTTP/1.1\r\nX: ", *[b"a" * 10_000] * 200)
    assert b" 200 " in asked(server, b"GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", *lines[:30], b"\r\n")
    body = b'{"name":"Ada"%s}' % (b" " * 65_000)
    assert b" 200 " in asked(server, HEAD + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

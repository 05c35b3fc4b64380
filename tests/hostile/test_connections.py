"""Silent and half-sent connections: they end by themselves, and nobody else is shut out meanwhile."""

import logging
import os
import re
import resource
import socket
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.server.door import OWN_FILES, Entrance, raise_files

ASK = b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
HALF_HEAD = b"GET /api/me HTTP/1.1\r\nHos"
HALF_BODY = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


@contextmanager
def serving(data: Path, *flags: str, files: int | None = None) -> Iterator[int]:
    """A server in a process of its own, which may open only so many files; its port."""

    def bound() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = [sys.executable, "-m", "hoofspiel", "serve", "--data", str(data), "--port", "0", "--bot-workers", "0"]
    command += ["--metrics-listen", ""]
    with (data / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, *flags], stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=bound, env=dict(os.environ)
        )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline().rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def line_to(port: int, said: bytes = b"", come_from: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=120, source_address=(come_from, 0))
    line.sendall(said)
    return line


def answer_of(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    told = b""
    try:
        while more := line.recv(65_536):
            told += more
    except ConnectionResetError:
        pass
    return told


def asked(port: int, come_from: str = "127.0.0.1") -> bytes:
    with line_to(port, ASK, come_from) as line:
        return answer_of(line)[9:12]


def test_who_says_nothing_or_half_of_something_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with serving(tmp_path, "--patience", "0.3") as port, ExitStack() as lines:
        silent = [lines.enter_context(line_to(port, said)) for said in (b"", HALF_HEAD, HALF_BODY, b"\r\n")]
        for line in silent:
            answer_of(line)  # comes back once the server has hung up
        assert asked(port) == b"200"
        with line_to(port, ASK.replace(b"close", b"keep-alive")) as line:
            assert line.recv(65_536).startswith(b"HTTP/1.1 200")
            line.sendall(HALF_HEAD)
            answer_of(line)


def test_a_thousand_silent_connections_shut_nobody_out_and_the_log_says_so(tmp_path: Path) -> None:
    """At 1,024 files, which the server may not raise."""
    raise_files()  # the visitors need as many
    with serving(tmp_path, files=1024) as port, ExitStack() as lines:
        for n in range(1002):
            lines.enter_context(line_to(port, HALF_HEAD if n % 2 else b""))
        assert asked(port, "127.0.0.2") == b"200"
        assert asked(port) == b"503"
        # several addresses together fill the house: those with most make room
        for come_from in ("127.0.0.3", "127.0.0.4"):
            for _ in range(448):
                lines.enter_context(line_to(port, b"", come_from))
        assert asked(port, "127.0.0.2") == b"200"
    log = (tmp_path / "log").read_text()
    assert "127.0.0.1 has 448 connections: more are refused" in log
    assert re.search(r"all 896 connections are taken: 127.0.0.\d makes room", log)
    assert "only 1024 files" in log
    assert log.count("refused") <= 2, "not a line for each"


def test_the_limit_of_files_is_raised_at_the_start() -> None:
    program = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2048))\n"
        "from hoofspiel.server.door import raise_files\n"
        "print(raise_files(), raise_files(512), resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["2048", "2048", "2048"]
    assert raise_files() >= 256


class PaperTransport:
    """A line that notes whether it was cut."""

    def __init__(self) -> None:
        self.cut = False

    def abort(self) -> None:
        self.cut = True


class PaperDoor:
    def __init__(self, due: float | None = None, *, idle: bool = True) -> None:
        self.due = due
        self.idle = idle
        self.transport = PaperTransport()


def door(due: float | None = None, *, idle: bool = True) -> Any:
    return PaperDoor(due, idle=idle)


async def test_what_is_left_is_kept_for_those_who_play() -> None:
    entrance = Entrance(each=1000, patience=10)
    entrance.open_for(OWN_FILES + 100)
    doors = [door(idle=False) for _ in range(100)]
    taken = [entrance.came(one, f"192.0.2.{n % 4}") for n, one in enumerate(doors[:80])]
    assert all(taken[:80])
    assert not entrance.tight
    entrance.came(doors[80], "192.0.2.9")
    assert entrance.tight
    entrance.left(doors[80])
    assert not entrance.tight
    assert len(entrance) == 80


async def test_who_is_being_answered_never_makes_room(caplog: pytest.LogCaptureFixture) -> None:
    entrance = Entrance(each=1000, patience=10)
    entrance.most = 3
    busy, idle, other = door(idle=False), door(), door()
    assert entrance.came(busy, "192.0.2.1")
    assert entrance.came(idle, "192.0.2.1")
    assert entrance.came(other, "192.0.2.2")
    with caplog.at_level(logging.WARNING):
        assert entrance.came(door(), "192.0.2.3")
    assert (busy.transport.cut, idle.transport.cut, other.transport.cut) == (False, True, False)
    assert not entrance.came(door(), "192.0.2.1"), "whoever has most makes no room for themselves"
    assert len(entrance) == 3
    assert len(caplog.messages) == 2


async def test_a_websocket_is_counted_but_its_door_is_not_kept() -> None:
    entrance = Entrance(each=2, patience=10)
    entrance.most = 2
    opened = door()
    kept = weakref.ref(opened)
    assert entrance.came(opened, "192.0.2.1")
    count_out = entrance.upgraded(opened)
    del opened
    assert kept() is None, "8 KB for every player"
    assert entrance.came(door(idle=False), "192.0.2.1")
    assert not entrance.came(door(), "192.0.2.1"), "one origin has two, a WebSocket among them"
    assert not entrance.came(door(), "192.0.2.2"), "and there are no more than two in all"
    count_out()
    assert len(entrance) == 1
    assert entrance.came(door(), "192.0.2.1")


async def test_deadlines_are_kept_by_the_clock() -> None:
    now = 0.0
    entrance = Entrance(each=10, patience=10, clock=lambda: now)
    late, early, never = door(10.0), door(30.0), door(None)
    for one in (late, early, never):
        entrance.came(one, "192.0.2.1")
    entrance.sweep()
    assert len(entrance) == 3
    now = 10.0
    entrance.sweep()
    assert (late.transport.cut, early.transport.cut, never.transport.cut) == (True, False, False)
    assert (len(entrance), entrance.cut) == (2, 1)


async def test_behind_a_proxy_that_is_trusted_all_lines_are_the_proxys() -> None:
    entrance = Entrance(each=1, patience=10, by_origin=False)
    assert all(entrance.came(door(), "127.0.0.1") for _ in range(5))

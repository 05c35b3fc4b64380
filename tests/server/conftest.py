"""A server in a process of its own, as people run it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PRIVATE = ("--metrics-listen", "127.0.0.1:0")
ROOMY = (
    *("--guests", "1000000", "--sockets", "100000", "--new-tables", "100000", "--messages", "1000000"),
    *("--requests", "1000000"),
    *PRIVATE,
)


class Running:
    """A server that can be stopped, killed and started again on the same data."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.data = data
        self.flags = flags
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "Running":
        port = () if "--port" in self.flags else ("--port", "0")
        command = [sys.executable, "-m", "hoofspiel", "serve", "--data", str(self.data), *port, *self.flags]
        log = (self.data / "log").open("a")
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        log.close()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, (self.data / "log").read_text()
        self.address = line.split()[-1]
        return self

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        code = self.process.wait(120)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    @property
    def figures(self) -> str:
        """Its private address; it says so itself when it was told to take any free port."""
        found = re.search(r"figures at (http://[^\s\"]+)", self.log())
        assert found is not None, self.log()
        return found[1]

    def log(self) -> str:
        return (self.data / "log").read_text()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start servers; whatever still runs at the end is stopped."""
    started: list[Running] = []

    def start(*flags: str, data: Path | None = None) -> Running:
        folder = data or tmp_path / f"data{len(started)}"
        folder.mkdir(exist_ok=True)
        server = Running(folder, *ROOMY, "--bot-workers", "0", "--bot-pace", "0", *flags).start()
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process is not None and server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all the tests of a file."""
    made = Running(tmp_path_factory.mktemp("data"), *ROOMY, "--bot-workers", "0", "--bot-pace", "0").start()
    yield made
    assert made.stop() == 0
    assert '"level": "error"' not in made.log(), made.log()


def small(**more: Any) -> dict[str, Any]:
    """Options for a match that is soon over."""
    return {"cards": 3, "rounds": 1, "bonus": False, **more}

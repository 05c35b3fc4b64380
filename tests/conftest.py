"""Real engines for the tests that need them, started once and stopped at the end."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

BIN = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
NATS = shutil.which("nats-server") or next((p for p in ("/usr/sbin/nats-server",) if Path(p).exists()), None)

PATIENCE_S = 240.0
"""How long a server is waited for: a busy machine is no failure."""


def _answers(port: int) -> bool:
    with socket.socket() as knock:
        knock.settimeout(1)
        return knock.connect_ex(("127.0.0.1", port)) == 0


def _run(name: str, *words: str) -> list[str]:
    return [str(BIN / name) if BIN else name, *words]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    folder = Path(mkdtemp(prefix="hs-pg-", dir="/tmp"))
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    if user:
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "LC_ALL": "C", "HOME": str(folder)}
    data = str(folder / "data")
    setup = _run("initdb", "-D", data, "-U", "hoofspiel", "--auth=trust", "--no-sync", "-E", "UTF8")
    subprocess.run(setup, check=True, capture_output=True, env=env, cwd=folder, user=user)
    server = subprocess.Popen(
        _run("postgres", "-D", data, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", "-c", "fsync=off"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=env,
        cwd=folder,
        user=user,
    )
    ready = _run("pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "1")
    until = time.monotonic() + PATIENCE_S
    while subprocess.run(ready, capture_output=True).returncode != 0:
        assert server.poll() is None, "PostgreSQL did not start"
        assert time.monotonic() < until, "PostgreSQL did not answer"
    yield f"postgresql://hoofspiel@127.0.0.1:{port}"
    server.send_signal(signal.SIGQUIT)  # at once: what it holds is thrown away
    server.wait(20)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(postgres: str) -> Callable[[], str]:
    """Make an empty database; its address."""

    def make() -> str:
        import psycopg

        name = f"t{time.monotonic_ns()}"
        with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{postgres}/{name}"

    return make


@pytest.fixture(scope="session")
def nats_address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert NATS is not None
    command = [NATS, "-a", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE_S
    while not _answers(port):
        assert server.poll() is None, "NATS did not start"
        assert time.monotonic() < until, "NATS did not answer"
        time.sleep(0.01)
    yield f"nats://127.0.0.1:{port}"
    server.terminate()
    server.wait(10)

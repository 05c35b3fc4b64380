"""Every store there is, behind one fixture; PostgreSQL is a real one, started here."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Store
from hoofspiel.store.postgres import PostgresStore
from hoofspiel.store.sqlite import SqliteStore

BIN = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
ENGINES = ["memory", "sqlite"] + (["postgres"] if BIN or shutil.which("initdb") else [])


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
        _run("postgres", "-D", data, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=env,
        cwd=folder,
        user=user,
    )
    ready = _run("pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "1")
    until = time.monotonic() + 60
    while subprocess.run(ready, capture_output=True).returncode != 0:
        assert server.poll() is None, "PostgreSQL did not start"
        assert time.monotonic() < until, "PostgreSQL did not answer"
    yield f"postgresql://hoofspiel@127.0.0.1:{port}"
    server.terminate()
    server.wait(20)
    shutil.rmtree(folder, ignore_errors=True)


def new_database(address: str) -> str:
    import psycopg

    name = f"t{time.monotonic_ns()}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{address}/{name}"


@pytest.fixture(params=ENGINES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    elif request.param == "sqlite":
        made = SqliteStore(tmp_path / "hoofspiel.db")
    else:
        made = PostgresStore(new_database(request.getfixturevalue("postgres")))
    await made.start()
    yield made
    await made.stop()

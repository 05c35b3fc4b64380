"""Every store there is, behind one fixture; PostgreSQL is a real one."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Store
from hoofspiel.store.postgres import PostgresStore
from hoofspiel.store.sqlite import SqliteStore

FOUND = any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb")
ENGINES = ["memory", "sqlite"] + (["postgres"] if FOUND else [])


@pytest.fixture(params=ENGINES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    elif request.param == "sqlite":
        made = SqliteStore(tmp_path / "hoofspiel.db")
    else:
        made = PostgresStore(request.getfixturevalue("new_database")())
    await made.start()
    yield made
    await made.stop()

"""SQLite: one file, nothing to install. Write-ahead log, and every commit waits for the disk."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, create_engine, event

from .port import Unavailable
from .tables import SqlStore


class SqliteStore(SqlStore):
    """The store of a single server."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(f"cannot make the folder {file.parent}: {error.strerror}") from error
        address = URL.create("sqlite", database=str(file))
        engine = create_engine(address, connect_args={"check_same_thread": False, "timeout": 10})
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        super().__init__(engine)

    async def backup(self, target: str) -> None:
        def copy() -> None:
            with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(target)) as copied:
                source.backup(copied)

        try:
            await asyncio.to_thread(copy)
        except sqlite3.Error as error:
            Path(target).unlink(missing_ok=True)
            raise OSError(str(error)) from error


def _prepare(connection: Any, _record: object) -> None:
    """Every new connection: leave transactions to SQLAlchemy, and lose nothing on a power cut."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")

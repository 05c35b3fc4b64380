"""SQLite: one file, nothing to install. Write-ahead log, and every commit waits for the disk."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DBAPIError

from .journal import Journal
from .port import Unavailable
from .tables import SqlStore
from .writer import Row


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
        event.listen(engine, "begin", _begin)
        self.journal = Journal()
        super().__init__(engine, self.journal)

    async def start(self) -> None:
        await super().start()
        await asyncio.to_thread(self._fold)

    async def stop(self) -> None:
        await self.writer.stop()
        await asyncio.to_thread(self._fold)
        await super().stop()

    def _fold(self) -> None:
        """Fold while nobody else writes; a journal that cannot be folded can still be read."""
        self.journal.forget()
        engine = self.engine.execution_options(writes=True)
        with suppress(DBAPIError), engine.begin() as connection:
            self.journal.settle(connection)
        self.journal.forget()

    def settle(self, connection: Connection) -> None:
        self.journal.settle(connection)

    def unsettled(self, connection: Connection, table_id: str) -> list[Row]:
        return self.journal.unfolded(connection, table_id)

    async def backup(self, target: str) -> None:
        def copy() -> None:
            with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(target)) as copied:
                source.backup(copied)

        try:
            await asyncio.to_thread(copy)
        except sqlite3.Error as error:
            Path(target).unlink(missing_ok=True)
            raise OSError(str(error)) from error


def _begin(connection: Connection) -> None:
    """Take the write lock at the start of a transaction, so that no other process can change what it reads first."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare(connection: Any, _record: object) -> None:
    """Every new connection: leave transactions to SQLAlchemy, and lose nothing on a power cut."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")

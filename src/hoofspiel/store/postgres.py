"""PostgreSQL: the same statements, for several servers that share one store."""

import asyncio
import os

from sqlalchemy import URL, Connection, create_engine, make_url, text

from .tables import SqlStore


class PostgresStore(SqlStore):
    """The store of several servers; the primary key of a move decides between two writers."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        super().__init__(create_engine(self._url, pool_pre_ping=True, pool_size=8))

    def lock_for_migration(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(4711)"))

    async def backup(self, target: str) -> None:
        place = URL.create("postgresql", self._url.username, None, self._url.host, self._url.port, self._url.database)
        words = "pg_dump", "--format=custom", f"--file={target}", str(place.set(query=self._url.query))
        secret = {} if self._url.password is None else {"PGPASSWORD": self._url.password}
        dump = await asyncio.create_subprocess_exec(*words, env={**os.environ, **secret})
        if await dump.wait() != 0:
            raise OSError("pg_dump failed; its message is above")

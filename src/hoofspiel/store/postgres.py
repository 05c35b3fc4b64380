"""PostgreSQL: the same statements, for several servers that share one store."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from .leases import Fencing
from .port import MoveRow, TableRow
from .tables import INSERT_MOVES, SqlStore, moves_as_rows, save
from .writer import translated

T = TypeVar("T")
CONNECT = {
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    # a process that was stopped in the middle of a transaction holds locks that the next owner of its tables needs
    "options": "-c idle_in_transaction_session_timeout=1000 -c lock_timeout=3000",
}


class PostgresStore(SqlStore):
    """The store of several servers; the primary key of a move decides between two writers, the epoch between owners."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        self.fencing = Fencing()
        given = {name: value for name, value in CONNECT.items() if name not in self._url.query}
        super().__init__(create_engine(self._url, pool_size=8, connect_args=given), self.fencing)
        # each statement sees what is committed by then, with or without a transaction: two round trips less each time
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._own = create_engine(self._url, pool_pre_ping=True, pool_size=2, max_overflow=0, connect_args=given)
        self._own_thread = ThreadPoolExecutor(2, "lease")  # the second, should one wait for a line that was cut

    async def stop(self) -> None:
        await super().stop()
        self._own_thread.shutdown(wait=False)
        self._own.dispose()

    def lock_for_migration(self, connection: Connection) -> None:
        connection.execute(text("SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(4711)"))

    def look(self, work: Callable[[Connection], T]) -> T:
        return _once_more(lambda: super(PostgresStore, self).look(work))

    # --- for owners of tables ---

    async def reads(self, work: Callable[[Connection], T]) -> T:
        return await self._read(work)

    async def writes(self, work: Callable[[Connection], T]) -> T:
        """Apart from the one writer: leases must not wait behind a long queue of moves."""

        return await self._write(self.engine, None, work)

    async def writes_at_once(self, work: Callable[[Connection], T]) -> T:
        """By a thread and a connection of their own: when hundreds come back at once, all others are busy with them.

        A lease that waited behind them would end, and its tables' people would come back once more, for ever.
        """
        return await self._write(self._own, self._own_thread, work)

    async def _write(self, engine: Engine, threads: Executor | None, work: Callable[[Connection], T]) -> T:
        """What owners write can be written twice: it says what shall be, not what is added."""

        def run() -> T:
            with engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(threads, _once_more, run)
        except DBAPIError as error:
            raise translated(error) from error

    def append_as(
        self, epoch: int, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None
    ) -> Awaitable[None]:
        if row is None:
            return self.writer.insert([(table_id, m.seq, m.seat, m.move, m.at, m.key, epoch) for m in moves])

        def work(c: Connection) -> None:
            self.fencing.check(c, table_id, epoch)
            c.execute(INSERT_MOVES, moves_as_rows(table_id, moves))
            save(c, row)

        return self.writer.write(work)

    def save_as(self, epoch: int, row: TableRow) -> Awaitable[None]:
        def work(c: Connection) -> None:
            self.fencing.check(c, row.id, epoch)
            save(c, row)

        return self.writer.write(work)

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]:
        return self.append_as(0, table_id, moves, row)

    async def backup(self, target: str) -> None:
        place = URL.create("postgresql", self._url.username, None, self._url.host, self._url.port, self._url.database)
        words = "pg_dump", "--format=custom", f"--file={target}", str(place.set(query=self._url.query))
        secret = {} if self._url.password is None else {"PGPASSWORD": self._url.password}
        dump = await asyncio.create_subprocess_exec(*words, env={**os.environ, **secret})
        if await dump.wait() != 0:
            raise OSError("pg_dump failed; its message is above")


def _once_more(run: Callable[[], T]) -> T:
    """The database was restarted: SQLAlchemy notices at the first of the old connections, and then has new ones.

    That is cheaper than a ping before each use.
    """
    try:
        return run()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return run()

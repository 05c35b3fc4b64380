"""Everything of one store into another, whole or not at all: from SQLite to PostgreSQL, and back."""

import hashlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Integer, Select, Table, func, insert, select, text

from . import schema
from .port import HEALTH, Conflict, Unavailable
from .tables import SqlStore

STAYS = {"journal", "workers", "leases"}
"""what belongs to running processes, not to people"""
AT_ONCE = 1000
MOVED = [table for table in schema.metadata.sorted_tables if table.name not in STAYS]


def copy(source: SqlStore, target: SqlStore) -> dict[str, int]:
    """How many rows of each kind. Conflict if the target is not empty, Unavailable if what arrived is not the same.

    Both must have been started once, so that they have today's schema. Nobody else can write to the source meanwhile;
    a server that runs on it would go on afterwards with what has been moved away, so it must have been stopped.
    """
    counts = {}
    with _held(source) as before, target.engine.execution_options(writes=True).begin() as after:
        _prepare(after)
        full = [table.name for table in MOVED if after.execute(_rows(table).limit(1)).first() is not None]
        if full:
            raise Conflict(f"the new store is not empty: it has {', '.join(full)}")
        for table in MOVED:
            for group in _groups(before, table):
                after.execute(insert(table), group)
            _count_on(after, table)
        for table in MOVED:
            counts[table.name], sent = _sum(before, table)
            if _sum(after, table) != (counts[table.name], sent):
                raise Unavailable(f"what arrived of {table.name} is not what was sent; nothing was moved")
    return counts


def _held(source: SqlStore) -> Any:
    """A transaction in which the source stands still, and its journal is folded."""

    class Held:
        def __enter__(self) -> Connection:
            engine = source.engine
            if engine.dialect.name == "sqlite":
                self._connection = engine.connect().execution_options(writes=True)
            else:
                self._connection = engine.connect().execution_options(isolation_level="REPEATABLE READ")
            self._transaction = self._connection.begin()
            _prepare(self._connection)
            source.settle(self._connection)
            return self._connection

        def __exit__(self, *trouble: object) -> None:
            if trouble[0] is None:
                self._transaction.commit()
            else:
                self._transaction.rollback()
            self._connection.close()

    return Held()


def _prepare(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))


def _rows(table: Table) -> Select[Any]:
    """All of them in the order of their keys; private matches are nobody's."""
    wanted = select(table).order_by(*table.primary_key.columns)
    return wanted.where(~table.c.table_id.startswith(HEALTH)) if table.name == "moves" else wanted


def _groups(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    for group in connection.execute(_rows(table)).mappings().partitions(AT_ONCE):
        yield [dict(row) for row in group]


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL counts by itself where nobody gives a number: on from the last one."""
    (key, *others) = table.primary_key.columns
    counted = not others and isinstance(key.type, Integer) and key.autoincrement in (True, "auto")
    if counted and connection.dialect.name == "postgresql":
        last = connection.execute(select(func.max(key))).scalar_one()
        if last is not None:
            its = func.pg_get_serial_sequence(table.name, key.name)
            connection.execute(select(func.setval(its, last)))


def _sum(connection: Connection, table: Table) -> tuple[int, str]:
    """How many rows, and a sum that does not depend on their order: engines sort letters differently."""
    count, total = 0, 0
    for row in connection.execute(_rows(table)):
        values = [bytes(value) if isinstance(value, memoryview) else value for value in row]
        digest = hashlib.sha256(repr(values).encode()).digest()
        count, total = count + 1, (total + int.from_bytes(digest)) % 2**256
    return count, f"{total:064x}"

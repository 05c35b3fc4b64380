"""A journal for busy moments: all the moves of one commit in one row.

In the table of moves every match has its own pages, so a commit with the moves of a hundred tables writes a hundred
pages. In the journal they are one row at its end. Now and then the journal is folded: its moves are sorted into their
table, many of each match at a time. A server that is not busy never uses it.

For SQLite only, where one process writes. Before the fold the primary key cannot keep move numbers unique, so this
class does: it caches the last number of every match in the journal. As soon as another connection has written, or a
transaction has failed, it folds before it trusts the cache again.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert
from sqlalchemy.dialects import sqlite

from . import schema
from .port import Conflict
from .writer import Row

BUSY = 8
"""From this many moves in one commit on, the journal is worth it."""
FULL = 2048
"""Fold once the journal holds this many moves."""
CALM = 32
"""Fold after this many small commits in a row, too: the busy moment is over."""
INSERT = str(insert(schema.moves).compile(dialect=sqlite.dialect()))

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[tuple[str, int, int, str, int, str]]).decode


class Journal:
    """Stores moves inside the writer's transactions; the writer reports those that failed."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        """The last move number of each match in the journal."""
        self._moves = 0
        """How many moves are in the journal."""
        self._calm = 0
        """Small commits in a row."""
        self._others: int | None = None
        """SQLite's count of other connections' commits; None: the cache cannot be trusted."""

    def forget(self) -> None:
        """The last transaction was rolled back: drop what was cached in it."""
        self._others = None

    def add(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Store moves at the end of the journal or, if there are few, in their table."""
        self._look(connection)
        self._calm = 0 if len(rows) >= BUSY else self._calm + 1
        if self._calm and not self._moves:
            connection.exec_driver_sql(INSERT, list(rows))
            return
        self._count(connection, rows)
        connection.exec_driver_sql("INSERT INTO journal (moves) VALUES (?)", (_encode(rows),))
        self._moves += len(rows)
        if self._moves >= FULL or self._calm >= CALM:
            self._fold(connection)

    def settle(self, connection: Connection) -> None:
        """Fold now."""
        self._look(connection)
        self._fold(connection)

    def unfolded(self, connection: Connection, table_id: str) -> list[Row]:
        """The moves of a match that are not in their table yet."""
        return [row[1:] for moves in _groups(connection) for row in moves if row[0] == table_id]

    def _look(self, connection: Connection) -> None:
        """Fold if another connection has written since the last look."""
        others = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        if others != self._others:
            self._others = None
            self._fold(connection)
            self._others = others

    def _fold(self, connection: Connection) -> None:
        if self._others is not None and not self._moves:
            return
        rows = sorted(row for moves in _groups(connection) for row in moves)
        if rows:
            connection.exec_driver_sql(INSERT, rows)
            connection.exec_driver_sql("DELETE FROM journal")
        self._last.clear()
        self._moves = 0

    def _count(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Check that every move number is new; Conflict otherwise."""
        unknown = dict.fromkeys([row[0] for row in rows if row[0] not in self._last], 0)
        if unknown:
            self._last |= unknown
            places = ", ".join("?" * len(unknown))
            asked = f"SELECT table_id, max(seq) FROM moves WHERE table_id IN ({places}) GROUP BY table_id"
            for table_id, seq in connection.exec_driver_sql(asked, tuple(unknown)):
                self._last[table_id] = seq
        for table_id, seq, *_ in rows:
            if seq <= self._last[table_id]:
                raise Conflict("somebody else was first")
            self._last[table_id] = seq


def _groups(connection: Connection) -> list[list[tuple[str, int, int, str, int, str]]]:
    """Read everything at once, so that a reader never blocks the writer."""
    return [_decode(moves) for moves in connection.exec_driver_sql("SELECT moves FROM journal ORDER BY n").scalars()]

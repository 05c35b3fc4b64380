"""Moves of a busy moment, all those of one commit in one row.

In the table of moves every match has pages of its own, so that a commit with the moves of a hundred tables writes a
hundred pages. In a journal they are one row at its end. Now and then the journal is folded: its moves are sorted into
their table, many of each match at a time. A server that is not busy never uses it.

For SQLite alone, where one process writes. That a number of a match is given once, the primary key cannot see to
before the fold, so that this class does: it knows the last number of every match in the journal, and as soon as
anybody else has written, or something has failed, it folds before it believes anything.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert
from sqlalchemy.dialects import sqlite

from . import schema
from .port import Conflict
from .writer import Row

BUSY = 8
"""so many moves in one commit are worth it"""
FULL = 2048
"""moves in the journal before it is folded"""
CALM = 32
"""commits with few moves before it is folded, too: the busy moment is over"""
INSERT = str(insert(schema.moves).compile(dialect=sqlite.dialect()))

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[tuple[str, int, int, str, int, str]]).decode


class Journal:
    """Takes moves in transactions of the writer, which tells it when one of them has failed."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        """the last number of each match that is in the journal"""
        self._moves = 0
        """in the journal"""
        self._calm = 0
        """commits with few moves in a row"""
        self._others: int | None = None
        """SQLite's count of what others wrote; None: look again"""

    def forget(self) -> None:
        """What was done last did not happen."""
        self._others = None

    def add(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Store moves: at the end of the journal, or in their table where there are few."""
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
        """Have all moves in their table."""
        self._look(connection)
        self._fold(connection)

    def unfolded(self, connection: Connection, table_id: str) -> list[Row]:
        """The moves of a match that are not in their table yet."""
        return [row[1:] for moves in _groups(connection) for row in moves if row[0] == table_id]

    def _look(self, connection: Connection) -> None:
        """Has anybody else written? Then the journal is not what it was."""
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
        """Every number is a new one; Conflict otherwise."""
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
    """Read at once: who reads must not keep others from writing."""
    return [_decode(moves) for moves in connection.exec_driver_sql("SELECT moves FROM journal ORDER BY n").scalars()]

"""Who owns which table, in PostgreSQL: one row a table with its owner and epoch, one row a process with its time.

A process renews one row, however many tables it owns. A table passes on in two ways only: its owner gives it up, or
its owner's time has run out and somebody marks it as ended, which is for good: a process that comes back enters under
another name. Every write locks its process' row until it is committed, so that nobody can be marked in the middle of
one, and compares the epoch of its table (docs/decisions/0010).
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, text

from .port import Grant, Lost, MoveRow, Peer, Pen, TableRow, Unavailable
from .tables import one_table
from .writer import Row

T = TypeVar("T")
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
LONG_GONE_MS = 3_600_000
FENCED = "the table has another owner by now"

_ENTER = text(f"INSERT INTO workers (id, until, heard, ended) VALUES (:me, {NOW} + :ms, true, false)")
_TIDY = text(
    f"DELETE FROM workers w WHERE w.until < {NOW} - :old AND NOT EXISTS (SELECT 1 FROM leases WHERE owner = w.id)"
)
_RENEW = text(f"UPDATE workers SET until = {NOW} + :ms, heard = :heard WHERE id = :me AND NOT ended")
_PEERS = text(f"SELECT id, heard FROM workers WHERE NOT ended AND until >= {NOW}")
_LEAVE = (
    text("UPDATE leases SET owner = NULL WHERE owner = :me"),
    text("UPDATE workers SET ended = true WHERE id = :me"),
)
_ALIVE = text("SELECT 1 FROM workers WHERE id = :me AND NOT ended FOR SHARE")
_FIRST = text("INSERT INTO leases (table_id, epoch) VALUES (:id, 0) ON CONFLICT (table_id) DO NOTHING")
_LOOK = text("SELECT owner, epoch, handed FROM leases WHERE table_id = :id FOR UPDATE")
_END = text(f"UPDATE workers SET ended = true WHERE id = :owner AND (ended OR until < {NOW})")
_KNOWN = text(f"SELECT NOT ended AND until >= {NOW}, ended FROM workers WHERE id = :owner")
_WHO = text(
    "SELECT w.id FROM leases l JOIN workers w ON w.id = l.owner"
    f" WHERE l.table_id = :id AND NOT w.ended AND w.until >= {NOW}"
)
_TAKE = text("UPDATE leases SET owner = :me, epoch = epoch + 1, handed = NULL WHERE table_id = :id RETURNING epoch")
_RELEASE = text(
    "UPDATE leases SET owner = NULL, handed = :handed WHERE table_id = :id AND owner = :me AND epoch = :epoch"
)
_LIVING = f"(SELECT id FROM workers WHERE NOT ended AND until >= {NOW})"
_ORPHANS = text(
    "SELECT l.table_id FROM leases l JOIN tables t ON t.id = l.table_id AND t.state = 'running'"
    f" WHERE l.owner IS NOT NULL AND l.owner NOT IN {_LIVING} LIMIT :most"
)
_FORGET = text(
    "UPDATE leases SET owner = NULL WHERE table_id = ANY(:ids) AND owner IN (SELECT id FROM workers WHERE ended)"
)
_END_ALL = text(f"UPDATE workers SET ended = true WHERE NOT ended AND until < {NOW}")
_DUE = text(
    "SELECT t.id FROM tables t LEFT JOIN leases l ON l.table_id = t.id"
    f" WHERE t.state = 'running' AND t.due <= :now AND (l.owner IS NULL OR l.owner NOT IN {_LIVING}) LIMIT :most"
)
_FENCE = text(
    "SELECT 1 FROM workers w, leases l WHERE w.id = :me AND NOT w.ended"
    " AND l.table_id = :id AND l.owner = :me AND l.epoch = :epoch FOR SHARE OF w"
)
_MOVES = """
WITH alive AS MATERIALIZED (SELECT id FROM workers WHERE id = %s AND NOT ended FOR SHARE)
INSERT INTO moves (table_id, seq, seat, move, at, key)
SELECT g.table_id, g.seq, g.seat, g.move, g.at, g.key
FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::bigint[], %s::text[], %s::bigint[])
  AS g (table_id, seq, seat, move, at, key, epoch)
WHERE g.epoch = 0
  OR EXISTS (SELECT 1 FROM leases l, alive WHERE l.table_id = g.table_id AND l.owner = alive.id AND l.epoch = g.epoch)
"""


class Shared(Protocol):
    """As much of the store as leases need."""

    fencing: "Fencing"

    async def reads(self, work: Callable[[Connection], T]) -> T: ...

    async def writes(self, work: Callable[[Connection], T]) -> T: ...

    async def writes_at_once(self, work: Callable[[Connection], T]) -> T: ...

    def append_as(self, epoch: int, table_id: str, moves: Sequence[MoveRow], row: TableRow | None) -> Any: ...

    def save_as(self, epoch: int, row: TableRow) -> Any: ...


class Fencing:
    """How PostgreSQL stores rows that arrive in groups, and refuses those of an owner that is none any more."""

    def __init__(self) -> None:
        self.worker = ""

    def add(self, connection: Connection, rows: list[Row]) -> None:
        """Rows are a move's columns and the epoch of its writer; 0 is for rows of no table, which nobody owns."""
        columns = [list(column) for column in zip(*rows, strict=True)]
        stored = connection.exec_driver_sql(_MOVES, (self.worker, *columns)).rowcount
        if stored != len(rows):
            raise Lost(FENCED)

    def check(self, connection: Connection, table_id: str, epoch: int) -> None:
        """Within the transaction that writes; what it locks stays so until that is committed."""
        if epoch and connection.execute(_FENCE, {"me": self.worker, "id": table_id, "epoch": epoch}).first() is None:
            raise Lost(FENCED)

    def forget(self) -> None:
        """There is no cache to drop."""


class FencedPen:
    """Writes for one epoch. After any trouble but a taken number, nobody knows what was stored: the room is lost."""

    def __init__(self, store: Shared, epoch: int) -> None:
        self._store = store
        self._epoch = epoch

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        try:
            await self._store.append_as(self._epoch, table_id, moves, row)
        except Unavailable as error:
            raise Lost(str(error)) from error

    async def save_table(self, row: TableRow) -> None:
        try:
            await self._store.save_as(self._epoch, row)
        except Unavailable as error:
            raise Lost(str(error)) from error


class SqlLeases:
    """The leases of a PostgreSQL store."""

    def __init__(self, store: Shared, seconds: float) -> None:
        self._store = store
        self._ms = round(seconds * 1000)

    async def enter(self, worker: str) -> None:
        def work(c: Connection) -> None:
            c.execute(_TIDY, {"old": LONG_GONE_MS})
            c.execute(_ENTER, {"me": worker, "ms": self._ms})

        await self._store.writes_at_once(work)
        self._store.fencing.worker = worker

    async def renew(self, worker: str, *, heard: bool) -> list[Peer]:
        def work(c: Connection) -> list[Peer]:
            if not c.execute(_RENEW, {"me": worker, "ms": self._ms, "heard": heard}).rowcount:
                raise Lost("this process was given up for dead")
            return [Peer(*row) for row in c.execute(_PEERS)]

        return await self._store.writes_at_once(work)

    async def leave(self, worker: str) -> None:
        await self._store.writes(lambda c: [c.execute(statement, {"me": worker}) for statement in _LEAVE])

    async def take(self, worker: str, table_id: str) -> Grant:
        def work(c: Connection) -> Grant:
            if c.execute(_ALIVE, {"me": worker}).first() is None:
                raise Lost("this process was given up for dead")
            c.execute(_FIRST, {"id": table_id})
            owner, epoch, handed = c.execute(_LOOK, {"id": table_id}).one()
            if owner not in (None, worker) and _lives(c, owner):
                return Grant(owner, epoch)
            epoch = c.execute(_TAKE, {"me": worker, "id": table_id}).scalar_one()
            return Grant(worker, epoch, handed)

        return await self._store.writes(work)

    async def look(self, table_id: str) -> tuple[TableRow | None, str | None]:
        def work(c: Connection) -> tuple[TableRow | None, str | None]:
            return one_table(c, table_id), c.execute(_WHO, {"id": table_id}).scalar_one_or_none()

        return await self._store.reads(work)

    async def release(self, worker: str, table_id: str, epoch: int, handed: bytes | None) -> None:
        given = {"me": worker, "id": table_id, "epoch": epoch, "handed": handed}
        await self._store.writes(lambda c: c.execute(_RELEASE, given))

    async def orphans(self, worker: str, limit: int) -> list[str]:
        return await self._store.reads(lambda c: list(c.execute(_ORPHANS, {"most": limit}).scalars()))

    async def forget(self, worker: str, table_ids: Sequence[str]) -> None:
        def work(c: Connection) -> None:
            c.execute(_END_ALL)
            c.execute(_FORGET, {"ids": list(table_ids)})

        await self._store.writes(work)

    async def due(self, now: int, limit: int) -> list[str]:
        return await self._store.reads(lambda c: list(c.execute(_DUE, {"now": now, "most": limit}).scalars()))

    def pen(self, worker: str, epoch: int) -> Pen:
        return FencedPen(self._store, epoch)


def _lives(c: Connection, owner: str) -> bool:
    """Whoever does not is marked as ended: whatever it still writes is refused from now on.

    It is looked at first: of a hundred tables that are taken from the dead at once, one marks it and none waits.
    """
    known = c.execute(_KNOWN, {"owner": owner}).first()
    if known is None or known.ended:
        return False
    return bool(known[0]) or not c.execute(_END, {"owner": owner}).rowcount

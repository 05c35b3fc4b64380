"""The store in SQLAlchemy Core, the same statements for every engine."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import BindParameter, Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from hoofspiel.figures import Figure

from . import schema
from .people import SqlPeople
from .port import HEALTH, ChatRow, Conflict, MoveRow, TableRow, Unavailable
from .writer import Keeper, Row, Writer, translated


class SqlStore(SqlPeople):
    """Reads from a pool of connections, writes through the one writer."""

    def __init__(self, engine: Engine, keeper: Keeper) -> None:
        super().__init__(engine, Writer(engine, keeper))

    async def start(self) -> None:
        await asyncio.to_thread(self._migrate)
        self.writer.start()

    async def stop(self) -> None:
        await self.writer.stop()
        await asyncio.to_thread(self.engine.dispose)

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        try:
            with self.engine.begin() as connection:
                self.lock_for_migration(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except DBAPIError as error:
            raise translated(error) from error
        except CommandError as error:
            raise Unavailable("the database is of another version than this program") from error

    def figures(self) -> list[Figure]:
        return self.writer.figures()

    def lock_for_migration(self, connection: Connection) -> None:
        """Keep a second server from migrating at the same time; with SQLite its own lock does."""

    def settle(self, connection: Connection) -> None:
        """Get all moves into their table before anything but the writer touches them."""

    def unsettled(self, connection: Connection, table_id: str) -> list[Row]:
        """Moves of a match that are not in their table yet, without the table's id."""
        return []

    # --- tables ---

    async def add_table(self, row: TableRow) -> None:
        def work(c: Connection) -> None:
            c.execute(insert(schema.tables).values(_columns(row)))
            _write_sitters(c, row)

        await self.writer.write(work)

    async def save_table(self, row: TableRow) -> None:
        await self.writer.write(lambda c: save(c, row))

    async def table(self, table_id: str) -> TableRow | None:
        return await self._read(lambda c: one_table(c, table_id))

    async def table_with(self, code: str) -> str | None:
        wanted = select(schema.tables.c.id).where(schema.tables.c.code == code)
        return await self._read(lambda c: c.execute(wanted).scalar_one_or_none())

    async def tables(self, states: Sequence[str]) -> list[TableRow]:
        return await self._rows(schema.tables.c.state.in_(states), limit=None)

    async def tables_of(self, person_id: str, states: Sequence[str], limit: int) -> list[TableRow]:
        mine = select(schema.sitters.c.table_id).where(schema.sitters.c.person == person_id)
        return await self._rows(schema.tables.c.id.in_(mine) & schema.tables.c.state.in_(states), limit=limit)

    async def _rows(self, condition: Any, limit: int | None) -> list[TableRow]:
        wanted = select(schema.tables).where(condition).order_by(schema.tables.c.changed.desc())
        wanted = wanted if limit is None else wanted.limit(limit)

        def work(c: Connection) -> list[TableRow]:
            rows = c.execute(wanted).all()
            sat: dict[str, list[tuple[str, int]]] = defaultdict(list)
            places = select(schema.sitters)
            if len(rows) < 500:
                places = places.where(schema.sitters.c.table_id.in_([row.id for row in rows]))
            for person, table_id, seat in c.execute(places):
                sat[table_id].append((person, seat))
            return [TableRow(**row._mapping, sitters=sat[row.id]) for row in rows]

        return await self._read(work)

    async def idle_tables(self, state: str, before: int, limit: int) -> list[TableRow]:
        t = schema.tables.c
        wanted = select(t.id).where(t.state == state, t.changed < before).order_by(t.changed).limit(limit)
        found = await self._read(lambda c: list(c.execute(wanted).scalars()))
        return (await self._rows(t.id.in_(found), limit=None))[::-1] if found else []

    # --- matches ---

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]:
        if row is None:
            return self.writer.insert([(table_id, m.seq, m.seat, m.move, m.at, m.key) for m in moves])

        def work(c: Connection) -> None:
            self.settle(c)
            c.execute(INSERT_MOVES, moves_as_rows(table_id, moves))
            save(c, row)

        return self.writer.write(work)

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]:
        return await self._read(lambda c: self._moves_of(c, table_id, after))

    def _moves_of(self, c: Connection, table_id: str, after: int = 0) -> list[MoveRow]:
        moves = [MoveRow(*row) for row in c.execute(_ITS_MOVES, {"id": table_id, "after": after})]
        return moves + [MoveRow(*row) for row in self.unsettled(c, table_id) if row[0] > after]

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        def work(c: Connection) -> tuple[TableRow, list[MoveRow], int] | None:
            row = one_table(c, table_id)
            if row is None:
                return None
            moves = self._moves_of(c, table_id)
            lines = c.execute(_ITS_LINES, {"id": table_id}).scalar_one()
            return row, moves, lines or 0

        return await self._read(work)

    async def versions(self, table_ids: Sequence[str]) -> list[tuple[str, int, int]]:
        last = select(func.coalesce(func.max(_M.seq), 0)).where(_M.table_id == schema.tables.c.id).scalar_subquery()
        wanted = select(schema.tables.c.id, last, schema.tables.c.revision).where(schema.tables.c.id.in_(table_ids))

        def work(c: Connection) -> list[tuple[str, int, int]]:
            found = [(table_id, v, revision) for table_id, v, revision in c.execute(wanted)]
            return [(t, max([v, *(row[0] for row in self.unsettled(c, t))]), revision) for t, v, revision in found]

        return await self._read(work)

    async def forget_match(self, table_id: str) -> None:
        gone = delete(schema.moves).where(schema.moves.c.table_id == table_id)

        def work(c: Connection) -> None:
            self.settle(c)
            c.execute(gone)
            c.execute(delete(schema.reviews).where(schema.reviews.c.table_id == table_id))

        await self.writer.write(work)

    async def forget_health(self, own: str, before: int) -> None:
        its = (_M.table_id == own) | (_M.at < before)
        gone = delete(schema.moves).where(_M.table_id >= HEALTH, _M.table_id < HEALTH[:-1] + "i", its)

        def work(c: Connection) -> None:
            self.settle(c)
            c.execute(gone)

        await self.writer.write(work)

    async def close_table(self, table_id: str, at: int) -> bool:
        t = schema.tables.c
        change = update(schema.tables).where(t.id == table_id, t.state != "closed")
        closed = change.values(state="closed", changed=at, revision=t.revision + 1, due=None, code=None)
        return await self.counted(lambda c: c.execute(closed).rowcount)

    async def delete_table(self, table_id: str) -> bool:
        def work(c: Connection) -> int:
            self.settle(c)
            c.execute(delete(schema.moves).where(schema.moves.c.table_id == table_id))
            c.execute(delete(schema.reviews).where(schema.reviews.c.table_id == table_id))
            c.execute(delete(schema.chat).where(schema.chat.c.table_id == table_id))
            c.execute(delete(schema.sitters).where(schema.sitters.c.table_id == table_id))
            return c.execute(delete(schema.tables).where(schema.tables.c.id == table_id)).rowcount

        return await self.counted(work)

    # --- reviews ---

    async def add_review(self, table_id: str, seat: int, value: str, body: bytes) -> None:
        new = insert(schema.reviews).values(table_id=table_id, seat=seat, value=value, body=body)
        await self.writer.write(lambda c: c.execute(new) and None)

    async def review(self, table_id: str, seat: int, value: str) -> bytes | None:
        t = schema.reviews.c
        wanted = select(t.body).where(t.table_id == table_id, t.seat == seat, t.value == value)
        found = await self._read(lambda c: c.execute(wanted).scalar_one_or_none())
        return None if found is None else bytes(found)

    # --- chat ---

    async def say(self, table_id: str, line: ChatRow) -> None:
        values = {"table_id": table_id, "n": line.n, "person": line.person, "name": line.name}
        new = insert(schema.chat).values(**values, seat=line.seat, text=line.text, at=line.at)
        await self.writer.write(lambda c: c.execute(new) and None)

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]:
        t = schema.chat.c
        wanted = select(t.n, t.person, t.name, t.seat, t.text, t.at).where(t.table_id == table_id)
        wanted = wanted.order_by(t.n.desc()).limit(limit)
        return await self._read(lambda c: [ChatRow(*row) for row in reversed(c.execute(wanted).all())])


_ID: BindParameter[str] = bindparam("id")
_ONE_TABLE = select(schema.tables).where(schema.tables.c.id == _ID)
_ITS_SITTERS = select(schema.sitters.c.person, schema.sitters.c.seat).where(schema.sitters.c.table_id == _ID)
_M = schema.moves.c


def one_table(c: Connection, table_id: str) -> TableRow | None:
    row = c.execute(_ONE_TABLE, {"id": table_id}).one_or_none()
    if row is None:
        return None
    places = [(person, seat) for person, seat in c.execute(_ITS_SITTERS, {"id": table_id})]
    return TableRow(**row._mapping, sitters=places)


_AFTER: BindParameter[int] = bindparam("after")
_ITS_MOVES = select(_M.seq, _M.seat, _M.move, _M.at, _M.key).where(_M.table_id == _ID, _M.seq > _AFTER).order_by(_M.seq)
_ITS_LINES = select(func.max(schema.chat.c.n)).where(schema.chat.c.table_id == _ID)
INSERT_MOVES = insert(schema.moves)
_TABLE_FIELDS = [column.name for column in schema.tables.columns]


def _columns(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _TABLE_FIELDS}


def moves_as_rows(table_id: str, moves: Sequence[MoveRow]) -> list[dict[str, Any]]:
    return [{"table_id": table_id} | msgspec.structs.asdict(move) for move in moves]


def save(c: Connection, row: TableRow) -> None:
    t = schema.tables.c
    change = update(schema.tables).where(t.id == row.id, t.revision == row.revision - 1).values(_columns(row))
    if c.execute(change).rowcount != 1:
        raise Conflict("the table was changed by somebody else")
    _write_sitters(c, row)


def _write_sitters(c: Connection, row: TableRow) -> None:
    c.execute(delete(schema.sitters).where(schema.sitters.c.table_id == row.id))
    if row.sitters:
        places = [{"person": person, "table_id": row.id, "seat": seat} for person, seat in row.sitters]
        c.execute(insert(schema.sitters), places)

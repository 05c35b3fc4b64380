"""The store in SQLAlchemy Core, the same statements for every engine."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import BindParameter, Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from . import schema
from .port import ChatRow, Conflict, MoveRow, Person, TableRow, Unavailable
from .writer import Keeper, Row, Writer, translated

T = TypeVar("T")


class InTheirTable:
    """Moves where they belong, at once."""

    def add(self, connection: Connection, rows: list[Row]) -> None:
        connection.execute(_INSERT_MOVES, [dict(zip(_MOVE_FIELDS, row, strict=True)) for row in rows])

    def forget(self) -> None:
        """Nothing is remembered."""


class SqlStore:
    """Reads from a pool of connections, writes through the one writer."""

    def __init__(self, engine: Engine, keeper: Keeper | None = None) -> None:
        self.engine = engine
        self.writer = Writer(engine, keeper or InTheirTable())

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

    def lock_for_migration(self, connection: Connection) -> None:
        """Keep a second server from migrating at the same time; SQLite's own lock does already."""

    def settle(self, connection: Connection) -> None:
        """See to it that all moves are in their table, before they are touched otherwise than by the writer."""

    def unsettled(self, connection: Connection, table_id: str) -> list[Row]:
        """Moves of a match that are not in their table yet, without the table's id."""
        return []

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(run)
        except DBAPIError as error:
            raise translated(error) from error

    # --- people ---

    async def add_person(self, person: Person, token_hash: str, at: int) -> None:
        def work(c: Connection) -> None:
            c.execute(insert(schema.people).values(id=person.id, name=person.name, created=at))
            c.execute(insert(schema.sessions).values(token_hash=token_hash, person=person.id, created=at))

        await self.writer.write(work)

    async def add_session(self, person_id: str, token_hash: str, at: int, instead_of: str | None) -> None:
        def work(c: Connection) -> None:
            if instead_of is not None:
                c.execute(delete(schema.sessions).where(schema.sessions.c.token_hash == instead_of))
            c.execute(insert(schema.sessions).values(token_hash=token_hash, person=person_id, created=at))

        await self.writer.write(work)

    async def drop_session(self, token_hash: str) -> None:
        gone = delete(schema.sessions).where(schema.sessions.c.token_hash == token_hash)
        await self.writer.write(lambda c: c.execute(gone) and None)

    async def person_of(self, token_hash: str) -> Person | None:
        p, s = schema.people.c, schema.sessions.c
        known = select(p.id, p.name, p.account).join(schema.sessions, s.person == p.id)
        wanted = known.where(s.token_hash == token_hash)
        row = await self._read(lambda c: c.execute(wanted).one_or_none())
        return None if row is None else Person(row.id, row.name, row.account)

    async def rename(self, person_id: str, name: str) -> None:
        change = update(schema.people).where(schema.people.c.id == person_id).values(name=name)
        await self.writer.write(lambda c: c.execute(change) and None)

    async def claim(self, person_id: str, account: str, password: str) -> None:
        p = schema.people.c

        def work(c: Connection) -> None:
            change = update(schema.people).where(p.id == person_id, p.account.is_(None))
            if c.execute(change.values(account=account, password=password)).rowcount != 1:
                raise Conflict("this person has an account already")

        await self.writer.write(work)

    async def account(self, account: str) -> tuple[Person, str] | None:
        wanted = select(schema.people).where(schema.people.c.account == account)
        row = await self._read(lambda c: c.execute(wanted).one_or_none())
        return None if row is None else (Person(row.id, row.name, row.account), row.password)

    async def forget_person(self, person_id: str) -> None:
        def work(c: Connection) -> None:
            c.execute(delete(schema.sessions).where(schema.sessions.c.person == person_id))
            c.execute(delete(schema.sitters).where(schema.sitters.c.person == person_id))
            c.execute(delete(schema.chat).where(schema.chat.c.person == person_id))
            c.execute(delete(schema.people).where(schema.people.c.id == person_id))

        await self.writer.write(work)

    # --- tables ---

    async def add_table(self, row: TableRow) -> None:
        def work(c: Connection) -> None:
            c.execute(insert(schema.tables).values(_columns(row)))
            _write_sitters(c, row)

        await self.writer.write(work)

    async def save_table(self, row: TableRow) -> None:
        await self.writer.write(lambda c: _save(c, row))

    async def table(self, table_id: str) -> TableRow | None:
        found = await self._rows(schema.tables.c.id == table_id, limit=1)
        return found[0] if found else None

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

    # --- matches ---

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]:
        if row is None:
            return self.writer.insert([(table_id, m.seq, m.seat, m.move, m.at, m.key) for m in moves])

        def work(c: Connection) -> None:
            places = {"table_id": table_id}
            self.settle(c)
            c.execute(_INSERT_MOVES, [places | msgspec.structs.asdict(move) for move in moves])
            _save(c, row)

        return self.writer.write(work)

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]:
        return await self._read(lambda c: self._moves_of(c, table_id, after))

    def _moves_of(self, c: Connection, table_id: str, after: int = 0) -> list[MoveRow]:
        moves = [MoveRow(*row) for row in c.execute(_ITS_MOVES, {"id": table_id, "after": after})]
        return moves + [MoveRow(*row) for row in self.unsettled(c, table_id) if row[0] > after]

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        def work(c: Connection) -> tuple[TableRow, list[MoveRow], int] | None:
            row = c.execute(_ONE_TABLE, {"id": table_id}).one_or_none()
            if row is None:
                return None
            places = [(person, seat) for person, seat in c.execute(_ITS_SITTERS, {"id": table_id})]
            moves = self._moves_of(c, table_id)
            lines = c.execute(_ITS_LINES, {"id": table_id}).scalar_one()
            return TableRow(**row._mapping, sitters=places), moves, lines or 0

        return await self._read(work)

    async def forget_match(self, table_id: str) -> None:
        gone = delete(schema.moves).where(schema.moves.c.table_id == table_id)

        def work(c: Connection) -> None:
            self.settle(c)
            c.execute(gone)

        await self.writer.write(work)

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
_AFTER: BindParameter[int] = bindparam("after")
_ITS_MOVES = (
    select(_M.seq, _M.seat, _M.move, _M.at, _M.key).where(_M.table_id == _ID, _M.seq > _AFTER).order_by(_M.seq)
)
_ITS_LINES = select(func.max(schema.chat.c.n)).where(schema.chat.c.table_id == _ID)
_INSERT_MOVES = insert(schema.moves)
_MOVE_FIELDS = [column.name for column in schema.moves.columns]
_TABLE_FIELDS = [column.name for column in schema.tables.columns]


def _columns(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _TABLE_FIELDS}


def _save(c: Connection, row: TableRow) -> None:
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

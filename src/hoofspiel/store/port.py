"""What the rest of the program may ask of a store. A call that returns has reached the disk."""

from collections.abc import Awaitable, Sequence
from typing import Protocol

from msgspec import Struct


class StoreError(Exception):
    """The tree:  StoreError — Conflict (somebody else was first), Unavailable (full, read-only or gone)."""


class Conflict(StoreError):
    """Another writer has that number or that name already; nothing was written."""


class Unavailable(StoreError):
    """The store cannot write now (disk full, read-only, connection lost); nothing was written."""


class Person(Struct, frozen=True):
    """Somebody the server knows: a guest, or with `account` somebody who can sign in."""

    id: str
    name: str
    account: str | None = None
    """the name to sign in with, folded"""


class TableRow(Struct):
    """A table as it is kept. `body` belongs to the live package; the other fields are there to be searched."""

    id: str
    game: str
    state: str
    public: bool
    created: int
    changed: int
    revision: int
    due: int | None
    """when the room must be woken although nobody is connected (server time in ms)"""
    ended: int | None
    secret: str
    body: bytes
    sitters: list[tuple[str, int]]
    """person and seat, for everybody's list of tables; -1 for a host who has none"""


class MoveRow(Struct, array_like=True):
    """One entry of a match's record: who did what, and when."""

    seq: int
    seat: int
    """-1 when nobody moved: time passed"""
    move: str
    at: int
    """milliseconds since the match began"""
    key: str
    """the sender's id of the move; empty for bots and clocks"""


class ChatRow(Struct, array_like=True):
    """One line of a table's chat."""

    n: int
    person: str
    name: str
    seat: int
    text: str
    at: int


class Store(Protocol):
    """The one place that knows the database."""

    async def start(self) -> None:
        """Bring the schema up to date and begin to take orders."""

    async def stop(self) -> None:
        """Finish what was ordered, then close."""

    # people

    async def add_person(self, person: Person, token_hash: str, at: int) -> None: ...

    async def add_session(self, person_id: str, token_hash: str, at: int, instead_of: str | None) -> None:
        """A new token for a person; the token it replaces stops working in the same stroke."""

    async def drop_session(self, token_hash: str) -> None: ...

    async def person_of(self, token_hash: str) -> Person | None: ...

    async def rename(self, person_id: str, name: str) -> None: ...

    async def claim(self, person_id: str, account: str, password: str) -> None:
        """Give a person an account; Conflict when the name is taken or the person has one."""

    async def account(self, account: str) -> tuple[Person, str] | None:
        """The person behind an account, and the hash of the password."""

    async def forget_person(self, person_id: str) -> None:
        """Delete a person, their sessions, chat and places in lists."""

    # tables

    async def add_table(self, row: TableRow) -> None: ...

    async def save_table(self, row: TableRow) -> None:
        """Write a changed row; its revision must be the stored one plus one, else Conflict."""

    async def table(self, table_id: str) -> TableRow | None: ...

    async def tables(self, states: Sequence[str]) -> list[TableRow]: ...

    async def tables_of(self, person_id: str, states: Sequence[str], limit: int) -> list[TableRow]:
        """A person's tables, the latest change first."""

    # matches

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]:
        """Add entries to a match, with the changed table in the same transaction; Conflict when a number is taken."""

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]: ...

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        """A table, its match and the number of its last line of chat, in one go."""

    async def forget_match(self, table_id: str) -> None:
        """Drop the record of a match that was nobody's."""

    # chat

    async def say(self, table_id: str, line: ChatRow) -> None: ...

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]: ...

    async def backup(self, target: str) -> None:
        """A whole and consistent copy of everything, made while the server runs."""

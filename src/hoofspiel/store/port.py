"""What the rest of the program may ask of a store. A call that returns has reached the disk."""

from collections.abc import Awaitable, Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from hoofspiel.figures import Figure, Times

HEALTH = "health"
"""what the names of private matches begin with; no table's does, because its letters have no l"""


def store_figures(*, orders: int, commits: int, failures: int, waiting: int, took: Times) -> list[Figure]:
    """The same names for every kind of store."""
    return [
        Figure("store_orders", "counter", "orders written or refused", orders),
        Figure("store_commits", "counter", "groups of orders, each with one commit", commits),
        Figure("store_failures", "counter", "orders that the store could not write", failures),
        Figure("store_waiting", "gauge", "orders that wait for the next commit", waiting),
        Figure("store_commit_seconds", "times", "how long a group takes, waiting for the disk included", took),
    ]


class StoreError(Exception):
    """The tree:  StoreError — Conflict (somebody else was first), Unavailable (full, read-only or gone), Lost."""


class Conflict(StoreError):
    """Another writer already has that number or name; nothing was written."""


MOST_TRIES = 8
"""so often a change makes way for somebody who came first, and is tried again"""


class Unavailable(StoreError):
    """The store cannot write now (disk full, read-only, connection lost); nothing was written."""


class Lost(StoreError):
    """Whoever writes here is not, or cannot be sure to be, the owner of the table any more: read it anew elsewhere."""


class Person(Struct, frozen=True):
    """A person the server knows: a guest or, with an `account`, somebody who can sign in."""

    id: str
    name: str
    account: str | None = None
    """the name to sign in with, folded"""


class Session(Struct, frozen=True):
    """A device that somebody is signed in on, known by the hash of its token."""

    token_hash: str
    created: int
    device: str = ""
    """what kind of device it said it was"""
    seen: int | None = None
    host_only: bool = False
    """its cookie can have been set by this very server alone"""


class Ban(Struct, frozen=True):
    """Somebody who may not come: `person:ID`, or `address:NETWORK` such as address:192.0.2.0/24."""

    whom: str
    reason: str
    since: int
    until: int | None = None


class Act(Struct, frozen=True):
    """One thing that an operator did, or tried to do."""

    at: int
    address: str
    act: str
    about: str
    outcome: str


class TableRow(Struct):
    """A table as it is stored. `body` belongs to the live package; the other fields are for queries."""

    id: str
    game: str
    state: str
    public: bool
    created: int
    changed: int
    revision: int
    due: int | None
    """when to wake the room even if nobody is connected (server time in ms)"""
    ended: int | None
    secret: str
    body: bytes
    sitters: list[tuple[str, int]]
    """person and seat, for each person's list of tables; the seat is -1 for somebody without one"""
    code: str | None = None
    """what friends type to join; no two tables have the same, and none has one once its match has begun"""


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


class Grant(Struct, frozen=True):
    """Who owns a table, and since which change of owners."""

    owner: str
    epoch: int
    handed: bytes | None = None
    """what the owner before left for the next one; only told to whoever has just become the owner"""


class Peer(Struct, frozen=True):
    """A process that runs tables, and whether it hears the bus."""

    id: str
    heard: bool


class Pen(Protocol):
    """What a room writes with. `Lost` where the table has another owner by now, or nobody can tell."""

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]: ...

    def save_table(self, row: TableRow) -> Awaitable[None]: ...


class Leases(Protocol):
    """Who owns which table, among processes that share one store. All times are the store's own.

    StoreError where the store cannot be asked.
    """

    async def enter(self, worker: str) -> None:
        """A process begins; it may own tables for as long as it renews that."""

    async def renew(self, worker: str, *, heard: bool) -> list[Peer]:
        """Once for all the tables of a process: every process that lives. Lost, if this one was given up for dead."""

    async def leave(self, worker: str) -> None:
        """A process ends; whatever it still owns is anybody's."""

    async def take(self, worker: str, table_id: str) -> Grant:
        """Become the owner of a table if it has none that lives; who owns it now. Lost, as for renew."""

    async def look(self, table_id: str) -> tuple[TableRow | None, str | None]:
        """A table, and who owns it and lives: only looked at, so it costs little and waits for nobody."""

    async def release(self, worker: str, table_id: str, epoch: int, handed: bytes | None) -> None:
        """Give a table up, with something for the next owner to begin with."""

    async def orphans(self, worker: str, limit: int) -> list[str]:
        """Tables that go on, and whose owner is dead."""

    async def forget(self, worker: str, table_ids: Sequence[str]) -> None:
        """Of tables whose owner is dead: nobody owns them."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Matches by mail for which something was due by now, and that nobody owns who lives."""

    def pen(self, worker: str, epoch: int) -> Pen:
        """Writes as the owner of this epoch, and of no other."""


class Store(Protocol):
    """The one place that knows the database."""

    async def start(self) -> None:
        """Bring the schema up to date and start accepting orders."""

    async def stop(self) -> None:
        """Finish what was ordered, then close."""

    # people

    async def add_person(self, person: Person, session: Session) -> None: ...

    async def add_session(self, person_id: str, session: Session, instead_of: str | None) -> None:
        """A new token for a person; the token it replaces stops working in the same transaction."""

    async def end_sessions(self, person_id: str) -> None:
        """Sign somebody out everywhere."""

    async def drop_session(self, token_hash: str) -> None: ...

    async def sessions_of(self, person_id: str) -> list[Session]:
        """Every device somebody is signed in on, the one used last first."""

    async def saw_session(self, token_hash: str, at: int, device: str, *, host_only: bool) -> None:
        """Note that a device was here; `host_only` is never taken back."""

    async def session(self, token_hash: str) -> Session | None: ...

    async def person_of(self, token_hash: str) -> Person | None: ...

    async def visitor(self, token_hash: str) -> tuple[Person, Session] | None:
        """Whose token that is, and which device's, in one go."""

    async def rename(self, person_id: str, name: str) -> None: ...

    async def claim(self, person: Person, password: str, session: Session) -> None:
        """Give a person the account they have in `person`; Conflict if its name or look is taken, or they have one.

        In the same transaction all their tokens stop working but the new one: somebody else may know those.
        """

    async def set_password(self, person_id: str, password: str, session: Session | None) -> None:
        """All tokens stop working in the same transaction, but the new one if there is one."""

    async def rehash(self, person_id: str, before: str, password: str) -> None:
        """The same password under another hash: nobody is signed out, and a password changed meanwhile stays."""

    async def looks_like(self, name: str) -> list[str]:
        """The ids of people whose account has this name, or one that looks like it."""

    async def born(self, person_id: str) -> int | None:
        """When somebody came here first."""

    async def account(self, account: str) -> tuple[Person, str] | None:
        """The person behind an account, and the hash of the password."""

    async def forget_person(self, person_id: str) -> None:
        """Delete a person, their sessions, chat and places in lists."""

    async def lines_of(self, person_id: str) -> list[tuple[str, ChatRow]]:
        """All that somebody said, and at which table."""

    # operators

    async def ban(self, ban: Ban) -> None:
        """A ban of the same one is replaced."""

    async def unban(self, whom: str) -> bool:
        """False if there was none."""

    async def bans(self) -> list[Ban]: ...

    async def note_act(self, act: Act) -> None: ...

    async def acts(self, limit: int) -> list[Act]:
        """What operators did, the latest first."""

    async def close_table(self, table_id: str, at: int) -> bool:
        """Nobody finds it any more, its record is kept; False if there is none."""

    async def delete_table(self, table_id: str) -> bool:
        """With its match, its reviews and its chat; False if there is none."""

    # what is old

    async def idle_tables(self, state: str, before: int, limit: int) -> list[TableRow]:
        """Tables in this state that have not changed since that time, the oldest first."""

    async def idle_guests(self, before: int, limit: int) -> list[Person]:
        """People without an account who came before that time and have not been here since."""

    async def end_idle_sessions(self, before: int, limit: int) -> int:
        """Sign out devices that have not been here since that time; how many."""

    # tables

    async def add_table(self, row: TableRow) -> None:
        """Conflict when another table has the id or the code."""

    async def save_table(self, row: TableRow) -> None:
        """Write a changed row; its revision must be the stored one plus one, else Conflict."""

    async def table(self, table_id: str) -> TableRow | None: ...

    async def table_with(self, code: str) -> str | None:
        """The id of the table that friends join with this code."""

    async def tables(self, states: Sequence[str]) -> list[TableRow]: ...

    async def tables_of(self, person_id: str, states: Sequence[str], limit: int) -> list[TableRow]:
        """A person's tables, most recently changed first."""

    # matches

    def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> Awaitable[None]:
        """Add entries to a match, with the changed table in the same transaction; Conflict when a number is taken."""

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]: ...

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        """A table, its match and the number of its last chat line, in one query."""

    async def versions(self, table_ids: Sequence[str]) -> list[tuple[str, int, int]]:
        """Of each of these tables that exists: its id, the number of its last move, and its revision."""

    async def forget_match(self, table_id: str) -> None:
        """Delete the record of a match in which no person took part."""

    async def forget_health(self, own: str, before: int) -> None:
        """Delete this process's health match, and all moves of others' that were made before that time (in ms)."""

    # reviews

    async def add_review(self, table_id: str, seat: int, value: str, body: bytes) -> None:
        """Keep what a match taught a seat, by this value function; Conflict if that is kept already."""

    async def review(self, table_id: str, seat: int, value: str) -> bytes | None: ...

    # chat

    async def say(self, table_id: str, line: ChatRow) -> None: ...

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]: ...

    def figures(self) -> Iterable[Figure]:
        """What it has written so far, and what waits."""

    async def backup(self, target: str) -> None:
        """A complete and consistent copy of everything, made while the server runs."""

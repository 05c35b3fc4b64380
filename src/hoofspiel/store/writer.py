"""Group commit in one writer thread: whatever is ordered while a commit runs goes into the next one together.

Orders gather on the event loop and go to the thread in groups, so that a busy server pays for one handover and one
fsync per group, not per move.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from hoofspiel.figures import Figure, Times

from .port import Conflict, StoreError, Unavailable, store_figures

log = logging.getLogger("hoofspiel.store")
T = TypeVar("T")
Work = Callable[[Connection], Any]
Row = tuple[Any, ...]
MOST_IN_A_GROUP = 256
BUSY = 4
"""From this group size on, wait a little for more orders."""
GATHER_SECONDS = 0.004
"""How long a busy writer lets orders gather; an idle one never waits."""


class Write(Struct, frozen=True):
    """Something to write, and the future that waits for it: work to run, or rows to insert with others' rows."""

    work: Work | None
    rows: Sequence[Row]
    done: asyncio.Future[Any]


Outcome = tuple[Write, Any]


class Keeper(Protocol):
    """How an engine stores rows that arrive in groups."""

    def add(self, connection: Connection, rows: list[Row]) -> None: ...

    def forget(self) -> None:
        """The last transaction was rolled back."""


class Writer:
    """One transaction for everything that waits; if one order fails, each gets a transaction of its own."""

    def __init__(self, engine: Engine, keeper: Keeper) -> None:
        self._engine = engine
        self._keeper = keeper
        self._connection: Connection | None = None
        self._waiting: list[Write] = []
        self._under_way = False
        self._groups: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._idle: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._open = False
        self.groups = 0
        self.orders = 0
        self.failures = 0
        self.took = Times()

    def figures(self) -> list[Figure]:
        return store_figures(
            orders=self.orders,
            commits=self.groups,
            failures=self.failures,
            waiting=len(self._waiting),
            took=self.took,
        )

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._thread.start()

    async def stop(self) -> None:
        """Write everything ordered so far, then stop."""
        if not self._open:
            return
        self._open = False
        if self._under_way:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._connection is not None:
            self._connection.close()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Run `work` in a transaction on the writer thread; returns once it is on disk."""
        return self._order(work, ())

    def insert(self, rows: Sequence[Row]) -> asyncio.Future[Any]:
        """Add rows to the table of moves, in one statement with everybody else's."""
        return self._order(None, rows)

    # --- on the loop ---

    def _order(self, work: Work | None, rows: Sequence[Row]) -> asyncio.Future[Any]:
        if self._loop is None or not self._open:
            raise Unavailable("the store is closed")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(Write(work, rows, done))
        if not self._under_way:
            self._under_way = True
            self._loop.call_soon(self._send)  # together with whatever else is ordered in this turn of the loop
        return done

    def _send(self) -> None:
        group, self._waiting = self._waiting[:MOST_IN_A_GROUP], self._waiting[MOST_IN_A_GROUP:]
        self._groups.put(group)

    def _landed(self, outcomes: list[Outcome]) -> None:
        """Resolve the waiting futures, and send the next group once their callbacks have run."""
        self.groups += 1
        self.orders += len(outcomes)
        for order, outcome in outcomes:
            if order.done.done():
                continue
            if isinstance(outcome, BaseException):
                self.failures += isinstance(outcome, Unavailable)
                order.done.set_exception(outcome)
            else:
                order.done.set_result(outcome)
        assert self._loop is not None
        if self._waiting and len(outcomes) >= BUSY and self._open:
            self._loop.call_later(GATHER_SECONDS, self._send)
        elif self._waiting:
            self._loop.call_soon(self._send)
        else:
            self._under_way = False
            if self._idle is not None:
                self._idle.set_result(None)

    # --- on the thread ---

    def _work(self) -> None:
        assert self._loop is not None
        while (group := self._groups.get()) is not None:
            since = time.monotonic()
            outcomes = self._commit(group)
            self.took.note(time.monotonic() - since)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody is waiting any more
                self._loop.call_soon_threadsafe(self._landed, outcomes)

    def _commit(self, group: list[Write]) -> list[Outcome]:
        try:
            with self._connected() as connection, connection.begin():
                return self._run(connection, group)
        except Exception as error:  # every failure goes to whoever is waiting for it
            if len(group) == 1:
                return [(group[0], translated(error))]
            if not isinstance(translated(error), StoreError):  # our own bug, which a retry would hide
                log.exception("%d orders could not be written together", len(group))
        return [outcome for order in group for outcome in self._commit([order])]

    def _run(self, connection: Connection, group: list[Write]) -> list[Outcome]:
        """Rows come last, all together. Callers await their orders, so nobody has two in one group."""
        outcomes = [(order, None if order.work is None else order.work(connection)) for order in group]
        rows = [row for order in group for row in order.rows]
        if rows:
            self._keeper.add(connection, rows)
        return outcomes

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The writer's own connection, kept between groups and dropped after any error."""
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(writes=True)
        try:
            yield self._connection
        except BaseException:
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None
            self._keeper.forget()
            raise


def translated(error: Exception) -> Exception:
    """A driver's error as one of the port's exceptions."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, IntegrityError):
        return Conflict("somebody else was first")
    if isinstance(error, DBAPIError):
        why = str(error.orig).strip().partition("\n")[0]
        return Unavailable(f"the database cannot take it now: {why[:200]}")
    return error


class Access:
    """An engine's connections: many to read from, and the one writer."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.engine = self.reading = engine
        self.writer = writer

    def look(self, work: Callable[[Connection], T]) -> T:
        """Read something, on any thread."""
        with self.reading.connect() as connection:
            return work(connection)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return await asyncio.to_thread(self.look, work)
        except DBAPIError as error:
            raise translated(error) from error

    async def counted(self, work: Callable[[Connection], int]) -> bool:
        """Write, and say whether that changed anything."""
        rows: list[int] = []

        def counting(c: Connection) -> None:
            rows[:] = [work(c)]

        await self.writer.write(counting)
        return rows != [0]

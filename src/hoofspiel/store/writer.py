"""The one thread that writes: whatever is ordered while a commit runs goes into the next, together.

Orders gather on the event loop and go to the thread as groups, so that a busy server pays for one handover and one wait
for the disk a group, not a move.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from .port import Conflict, StoreError, Unavailable

log = logging.getLogger("hoofspiel.store")
Work = Callable[[Connection], Any]
Row = tuple[Any, ...]
MOST_IN_A_GROUP = 256
BUSY = 4
"""a group of so many: others are about to order too"""
GATHER_SECONDS = 0.004
"""how long a busy writer lets orders gather; one that is not busy never waits"""


class Order(Struct, frozen=True):
    """One thing to write, and who waits for it: work to be done, or rows that go in together with others' rows."""

    work: Work | None
    rows: Sequence[Row]
    done: asyncio.Future[Any]


Outcome = tuple[Order, Any]


class Keeper(Protocol):
    """How an engine keeps rows that come in groups."""

    def add(self, connection: Connection, rows: list[Row]) -> None: ...

    def forget(self) -> None:
        """The last transaction failed: what was done in it did not happen."""


class Writer:
    """Group commit: one transaction for all that waits; if one order spoils it, each gets its own."""

    def __init__(self, engine: Engine, keeper: Keeper) -> None:
        self._engine = engine
        self._keeper = keeper
        self._connection: Connection | None = None
        self._waiting: list[Order] = []
        self._under_way = False
        self._groups: queue.SimpleQueue[list[Order] | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._idle: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._open = False
        self.groups = 0
        self.orders = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._thread.start()

    async def stop(self) -> None:
        """Write what was ordered, then stop."""
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
        """Run `work` in a transaction of the writer thread; done when it is on disk."""
        return self._order(work, ())

    def insert(self, rows: Sequence[Row]) -> asyncio.Future[Any]:
        """Add rows to the table of moves, with those of everybody else who waits in one statement."""
        return self._order(None, rows)

    # --- on the loop ---

    def _order(self, work: Work | None, rows: Sequence[Row]) -> asyncio.Future[Any]:
        if self._loop is None or not self._open:
            raise Unavailable("the store is closed")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(Order(work, rows, done))
        if not self._under_way:
            self._under_way = True
            self._loop.call_soon(self._send)  # with whatever else is ordered in this turn of the loop
        return done

    def _send(self) -> None:
        group, self._waiting = self._waiting[:MOST_IN_A_GROUP], self._waiting[MOST_IN_A_GROUP:]
        self._groups.put(group)

    def _landed(self, outcomes: list[Outcome]) -> None:
        """Tell those who wait, and send the next group after what they do about it."""
        self.groups += 1
        self.orders += len(outcomes)
        for order, outcome in outcomes:
            if order.done.done():
                continue
            if isinstance(outcome, BaseException):
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
            outcomes = self._commit(group)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(self._landed, outcomes)

    def _commit(self, group: list[Order]) -> list[Outcome]:
        try:
            with self._connected() as connection, connection.begin():
                return self._run(connection, group)
        except Exception as error:  # every failure is handed to whoever waits for it
            if len(group) == 1:
                return [(group[0], translated(error))]
            if not isinstance(translated(error), StoreError):  # a mistake of ours, which trying again would hide
                log.exception("%d orders could not be written together", len(group))
        return [outcome for order in group for outcome in self._commit([order])]

    def _run(self, connection: Connection, group: list[Order]) -> list[Outcome]:
        """Rows come last, all together: whoever orders waits for it, so that nobody has two orders here."""
        outcomes = [(order, None if order.work is None else order.work(connection)) for order in group]
        rows = [row for order in group for row in order.rows]
        if rows:
            self._keeper.add(connection, rows)
        return outcomes

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The writer's own connection, kept from one group to the next and given up after any trouble."""
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
    """A driver's error in the words of the port."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, IntegrityError):
        return Conflict("somebody else was first")
    if isinstance(error, DBAPIError):
        why = str(error.orig).strip().partition("\n")[0]
        return Unavailable(f"the database cannot take it now: {why[:200]}")
    return error

"""The one thread that writes: whatever was ordered while the last commit ran goes into the next, together."""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from .port import Conflict, StoreError, Unavailable

Work = Callable[[Connection], Any]
MOST_IN_A_GROUP = 256
GATHER_SECONDS = 0.002
"""how long a busy writer lets orders gather; one that is not busy never waits"""


class Order(NamedTuple):
    """One thing to write, and who waits for it: work to be done, or rows that go in together with others' rows."""

    work: Work | None
    rows: Sequence[dict[str, Any]]
    done: asyncio.Future[Any]


class Writer:
    """Group commit: one transaction for all that waits; if one order spoils it, each gets its own."""

    def __init__(self, engine: Engine, insert: Insert) -> None:
        self._engine = engine
        self._insert = insert
        self._connection: Connection | None = None
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._open = False
        self.groups = 0
        self.orders = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._thread.start()

    async def stop(self) -> None:
        if self._open:
            self._open = False
            self._orders.put(None)
            await asyncio.to_thread(self._thread.join)
            if self._connection is not None:
                self._connection.close()

    async def write(self, work: Work) -> Any:
        """Run `work` in a transaction of the writer thread; returns when it is on disk."""
        return await self._order(work, ())

    async def insert(self, rows: Sequence[dict[str, Any]]) -> None:
        """Add rows to the table of moves, with those of everybody else who waits in one statement."""
        await self._order(None, rows)

    def _order(self, work: Work | None, rows: Sequence[dict[str, Any]]) -> asyncio.Future[Any]:
        if self._loop is None or not self._open:
            raise Unavailable("the store is closed")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._orders.put(Order(work, rows, done))
        return done

    def _work(self) -> None:
        busy = False
        while (first := self._orders.get()) is not None:
            if busy:
                time.sleep(GATHER_SECONDS)  # others are about to order too: one commit for all of them
            group = [first]
            last = False
            while len(group) < MOST_IN_A_GROUP and not self._orders.empty():
                order = self._orders.get()
                if order is None:
                    last = True
                    break
                group.append(order)
            busy = len(group) > 1
            outcomes = self._commit(group)
            self.groups += 1
            self.orders += len(group)
            assert self._loop is not None
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, outcomes)
            if last:
                return

    def _commit(self, group: list[Order]) -> list[tuple[Order, Any]]:
        try:
            with self._connected() as connection, connection.begin():
                return self._run(connection, group)
        except Exception as error:  # every failure is handed to whoever waits for it
            if len(group) == 1:
                return [(group[0], translated(error))]
        return [outcome for order in group for outcome in self._commit([order])]

    def _run(self, connection: Connection, group: list[Order]) -> list[tuple[Order, Any]]:
        rows: list[dict[str, Any]] = []
        outcomes = []
        for order in group:
            if order.work is None:
                rows += order.rows
                outcomes.append((order, None))
                continue
            if rows:
                connection.execute(self._insert, rows)
                rows = []
            outcomes.append((order, order.work(connection)))
        if rows:
            connection.execute(self._insert, rows)
        return outcomes

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The writer's own connection, kept from one group to the next and given up after any trouble."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            yield self._connection
        except BaseException:
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None
            raise


def _tell(outcomes: list[tuple[Order, Any]]) -> None:
    for order, outcome in outcomes:
        if order.done.done():
            continue
        if isinstance(outcome, BaseException):
            order.done.set_exception(outcome)
        else:
            order.done.set_result(outcome)


def translated(error: Exception) -> Exception:
    """A driver's error in the words of the port."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, IntegrityError):
        return Conflict("somebody else was first")
    if isinstance(error, DBAPIError):
        return Unavailable(f"the database cannot take it now: {str(error.orig).strip()[:200]}")
    return error

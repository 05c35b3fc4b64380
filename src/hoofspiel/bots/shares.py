"""Whose question a free bot worker takes next: fair between people, then between the tables of each."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

W = TypeVar("W")
Whose = tuple[str, str]
"""for whom a bot thinks: a person, and one of their tables"""
NOBODYS: Whose = ("", "")
MOST_REMEMBERED = 10_000
MOST_WAITING = 2000
"""questions that may wait at all: more could not be answered in time anyway"""


class Shares(Generic[W]):
    """Idle workers and waiting questions. Whoever has used least thinking time lately comes first."""

    def __init__(self) -> None:
        self.idle: deque[W] = deque()
        self.waiting = 0
        self._lines: dict[str, dict[str, deque[asyncio.Future[W]]]] = {}
        """by person and table, in the order in which their turn comes"""
        self._used: dict[str, float] = {}
        """by person, the time up to which their share is used; less than `_now` is as good as nothing"""
        self._now = 0.0

    async def worker(self, whose: Whose, seconds: float, patience: float) -> W | None:
        """A worker that is to think for so long; None where none was free in time. Waiting does no worker any harm."""
        if self.idle and not self.waiting:
            self._charge(whose[0], seconds)
            return self.idle.popleft()
        if self.waiting >= MOST_WAITING:
            return None
        turn: asyncio.Future[W] = asyncio.get_running_loop().create_future()
        person, table = whose
        self._lines.setdefault(person, {}).setdefault(table, deque()).append(turn)
        self.waiting += 1
        try:
            async with asyncio.timeout(patience):
                found = await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            if turn.done() and not turn.cancelled():
                self.free(turn.result())
            if isinstance(error, asyncio.CancelledError):
                raise
            return None
        self._charge(person, seconds)
        return found

    def free(self, worker: W) -> None:
        """This worker has nothing to do."""
        while self._lines:
            person = min(self._lines, key=lambda one: self._used.get(one, 0.0))
            tables = self._lines[person]
            table = next(iter(tables))
            line = tables.pop(table)
            turn = line.popleft()
            if line:
                tables[table] = line  # behind the other tables
            if not tables:
                del self._lines[person]
            self.waiting -= 1
            if not turn.done():
                turn.set_result(worker)
                return
        self.idle.append(worker)

    def _charge(self, person: str, seconds: float) -> None:
        since = max(self._now, self._used.get(person, 0.0))
        busy = [self._used.get(one, 0.0) for one in self._lines]
        self._now = max(self._now, min([since, *busy]))
        self._used[person] = since + seconds
        if len(self._used) > MOST_REMEMBERED:
            self._used = {one: until for one, until in self._used.items() if until > self._now}

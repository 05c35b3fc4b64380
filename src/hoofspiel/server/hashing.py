"""Passwords are hashed apart from everything else, a few at once; those who wait take turns by where they come from."""

import asyncio
import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .refusals import HttpRefused

T = TypeVar("T")
MOST_OF_ONE = 100
"""that may wait of one origin: a club that signs in at the same moment"""
MOST_WAITING = 400
KNOWN = ""
"""the line of devices that were signed in before: it comes first"""


def _be_nice() -> None:
    """Moves come first. Only Linux has priorities of threads."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Hashing:
    """Bounded in what runs and in what waits."""

    def __init__(self, at_once: int | None = None) -> None:
        self._free = at_once or max(1, (os.cpu_count() or 1) // 2)
        self._threads = ThreadPoolExecutor(self._free, "passwords", _be_nice)
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        self._waiting = 0

    async def run(self, origin: str, work: Callable[[], T]) -> T:
        """The result of `work`, done in a thread; HttpRefused where too many wait already."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(origin)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._next()

    async def _wait(self, origin: str) -> None:
        line = self._lines.setdefault(origin, deque())
        if len(line) >= MOST_OF_ONE or (self._waiting >= MOST_WAITING and origin != KNOWN):
            raise HttpRefused(429, "too_many", "Many people sign in just now: try again in a few seconds.", 5)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was our turn already
            raise

    def _next(self) -> None:
        """Whoever is next, a line at a time; the line of known devices before all others."""
        while self._lines:
            origin = KNOWN if KNOWN in self._lines else next(iter(self._lines))
            line = self._lines.pop(origin)
            turn = line.popleft() if line else None
            if line:
                self._lines[origin] = line
            if turn is not None:
                self._waiting -= 1
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1

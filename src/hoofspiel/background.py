"""Tasks that nobody awaits: kept alive until they end, and heard of when they fail."""

import asyncio
import logging
import types
from collections.abc import Coroutine, Generator
from typing import Any

log = logging.getLogger("hoofspiel.background")


class Background:
    """The event loop itself holds its tasks weakly: one that nobody keeps may vanish before it is done."""

    __slots__ = ("_tasks",)

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def idle(self) -> bool:
        return not self._tasks

    def cancel(self) -> None:
        for task in list(self._tasks):
            task.cancel()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work in the background failed", exc_info=error)


@types.coroutine
def rest_of(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was begun by hand and has to wait after all."""
    while True:
        sent = yield waits_for
        try:
            waits_for = work.send(sent)
        except StopIteration:
            return

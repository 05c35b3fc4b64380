"""Time, as rooms are handed it: a fake one in tests, the machine's in a server."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is due."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """Milliseconds since 1970 that never run backwards, and calls at a given time."""

    def now(self) -> int: ...

    def wake(self, at: int, call: Callable[[], None]) -> Alarm: ...


class SystemTime:
    """The machine's own."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        return self._start + time.monotonic_ns() // 1_000_000

    def wake(self, at: int, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, at - self.now()) / 1000, call)

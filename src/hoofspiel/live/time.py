"""The machine's own time, for servers."""

import asyncio
import time
from collections.abc import Callable

from .ports import Alarm


class SystemTime:
    """The machine's own."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        return self._start + time.monotonic_ns() // 1_000_000

    def wake(self, at: int, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, at - self.now()) / 1000, call)

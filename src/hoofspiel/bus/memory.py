"""The bus of a single process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from hoofspiel.figures import Figure

from .port import Answer, Hear, bus_figures


class MemoryBus:
    """Delivers to every listener at once."""

    def __init__(self) -> None:
        self._ears: dict[str, list[Hear]] = defaultdict(list)
        self._servers: dict[str, list[Answer]] = defaultdict(list)
        self._several: set[str] = set()
        """topics with more than one listener"""

    async def start(self) -> None:
        """Nothing to connect to."""

    async def stop(self) -> None:
        self._ears.clear()
        self._several.clear()

    async def publish(self, topic: str, message: bytes) -> None:
        self.send(topic, message)

    def send(self, topic: str, message: bytes) -> None:
        for hear in self._ears.get(topic, ())[:]:
            hear(message)

    def figures(self) -> list[Figure]:
        """There is no other process to speak to."""
        return bus_figures(connected=True, sent=0, heard=0, reconnects=0)

    def quiet(self, topic: str) -> bool:
        return topic not in self._several

    async def ask(self, topic: str, question: bytes, seconds: float) -> bytes:
        servers = self._servers.get(topic)
        if not servers:
            raise ConnectionError("nobody answers")
        servers.append(first := servers.pop(0))  # in turn
        async with asyncio.timeout(seconds):
            return await first(question)

    async def serve(self, topic: str, answer: Answer) -> Callable[[], None]:
        self._servers[topic].append(answer)
        return lambda: self._servers[topic].remove(answer)

    async def reached(self, seconds: float) -> bool:
        return True

    def when_back(self, call: Callable[[], None]) -> None:
        """It is never lost."""

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        self._ears[topic].append(hear)
        if len(self._ears[topic]) > 1:
            self._several.add(topic)

        def stop() -> None:
            if hear in self._ears.get(topic, ()):
                self._ears[topic].remove(hear)
            left = len(self._ears.get(topic, ()))
            if left <= 1:
                self._several.discard(topic)
            if not left:
                self._ears.pop(topic, None)

        return stop

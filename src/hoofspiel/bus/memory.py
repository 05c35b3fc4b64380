"""The bus of a single process."""

from collections import defaultdict
from collections.abc import Callable

from .port import Hear


class MemoryBus:
    """Everybody who listens hears at once."""

    def __init__(self) -> None:
        self._ears: dict[str, list[Hear]] = defaultdict(list)
        self._several: set[str] = set()
        """topics that more than one listens to"""

    async def start(self) -> None:
        """Nothing to connect to."""

    async def stop(self) -> None:
        self._ears.clear()
        self._several.clear()

    async def publish(self, topic: str, message: bytes) -> None:
        for hear in self._ears.get(topic, ())[:]:
            hear(message)

    def quiet(self, topic: str) -> bool:
        return topic not in self._several

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

"""The bus of a single process."""

from collections import defaultdict
from collections.abc import Callable

from .port import Hear


class MemoryBus:
    """Everybody who listens hears at once."""

    def __init__(self) -> None:
        self._ears: dict[str, list[Hear]] = defaultdict(list)

    async def start(self) -> None:
        """Nothing to connect to."""

    async def stop(self) -> None:
        self._ears.clear()

    async def publish(self, topic: str, message: bytes) -> None:
        for hear in self._ears.get(topic, ())[:]:
            hear(message)

    def quiet(self, topic: str) -> bool:
        return len(self._ears.get(topic, ())) <= 1

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        self._ears[topic].append(hear)

        def stop() -> None:
            if hear in self._ears.get(topic, ()):
                self._ears[topic].remove(hear)
            if not self._ears.get(topic):
                self._ears.pop(topic, None)

        return stop

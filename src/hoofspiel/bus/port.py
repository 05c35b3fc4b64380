"""What the rest of the program may ask of a bus."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from hoofspiel.figures import Figure

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]


def bus_figures(*, connected: bool, sent: int, heard: int, reconnects: int) -> list[Figure]:
    """The same names for every kind of bus."""
    return [
        Figure("bus_connected", "gauge", "1 while the bus can be reached", int(connected)),
        Figure("bus_sent", "counter", "messages to other processes", sent),
        Figure("bus_heard", "counter", "messages from other processes", heard),
        Figure("bus_reconnects", "counter", "how often the bus was lost and found again", reconnects),
    ]


class Bus(Protocol):
    """Topics are dotted words. A message is small and may be lost: whoever misses one reads the store."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def publish(self, topic: str, message: bytes) -> None:
        """OSError if the bus cannot be reached now."""

    def send(self, topic: str, message: bytes) -> None:
        """Publish without waiting, in order; OSError if the bus cannot be reached now."""

    def quiet(self, topic: str) -> bool:
        """Is the caller certainly the only listener to this topic?"""

    def figures(self) -> Iterable[Figure]:
        """What it has carried so far."""

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` for each message; the function returned ends the subscription."""

    async def ask(self, topic: str, question: bytes, seconds: float) -> bytes:
        """The answer of one of those who serve this topic. OSError: nobody does; TimeoutError: no answer in time."""

    async def serve(self, topic: str, answer: Answer) -> Callable[[], None]:
        """Answer questions; each goes to one of those who serve the topic. The function returned ends it."""

    async def reached(self, seconds: float) -> bool:
        """Does the bus answer within this time?"""

    def when_back(self, call: Callable[[], None]) -> None:
        """Call this whenever the bus was lost and is there again: messages may have been missed."""

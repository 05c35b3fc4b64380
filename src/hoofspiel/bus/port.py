"""What the rest of the program may ask of a bus."""

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[bytes], None]


class Bus(Protocol):
    """Topics are words with dots; a message is small and may be lost: who missed one reads the store."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def publish(self, topic: str, message: bytes) -> None:
        """OSError where it cannot be said now."""

    def quiet(self, topic: str) -> bool:
        """Can nobody hear of this topic but one, who is the caller?"""

    async def listen(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` for each message; the answer ends the listening."""

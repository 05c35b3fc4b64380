"""Who is at a table in other processes.

Each says who is connected there whenever that changes, and again every so often; what it said counts for a while, so
that nobody stays present in a process that has died.
"""

from collections.abc import Iterable

BELIEVED_MS = 90_000
"""three times as long as a server waits before it says so again"""


class Elsewhere:
    """What the other processes said last."""

    __slots__ = ("_said",)

    def __init__(self) -> None:
        self._said: dict[str, tuple[frozenset[str], int]] = {}

    def hear(self, worker: str, people: Iterable[str], now: int) -> None:
        self._said.pop(worker, None)
        if seated := frozenset(people):
            self._said[worker] = (seated, now + BELIEVED_MS)

    def silent(self) -> bool:
        return not self._said

    def people(self, now: int) -> set[str]:
        """Everybody who is believed to be connected there; what is too old is forgotten."""
        self._said = {worker: said for worker, said in self._said.items() if said[1] > now}
        return {person for people, _ in self._said.values() for person in people}

    def until(self) -> int | None:
        """When the oldest of it will be too old."""
        return min(end for _, end in self._said.values()) if self._said else None

"""What parts of a server count, in plain numbers that cost nothing; the server puts them into Prometheus' words."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Times:
    """How long something takes, counted by edges."""

    __slots__ = ("_counts", "edges", "sum")

    def __init__(self, edges: Sequence[float] = SECONDS) -> None:
        self.edges = edges
        self.sum = 0.0
        self._counts = [0] * (len(edges) + 1)

    def note(self, time: float) -> None:
        self.sum += time
        self._counts[bisect_left(self.edges, time)] += 1

    def buckets(self) -> list[tuple[str, float]]:
        """For every edge, how many took at most that long; in the end all."""
        found, total = [], 0
        for edge, count in zip([*map(str, self.edges), "+Inf"], self._counts, strict=True):
            total += count
            found.append((edge, float(total)))
        return found


class Figure(NamedTuple):
    """One number at this moment. `name` is what comes after `hoofspiel_`, without `_total`."""

    name: str
    kind: Literal["gauge", "counter", "times"]
    what: str
    value: float | Times
    labels: Mapping[str, str] = {}

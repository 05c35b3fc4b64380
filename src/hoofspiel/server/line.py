"""How long a line takes, as the server itself measures it: games of reactions believe nobody further than this."""

import socket
import sys
from asyncio import BaseTransport
from collections import deque
from collections.abc import Callable

from hoofspiel.live import messages as m
from hoofspiel.live.time import Time
from hoofspiel.live.timed import JITTER_MS

MEMORY_MS = 30_000
RTT_AT = slice(68, 72)
"""where Linux' struct tcp_info has tcpi_rtt, in microseconds"""


def kernel_rtt(transport: BaseTransport) -> float | None:
    """What the kernel makes of the acknowledgements of this connection, in ms; None where it does not tell."""
    door = transport.get_extra_info("socket")
    if door is None or sys.platform != "linux":
        return None
    try:
        told: bytes = door.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RTT_AT.stop)
    except OSError:  # closed, or no TCP
        return None
    return int.from_bytes(told[RTT_AT], sys.byteorder) / 1000


class MeasuredLine:
    """Round trips of the server's own pings over the last half minute.

    A script can answer a ping late, to have its line thought slower and its reactions faster than they are. So a trip
    counts for no more than what the kernel has measured, which no script can delay alone, and the usual jitter.
    """

    __slots__ = ("_kernel_rtt", "_n", "_samples", "_sent", "_time")

    def __init__(self, time: Time, kernel_rtt: Callable[[], float | None] | None = None) -> None:
        self._time = time
        self._kernel_rtt = kernel_rtt
        self._n = 0
        self._sent: dict[int, int] = {}
        self._samples: deque[tuple[int, float]] | None = None

    def ping(self) -> m.Ping:
        self._n += 1
        self._sent[self._n] = self._time.now()
        if len(self._sent) > 8:
            del self._sent[min(self._sent)]
        return m.Ping(self._n)

    def pong(self, n: int) -> None:
        """Only the first answer to a ping counts."""
        sent = self._sent.pop(n, None)
        if sent is None:
            return
        now = self._time.now()
        if self._samples is None:
            self._samples = deque()
        self._samples.append((now, self._believed(float(now - sent))))
        while self._samples[0][0] < now - MEMORY_MS:
            self._samples.popleft()

    def _believed(self, trip: float) -> float:
        measured = None if self._kernel_rtt is None else self._kernel_rtt()
        return trip if measured is None else min(trip, measured + JITTER_MS)

    def rtt(self) -> tuple[float, float]:
        if not self._samples:
            return 0.0, 100.0
        trips = sorted(trip for _, trip in self._samples)
        return trips[0], trips[min(len(trips) - 1, int(len(trips) * 0.95))]

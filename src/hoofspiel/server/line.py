"""How long a line takes, as the server itself measures it: games of reactions believe nobody further than this.

An answer to a ping may be late, never early. So a line is worth the lowest round trips of its whole life, and what
answers alone say is believed only as far as something the page cannot stretch vouches for it: the kernel's own
figures on a direct line, the word of a trusted proxy behind one. Where nothing does, the credit has a small cap.
"""

import socket
import sys
from asyncio import BaseTransport
from collections.abc import Callable
from typing import NamedTuple

from hoofspiel.live import messages as m
from hoofspiel.live.ports import Time
from hoofspiel.live.timed import JITTER_MS

MEMORY_MS = 30_000
"""how long a round trip counts for the unrest of a line; the lowest ones count as long as the line lives"""
ECHO_CREDIT_MS = 60.0
"""the most a line is given where only the page's own answers tell its round trips (R7.3)"""
SLACK_MS = 2.0
"""what answering takes beyond the kernel's own round trip"""
ENOUGH = 20
"""answers after which the lowest of them says something about the page"""
RTT_AT, SPREAD_AT, LOWEST_AT = slice(68, 72), slice(72, 76), slice(148, 152)
"""where Linux' struct tcp_info has tcpi_rtt, tcpi_rttvar and tcpi_min_rtt, in microseconds"""
UNKNOWN = 0xFFFFFFFF


class Vouched(NamedTuple):
    """Round trips in ms that somebody other than the page has measured."""

    lowest: float
    unrest: float | None
    """by how much slower than the lowest they are now and then; None where that is not known"""


def kernel_trips(transport: BaseTransport) -> Vouched | None:
    """What the kernel makes of the acknowledgements of this connection; None where it does not tell."""
    door = transport.get_extra_info("socket")
    if door is None or sys.platform != "linux":
        return None
    try:
        told: bytes = door.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LOWEST_AT.stop)
    except OSError:  # closed, or no TCP
        return None
    if len(told) < LOWEST_AT.stop:
        return None
    usual, spread, lowest = (int.from_bytes(told[at], sys.byteorder) for at in (RTT_AT, SPREAD_AT, LOWEST_AT))
    lowest = usual if lowest == UNKNOWN else min(lowest, usual)
    return Vouched(lowest / 1000, (usual - lowest + 2 * spread) / 1000)


def read_microseconds(text: str) -> Vouched | None:
    """What a trusted proxy says of a line, such as nginx' $tcpinfo_rtt; None for anything that is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        return None
    return Vouched(int(text) / 1000, None)


class MeasuredLine:
    """Round trips of the server's own pings on one connection."""

    __slots__ = (
        "_cap",
        "_lowest",
        "_n",
        "_pongs",
        "_samples",
        "_sent",
        "_time",
        "_unexplained",
        "_vouched",
        "_vouches",
        "sure",
    )

    def __init__(
        self,
        time: Time,
        vouches: Callable[[], Vouched | None] | None = None,
        *,
        cap: float = ECHO_CREDIT_MS,
        sure: bool = True,
    ) -> None:
        self._time = time
        self._vouches = vouches
        self._cap = cap
        self._n = 0
        self._pongs = 0
        self._sent: dict[int, int] = {}
        self._samples: list[tuple[int, float, float]] | None = None
        """of each answer: when, after how long, and how much unrest was vouched for then"""
        self._lowest = 0.0
        """the lowest of all answers"""
        self._vouched: float | None = None
        """the lowest round trip that was vouched for"""
        self._unexplained = float("inf")
        """by how much every answer was later than anything that was vouched for explains"""
        self.sure = sure
        """is there certainly nothing between the kernel and the page that answers could be waiting in?"""

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
        trip = float(now - sent)
        self._lowest = trip if self._pongs == 0 else min(self._lowest, trip)
        self._pongs += 1
        if self._samples is None:
            self._samples = []
        self._samples.append((now, trip, self._unrest(trip)))
        while self._samples[0][0] < now - MEMORY_MS:
            del self._samples[0]

    def _unrest(self, trip: float) -> float:
        """Ask whoever vouches for this line how much jitter to believe at most."""
        told = None if self._vouches is None else self._vouches()
        if told is None:
            return JITTER_MS
        self._vouched = told.lowest if self._vouched is None else min(self._vouched, told.lowest)
        if told.unrest is None:
            self._unexplained = 0.0
            return JITTER_MS
        self._unexplained = min(self._unexplained, trip - told.lowest - told.unrest)
        return min(JITTER_MS, told.unrest + SLACK_MS)

    @property
    def proven(self) -> bool:
        """Does anybody but the page itself say how long this line is?"""
        if self._vouched is None and self._vouches is not None and (told := self._vouches()) is not None:
            self._vouched = told.lowest
        return self._vouched is not None

    @property
    def answers(self) -> float | None:
        """The lowest of enough answers to pings; None while there are too few to say."""
        return self._lowest if self._pongs >= ENOUGH else None

    @property
    def late(self) -> bool:
        """Do all answers come later than the line and its jitter explain?"""
        enough = self.sure and self._vouched is not None and self._pongs >= ENOUGH
        return enough and self._unexplained > JITTER_MS

    def rtt(self) -> tuple[float, float]:
        """The lowest round trip, and a slow one: what is believed of the line."""
        proven, samples = self.proven, self._samples
        if not samples:
            low = (self._vouched or 0.0) if proven else 0.0
            return low, low
        late = sorted(min(trip - self._lowest, most) for _, trip, most in samples)
        unrest = late[min(len(late) - 1, int(len(late) * 0.95))]
        if not proven:
            return min(self._lowest, self._cap), min(self._lowest + unrest, self._cap)
        low = self._lowest if self._vouched is None else min(self._lowest, self._vouched)
        return low, low + unrest

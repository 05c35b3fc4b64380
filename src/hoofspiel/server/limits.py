"""How much is too much: every limit of the server, whom it counts and what is charged.

One idea in three shapes, all handed the time, so that tests need not wait: an `Allowance` is spent by cost and fills
up again; a `Limit` counts what should be rare; `Delays` make each wrong try wait longer than the one before. They are
kept by person, or by origin: an IPv4 address or an IPv6 /64, which is what one visitor is given.
"""

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Hashable
from functools import lru_cache

from hoofspiel.live import messages as m

from .settings import Settings

MOST_KEYS = 50_000
COSTS: dict[type[m.FromClient], float] = {
    m.Pong: 0.0,
    m.AskTime: 0.0,
    m.Painted: 0.0,
    m.Move: 1.0,
    m.Emote: 1.0,
    m.Hold: 1.0,
    m.Resume: 4.0,
    m.Rematch: 20.0,
}
"""of what is sent on a table's socket, in moves; what only the socket itself answers is counted there alone"""
CHANGE = 5.0
"""of everything else: the table is written and told to everybody"""
REPLAYED = 0.12
"""of one step of a replay that has to be played again, in requests"""
KEPT = 0.01
"""of one step that was kept: sending it is most of the work"""
REVIEWED_MOVES = 4000
"""of finished matches that one person may have looked at anew in ten minutes: a dozen long matches"""
SIGN_IN_FREE = 8
FIRST_DELAY_MS, LONGEST_DELAY_MS = 30_000, 600_000


@lru_cache(4096)
def origin_of(address: str) -> str:
    """What limits count instead of an address: whoever has one IPv6 address has the 2 ** 64 around it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a proxy's word, or a test's
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Allowance:
    """A token bucket for one holder: a burst at once, refilled over some seconds. Cheap enough for every message."""

    __slots__ = ("_full", "_left", "_since", "_span")

    def __init__(self, count: float, seconds: float) -> None:
        self._full = count
        self._span = round(seconds * 1000)
        self._left = float(count)
        self._since = 0

    def take(self, now: int, cost: float = 1.0) -> bool:
        left = self._left + (now - self._since) * self._full / self._span
        if left > self._full:  # not min(), which is a call more, twice a move
            left = self._full
        self._since = now
        if left < cost:
            self._left = left
            return False
        self._left = left - cost
        return True

    def owe(self, now: int, cost: float) -> int:
        """Spend it whether it is there or not; milliseconds until that is made good."""
        self._left = min(self._full, self._left + (now - self._since) * self._full / self._span) - cost
        self._since = now
        return 0 if self._left >= 0 else round(-self._left * self._span / self._full)


class Budget:
    """An allowance for each key."""

    def __init__(self, count: float, seconds: float) -> None:
        self._count = count
        self._seconds = seconds
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, key: str) -> Allowance:
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KEYS:
                self._known.popitem(last=False)
            found = self._known[key] = Allowance(self._count, self._seconds)
        self._known.move_to_end(key)
        return found


class Limit:
    """At most `count` in any `seconds`, for each key."""

    def __init__(self, count: int, seconds: float) -> None:
        self.count = count
        self.span = round(seconds * 1000)
        self._times: OrderedDict[str, deque[int]] = OrderedDict()

    def take(self, key: str, now: int) -> bool:
        """Use one up; False when there is none left."""
        times = self._current(key, now)
        if len(times) >= self.count:
            return False
        times.append(now)
        return True

    def give_back(self, key: str, now: int) -> None:
        """The last one was not used after all."""
        if times := self._current(key, now):
            times.pop()

    def left(self, key: str, now: int) -> int:
        return self.count - len(self._current(key, now))

    def wait_seconds(self, key: str, now: int) -> int:
        """How long until one is free again."""
        times = self._current(key, now)
        return 0 if len(times) < self.count else max(1, (times[0] + self.span - now + 999) // 1000) if times else 60

    def _current(self, key: str, now: int) -> deque[int]:
        times = self._times.get(key)
        if times is None:
            if len(self._times) >= MOST_KEYS:
                self._times.popitem(last=False)
            times = self._times[key] = deque()
        self._times.move_to_end(key)
        while times and times[0] <= now - self.span:
            times.popleft()
        return times


class Delays:
    """The first few wrong tries cost nothing; then each one doubles the time until the next."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._tried: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()
        """by key: how many tries, and when there may be another"""

    def wait_seconds(self, key: Hashable, now: int) -> int:
        _, until = self._tried.get(key, (0, 0))
        return max(0, (until - now + 999) // 1000)

    def tried(self, key: Hashable, now: int) -> None:
        """Noted before it is known whether it is right: a hundred at once are a hundred."""
        count, until = self._tried.pop(key, (0, 0))
        if now - until > LONGEST_DELAY_MS:
            count = 0
        count += 1
        extra = count - self._free
        wait = 0 if extra < 0 else min(LONGEST_DELAY_MS, FIRST_DELAY_MS << min(extra, 20))
        if len(self._tried) >= MOST_KEYS:
            self._tried.popitem(last=False)
        self._tried[key] = count, now + wait

    def right(self, key: Hashable) -> None:
        self._tried.pop(key, None)


class Limits:
    """All of them. A family, a school class and a club night behind one address stay far below each (tested)."""

    def __init__(self, settings: Settings) -> None:
        # by cost
        self.by_person = Budget(settings.messages * 3, 20)
        self.by_origin = Budget(settings.messages * 60, 20)
        """what sockets ask of tables; moves of people who play count for the person alone"""
        self.requests = Budget(settings.requests, 20)
        """over HTTP, by origin"""
        self.reviews = Budget(REVIEWED_MOVES, 600)
        self.reviews_from = Budget(REVIEWED_MOVES * 10, 600)
        """reviews that have to be made, in moves of the match; by person, and by origin"""
        # by person
        self.tables = Limit(settings.new_tables, 600)
        self.names = Limit(60, 600)
        self.hints = Limit(10, 60)
        self.practices = Limit(120, 600)
        self.exports = Limit(3, 600)
        self.talk = Limit(5, 10)
        self.claims = Limit(10, 300)
        # by origin
        self.guests = Limit(settings.guests, 600)
        self.tables_from = Limit(settings.new_tables * 10, 600)
        self.wrong_tables = Limit(30, 60)
        self.wrong_codes = Limit(60, 60)
        self.wrong_passwords = Limit(150, 300)
        self.wrong_admins = Limit(10, 60)
        # by account and where it is tried from
        self.passwords = Delays(SIGN_IN_FREE)


def cost_of(request: m.TableRequest) -> float:
    return COSTS.get(type(request), CHANGE)

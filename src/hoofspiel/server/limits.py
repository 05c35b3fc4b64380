"""How often is too often. Pure: handed the time, so that tests need not wait."""

from collections import OrderedDict, deque

MOST_KEYS = 50_000


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

    def left(self, key: str, now: int) -> int:
        return self.count - len(self._current(key, now))

    def wait_seconds(self, key: str, now: int) -> int:
        """How long until one is free again."""
        times = self._current(key, now)
        return 0 if len(times) < self.count else max(1, (times[0] + self.span - now + 999) // 1000)

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


class Allowance:
    """A limit for one holder, such as a socket: cheap enough to ask for every message."""

    __slots__ = ("_full", "_left", "_since", "_span")

    def __init__(self, count: int, seconds: float) -> None:
        self._full = count
        self._span = round(seconds * 1000)
        self._left = float(count)
        self._since = 0

    def take(self, now: int) -> bool:
        self._left = min(self._full, self._left + (now - self._since) * self._full / self._span)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

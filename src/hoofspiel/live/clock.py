"""How long people have. Policy outside the rules, and pure: every function is handed the time."""

from collections.abc import Collection
from dataclasses import dataclass

from msgspec import Struct

from .words import Clock, Pace, SeatClock

SECOND = 1000
DAY = 86_400
DEFAULTS = {"live": (45, 60, 20), "relaxed": (300, 600, 90), "mail": (3 * DAY, 0, DAY // 2)}
HOLD_MS = 10_000
HOLDS = 5


@dataclass(frozen=True, slots=True)
class Limits:
    """A pace in milliseconds; None: people may take for ever."""

    move: int
    bank: int
    grace: int
    presence: bool
    """does it matter whether somebody is connected?"""


def limits_of(pace: Pace) -> Limits | None:
    if pace.kind == "none":
        return None
    usual = DEFAULTS[pace.kind]
    given = (pace.move_seconds, pace.bank_seconds, pace.grace_seconds)
    move, bank, grace = (b if a is None else a for a, b in zip(given, usual, strict=True))
    return Limits(move * SECOND, bank * SECOND, grace * SECOND, presence=pace.kind != "mail")


class Handed(Struct):
    """Clocks on the way from one process to another: how much of each time is used or left, not when it ends."""

    moment: int
    used: dict[int, int]
    window_ms: int | None
    holds: list[int]


class Clocks(Struct):
    """The clocks of one match."""

    limits: Limits | None
    banks: list[int]
    holds: list[int]
    since: dict[int, int] = {}
    """when each seat that is asked was asked"""
    moment: int = -1
    window_end: int | None = None
    paused_at: int | None = None

    def after(self, seat: int | None, actors: Collection[int], moment: int, now: int, window: int) -> "Clocks":
        """The clocks after a move of this seat: `actors` are asked at `moment`, with a window of `window` ms (0: none).

        A seat that is still asked the same keeps its time: otherwise a clock would tell of a move nobody saw.
        """
        anew = moment != self.moment
        bank = self.bank_after(seat, now) if seat is not None and (anew or seat not in actors) else None
        banks = self.banks
        if seat is not None and bank is not None:
            banks = [*banks[:seat], bank, *banks[seat + 1 :]]
        if anew:
            since, window_end = dict.fromkeys(actors, now), now + window if window and actors else None
        else:
            since, window_end = {one: self.since.get(one, now) for one in actors}, self.window_end
        return Clocks(self.limits, banks, self.holds, since, moment, window_end, self.paused_at)

    def bank_after(self, seat: int, now: int) -> int | None:
        """What an answer given now leaves of the bank; None if it came in time."""
        if self.limits is None or self.window_end is not None:
            return None
        over = now - self.since.get(seat, now) - self.limits.move
        return max(0, self.banks[seat] - over) if over > 0 else None

    def out_at(self, seat: int, gone_since: int | None) -> int | None:
        """When a bot begins to mind this seat if nothing happens; None: never."""
        if self.paused_at is not None or seat not in self.since or self.window_end is not None:
            return None
        if self.limits is None:
            return None
        end = self.since[seat] + self.limits.move + self.banks[seat] + self.limits.grace
        if gone_since is not None and self.limits.presence:
            end = min(end, max(gone_since, self.since[seat]) + self.limits.grace)
        return end

    def pause(self, now: int) -> None:
        if self.paused_at is None:
            self.paused_at = now

    def go_on(self, now: int) -> None:
        going = self.going(now)
        self.since, self.window_end, self.paused_at = going.since, going.window_end, None

    def going(self, now: int) -> "Clocks":
        """As they are once a present pause ends now: everything is that much later."""
        lost = 0 if self.paused_at is None else now - self.paused_at
        since = {seat: at + lost for seat, at in self.since.items()}
        window_end = None if self.window_end is None else self.window_end + lost
        return Clocks(self.limits, self.banks, self.holds, since, self.moment, window_end)

    def handed(self, now: int) -> Handed:
        at = now if self.paused_at is None else self.paused_at
        used = {seat: at - since for seat, since in self.since.items()}
        window = None if self.window_end is None else self.window_end - at
        return Handed(self.moment, used, window, self.holds)

    def take_over(self, handed: Handed, now: int) -> None:
        """Go on where another process stopped; what happened in between costs nobody anything."""
        if handed.moment != self.moment:
            return
        at = now if self.paused_at is None else self.paused_at
        self.since |= {seat: at - used for seat, used in handed.used.items() if seat in self.since}
        self.holds = handed.holds
        if handed.window_ms is not None and self.window_end is not None:
            self.window_end = at + handed.window_ms

    def hold(self, seat: int) -> bool:
        """Ten seconds more for an open window, while this seat has holds left."""
        if self.window_end is None or self.holds[seat] <= 0:
            return False
        self.holds[seat] -= 1
        self.window_end += HOLD_MS
        return True

    def holds_left(self, reader: int | None) -> int:
        """The only thing about the clocks that readers see differently."""
        return 0 if reader is None else self.holds[reader]

    def shown(self, now: int, reader: int | None) -> Clock:
        """What a reader may see of it: times of those who are asked, which everybody knows."""
        at = now if self.paused_at is None else self.paused_at
        running = []
        if self.window_end is None and self.limits is not None:
            for seat, since in self.since.items():
                used = at - since
                left = self.limits.move - used
                running.append(SeatClock(seat, max(0, left), max(0, self.banks[seat] + min(0, left))))
        return Clock(
            now=now,
            running=running,
            window_ms=None if self.window_end is None else max(0, self.window_end - at),
            holds_left=self.holds_left(reader),
            paused=self.paused_at is not None,
        )


def full(pace: Pace, seats: int) -> tuple[list[int], list[int]]:
    """Banks and holds at the start of a match."""
    limits = limits_of(pace)
    return [limits.bank if limits else 0] * seats, [HOLDS] * seats

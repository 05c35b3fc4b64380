"""Fair times over a network (R7.3, R7.4): pure, without a clock of its own.

A reaction is measured where it happens, on the player's own screen, and believed as far as the server's measurements
of the line allow. Removing what is the same for all slaps of a line matters; noise hardly does. What arrives is then
held until nobody on a slower line can have been earlier, and handed to the rules in the order in which it happened.

Times are milliseconds. Those of the match begin with it; those of the server are its own clock's.
"""
from bisect import insort
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from statistics import fmean, stdev

CASUAL_JITTER = 60.0
RANKED_JITTER = 25.0
PAINT = 25.0                # one and a half frames
CREDIT = 250.0              # no line is given more than this
WINDOW = 30_000.0           # how long a measurement of a line counts
SLOW_LINE = 400.0
LOSSY_LINE = 0.03


def fair_time(
    reported: float, sent: float, arrived: float, rtt_min: float, rtt_p95: float, paint: float, jitter: float
) -> float:
    """The reaction that counts: the reported one, within what the server has measured.

    The card cannot have taken less than the shortest round trip with its answer, so nobody was slower than `slowest`;
    and not more than a slow one, of the jitter we allow for, so nobody was faster than `fastest`. A lie gains at most
    `jitter + paint`.
    """
    elapsed = arrived - sent
    short = min(rtt_min, CREDIT)
    long = min(max(rtt_min, rtt_p95), rtt_min + jitter, CREDIT)
    slowest = elapsed - short
    fastest = elapsed - long - paint
    if not isfinite(reported):
        return max(0.0, slowest)
    return max(0.0, fastest, min(reported, slowest))


# --- what the server knows of a line ---


@dataclass(slots=True)
class Line:
    """Round trips of one player, measured by the server and not by the player's script."""

    trips: deque[tuple[float, float | None]] = field(default_factory=deque)
    rtt_min: float = 0.0
    rtt_p95: float = 0.0

    def measure(self, at: float, trip: float | None) -> None:
        """A round trip that ended at `at`; None for one that was lost."""
        self.trips.append((at, trip))
        while self.trips[0][0] < at - WINDOW:
            self.trips.popleft()
        kept = sorted(trip for _, trip in self.trips if trip is not None)
        if kept:
            self.rtt_min = kept[0]
            self.rtt_p95 = kept[int(0.95 * (len(kept) - 1))]

    @property
    def lost(self) -> float:
        return sum(trip is None for _, trip in self.trips) / max(1, len(self.trips))

    @property
    def fit_to_play(self) -> bool:
        """Too slow or too lossy a line makes a player last, or everybody wait: he watches until it is better."""
        return self.rtt_p95 <= SLOW_LINE and self.lost <= LOSSY_LINE


def doubts(reactions: Sequence[float], surplus: Sequence[float], harder: Sequence[float]) -> list[str]:
    """What is strange about a player's reactions to plain cards; `harder` are those to cards from behind and specials.

    `surplus` is, for each slap, the time between card and answer at the server, less reaction and round trip: for an
    honest player a constant of the device.
    """
    found = []
    if len(reactions) >= 20:
        if fmean(reactions) < 230.0:
            found.append("faster than people are")
        if stdev(reactions) < 25.0:
            found.append("more even than people are")
        if len(harder) >= 10 and fmean(harder) <= fmean(reactions):
            found.append("no slower when it is harder")
    if len(surplus) >= 40:
        usual = sorted(surplus)[len(surplus) // 4]
        if fmean(surplus[-40:]) > usual + 10.0 + stdev(surplus) / 2.0:
            found.append("reports less than it takes")
    return found


# --- the order in which it happened ---


@dataclass(frozen=True, slots=True)
class Press:
    """A key or a pad that was pressed, as it reaches the server."""

    seat: int
    move: str
    reveal: int             # the last one that was painted when it was pressed
    reported: float         # since then, by the player's own clock
    arrived: float


@dataclass(frozen=True, slots=True)
class Ordered:
    """A press in its place: hand it to the rules as this move, at this time of the match."""

    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class _Shown:
    at: int                 # time of the match
    sent: Sequence[float]   # the server's time, by seat


@dataclass(order=True, slots=True)
class _Held:
    reveal: int
    tenths: int             # the reaction, as finely as it is compared
    lot: float
    press: Press = field(compare=False)
    reaction: float = field(compare=False)


class FairOrder:
    """Holds what arrives until its place is certain: by reveal first, then by reaction.

    A word waits for nobody, since only one player can say it; a slap or a gesture waits until no other player who
    has not slapped yet can have been earlier.
    """

    def __init__(self, lines: Sequence[Line], *, jitter: float = CASUAL_JITTER, chance: Random) -> None:
        self.lines = lines
        self.jitter = jitter
        self.chance = chance
        self._shown: dict[int, _Shown] = {}
        self._held: list[_Held] = []
        self._slapped: dict[int, set[int]] = {}

    def show(self, reveal: int, at: int, sent: Sequence[float]) -> None:
        """A reveal, or whatever else reactions count from, went out to all."""
        self._shown[reveal] = _Shown(at, tuple(sent))
        self._slapped[reveal] = set()
        for old in [number for number in self._shown if number < reveal - 32]:
            del self._shown[old], self._slapped[old]

    def take(self, press: Press) -> bool:
        """Keep a press; False if it answers something that is not known (any more)."""
        shown = self._shown.get(press.reveal)
        if shown is None:
            return False
        line = self.lines[press.seat]
        reaction = fair_time(press.reported, shown.sent[press.seat], press.arrived, line.rtt_min, line.rtt_p95,
                             PAINT, self.jitter)
        insort(self._held, _Held(press.reveal, round(reaction * 10), self.chance.random(), press, reaction))   # T-R9
        if press.move.startswith("slap"):
            self._slapped[press.reveal].add(press.seat)
        return True

    def release(self, now: float) -> list[Ordered]:
        """The presses whose place is certain by the server's time `now`, in order."""
        out = []
        while self._held and self._is_certain(self._held[0], now):
            held = self._held.pop(0)
            move = held.press.move
            if move.startswith("slap") and "#" not in move:
                move = f"{move} #{held.reveal}"
            out.append(Ordered(held.press.seat, move, self._shown[held.reveal].at + int(held.reaction)))
        return out

    def _is_certain(self, held: _Held, now: float) -> bool:
        if held.press.move.startswith("say"):
            return True
        waiting = [seat for seat in range(len(self.lines))
                   if seat != held.press.seat and seat not in self._slapped[held.reveal]]
        return all(now > self._latest(held.reveal, seat) + held.reaction for seat in waiting)

    def _latest(self, reveal: int, seat: int) -> float:
        """When a press of a seat at the moment of painting would have arrived at the latest."""
        return self._shown[reveal].sent[seat] + min(self.lines[seat].rtt_p95, CREDIT) + PAINT

    def certain_until(self, reveal: int, now: float) -> int:
        """The time of the match before which nothing more can arrive: as far may the rules' own deadlines go."""
        shown = self._shown[reveal]
        waiting = [seat for seat in range(len(self.lines)) if seat not in self._slapped[reveal]]
        return shown.at + int(min((now - self._latest(reveal, seat) for seat in waiting), default=now - shown.sent[0]))

"""Turns of games that know time: what arrives is put in the order in which it happened, by fair times.

The match's own time is tied to the server's at each reveal, and a move counts from the step its sender had painted. A
move waits until nobody with a slower line can have been earlier.
"""

import bisect
import contextlib
from typing import NamedTuple

from hoofspiel.kernel.words import IllegalMove

from . import fanout, hooks
from . import messages as m
from .actions import Actions
from .credit import Credit, note_doubt
from .crowd import Crowd
from .ports import Reader
from .refusals import TableRefused, refusal
from .seats import MINDING
from .state import TableState
from .surroundings import Surroundings
from .turns import RETRY_MS, mind, mover, repeated

PAINT_MS = 25.0
JITTER_MS = 60.0
REMEMBERED = 256
COUNT_IN_MS = 3_000
"""three, two, one: from the moment everybody is ready to the first move"""
AWAY_MS = 6_000
"""a player who is gone for so long is minded by a bot"""
PRESS, PLAN, TIME = 0, 1, 2
"""what people did, what a bot has planned, what time itself does"""


class Pending(NamedTuple):
    """A move that has come in, by the time at which it counts, in tenths of a millisecond, and the lot."""

    tenths: int
    lot: float
    seat: int
    move: str
    reader: Reader | None
    id: str


class TimedTurns:
    """A real-time match."""

    def __init__(self, state: TableState, crowd: Crowd, actions: Actions, around: Surroundings) -> None:
        self.state = state
        self.crowd = crowd
        self.actions = actions
        self.time = around.time
        self.players = around.players
        self.match_zero = self.real_zero = self.base = 0
        self.shown = (0, 0)
        self.sent: dict[int, tuple[int, int]] = {}
        """by number of the move: the time in the match of the reveal that was in sight, and when that was sent"""
        self.pending: list[Pending] = []
        self.plans: dict[int, tuple[int, float, str]] = {}
        """by seat: the time in the match, the lot, the move"""
        self.credit = Credit(state, crowd)
        self.not_before = 0
        self.planned_for: tuple[int, list[int]] = (-1, [])
        """the move after which bots made their plans, and which seats were theirs"""

    def begin(self) -> None:
        now, match = self.time.now(), self.state.playing()
        self.match_zero, self.real_zero = self.shown = int(match.position.now), now
        self.base = hooks.reaction_from(match.game, match.position)
        self.sent = {self.state.v: self.shown}
        self.credit.shown()

    # --- time ---

    def wait_ms(self) -> int:
        """How much later than it counts a move may arrive: the slowest line at the table, within reason."""
        return int(hooks.patience(self.state.playing().game, self.credit.slow()))

    def _lot(self) -> float:
        return float(self.players.chance())

    def real(self, at: int) -> int:
        """The server's time at which everything that counts by `at` has arrived."""
        return self.real_zero + (at - self.match_zero) + self.wait_ms()

    def refresh(self) -> None:
        state, match = self.state, self.state.match
        if match is None or match.over:
            self._end()
            return
        if state.v not in self.sent:
            now = self.time.now()
            base = hooks.reaction_from(match.game, match.position)
            if base != self.base:
                self.base = base
                self.match_zero, self.real_zero = self.shown = int(match.position.now), now
                self.credit.shown()
            self.sent[state.v] = self.shown
            if len(self.sent) > REMEMBERED:
                del self.sent[next(iter(self.sent))]
        self._plan_bots()

    def _plan_bots(self) -> None:
        """Bots decide at every step what they will do next, unless something happens before."""
        state, match = self.state, self.state.playing()
        bots = [seat for seat, place in enumerate(state.body.seats) if place.bot_acts()]
        if self.planned_for == (state.v, bots):
            return
        self.planned_for = state.v, bots
        self.plans.clear()
        for seat in bots:
            place = state.body.seats[seat]
            guess = fanout.guess_for(match, seat, self.players.chance())
            level = "minding" if place.minded else place.level or MINDING
            plan = hooks.bot_plan(match.game, guess, seat, level, self.players.chance())
            if plan is not None:
                self.plans[seat] = (int(match.position.now) + plan[0], self._lot(), plan[1])

    # --- people ---

    async def take(self, reader: Reader, request: m.Move, at: int) -> None:
        state, match = self.state, self.state.match
        seat = mover(reader, request)
        if match is None:
            raise TableRefused("not_now", "The match is not running.")
        if repeated(state, reader, seat, request) or self._sent_again(reader, seat, request.id):
            return
        if match.over:
            raise TableRefused("not_now", "The match is not running.")
        if state.body.paused:
            raise TableRefused("paused", "The match is paused.")
        if state.body.seats[seat].minded:
            raise TableRefused("not_now", "A bot minds your seat: take it back first.")
        if state.v == 0 and at < self.real_zero:
            raise TableRefused("not_now", "The match is being counted in: wait for the start.")
        if sum(p.seat == seat for p in self.pending) >= 8:
            raise TableRefused("too_fast", "Too many presses at once.")
        pending = Pending(*self.effective(reader, seat, request, at), seat, request.move, reader, request.id)
        bisect.insort(self.pending, pending, key=lambda p: p[:2])
        if self.credit.doubt(reader, seat) is not None:
            with contextlib.suppress(TableRefused):  # the store is in trouble: the next press says so again
                await self.actions.change(note_doubt(seat))

    def _sent_again(self, reader: Reader, seat: int, request_id: str) -> bool:
        """Does this wait already? Its answer goes where it was asked for last."""
        for n, press in enumerate(self.pending):
            if (press.seat, press.id) == (seat, request_id):
                self.pending[n] = press._replace(reader=reader)
                return True
        return False

    def effective(self, reader: Reader, seat: int, request: m.Move, arrived: int) -> tuple[int, float]:
        """When a move counts: its sender's own reaction, as far as the server's measurements allow it; and its lot."""
        match = self.state.playing()
        low, high = self.credit.of(seat)
        seen = None if request.seen is None else self.state.versions.moves_at(reader.seats, request.seen)
        shown_at, sent = self.sent[seen if seen in self.sent else max(self.sent)]
        if request.rt_ms is not None and hooks.races(match.game, request.move):
            self.credit.claim(seat, arrived - sent - request.rt_ms)
        reported = arrived - sent - low if request.rt_ms is None else request.rt_ms
        reaction = hooks.fair_time(
            match.game,
            reported=reported,
            sent=float(sent),
            arrived=float(arrived),
            rtt_min=low,
            rtt_p95=high,
            paint=0.0 if self.credit.is_doubted(seat) else PAINT_MS,
            jitter=JITTER_MS,
        )
        return hooks.place(match.game, shown_at, reaction, self._lot())

    def stood_still(self, ms: int) -> None:
        """The match was paused this long: everything that is still to come is that much later.

        A match that has not begun is counted in; readers see the end of that as the end of a window.
        """
        if self.state.v == 0:
            begins = self.time.now() + COUNT_IN_MS
            ms = begins - self.real_zero
            self.state.count_in(begins)
        self.real_zero += ms
        self.shown = self.shown[0], self.shown[1] + ms
        self.sent = {v: (at, sent + ms) for v, (at, sent) in self.sent.items()}

    def thought(self, seat: int, moment: int, move: str) -> None:
        """Bots of timed games plan ahead instead."""

    # --- what is due ---

    def _next(self) -> tuple[int, int, int | None, str] | None:
        """The next thing that counts: when, what kind (PRESS, PLAN or TIME), which seat, and the move.

        Of people and bots who count alike the lot decides (taco R5.11); time itself comes after them.
        """
        match = self.state.playing()
        found: list[tuple[tuple[int, bool, float], int, int | None, str]] = []
        if self.pending:
            press = self.pending[0]
            found.append(((press.tenths, False, press.lot), PRESS, press.seat, press.move))
        for seat, (at, lot, move) in self.plans.items():
            found.append(((at * 10, False, lot), PLAN, seat, move))
        due = hooks.due_at(match.game, match.position)
        if due >= 0:
            found.append((((due + 1) * 10, True, 0.0), TIME, None, "time"))
        if not found:
            return None
        (tenths, _, _), whose, who, move = min(found, key=lambda thing: thing[0])
        return tenths // 10, whose, who, move

    def wake_at(self) -> int | None:
        coming = self._next()
        due = [] if coming is None else [self.real(coming[0])]
        due += [gone + AWAY_MS for seat, gone in self.crowd.gone.items() if self._unminded(seat)]
        if not self.crowd.readers:
            return None  # nobody looks: time stands still
        return max(self.not_before, min(due)) if due else None

    def _unminded(self, seat: int) -> bool:
        place = self.state.body.seats[seat]
        return place.kind == "person" and not place.minded

    async def act(self) -> int | None:
        state = self.state
        while state.match is not None and not state.match.over:
            now = self.time.now()
            at = self.wake_at()
            if at is None or at > now:
                return at
            away = [seat for seat, gone in self.crowd.gone.items() if gone + AWAY_MS <= now and self._unminded(seat)]
            before = state.v, state.row.revision
            try:
                await (self.actions.change(mind(away[0])) if away else self._one())
            except TableRefused:
                if before == (state.v, state.row.revision):
                    self.not_before = now + RETRY_MS
                    self.real_zero += RETRY_MS  # the store is in trouble: time waits
        return None

    def _end(self) -> None:
        """What has come in and counts after the end is not played."""
        pending, self.pending = self.pending, []
        for press in pending:
            if press.reader is not None:
                press.reader.tell(refusal(TableRefused("not_now", "The match is over."), press.id))

    async def _one(self) -> None:
        coming = self._next()
        assert coming is not None
        at, whose, who, move = coming
        at = max(at, int(self.state.playing().position.now))
        if whose == PRESS:
            pending = self.pending.pop(0)
            await self._play_pending(pending, at)
            return
        try:
            await self.actions.play(who, move, at=at)
        except IllegalMove:
            if who is not None:
                del self.plans[who]  # the position has overtaken it

    async def _play_pending(self, pending: Pending, at: int) -> None:
        reader = pending.reader
        assert reader is not None
        try:
            await self.actions.play(pending.seat, pending.move, answers=(reader, pending.id), at=at)
        except (IllegalMove, TableRefused) as error:
            reader.tell(refusal(error, pending.id))

"""Turns of games that know time: what arrives is put in the order in which it happened, by fair times.

The match's own time is tied to the server's at each reveal, and a move counts from the step its sender had painted. A
move waits until nobody with a slower line can have been earlier.
"""

import bisect
from typing import TYPE_CHECKING, NamedTuple

from hoofspiel.kernel.words import IllegalMove

from . import fanout, hooks
from . import messages as m
from .body import Body
from .letters import Reader
from .seats import MINDING, No
from .turns import RETRY_MS, mover, refuse_illegal, repeated

if TYPE_CHECKING:
    from .room import Room

PAINT_MS = 25.0
JITTER_MS = 60.0
MOST_WAIT_MS = 250
REMEMBERED = 256
AWAY_MS = 6_000
"""a player who is gone for so long is minded by a bot"""
PRESS, PLAN, TIME = 0, 1, 2
"""what people did, what a bot has planned, what time itself does: first in this order where they count alike"""


class Pending(NamedTuple):
    """A move that has come in, by the time at which it counts."""

    at: int
    number: int
    seat: int
    move: str
    reader: Reader | None
    id: str


class TimedTurns:
    """A real-time match."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        now = room.time.now()
        match = room.match
        assert match is not None
        self.match_zero, self.real_zero = int(match.position.now), now
        self.base = hooks.reaction_from(match.game, match.position)
        self.shown = (self.match_zero, now)
        self.sent: dict[int, tuple[int, int]] = {room.v: self.shown}
        """by number of the move: the time in the match of the reveal that was in sight, and when that was sent"""
        self.pending: list[Pending] = []
        self.plans: dict[int, tuple[int, str]] = {}
        self.numbers = 0
        self.not_before = 0
        self.planned_for: tuple[int, list[int]] = (-1, [])
        """the move after which bots made their plans, and which seats were theirs"""

    # --- time ---

    def wait_ms(self) -> int:
        """How much later than it counts a move may arrive: the slowest line at the table, within reason."""
        lines = [reader.line.rtt()[1] for reader in self.room.crowd.readers if reader.seats]
        return int(min(MOST_WAIT_MS, max(lines, default=0.0) + (PAINT_MS if lines else 0.0)))

    def real(self, at: int) -> int:
        """The server's time at which everything that counts by `at` has arrived."""
        return self.real_zero + (at - self.match_zero) + self.wait_ms()

    def refresh(self) -> None:
        room, match = self.room, self.room.match
        if match is None or match.over:
            self._end()
            return
        if room.v not in self.sent:
            now = room.time.now()
            base = hooks.reaction_from(match.game, match.position)
            if base != self.base:
                self.base = base
                self.match_zero, self.real_zero = self.shown = int(match.position.now), now
            self.sent[room.v] = self.shown
            if len(self.sent) > REMEMBERED:
                del self.sent[next(iter(self.sent))]
        self._plan_bots()

    def _plan_bots(self) -> None:
        """Bots decide at every step what they will do next, unless something happens before."""
        room, match = self.room, self.room.match
        assert match is not None
        bots = [seat for seat, place in enumerate(room.body.seats) if place.bot_acts()]
        if self.planned_for == (room.v, bots):
            return
        self.planned_for = room.v, bots
        self.plans.clear()
        for seat in bots:
            place = room.body.seats[seat]
            guess = fanout.guess_for(match, seat, room.around.players.chance())
            level = "minding" if place.minded else place.level or MINDING
            plan = hooks.bot_plan(match.game, guess, seat, level, room.around.players.chance())
            if plan is not None:
                self.plans[seat] = (int(match.position.now) + plan[0], plan[1])

    # --- people ---

    async def take(self, reader: Reader, request: m.Move, at: int) -> None:
        room, match = self.room, self.room.match
        seat = mover(reader, request)
        if match is None:
            raise No("not_now", "The match is not running.")
        if repeated(room, reader, seat, request) or self._sent_again(reader, seat, request.id):
            return
        if match.over:
            raise No("not_now", "The match is not running.")
        if room.body.paused:
            raise No("paused", "The match is paused.")
        if room.body.seats[seat].minded:
            raise No("not_now", "A bot minds your seat: take it back first.")
        if sum(p.seat == seat for p in self.pending) >= 8:
            raise No("too_fast", "Too many presses at once.")
        self.numbers += 1
        when = max(int(match.position.now), self.effective(reader, request, at))
        pending = Pending(when, self.numbers, seat, request.move, reader, request.id)
        bisect.insort(self.pending, pending, key=lambda p: (p.at, p.number))

    def _sent_again(self, reader: Reader, seat: int, request_id: str) -> bool:
        """Does this wait already? Its answer goes where it was asked for last."""
        for n, press in enumerate(self.pending):
            if (press.seat, press.id) == (seat, request_id):
                self.pending[n] = press._replace(reader=reader)
                return True
        return False

    def effective(self, reader: Reader, request: m.Move, arrived: int) -> int:
        """When a move counts: its sender's own reaction, as far as the server's measurements allow it."""
        match = self.room.match
        assert match is not None
        low, high = reader.line.rtt()
        seen = None if request.seen is None else self.room.versions.moves_at(reader.seats, request.seen)
        shown_at, sent = self.sent[seen if seen in self.sent else max(self.sent)]
        reported = arrived - sent - low if request.rt_ms is None else request.rt_ms
        reaction = hooks.fair_time(
            match.game,
            reported=reported,
            sent=float(sent),
            arrived=float(arrived),
            rtt_min=low,
            rtt_p95=high,
            paint=PAINT_MS,
            jitter=JITTER_MS,
        )
        return shown_at + max(0, round(reaction))

    def stood_still(self, ms: int) -> None:
        """So long the match was paused: everything that is still to come comes so much later."""
        self.real_zero += ms
        self.shown = self.shown[0], self.shown[1] + ms
        self.sent = {v: (at, sent + ms) for v, (at, sent) in self.sent.items()}

    def thought(self, seat: int, moment: int, move: str) -> None:
        """Bots of timed games plan ahead instead."""

    # --- what is due ---

    def _next(self) -> tuple[int, int, int | None, str] | None:
        """The next thing that counts: its time, whose it is (PRESS, PLAN or TIME), who does it, and the move."""
        match = self.room.match
        assert match is not None
        found: list[tuple[int, int, int | None, str]] = []
        if self.pending:
            found.append((self.pending[0].at, PRESS, self.pending[0].seat, self.pending[0].move))
        for seat, (at, move) in self.plans.items():
            found.append((at, PLAN, seat, move))
        due = hooks.due_at(match.game, match.position)
        if due >= 0:
            found.append((due + 1, TIME, None, "time"))
        return min(found, key=lambda thing: thing[:2], default=None)

    def wake_at(self) -> int | None:
        coming = self._next()
        due = [] if coming is None else [self.real(coming[0])]
        due += [gone + AWAY_MS for seat, gone in self.room.gone.items() if self._unminded(seat)]
        if not self.room.crowd.readers:
            return None  # nobody looks: time stands still
        return max(self.not_before, min(due)) if due else None

    def _unminded(self, seat: int) -> bool:
        place = self.room.body.seats[seat]
        return place.kind == "person" and not place.minded

    async def act(self) -> int | None:
        while self.room.match is not None and not self.room.match.over:
            now = self.room.time.now()
            at = self.wake_at()
            if at is None or at > now:
                return at
            away = [seat for seat, gone in self.room.gone.items() if gone + AWAY_MS <= now and self._unminded(seat)]
            before = self.room.v, self.room.row.revision
            try:
                await (self._mind(away[0]) if away else self._one())
            except No:
                if before == (self.room.v, self.room.row.revision):
                    self.not_before = now + RETRY_MS
                    self.real_zero += RETRY_MS  # the store is in trouble: time waits
        return None

    def _end(self) -> None:
        """What has come in and counts after the end is not played."""
        pending, self.pending = self.pending, []
        for press in pending:
            if press.reader is not None:
                press.reader.tell(m.encode(m.Refused("not_now", "The match is over.", press.id)))

    async def _one(self) -> None:
        coming = self._next()
        assert coming is not None
        at, whose, who, move = coming
        room, match = self.room, self.room.match
        assert match is not None
        at = max(at, int(match.position.now))
        if whose == PRESS:
            pending = self.pending.pop(0)
            await self._play_pending(pending, at)
            return
        try:
            await room.play(who, move, at=at)
        except IllegalMove:
            if who is not None:
                del self.plans[who]  # the position has overtaken it

    async def _play_pending(self, pending: Pending, at: int) -> None:
        reader = pending.reader
        assert reader is not None
        try:
            await self.room.play(pending.seat, pending.move, answers=(reader, pending.id), at=at)
        except IllegalMove as error:
            refuse_illegal(reader, pending.id, error)
        except No as no:
            reader.tell(m.encode(m.Refused(no.code, no.reason, pending.id)))  # type: ignore[arg-type]

    async def _mind(self, seat: int) -> None:
        def note(body: Body) -> None:
            body.seats[seat].minded = True
            body.seats[seat].level = MINDING

        await self.room.change(note)

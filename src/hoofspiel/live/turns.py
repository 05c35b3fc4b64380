"""Who answers next when people do not: bots, standing orders, windows that close, seats that must be minded."""

import asyncio
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hoofspiel.kernel.secrets import first_of
from hoofspiel.kernel.words import IllegalMove

from . import fanout, hooks, orders
from . import messages as m
from .body import Body
from .letters import Reader, Thought
from .seats import MINDING, No
from .words import Order

if TYPE_CHECKING:
    from .room import Room

BUCKET_MS = 300
"""plays in a window that come within this time count as simultaneous, and the match's secret orders them"""
RETRY_MS = 1000
BRISK = 3
"""a bot's pause is so many times shorter where people answer quickly"""


class Turns(Protocol):
    """How a match goes on by itself."""

    def refresh(self) -> None:
        """The position or the seats changed."""

    def thought(self, seat: int, moment: int, move: str) -> None: ...

    def stood_still(self, ms: int) -> None:
        """A pause of so long is over."""

    async def take(self, reader: Reader, request: m.Move, at: int) -> None: ...

    def wake_at(self) -> int | None: ...

    async def act(self) -> int | None:
        """Do everything that is due by now; when the next thing is."""


class Waiting(NamedTuple):
    """A play in an open window, until its bucket is full."""

    seat: int
    move: str
    reader: Reader | None
    id: str
    order: Order | None


def refuse_illegal(reader: Reader, request_id: str, error: IllegalMove) -> None:
    """To the sender only: the rule, the reason, and what would have been legal."""
    reader.tell(m.encode(m.Refused("illegal", error.reason, request_id, error.rule, error.legal)))


def mover(reader: Reader, request: m.Move) -> int:
    """The seat that moves: the reader's own, or the one of several that is named."""
    if not reader.seats:
        raise No("not_seated", "You are watching: moves are made by those who have a seat.")
    seat = reader.seats[0] if request.seat is None else request.seat
    if seat not in reader.seats:
        raise No("not_seated", "That seat is not yours.")
    return seat


def repeated(room: "Room", reader: Reader, seat: int, request: m.Move) -> bool:
    """A move that was stored before is acknowledged again, whatever has happened since."""
    done = room.keys.get(f"{seat}:{request.id}")
    if done is not None:
        reader.tell(m.encode(m.Ack(request.id, room.version_for(reader.seats, done))))
    return done is not None


class TurnsOfQuestions:
    """For games in which a question waits for its answer."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.asked: dict[int, int] = {}
        """the question each bot was last asked to think about"""
        self.answers: dict[int, tuple[int, str]] = {}
        """what bots have decided, and when they will say so"""
        self.pauses: dict[int, int] = {}
        self.bucket: list[Waiting] = []
        self.bucket_end = 0
        self.orders: dict[int, tuple[str, Order]] = {}
        self.not_before = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # --- people ---

    async def take(self, reader: Reader, request: m.Move, at: int) -> None:
        room = self.room
        match = room.match
        seat = mover(reader, request)
        if match is None:
            raise No("not_now", "The match has not begun.")
        if repeated(room, reader, seat, request):
            return
        if room.body.paused:
            raise No("paused", "The match is paused.")
        if room.body.seats[seat].minded:
            raise No("not_now", "A bot minds your seat: take it back first.")
        if request.asked != match.position.moment and not match.over:
            raise No("stale", "That question is answered or gone: look again.")
        for n, waiting in enumerate(self.bucket):
            if (waiting.seat, waiting.id) == (seat, request.id):
                self.bucket[n] = waiting._replace(reader=reader)  # sent again: the answer goes there
                return
            if waiting.seat == seat:
                raise No("not_now", "Your last move is being looked at.")
        if self._races(seat, request.move) and request.move in match.moves(seat):
            self._into_bucket(Waiting(seat, request.move, reader, request.id, None))
            return
        try:
            await room.play(seat, request.move, answers=(reader, request.id))
        except IllegalMove as error:
            refuse_illegal(reader, request.id, error)
        except No:
            if not repeated(room, reader, seat, request):  # by another process, where it was sent before
                raise

    def _races(self, seat: int, move: str) -> bool:
        """Is this a play in an open window, where who comes first matters?"""
        if self.room.clocks.window_end is None:
            return False
        match = self.room.playing()
        return not hooks.lets_pass(match.game, match.position, seat, move)

    def _into_bucket(self, waiting: Waiting) -> None:
        if not self.bucket:
            self.bucket_end = self.room.time.now() + BUCKET_MS
        self.bucket.append(waiting)

    # --- the state of things ---

    def refresh(self) -> None:
        room, match = self.room, self.room.match
        if match is None:
            return
        moment, body = match.position.moment, room.body
        self.orders.clear()
        for seat in match.actors:
            place = body.seats[seat]
            if place.bot_acts():
                if self.asked.get(seat) != moment:
                    self._ask_bot(seat, moment, place.level or MINDING)
            else:
                self.asked.pop(seat, None)
                if body.orders:
                    self._look_at_orders(seat)

    def _ask_bot(self, seat: int, moment: int, level: str) -> None:
        match, players = self.room.match, self.room.around.players
        assert match is not None
        self.asked[seat] = moment
        self.answers.pop(seat, None)
        pause = players.pause_ms(match.game, level)
        if hooks.brisk(match.game, match.position):
            pause //= BRISK
        self.pauses[seat] = self.room.time.now() + pause
        guess = fanout.guess_for(match, seat, players.chance())

        async def think() -> None:
            move = await players.think(match.game, guess, seat, level)
            self.room.post(Thought(seat, moment, move))

        task = asyncio.ensure_future(think())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stood_still(self, ms: int) -> None:
        """The clocks know it; answers of bots may come at once."""

    def thought(self, seat: int, moment: int, move: str) -> None:
        if self.asked.get(seat) == moment:
            self.answers[seat] = (self.pauses.get(seat, 0), move)

    def _look_at_orders(self, seat: int) -> None:
        match = self.room.match
        standing = self.room.body.orders.get(str(seat))
        if match is None or not standing:
            return
        view = match.game.view(match.position, seat)
        found = orders.followed(standing, view, match.moves(seat))
        if found is None or any(waiting.seat == seat for waiting in self.bucket):
            return
        if self.room.clocks.window_end is not None:
            self._into_bucket(Waiting(seat, found[0], None, "", found[1]))
        else:
            self.orders[seat] = found

    # --- what is due ---

    def wake_at(self) -> int | None:
        clocks = self.room.clocks
        if clocks.limits is None and clocks.window_end is None and not (self.answers or self.bucket or self.orders):
            return None
        due = [at for at, _ in self.answers.values()]
        if self.bucket:
            due.append(self.bucket_end)
        if self.orders:
            due.append(self.room.time.now())
        if clocks.window_end is not None:
            due.append(clocks.window_end)
        if clocks.limits is not None:
            for seat in clocks.since:
                out = self._out_at(seat)
                due += [] if out is None else [out]
        return max(self.not_before, min(due)) if due else None

    def _out_at(self, seat: int) -> int | None:
        place = self.room.body.seats[seat]
        if place.bot_acts():
            return None
        room = self.room
        if not room.crowd.readers and room.clocks.limits is not None and room.clocks.limits.presence:
            return None  # nobody looks at this table: it sleeps until somebody does
        return room.clocks.out_at(seat, room.gone.get(seat))

    async def act(self) -> int | None:
        """Everything that is due by now, one thing at a time: each may change what is due next."""
        while not self.room.body.paused and self.room.match is not None and not self.room.match.over:
            at = self.wake_at()
            if at is None or at > (now := self.room.time.now()):
                return at
            before = self.room.v, self.room.row.revision
            try:
                await self._one(now)
            except No:
                if before == (self.room.v, self.room.row.revision):  # else another process was first: look again
                    self.not_before = now + RETRY_MS  # the store is in trouble: a little later again
        return None

    async def _one(self, now: int) -> None:
        room, match = self.room, self.room.match
        assert match is not None
        closing = room.clocks.window_end is not None and room.clocks.window_end <= now
        if self.bucket and (self.bucket_end <= now or closing):
            await self._empty_bucket()
            return
        if self.orders:
            seat, (move, order) = next(iter(self.orders.items()))
            await self._follow(seat, move, order)
            return
        for seat, (at, move) in list(self.answers.items()):
            if at <= now:
                del self.answers[seat]
                await self._bot_plays(seat, move, now)
                return
        if closing:
            seat = match.actors[0]
            await room.play(seat, hooks.late_move(match.game, match.position, seat, match.moves(seat)))
            return
        for seat in list(room.clocks.since):
            out = self._out_at(seat)
            if out is not None and out <= now:
                await self._mind(seat)
                return

    async def _bot_plays(self, seat: int, move: str, now: int) -> None:
        match = self.room.match
        assert match is not None
        if match.position.moment != self.asked.get(seat) or seat not in match.actors:
            return
        if not self.room.body.seats[seat].bot_acts():
            return
        if move not in match.moves(seat):
            move = match.moves(seat)[0]
        if self._races(seat, move):
            self._into_bucket(Waiting(seat, move, None, "", None))
            return
        moment = self.asked.pop(seat)  # a seat may be asked again within one moment
        try:
            await self.room.play(seat, move)
        except No:
            if self.room.playing().position.moment == moment:  # else what has happened meanwhile was looked at
                self.asked[seat] = moment
                self.answers[seat] = (now + RETRY_MS, move)
            raise

    async def _empty_bucket(self) -> None:
        """The match's secret picks one of those who came together; the others have their card back."""
        room, waiting = self.room, self.bucket
        self.bucket = []
        assert room.match is not None
        together = sorted(entry.seat for entry in waiting)
        chosen = first_of(room.row.secret, room.match.position.moment, together)
        first = waiting.pop(next(n for n, entry in enumerate(waiting) if entry.seat == chosen))
        try:
            answers = None if first.reader is None else (first.reader, first.id)
            await room.play(first.seat, first.move, answers=answers, together=together, order=first.order)
        except IllegalMove as error:
            if first.reader is not None:
                refuse_illegal(first.reader, first.id, error)
            self.bucket = waiting
        except No as no:
            self._send_back([first, *waiting], no)
            self.refresh()  # bots and orders try again
            raise
        else:
            self._send_back(waiting, No("stale", "Another card came first: yours is back in your hand."))

    def _send_back(self, waiting: list[Waiting], why: No) -> None:
        """These were not played."""
        for entry in waiting:
            if entry.reader is not None:
                entry.reader.tell(m.encode(m.Refused(why.code, why.reason, entry.id)))  # type: ignore[arg-type]
            else:
                self.asked.pop(entry.seat, None)

    async def _follow(self, seat: int, move: str, order: Order) -> None:
        self.orders.pop(seat, None)
        try:
            await self.room.play(seat, move, order=order)
        except No:
            self.refresh()  # it still stands
            raise

    async def _mind(self, seat: int) -> None:
        """Out of time or gone for too long: a bot answers from now on, until the person is back."""

        def note(body: Body) -> None:
            body.seats[seat].minded = True
            body.seats[seat].level = MINDING

        await self.room.change(note)

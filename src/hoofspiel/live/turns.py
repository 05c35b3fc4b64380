"""Who answers next when people do not: bots, standing orders, windows that close, seats that must be minded."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from hoofspiel.kernel.secrets import first_of
from hoofspiel.kernel.words import IllegalMove
from hoofspiel.store.port import MOST_TRIES

from . import hooks, orders
from . import messages as m
from .actions import Actions
from .body import Body
from .crowd import Crowd
from .ports import Reader
from .refusals import TableRefused, refusal
from .seats import MINDING
from .state import TableState
from .surroundings import Surroundings
from .thinking import BRISK, Decided, Thinking
from .words import Order

BUCKET_MS = 300
"""plays in a window that come within this time count as simultaneous, and the match's secret orders them"""
RETRY_MS = 1000


class Turns(Protocol):
    """How a match goes on by itself."""

    def begin(self) -> None:
        """The match has begun, here or before this room was opened."""

    def refresh(self) -> None:
        """The position or the seats changed."""

    def thought(self, seat: int, moment: int, move: str) -> None: ...

    def stood_still(self, ms: int) -> None:
        """A pause of this length is over."""

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


class Ordered(NamedTuple):
    """What a standing order answers, and when: after a pause that knows nothing of the order."""

    at: int
    move: str
    order: Order


def mover(reader: Reader, request: m.Move) -> int:
    """The seat that moves: the reader's own, or the one of several that is named."""
    if not reader.seats:
        raise TableRefused("not_seated", "You are watching: only people with a seat can move.")
    seat = reader.seats[0] if request.seat is None else request.seat
    if seat not in reader.seats:
        raise TableRefused("not_seated", "That seat is not yours.")
    return seat


def repeated(state: TableState, reader: Reader, seat: int, request: m.Move) -> bool:
    """A move that was stored before is acknowledged again, whatever has happened since."""
    done = state.keys.get(f"{seat}:{request.id}")
    if done is not None:
        reader.tell(m.encode(m.Ack(request.id, state.version_for(reader.seats, done))))
    return done is not None


def mind(seat: int) -> Callable[[Body], None]:
    """Out of time or gone for too long: a bot answers from now on, until the person is back."""

    def note(body: Body) -> None:
        body.seats[seat].minded, body.seats[seat].level = True, MINDING

    return note


class TurnsOfQuestions:
    """For games in which a question waits for its answer."""

    def __init__(self, state: TableState, crowd: Crowd, actions: Actions, around: Surroundings) -> None:
        self.state = state
        self.crowd = crowd
        self.actions = actions
        self.time = around.time
        self.players = around.players
        self.bots = Thinking(state, actions, around)
        self.bucket: list[Waiting] = []
        self.bucket_end = 0
        self.orders: dict[int, Ordered] = {}
        self._ordered: dict[int, tuple[int, int]] = {}
        """by seat, the moment of its question and the time at which its standing order answers that"""
        self.not_before = 0

    def begin(self) -> None:
        """A question waits: there is nothing to begin."""

    # --- people ---

    async def take(self, reader: Reader, request: m.Move, at: int) -> None:
        state = self.state
        match = state.match
        seat = mover(reader, request)
        if match is None:
            raise TableRefused("not_now", "The match has not begun.")
        if repeated(state, reader, seat, request):
            return
        if state.body.paused:
            raise TableRefused("paused", "The match is paused.")
        if state.body.seats[seat].minded:
            raise TableRefused("not_now", "A bot minds your seat: take it back first.")
        if request.asked != match.position.moment and not match.over:
            raise TableRefused("stale", "That question is answered or gone: look again.")
        for n, waiting in enumerate(self.bucket):
            if (waiting.seat, waiting.id) == (seat, request.id):
                self.bucket[n] = waiting._replace(reader=reader)  # sent again: the answer goes there
                return
            if waiting.seat == seat:
                raise TableRefused("not_now", "Your last move is being looked at.")
        if self._races(seat, request.move) and request.move in match.moves(seat):
            self._into_bucket(Waiting(seat, request.move, reader, request.id, None))
            return
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                await self.actions.play(seat, request.move, answers=(reader, request.id))
            except IllegalMove as error:
                reader.tell(refusal(error, request.id))
            except TableRefused as error:
                if repeated(state, reader, seat, request):  # by another process, where it was sent before
                    return
                if error.code == "stale" and tries_left and self._still_asked(seat, request):
                    continue  # somebody else has answered the same question in another process: both count
                raise
            return

    def _still_asked(self, seat: int, request: m.Move) -> bool:
        match = self.state.playing()
        return request.asked == match.position.moment and request.move in match.moves(seat) and self.state.runs()

    def _races(self, seat: int, move: str) -> bool:
        """Is this a play in an open window, where it matters who comes first?"""
        if self.state.clocks.window_end is None:
            return False
        match = self.state.playing()
        return not hooks.lets_pass(match.game, match.position, seat, move)

    def _into_bucket(self, waiting: Waiting) -> None:
        if not self.bucket:
            self.bucket_end = self.time.now() + BUCKET_MS
        self.bucket.append(waiting)

    # --- the state of things ---

    def refresh(self) -> None:
        match, body = self.state.match, self.state.body
        if match is None:
            return
        self.orders.clear()
        for seat in match.actors:
            if body.seats[seat].bot_acts():
                self.bots.ask(seat)
                continue
            if seat in self.bots.asked:
                self.bots.forget(seat)
            if body.orders:
                self._look_at_orders(seat)

    def stood_still(self, ms: int) -> None:
        """The clocks know it; answers of bots may come at once."""

    def thought(self, seat: int, moment: int, move: str) -> None:
        self.bots.thought(seat, moment, move)

    def _look_at_orders(self, seat: int) -> None:
        match, standing = self.state.playing(), self.state.body.orders.get(str(seat))
        if not standing:
            return
        view = match.game.view(match.position, seat)
        found = orders.followed(standing, view, match.moves(seat))
        if found is None or any(waiting.seat == seat for waiting in self.bucket):
            return
        moment = match.position.moment
        if self._ordered.get(seat, (-1, 0))[0] != moment:
            pause = self.players.pause_ms(match.game, MINDING, BRISK)
            self._ordered[seat] = moment, self.time.now() + pause
        self.orders[seat] = Ordered(self._ordered[seat][1], *found)

    # --- what is due ---

    def wake_at(self) -> int | None:
        clocks, decided = self.state.clocks, self.bots.decided
        if clocks.limits is None and clocks.window_end is None and not (decided or self.bucket or self.orders):
            return None
        due = [answer.at for answer in decided.values()]
        if self.bucket:
            due.append(self.bucket_end)
        due += [ordered.at for ordered in self.orders.values()]
        if clocks.window_end is not None:
            due.append(clocks.window_end)
        if clocks.limits is not None:
            for seat in clocks.since:
                out = self._out_at(seat)
                due += [] if out is None else [out]
        return max(self.not_before, min(due)) if due else None

    def _out_at(self, seat: int) -> int | None:
        clocks = self.state.clocks
        if self.state.body.seats[seat].bot_acts():
            return None
        if not self.crowd.readers and clocks.limits is not None and clocks.limits.presence:
            return None  # nobody looks at this table: it sleeps until somebody does
        return clocks.out_at(seat, self.crowd.gone.get(seat))

    async def act(self) -> int | None:
        """Everything that is due by now, one thing at a time: each may change what is due next."""
        state = self.state
        while state.runs():
            at = self.wake_at()
            if at is None or at > (now := self.time.now()):
                return at
            before = state.v, state.row.revision
            try:
                await self._one(now)
            except TableRefused:
                if before == (state.v, state.row.revision):  # else another process was first: look again
                    self.not_before = now + RETRY_MS  # the store is in trouble: try again a little later
        return None

    async def _one(self, now: int) -> None:
        clocks, match = self.state.clocks, self.state.playing()
        closing = clocks.window_end is not None and clocks.window_end <= now
        if self.bucket and (self.bucket_end <= now or closing):
            await self._empty_bucket()
        elif (seat := next((seat for seat, ordered in self.orders.items() if ordered.at <= now), None)) is not None:
            await self._follow(seat, self.orders.pop(seat))
        elif (decided := self.bots.take_due(now)) is not None:
            await self._bot_plays(*decided, now)
        elif closing:
            seat = match.actors[0]
            await self.actions.play(seat, hooks.late_move(match.game, match.position, seat, match.moves(seat)))
        else:
            out = {seat: self._out_at(seat) for seat in clocks.since}
            late = next((seat for seat, at in out.items() if at is not None and at <= now), None)
            if late is not None:
                await self.actions.change(mind(late))

    async def _bot_plays(self, seat: int, move: str, now: int) -> None:
        match = self.state.playing()
        if not self.bots.still_asked(seat):
            return
        if move not in match.moves(seat):
            move = match.moves(seat)[0]
        if self._races(seat, move):
            self._into_bucket(Waiting(seat, move, None, "", None))
            return
        moment = match.position.moment
        self.bots.ask_again(seat)  # within one moment
        try:
            await self.actions.play(seat, move)
        except TableRefused:
            if self.state.playing().position.moment == moment:  # else what has happened meanwhile was looked at
                self.bots.answer_again(seat, moment, Decided(now + RETRY_MS, move))
            raise

    async def _empty_bucket(self) -> None:
        """The match's secret picks one of the plays that came together; the others take their card back."""
        waiting, self.bucket = self.bucket, []
        together = sorted(entry.seat for entry in waiting)
        chosen = first_of(self.state.row.secret, self.state.playing().position.moment, together)
        first = waiting.pop(next(n for n, entry in enumerate(waiting) if entry.seat == chosen))
        try:
            answers = None if first.reader is None else (first.reader, first.id)
            await self.actions.play(first.seat, first.move, answers=answers, together=together, order=first.order)
        except IllegalMove as error:
            if first.reader is not None:
                first.reader.tell(refusal(error, first.id))
            self.bucket = waiting
        except TableRefused as error:
            self._send_back([first, *waiting], error)
            self.refresh()  # bots and orders try again
            raise
        else:
            self._send_back(waiting, TableRefused("stale", "Another card came first: yours is back in your hand."))

    def _send_back(self, waiting: list[Waiting], why: TableRefused) -> None:
        """These were not played."""
        for entry in waiting:
            if entry.reader is not None:
                entry.reader.tell(refusal(why, entry.id))
            else:
                self.bots.forget(entry.seat)

    async def _follow(self, seat: int, ordered: Ordered) -> None:
        if self._races(seat, ordered.move):
            self._into_bucket(Waiting(seat, ordered.move, None, "", ordered.order))
            return
        try:
            await self.actions.play(seat, ordered.move, order=ordered.order)
        except TableRefused:
            self.refresh()  # it still stands
            raise

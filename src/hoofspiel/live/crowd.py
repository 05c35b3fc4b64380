"""Everybody who looks at one table, and what each of them is told. Every fact of the match comes from fanout."""

from collections import deque
from collections.abc import Sequence

from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Event

from . import fanout
from . import messages as m
from .body import shown_table
from .clock import Clocks
from .past import MOST_STEPS, Past
from .ports import Reader, Time
from .presence import Elsewhere
from .state import TableState
from .versions import Seats
from .words import Table

WATCHERS_LATER_MS = 250
"""games that know time show watchers a card when the slowest line has it, so that nobody looks through a quicker one"""


def first(seats: Seats) -> int | None:
    """The seat that stands for its holder; None for a watcher."""
    return seats[0] if seats else None


class Crowd:
    """The readers of a room."""

    def __init__(self, state: TableState, time: Time) -> None:
        self.state = state
        self.time = time
        self.timed = find_game(state.row.game).timed
        self.readers: list[Reader] = []
        self.gone: dict[int, int] = {}
        """by seat, when the last connection of its person ended"""
        self.reseated = False
        """somebody came, went, sat down or stood up since the other processes were told"""
        self.delayed: deque[tuple[int, bytes]] = deque()
        """what watchers of a delayed table will be told, and when"""
        self.past = Past()
        self.elsewhere = Elsewhere()
        self._there: set[str] = set()
        self.hurried = False
        """do the bots here have too little time to think?"""
        self.stirs = False
        """something will have to be told without a letter: to delayed watchers, or of people elsewhere"""

    def here(self, person: str) -> bool:
        """Connected, to this process or another."""
        return person in self._there or any(r.person.id == person and not r.screen for r in self.readers)

    def present(self) -> set[str]:
        return self._there.union(reader.person.id for reader in self.readers if not reader.screen)

    def table(self) -> Table:
        """The table as everybody may see it."""
        state = self.state
        here, echoed = self.present(), self._echoed()
        return shown_table(state.row, state.body, here, state.commitment, echoed, hurried=self.hurried)

    def _echoed(self) -> set[str]:
        """Games that know time: those for whose lines nobody but their own page vouches."""
        return {r.person.id for r in self.readers if r.seats and not r.line.proven} if self.timed else set()

    # --- coming and going ---

    def held_by(self, reader: Reader) -> Seats:
        """The seats that this connection speaks for and may look from; a screen has none, whosever it is."""
        return () if reader.screen else self.state.body.seats_of(reader.person.id)

    def join(self, reader: Reader, since: int | None, chat: Sequence[m.ChatLine]) -> None:
        reader.seats = self.held_by(reader)
        was_here = self.here(reader.person.id)
        self.readers.append(reader)
        self.reseated = True
        for held in reader.seats:
            self.gone.pop(held, None)
        reader.tell(m.encode(self._welcome(reader, chat)))
        self.send_state(reader, since)
        if not was_here and reader.seats:
            self.tell_table(but=reader)

    def _welcome(self, reader: Reader, chat: Sequence[m.ChatLine]) -> m.Welcome:
        body, seat = self.state.body, first(reader.seats)
        unheard = body.muted.get(reader.person.id, [])
        return m.Welcome(
            table=self.table(),
            me=reader.person.id,
            name=reader.person.name,
            seat=seat,
            host=body.host == reader.person.id,
            v=self.state.version_for(reader.seats, self.reached(reader)),
            now=self.time.now(),
            chat=[line for line in chat if line.person not in unheard],
            orders=[] if seat is None else body.orders.get(str(seat), []),
            muted=unheard,
        )

    def leave(self, reader: Reader) -> None:
        if reader not in self.readers:
            return
        self.readers.remove(reader)
        if not self.readers:
            self.past.forget()
        self.reseated = True
        if reader.seats and not self.here(reader.person.id):
            self.gone.update(dict.fromkeys(reader.seats, self.time.now()))
            self.tell_table()

    def reseat(self) -> None:
        """People may have sat down or stood up: whoever did sees the match anew."""
        self.reseated = True
        for reader in self.readers:
            before, reader.seats = reader.seats, self.held_by(reader)
            if before != reader.seats:
                self.send_state(reader)
        seats = self.state.body.seats
        self.gone = {seat: at for seat, at in self.gone.items() if not self.here(seats[seat].person or "")}

    def seated(self) -> list[str]:
        """Everybody with a seat, or waiting for one, who is connected to this process."""
        waiting = {one.person for one in self.state.body.newcomers}
        return sorted({r.person.id for r in self.readers if r.seats or (r.person.id in waiting and not r.screen)})

    def look_elsewhere(self) -> None:
        """Who has come or gone in other processes since the last look?"""
        now, before = self.time.now(), self._there
        self._there = self.elsewhere.people(now)
        if self._there == before:
            return
        for person in before ^ self._there:
            for seat in self.state.body.seats_of(person):
                if self.here(person):
                    self.gone.pop(seat, None)
                else:
                    self.gone[seat] = now
        self.tell_table()

    def hear_elsewhere(self, worker: str, people: list[str]) -> None:
        """Another process says who is there."""
        self.elsewhere.hear(worker, people, self.time.now())
        self.stirs = True

    def stir(self, now: int) -> None:
        """Do what is due without a letter."""
        self.release(now)
        self.look_elsewhere()
        self.stirs = bool(self.delayed or self._there) or not self.elsewhere.silent()

    def _tell_later(self, at: int, frame: bytes) -> None:
        self.delayed.append((at, frame))
        self.stirs = True

    def may_watch(self, reader: Reader) -> bool:
        return bool(reader.seats) or self.state.body.watch == "all" or self.state.row.state == "over"

    def wake_at(self) -> int | None:
        """When watchers are to be told something, or what other processes said is too old."""
        shown, until = self.delayed[0][0] if self.delayed else None, self.elsewhere.until()
        return until if shown is None else shown if until is None else min(shown, until)

    def release(self, now: int) -> None:
        """Tell watchers whatever is old enough by now."""
        while self.delayed and self.delayed[0][0] <= now:
            _, frame = self.delayed.popleft()
            for reader in self.readers:
                if not reader.seats:
                    reader.tell(frame)

    def hurry(self, *, on: bool) -> None:
        """The bots here have too little time to think, or enough again."""
        if on != self.hurried:
            self.hurried = on
            self.tell_table()

    def tell_table(self, but: Reader | None = None) -> None:
        table = self.table()
        for reader in self.readers:
            if reader is not but:
                self.tell_table_to(reader, table)

    def tell_table_to(self, reader: Reader, table: Table | None = None) -> None:
        shown, host = table or self.table(), self.state.body.host == reader.person.id
        reader.tell(m.encode(m.TableNow(shown, first(reader.seats), host)))

    def tell_talk(self, speaker: str, frame: bytes) -> None:
        """To everybody who wants to hear this person."""
        for reader in self.readers:
            if speaker not in self.state.body.muted.get(reader.person.id, ()):
                reader.tell(frame)

    def tell_orders(self, seat: int) -> None:
        """Standing orders, to nobody but the seat's own person."""
        for reader in self.readers:
            if first(reader.seats) == seat:
                reader.tell(m.encode(m.OrdersNow(self.state.body.orders.get(str(seat), []))))

    def tell_clock(self) -> None:
        now = self.time.now()
        for reader in self.readers:
            if self.may_watch(reader) and not self.is_late(reader):
                reader.tell(m.encode(m.ClockNow(self.state.clocks.shown(now, first(reader.seats)))))

    def send_state(self, reader: Reader, since: int | None = None) -> None:
        """Bring one reader up to date: the steps after `since`, or everything."""
        if self.state.match is None or not self.may_watch(reader):
            return
        match, v, clocks = self.state.match, self.reached(reader), self.state.clocks
        if v < self.state.v:
            match = self.past.after(match, reader.seats, v)
        if self.is_late(reader):
            clocks = Clocks(None, [], [], paused_at=clocks.paused_at)  # who is asked now is not theirs to know yet
        seats, versions = reader.seats, self.state.versions
        made = versions.moves_at(seats, versions.shown(seats, v))
        if made != v and not match.over:
            match = self.past.after(match, seats, made)  # what others did since then is not theirs to know
        now = self.time.now()
        shown = versions.shown(seats, v)
        if since is None or not shown - MOST_STEPS <= since <= shown:
            reader.tell(fanout.Telling(match, [], clocks, now).state(seats, shown))
        elif since == shown:
            reader.tell(m.encode(m.ClockNow(clocks.shown(now, first(seats)))))
        else:
            for step in self.past.steps(match, versions, seats, since, clocks, now):
                reader.tell(step)
            reader.tell(fanout.Telling(match, match.log[made], clocks, now).step(seats, shown))
        if match.over:
            reader.tell(fanout.over_for(match, shown, self.state.row.secret))

    def is_late(self, reader: Reader) -> bool:
        """Does this reader watch a match that is shown to watchers some time later?"""
        match = self.state.match
        return not reader.seats and self.delay_ms() > 0 and match is not None and not match.over

    def delay_ms(self) -> int:
        """How much later watchers are shown the match."""
        delay = self.state.body.delay_seconds * 1000
        return max(delay, WATCHERS_LATER_MS) if self.timed else delay

    def reached(self, reader: Reader) -> int:
        """How many moves this reader may know of; watchers of a delayed match, those that are old enough."""
        if not self.is_late(reader):
            return self.state.v
        latest = self.time.now() - self.delay_ms()
        return sum(1 for at in self.state.times if at <= latest)

    def tell_step(self, match: Match, events: list[Event], answers: tuple[Reader, str] | None = None) -> None:
        """The step to everybody who saw something of it; to whoever made it with the acknowledgement, in one go."""
        state, now = self.state, self.time.now()
        versions, v = state.versions, state.v
        delay = self.delay_ms() if self.timed or state.body.delay_seconds else 0  # asked here, for nearly no table
        telling = fanout.Telling(match, events, state.clocks, now)
        frames: dict[Seats, bytes] = {}
        sender, ack = None, b""
        if answers is not None:
            sender = answers[0]
            ack = m.encode(m.Ack(answers[1], versions.shown(sender.seats, v)))
        for reader in self.readers:
            seats = reader.seats
            if not seats and (delay or not self.may_watch(reader)):
                continue
            frame = frames.get(seats)
            if frame is None:
                told_as = versions.told_as(seats, v)
                frame = frames[seats] = telling.step(seats, told_as) if told_as else b""
            if not frame:
                continue  # they saw nothing of it
            if reader is sender:
                reader.tell(frame, ack)
                sender = None
            else:
                reader.tell(frame)
        if sender is not None:
            sender.tell(ack)
        if delay and state.body.watch == "all" and (told_as := versions.told_as((), v)):
            self._tell_later(now + delay, telling.step((), told_as))

    def tell_over(self, match: Match) -> None:
        def frame_for(seats: Seats) -> bytes:
            return fanout.over_for(match, self.state.version_for(seats), self.state.row.secret)

        for reader in self.readers:
            if reader.seats or not self.delay_ms():
                reader.tell(frame_for(reader.seats))
        if self.delay_ms():
            self._tell_later(self.time.now() + self.delay_ms(), frame_for(()))

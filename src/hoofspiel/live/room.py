"""The only writer of a match. Everything that happens at a table comes through its mailbox, one thing after the other.

The order never changes: rules, store, bus, sockets. Nobody hears of a move that is not stored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import commitment
from hoofspiel.store.port import Conflict, MoveRow, TableRow, Unavailable

from . import hooks
from . import messages as m
from .behind import catch_up
from .body import Body, read_body, shown_table
from .clock import Clocks, limits_of
from .crowd import Crowd, first
from .desk import at_the_desk, hear_lines, last_lines, shown_line, spread, tell_orders
from .letters import (
    Asks,
    Errand,
    Heard,
    Joined,
    Left,
    Letter,
    Present,
    Reader,
    Said,
    Signed,
    Surroundings,
    Thought,
    Tick,
    Who,
    moved_note,
    present_note,
)
from .mailbox import Mailbox
from .rows import row_after, row_changed
from .seats import No
from .time import Alarm
from .timed import TimedTurns
from .turns import Turns, TurnsOfQuestions
from .versions import Seats, Versions
from .words import Order, Table

log = logging.getLogger("hoofspiel.room")
T = TypeVar("T")
CLOSING = Unavailable("the table is being closed")


class Room:
    """One table and its match."""

    def __init__(self, row: TableRow, moves: list[MoveRow], around: Surroundings, chat_lines: int = 0) -> None:
        self.row = row
        self.body: Body = read_body(row)
        self.around = around
        self.time = around.time
        self.commitment = commitment(row.secret)
        self._topic = f"table.{row.id}"
        self._own = around.worker.encode()
        self.crowd = Crowd(self)
        self.gone: dict[int, int] = {}
        """when the last connection of a seated person ended"""
        self._reseated = False
        """somebody came, went, sat down or stood up"""
        self._said: set[str] = set()
        """who is here, as the other processes were told"""
        self.match: Match | None = None
        self.v = 0
        self.versions: Versions
        """once the match has begun"""
        self.last_at = 0
        self.keys: dict[str, int] = {}
        self.chat_lines = chat_lines
        self.touched = self.time.now()
        """when the last letter was taken"""
        self.times: list[int] = []
        self.mail = Mailbox(row.id, self.handle, around.rest)
        self.clocks = Clocks(None, [], [])
        self._alarm: Alarm | None = None
        self._alarm_at: int | None = None
        if row.state != "open":
            self._restore(moves)
        self.turns: Turns = self._turns()
        self.turns.refresh()

    def _turns(self) -> Turns:
        return TimedTurns(self) if self.match is not None and self.match.game.timed else TurnsOfQuestions(self)

    # --- the mailbox ---

    def post(self, letter: Letter) -> None:
        self.mail.put(letter)

    async def look(self, what: Callable[[], T]) -> T:
        """What somebody outside finds here between two letters: within one, a move may be played and not yet stored."""

        async def work() -> T:
            return what()

        return await (work() if self.mail.closed else self._in_turn(work))  # when closed, nothing is under way any more

    async def alter(self, how: Callable[[Body], None]) -> None:
        """Change the table from outside; No when it cannot be, Unavailable when the room closes."""
        await self._in_turn(lambda: self.change(how))

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        errand = Errand(work, done)
        self.post(errand)
        if self.mail.closed:
            errand.refuse(CLOSING)
        return await done

    async def handle(self, letter: Letter) -> None:
        self.touched = self.time.now()
        if isinstance(letter, Asks):
            await self._answer(letter)
            self.around.took(self.time.now() - letter.at)
        elif isinstance(letter, Joined):
            await self._join(letter.reader, letter.since)
        elif isinstance(letter, Left):
            self._leave(letter.reader)
        elif isinstance(letter, Errand):
            await letter.run()
        elif isinstance(letter, Thought):
            self.turns.thought(letter.seat, letter.moment, letter.move)
        elif isinstance(letter, Heard):
            await catch_up(self, letter.v, letter.revision)
        elif isinstance(letter, Said):
            await hear_lines(self, letter.n)
        elif isinstance(letter, Signed):
            spread(self, letter.sign.person, m.encode(letter.sign))
        elif isinstance(letter, Present):
            self.crowd.hear_elsewhere(letter.worker, letter.people)
        elif isinstance(letter, Who):
            await self._say_who_is_here(again=True)
        if self._reseated:
            await self._say_who_is_here(again=False)
        if self.crowd.stirs:
            self.crowd.stir(self.touched)
        due = self._due()
        if due is not None and due <= self.time.now():
            due = await self.turns.act()
        self._set_alarm(due)

    def _due(self) -> int | None:
        """When the match goes on by itself."""
        runs = self.match is not None and not self.match.over and not self.body.paused
        return self.turns.wake_at() if runs else None

    def _set_alarm(self, due: int | None) -> None:
        """Ask to be woken for what comes next."""
        wanted, coming = due, self.crowd.wake_at() if self.crowd.stirs else None
        if coming is not None:
            wanted = coming if due is None else min(due, coming)
        if wanted == self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_at = wanted
        self._alarm = None if wanted is None else self.time.wake(wanted, self._ring)

    def _ring(self) -> None:
        self._alarm_at = None
        self.post(Tick())

    def close(self) -> None:
        """Forget the alarm and the mail; what was stored stays."""
        for letter in [letter for letter in self.mail.close() if isinstance(letter, Errand)]:
            letter.refuse(CLOSING)
        if self._alarm is not None:
            self._alarm.cancel()

    # --- coming and going ---

    def table(self) -> Table:
        return shown_table(self.row, self.body, self.crowd.present(), self.commitment)

    async def _join(self, reader: Reader, since: int | None) -> None:
        reader.seats = self.body.seats_of(reader.person.id)
        seat = first(reader.seats)
        lines = await last_lines(self) if self.chat_lines else []
        unheard = self.body.muted.get(reader.person.id, [])
        was_here = self.crowd.here(reader.person.id)
        self.crowd.readers.append(reader)
        self._reseated = True
        for held in reader.seats:
            self.gone.pop(held, None)
        welcome = m.Welcome(
            table=self.table(),
            me=reader.person.id,
            name=reader.person.name,
            seat=seat,
            host=self.body.host == reader.person.id,
            v=self.version_for(reader.seats, self.crowd.reached(reader)),
            now=self.time.now(),
            chat=[shown_line(line) for line in lines if line.person not in unheard],
            orders=[] if seat is None else self.body.orders.get(str(seat), []),
            muted=unheard,
        )
        reader.tell(m.encode(welcome))
        self.crowd.send_state(reader, since)
        if not was_here and reader.seats:
            self.crowd.tell_table(but=reader)

    def _leave(self, reader: Reader) -> None:
        if reader not in self.crowd.readers:
            return
        self.crowd.readers.remove(reader)
        self._reseated = True
        if reader.seats and not self.crowd.here(reader.person.id):
            self.gone.update(dict.fromkeys(reader.seats, self.time.now()))
            self.crowd.tell_table()

    async def _say_who_is_here(self, *, again: bool) -> None:
        """To the other processes: all with a seat who are connected to this one."""
        self._reseated = False
        people = {reader.person.id for reader in self.crowd.readers if reader.seats}
        if people != self._said or (people and again):
            self._said = people
            await self.publish(present_note(sorted(people)))

    # --- what people ask for ---

    async def _answer(self, letter: Asks) -> None:
        reader, request = letter.reader, letter.request
        try:
            if isinstance(request, m.Move):
                await self.turns.take(reader, request, letter.at)
            elif isinstance(request, m.Resume):
                self.crowd.send_state(reader, request.v)
            else:
                await at_the_desk(self, reader, request)
        except No as no:
            key = request.id if isinstance(request, m.Move) else None
            reader.tell(m.encode(m.Refused(code=no.code, reason=no.reason, id=key)))  # type: ignore[arg-type]

    # --- the match ---

    def _restore(self, moves: list[MoveRow]) -> None:
        """The match out of its record."""
        match = Match(self.row.game, seats=len(self.body.seats), seed=self.row.secret, options=self.body.options)
        started = self.body.started or 0
        self.versions = Versions(match.position)
        for row in moves:
            match.play(None if row.seat < 0 else row.seat, row.move, row.at)
            self.note(row, started, match)
        self.match = match
        self._begin_clocks(match)
        if self.body.paused:
            self.clocks.pause(self.body.paused_at or self.time.now())

    def _begin_clocks(self, match: Match) -> None:
        self.clocks = Clocks(limits_of(self.body.pace), list(self.body.banks), list(self.body.holds))
        asked_at = self.row.changed if self.body.pace.kind == "mail" else self.time.now()
        self.clocks = self.clocks_after(match, None, asked_at)
        self.clocks.since |= {seat: at for seat, at in self.body.since.items() if seat in self.clocks.since}

    def clocks_after(self, match: Match, seat: int | None, now: int) -> Clocks:
        window = hooks.window_ms(match.game, match.position)
        return self.clocks.after(seat, match.actors, match.position.moment, now, window)

    def version_for(self, seats: Seats, v: int | None = None) -> int:
        """Where who holds these seats (none: watchers) is after `v` moves, by their own count."""
        return 0 if self.match is None else self.versions.shown(seats, self.v if v is None else v)

    def note(self, row: MoveRow, started: int, match: Match) -> None:
        self.v = row.seq
        self.versions.note(match.position, row.seq)
        self.last_at = row.at
        self.times.append(self.time.now() if match.game.timed else started + row.at)  # a timed match may stand still
        if row.key:
            self.keys[row.key] = row.seq

    def begin(self) -> Match:
        """The table has just been stored as running."""
        match = Match(self.row.game, seats=len(self.body.seats), seed=self.row.secret, options=self.body.options)
        self.match = match
        self.around.players.prepare(match.game)
        self.versions = Versions(match.position)
        self._begin_clocks(match)
        self.turns = self._turns()
        for reader in self.crowd.readers:
            self.crowd.send_state(reader)
        self.turns.refresh()
        return match

    def playing(self) -> Match:
        """The match, where there must be one."""
        if self.match is None:
            raise ValueError("the match has not begun")
        return self.match

    async def play(
        self,
        seat: int | None,
        move: str,
        *,
        answers: tuple[Reader, str] | None = None,
        at: int | None = None,
        together: Sequence[int] = (),
        order: Order | None = None,
    ) -> None:
        """Play, store, tell. IllegalMove and No leave everything as it was.

        `answers` is who sent the move, and under which id: the acknowledgement goes out with the step. `together` are
        the seats that acted at the same time, of which this is the first; `order` is the standing order it follows.
        """
        match = self.playing()
        key = "" if answers is None else f"{seat}:{answers[1]}"
        now = self.time.now()
        when = max(self.last_at, now - (self.body.started or now)) if at is None else at
        events = match.play(seat, move, when)
        entry = MoveRow(self.v + 1, -1 if seat is None else seat, move, when, key)
        clocks = self.clocks_after(match, seat, now)
        followed = None if seat is None or order is None else (seat, order)
        row = row_after(self, match, clocks, now, together=together, followed=followed)
        try:
            await self.around.store.append(self.row.id, [entry], row)
        except (Conflict, Unavailable) as error:
            self.match = Match.from_record(match.record(), moves=self.v)
            if isinstance(error, Unavailable):
                log.error("table %s: %s", self.row.id, error)
                raise No("storage", "The server cannot store moves right now; yours was not played.") from error
            await catch_up(self, self.v + 1, self.row.revision + 1)
            raise No("stale", "Somebody else was first: look again.") from error
        if row is not None:
            self.row, self.body = row, read_body(row)
        self.clocks = clocks
        self.note(entry, self.body.started or 0, match)
        if not self.around.bus.quiet(self._topic):
            await self.publish(moved_note(self.v, self.row.revision))
        self.crowd.tell_step(match, events, answers)
        if followed is not None and followed[1].once:
            tell_orders(self, followed[0])
        if match.over:
            self.crowd.tell_over(match)
            self.around.changed(self)
        self.turns.refresh()

    async def change(self, alter: Callable[[Body], None], *, state: str | None = None) -> None:
        """Change the table itself: on a copy, stored, and only then for everybody."""
        row = row_changed(self, alter, self.time.now(), state)
        try:
            await self.around.store.save_table(row)
        except Unavailable as error:
            raise No("storage", "The server cannot store changes right now; nothing was changed.") from error
        except Conflict as error:
            await catch_up(self, self.v + 1, self.row.revision + 1)
            raise No("not_now", "The table has just changed: look again.") from error
        shows = self.adopt(row)
        self.turns.refresh()
        await self.publish(moved_note(self.v, self.row.revision))
        if shows:
            self.around.changed(self)

    def adopt(self, row: TableRow) -> bool:
        """The table is this from now on. Does that show? What does not (orders, whom one mutes) is told to nobody."""
        shown = self.table()
        self.row, self.body = row, read_body(row)
        self._keep_time()
        for reader in self.crowd.readers:
            before, reader.seats = reader.seats, self.body.seats_of(reader.person.id)
            if before != reader.seats:
                self._reseated = True
                self.crowd.send_state(reader)
        absent = [seat for seat in self.gone if not self.crowd.here(self.body.seats[seat].person or "")]
        self.gone = {seat: self.gone[seat] for seat in absent}
        if shows := self.table() != shown:
            self.crowd.tell_table()
        return shows

    def _keep_time(self) -> None:
        """The clocks stand still while the table is paused, wherever that was agreed."""
        now, since = self.time.now(), self.clocks.paused_at
        self.clocks.banks = list(self.body.banks)
        if self.body.paused:
            self.clocks.pause(now)
        elif since is not None:
            self.turns.stood_still(now - since)
            self.clocks.go_on(now)
        if since != self.clocks.paused_at:
            self.crowd.tell_clock()

    async def publish(self, note: bytes) -> None:
        """Tell the other processes."""
        try:
            await self.around.bus.publish(self._topic, b"%s %s" % (self._own, note))
        except OSError as error:  # the store has it: others find it there
            log.debug("table %s: the bus does not answer: %s", self.row.id, error)

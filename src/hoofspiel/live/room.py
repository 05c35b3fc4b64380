"""The only writer of a match. Everything that happens at a table comes through its mailbox, one thing after the other.

The order never changes: rules, store, bus, sockets. Nobody hears of a move that is not stored.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.store.port import MOST_TRIES, Conflict, Lost, MoveRow, Pen, TableRow, Unavailable

from . import letters
from . import messages as m
from .behind import missed
from .body import Body
from .crowd import Crowd
from .letters import Asks, Errand, Heard, Joined, Leased, Left, Letter, Present, Said, Signed, Thought, Tick, Who
from .mailbox import Mailbox
from .notes import Notes
from .ports import Alarm, Reader
from .refusals import TableRefused, refusal
from .requests import Desk, answer
from .state import TableState
from .surroundings import Surroundings
from .talk import Talk
from .timed import TimedTurns
from .turns import Turns, TurnsOfQuestions
from .words import Order, Table

log = logging.getLogger("hoofspiel.room")
T = TypeVar("T")
CLOSING = Unavailable("the table is being closed")
NOTHING_CHANGED = "The server cannot store changes right now; nothing was changed."
TOO_FAST = TableRefused("too_fast", "Slowly: wait for an answer before you ask again.")


def _id_of(request: m.TableRequest) -> str | None:
    return request.id if isinstance(request, m.Move) else None


class Room:
    """One table, its match and everybody who looks at it. It is the `Actions` of its turns and requests."""

    def __init__(
        self,
        row: TableRow,
        moves: list[MoveRow],
        around: Surroundings,
        chat_lines: int = 0,
        *,
        pen: Pen | None = None,
        handed: bytes | None = None,
        still: bool = False,
    ) -> None:
        """`pen` is what to write with instead of the store itself, `still`: nothing is done here, only looked at."""
        self.around = around
        self.time = around.time
        self.pen = pen or around.store
        self.state = TableState(row, moves, self.time.now(), chat_lines)
        if handed is not None:
            self.state.take_over(handed, self.time.now())
        self.crowd = Crowd(self.state, self.time)
        self.notes = Notes(around.bus, row.id, around.worker, owned=pen is not None)
        self.talk = Talk(self.state, self.crowd, around.store, self.notes)
        self.desk = Desk(self.state, self.crowd, self.talk, self, around)
        kind = TimedTurns if find_game(row.game).timed else TurnsOfQuestions
        self.turns: Turns = kind(self.state, self.crowd, self, around)
        self.mail = Mailbox(row.id, self.handle, around.rest, lambda person: bool(self.state.body.seats_of(person)))
        self.touched = self.time.now()
        """when the last letter was taken"""
        self._leads = not still and around.lease.mine(row.id)
        """do the bots, clocks and deadlines of this table run here?"""
        self._seated: list[str] = []
        """who has a seat here, as the other processes were told"""
        self._alarm: Alarm | None = None
        self._alarm_at: int | None = None
        if self.state.match is not None:
            self.turns.begin()
            self._refresh()

    # --- what others may read of it ---

    @property
    def row(self) -> TableRow:
        return self.state.row

    @property
    def body(self) -> Body:
        return self.state.body

    @property
    def match(self) -> Match | None:
        return self.state.match

    @property
    def v(self) -> int:
        return self.state.v

    def playing(self) -> Match:
        return self.state.playing()

    def table(self) -> Table:
        return self.crowd.table()

    # --- the mailbox ---

    def post(self, letter: Letter) -> None:
        if not self.mail.put(letter) and isinstance(letter, Asks):
            letter.reader.tell(refusal(TOO_FAST, _id_of(letter.request)))

    async def look(self, what: Callable[[], T]) -> T:
        """What code outside finds here between two letters: within one, a move may be played and not yet stored."""

        async def work() -> T:
            return what()

        return await (work() if self.mail.closed else self._in_turn(work))  # when closed, nothing is under way

    async def alter(self, how: Callable[[Body], None]) -> None:
        """Change it from outside; Unavailable: not stored, or the room closes, Conflict: others always came first."""
        try:
            await self._in_turn(lambda: self.change(how))
        except TableRefused as error:
            raise (Unavailable if error.code == "storage" else Conflict)(error.reason) from error

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        errand = Errand(work, done)
        self.post(errand)
        if self.mail.closed:
            errand.refuse(CLOSING)
        return await done

    async def handle(self, letter: Letter) -> None:
        self.touched = self.time.now()
        await TAKES[type(letter)](self, letter)
        if self.talk.unsaved and not self.mail.waiting:
            await self._save_mutes()
        if self.crowd.reseated:
            await self._say_who_is_here(again=False)
        if self.crowd.stirs:
            self.crowd.stir(self.touched)
        due = self._due()
        if due is not None and due <= self.time.now():
            due = await self.turns.act()
        self._set_alarm(due)

    def _due(self) -> int | None:
        """When the match goes on by itself, and here."""
        match = self.state.match
        runs = self._leads and match is not None and not match.over and not self.state.body.paused
        return self.turns.wake_at() if runs else None

    def _refresh(self) -> None:
        """See whom to ask next, if that is up to this process."""
        if self._leads:
            self.turns.refresh()

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

    def close(self) -> list[Reader]:
        """Forget the alarm and the mail; what was stored stays. Everybody who was here, or just coming in."""
        readers = list(self.crowd.readers)
        for letter in self.mail.close():
            if isinstance(letter, Errand):
                letter.refuse(CLOSING)
            elif isinstance(letter, Joined) and letter.reader not in readers:
                readers.append(letter.reader)
        if self._alarm is not None:
            self._alarm.cancel()
        return readers

    # --- what each letter means ---

    async def _answer(self, letter: Asks) -> None:
        reader, request = letter.reader, letter.request
        try:
            if isinstance(request, m.Move):
                await self.turns.take(reader, request, letter.at)
            else:
                await answer(self.desk, reader, request)
        except TableRefused as error:
            reader.tell(refusal(error, _id_of(request)))
        self.around.took(self.time.now() - letter.at, self.state.row.id, type(request).__name__)

    async def _join(self, letter: Joined) -> None:
        if letter.since is not None and letter.since > self.state.version_for(self.crowd.held_by(letter.reader)):
            await self.look_again()  # they know more than we do
        self.crowd.join(letter.reader, letter.since, await self.talk.lines())

    async def _leave(self, letter: Left) -> None:
        self.crowd.leave(letter.reader)

    async def _run(self, letter: Errand) -> None:
        await letter.run()

    async def _think(self, letter: Thought) -> None:
        self.turns.thought(letter.seat, letter.moment, letter.move)

    async def _hurry(self, letter: letters.Hurried) -> None:
        self.crowd.hurry(on=letter.on)

    async def _tick(self, letter: Tick) -> None:
        """What is due is done after every letter."""

    async def _lease(self, letter: Leased) -> None:
        self._leads = self.around.lease.mine(self.state.row.id)
        self._refresh()

    async def look_again(self) -> None:
        with contextlib.suppress(TableRefused):
            await self._catch_up(self.state.v + 1, self.state.row.revision + 1)

    async def _hear(self, letter: Heard) -> None:
        await self._catch_up(letter.v, letter.revision)

    async def _hear_lines(self, letter: Said) -> None:
        await self.talk.hear_lines(letter.n)

    async def _hear_sign(self, letter: Signed) -> None:
        self.talk.tell_sign(letter.sign)

    async def _hear_who(self, letter: Present) -> None:
        self.crowd.hear_elsewhere(letter.worker, letter.people)

    async def _say_who(self, letter: Who) -> None:
        await self._say_who_is_here(again=True)

    async def _say_who_is_here(self, *, again: bool) -> None:
        """To the other processes: all with a seat who are connected to this one."""
        self.crowd.reseated = False
        people = self.crowd.seated()
        if people != self._seated or (people and again):
            self._seated = people
            await self.notes.present(people)

    # --- the match ---

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
        state, now = self.state, self.time.now()
        match = state.playing()
        when = max(state.last_at, now - (state.body.started or now)) if at is None else at
        events = match.play(seat, move, when)
        key = "" if answers is None else f"{seat}:{answers[1]}"
        entry = MoveRow(state.v + 1, -1 if seat is None else seat, move, when, key)
        clocks = state.clocks_after(match, seat, now)
        followed = None if seat is None or order is None else (seat, order)
        row = state.row_after(match, clocks, now, together=together, followed=followed)
        try:
            await self.pen.append(state.row.id, [entry], row)
        except Lost as error:
            state.take_back()
            await self._lost(error)
        except (Conflict, Unavailable) as error:
            state.take_back()
            if isinstance(error, Unavailable):
                log.error("a move could not be stored: %s", error, extra={"table": state.row.id})
                raise TableRefused(
                    "storage", "The server cannot store moves right now; yours was not played."
                ) from error
            await self._catch_up(state.v + 1, state.row.revision + 1)
            raise TableRefused("stale", "Somebody else was first: look again.") from error
        state.played(match, entry, clocks, row, self.time.now() if match.game.timed else now)
        if not self.notes.quiet():  # checked here, since it is so for nearly every move
            await self.notes.moved(state.v, state.row.revision)
        self.crowd.tell_step(match, events, answers)
        if followed is not None and followed[1].once:
            self.crowd.tell_orders(followed[0])
        if match.over:
            self.crowd.tell_over(match)
            self.around.changed(state)
        self._refresh()

    async def _lost(self, why: Lost) -> None:
        """Nobody is answered: they come again and ask whoever owns the table then. Ends when the room is closed."""
        log.warning("table %s is given up here: %s", self.state.row.id, why)
        self._leads = False
        self.around.lost(self.state.row.id)
        await asyncio.get_running_loop().create_future()

    async def change(self, alter: Callable[[Body], None], *, start: bool = False) -> bool:
        state = self.state
        for tries_left in reversed(range(MOST_TRIES)):
            row = state.row_changed(alter, self.time.now(), start=start)
            try:
                await self.pen.save_table(row)
                break
            except Lost as error:
                await self._lost(error)
            except Unavailable as error:
                raise TableRefused("storage", NOTHING_CHANGED) from error
            except Conflict as error:
                await self._catch_up(state.v + 1, state.row.revision + 1)
                if not tries_left or (start and state.match is not None):
                    raise TableRefused("not_now", "The table has just changed: look again.") from error
        state.saved()
        shows = self._adopt(row)
        self._refresh()
        if not self.notes.quiet():
            await self.notes.moved(state.v, state.row.revision)
        if shows:
            self.around.changed(state)
        return shows

    async def _save_mutes(self) -> None:
        """Once no other letter waits: however many there were, the table is written once."""
        error: TableRefused | None = None
        if self.state.mutes:
            try:
                await self.change(lambda body: None)
            except TableRefused as refused:
                error = refused
                self.state.forget_mutes()
        self.talk.answer_mutes(error)

    async def _catch_up(self, v: int, revision: int) -> None:
        """With what another process stored, to this number of moves and this revision at least."""
        state = self.state
        row, moves = await missed(self.around.store, state, v, revision)
        if row is not None:
            self._adopt(row)
        if state.match is not None and moves:
            for move in moves:
                events = state.follow(move, self.time.now())
                self.crowd.tell_step(state.match, events)
            if state.match.over:
                self.crowd.tell_over(state.match)
        self._refresh()

    def _adopt(self, row: TableRow) -> bool:
        """The table is this from now on. Does that show? What does not (orders, mutes) is told to nobody."""
        state, crowd = self.state, self.crowd
        shown, paused_at = crowd.table(), state.clocks.paused_at
        stood_still = state.adopt(row, self.time.now())
        if stood_still is not None:
            self.turns.stood_still(stood_still)
        if paused_at != state.clocks.paused_at:
            crowd.tell_clock()
        crowd.reseat()
        shows = crowd.table() != shown
        if shows:
            crowd.tell_table()
        if state.match is None and row.state != "open":
            self._begin()
        return shows

    def _begin(self) -> None:
        match = self.state.begin(self.time.now())
        self.around.players.prepare(match.game)
        self.turns.begin()
        for reader in self.crowd.readers:
            self.crowd.send_state(reader)


TAKES: dict[type[Letter], Callable[[Room, Any], Coroutine[Any, Any, None]]] = {
    Asks: Room._answer,
    Joined: Room._join,
    Left: Room._leave,
    Errand: Room._run,
    Thought: Room._think,
    letters.Hurried: Room._hurry,
    Tick: Room._tick,
    Leased: Room._lease,
    Heard: Room._hear,
    Said: Room._hear_lines,
    Signed: Room._hear_sign,
    Present: Room._hear_who,
    Who: Room._say_who,
}

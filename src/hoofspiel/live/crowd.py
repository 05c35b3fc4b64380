"""Everybody who looks at one table, and what each of them is told. Every fact of the match comes from fanout."""

from collections import deque
from typing import TYPE_CHECKING

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Event

from . import fanout
from . import messages as m
from .clock import Clocks
from .letters import Reader
from .presence import Elsewhere
from .versions import Seats
from .words import Table

if TYPE_CHECKING:
    from .room import Room

REPLAYED_STEPS = 64
"""so many missed steps are sent again one by one; beyond that the whole state says it better"""


def first(seats: Seats) -> int | None:
    """The seat that stands for its holder; None for a watcher."""
    return seats[0] if seats else None


class Crowd:
    """The readers of a room."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.readers: list[Reader] = []
        self.delayed: deque[tuple[int, bytes]] = deque()
        """what watchers of a delayed table will be told, and when"""
        self.elsewhere = Elsewhere()
        self._there: set[str] = set()
        self.stirs = False
        """something will have to be told without a letter: to delayed watchers, or of people elsewhere"""

    def here(self, person: str) -> bool:
        """Connected, to this process or another."""
        return any(reader.person.id == person for reader in self.readers) or person in self._there

    def present(self) -> set[str]:
        return self._there.union(reader.person.id for reader in self.readers)

    def look_elsewhere(self) -> None:
        """Who has come or gone in other processes since the last look?"""
        now, before = self.room.time.now(), self._there
        self._there = self.elsewhere.people(now)
        if self._there == before:
            return
        for person in before ^ self._there:
            for seat in self.room.body.seats_of(person):
                if self.here(person):
                    self.room.gone.pop(seat, None)
                else:
                    self.room.gone[seat] = now
        self.tell_table()

    def hear_elsewhere(self, worker: str, people: list[str]) -> None:
        """Another process says who is there."""
        self.elsewhere.hear(worker, people, self.room.time.now())
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
        return bool(reader.seats) or self.room.body.watch == "all" or self.room.row.state == "over"

    def wake_at(self) -> int | None:
        """When watchers are to be told something, or what other processes said is too old."""
        shown, until = self.delayed[0][0] if self.delayed else None, self.elsewhere.until()
        return until if shown is None else shown if until is None else min(shown, until)

    def release(self, now: int) -> None:
        """Tell watchers what is old enough by now."""
        while self.delayed and self.delayed[0][0] <= now:
            _, frame = self.delayed.popleft()
            for reader in self.readers:
                if not reader.seats:
                    reader.tell(frame)

    def tell_table(self, but: Reader | None = None) -> None:
        table = self.room.table()
        for reader in self.readers:
            if reader is not but:
                self.tell_table_to(reader, table)

    def tell_table_to(self, reader: Reader, table: Table | None = None) -> None:
        shown, host = table or self.room.table(), self.room.body.host == reader.person.id
        reader.tell(m.encode(m.TableNow(shown, first(reader.seats), host)))

    def tell_clock(self) -> None:
        now = self.room.time.now()
        for reader in self.readers:
            if self.may_watch(reader) and not self.is_late(reader):
                reader.tell(m.encode(m.ClockNow(self.room.clocks.shown(now, first(reader.seats)))))

    def send_state(self, reader: Reader, since: int | None = None) -> None:
        """Bring one reader up to date: the steps after `since`, or everything."""
        if self.room.match is None or not self.may_watch(reader):
            return
        match, v, clocks = self.room.match, self.reached(reader), self.room.clocks
        if v < self.room.v:
            match = Match.from_record(match.record(), moves=v)
        if self.is_late(reader):
            clocks = Clocks(None, [], [], paused_at=clocks.paused_at)  # who is asked now is not theirs to know yet
        seats, versions = reader.seats, self.room.versions
        made = versions.moves_at(seats, versions.shown(seats, v))
        if match.game.timed and made != v and not match.over:
            match = Match.from_record(match.record(), moves=made)  # when others last acted is not theirs to know
        now = self.room.time.now()
        shown = versions.shown(seats, v)
        if since is not None and shown - REPLAYED_STEPS <= since <= shown:
            made = versions.moves_at(seats, since)
            old = Match.from_record(match.record(), moves=made)
            for number, (seat, move, at) in enumerate(match.history[made:], made + 1):
                events = old.play(seat, move, at)
                if versions.saw(seats, number):
                    version = versions.shown(seats, number)
                    reader.tell(fanout.Telling(old, events, clocks, now).step(seats, version))
            if since == shown:
                reader.tell(m.encode(m.ClockNow(clocks.shown(now, first(seats)))))
        else:
            reader.tell(fanout.Telling(match, [], clocks, now).state(seats, shown))
        if match.over:
            reader.tell(fanout.over_for(match, shown, self.room.row.secret))

    def is_late(self, reader: Reader) -> bool:
        """Does this reader watch a match that is shown to watchers some time later?"""
        match = self.room.match
        return not reader.seats and self.room.body.delay_seconds > 0 and match is not None and not match.over

    def reached(self, reader: Reader) -> int:
        """How many moves this reader may know of: for who is late, those that are old enough."""
        if not self.is_late(reader):
            return self.room.v
        latest = self.room.time.now() - self.room.body.delay_seconds * 1000
        return sum(1 for at in self.room.times if at <= latest)

    def tell_step(self, match: Match, events: list[Event], answers: tuple[Reader, str] | None = None) -> None:
        """The step to everybody who saw something of it; to whoever made it with the acknowledgement, in one go."""
        now, versions, v = self.room.time.now(), self.room.versions, self.room.v
        delay = self.room.body.delay_seconds
        telling = fanout.Telling(match, events, self.room.clocks, now)
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
        if delay and self.room.body.watch == "all" and (told_as := versions.told_as((), v)):
            self._tell_later(now + delay * 1000, telling.step((), told_as))

    def tell_over(self, match: Match) -> None:
        def frame_for(seats: Seats) -> bytes:
            return fanout.over_for(match, self.room.version_for(seats), self.room.row.secret)

        for reader in self.readers:
            if reader.seats or not self.room.body.delay_seconds:
                reader.tell(frame_for(reader.seats))
        if self.room.body.delay_seconds:
            self._tell_later(self.room.time.now() + self.room.body.delay_seconds * 1000, frame_for(()))

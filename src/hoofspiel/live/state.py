"""The state of one table, all of it, and every way in which it changes.

Everybody reads it, and nobody else assigns to it (tested). What it says is stored, with one exception: while the room
waits for the store, the match is one move ahead of everything else.
"""

from collections.abc import Callable, Sequence

import msgspec

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import commitment
from hoofspiel.kernel.words import Event
from hoofspiel.store.port import MoveRow, TableRow

from . import hooks, orders
from .body import Body, clocks_at_start, due_of, next_row, read_body
from .clock import Clocks, Handed, limits_of
from .versions import Seats, Versions
from .words import Order

NOTED_MS = 12 * 3_600_000
"""so exactly a table's row says when its match was last played"""


class TableState:
    """A table and its match."""

    __slots__ = (
        "body",
        "chat_lines",
        "clocks",
        "commitment",
        "keys",
        "last_at",
        "match",
        "mutes",
        "row",
        "times",
        "v",
        "versions",
    )

    def __init__(self, row: TableRow, moves: list[MoveRow], now: int, chat_lines: int = 0) -> None:
        """As the store has it; Refused where its game is gone or its moves are no longer legal."""
        self.row = row
        self.body = read_body(row)
        self.mutes: dict[str, list[str]] = {}
        """by person, whom they do not want to hear, as far as the row does not say so yet"""
        self.commitment = commitment(row.secret)
        self.match: Match | None = None
        self.v = 0
        """moves made"""
        self.versions: Versions
        """once the match has begun"""
        self.clocks = Clocks(None, [], [])
        self.keys: dict[str, int] = {}
        """by seat and the sender's id, the number of the move: sent twice counts once"""
        self.times: list[int] = []
        """the server's time of each move"""
        self.last_at = 0
        """the time of the last move, in ms since the match began"""
        self.chat_lines = chat_lines
        if row.state != "open":
            match = self.begin(now)
            for move in moves:
                match.play(None if move.seat < 0 else move.seat, move.move, move.at)
                self._count(match, move, now)
            self._begin_clocks(match, now)

    # --- what it says ---

    def playing(self) -> Match:
        """The match, where there must be one."""
        if self.match is None:
            raise ValueError("the match has not begun")
        return self.match

    def runs(self) -> bool:
        """Does the match go on by itself?"""
        return self.match is not None and not self.match.over and not self.body.paused

    def version_for(self, seats: Seats, v: int | None = None) -> int:
        """Where the holder of these seats (none: a watcher) is after `v` moves, by their own count."""
        return 0 if self.match is None else self.versions.shown(seats, self.v if v is None else v)

    def clocks_after(self, match: Match, seat: int | None, now: int) -> Clocks:
        """The clocks as a move of this seat leaves them; nothing is changed yet."""
        window = hooks.window_ms(match.game, match.position)
        return self.clocks.after(seat, match.actors, match.position.moment, now, window)

    def hand_over(self, now: int) -> bytes | None:
        """What the next owner of a running match needs beyond what is stored; by mail that is all."""
        if self.match is None or self.match.over or self.body.pace.kind == "mail":
            return None
        return msgspec.json.encode(self.clocks.handed(now))

    # --- the row that is stored next; nothing is changed yet ---

    def row_after(
        self, match: Match, clocks: Clocks, now: int, *, together: Sequence[int], followed: tuple[int, Order] | None
    ) -> TableRow | None:
        """What is stored with the move just made; None where it changes nothing but the match.

        `followed` is a standing order, with its seat: one that is for once is forgotten in the same transaction.
        """
        by_mail = self.body.pace.kind == "mail"
        raced = len(together) > 1
        done = followed is not None and followed[1].once
        long_ago = now - self.row.changed > NOTED_MS
        if not (match.over or long_ago or clocks.banks != self.clocks.banks or by_mail or raced or done):
            return None
        body = self._body()
        if followed is not None:
            seat, order = str(followed[0]), followed[1]
            body.orders[seat] = orders.after(body.orders.get(seat, []), order)
        if raced:
            body.races[str(self.v + 1)] = list(together)
        body.banks, body.holds = list(clocks.banks), list(clocks.holds)
        body.turn = match.actors if by_mail else []
        if match.over:
            body.points, body.winners, body.orders = match.points, match.winners, {}
            return next_row(self.row, body, at=now, state="over", due=None, ended=now)
        body.since = dict(clocks.since) if by_mail else {}
        return next_row(self.row, body, at=now, state="running", due=due_of(body, clocks), ended=None)

    def row_changed(self, alter: Callable[[Body], None], now: int, *, start: bool) -> TableRow:
        """The next row, with the table altered; with `start` its match begins."""
        body, clocks = self._body(), self.clocks
        if self.match is not None:
            body.banks, body.holds = list(clocks.banks), list(clocks.holds)
        alter(body)
        if not body.paused:
            clocks = clocks.going(now)
        if body.pace.kind == "mail":
            body.since = dict(clocks.since)
            body.paused_at = (clocks.paused_at or now) if body.paused else None
        due = due_of(body, clocks_at_start(body) if start else clocks)
        return next_row(
            self.row, body, at=now, state="running" if start else self.row.state, due=due, ended=self.row.ended
        )

    def _body(self) -> Body:
        """A copy to alter and store, together with everything stored beside it."""
        body = read_body(self.row)
        body.muted |= self.mutes
        return body

    # --- how it changes ---

    def mute(self, person: str, unheard: list[str]) -> None:
        """Somebody does not want to hear these people: at once, and in the row that is stored next."""
        self.mutes[person] = self.body.muted[person] = unheard

    def saved(self) -> None:
        """The row that `row_changed` or `row_after` gave is stored."""
        self.mutes.clear()

    def forget_mutes(self) -> None:
        """They could not be stored."""
        self.mutes.clear()
        self.body = read_body(self.row)

    def begin(self, now: int) -> Match:
        """The match begins; the row says so already."""
        seats, rules = len(self.body.seats), self.body.rules  # the table's own, which may be older than the newest
        match = Match(
            self.row.game,
            rules=rules,
            seats=seats,
            seed=self.row.secret,
            options=self.body.options,
            redealt=self.body.redealt(),
        )
        self.match = match
        self.versions = Versions(match.position)
        self._begin_clocks(match, now)
        return match

    def _begin_clocks(self, match: Match, now: int) -> None:
        body = self.body
        self.clocks = Clocks(limits_of(body.pace), list(body.banks), list(body.holds))
        self.clocks = self.clocks_after(match, None, self.row.changed if body.pace.kind == "mail" else now)
        self.clocks.since |= {seat: at for seat, at in body.since.items() if seat in self.clocks.since}
        if body.paused:
            self.clocks.pause(body.paused_at or now)

    def played(self, match: Match, move: MoveRow, clocks: Clocks, row: TableRow | None, now: int) -> None:
        """A move of the match is stored, and the row if that has changed too."""
        if row is not None:
            self.row, self.body = row, read_body(row)
            self.saved()
        self.clocks = clocks
        self._count(match, move, now)

    def take_back(self) -> None:
        """The move just made could not be stored: the match is again what the store has."""
        self.match = Match.from_record(self.playing().record(), moves=self.v)

    def follow(self, move: MoveRow, now: int) -> list[Event]:
        """Another process has stored this move; its events."""
        match = self.playing()
        events = match.play(None if move.seat < 0 else move.seat, move.move, move.at)
        self.clocks = self.clocks_after(match, None, now)
        self._count(match, move, now)
        return events

    def _count(self, match: Match, move: MoveRow, now: int) -> None:
        self.v = move.seq
        self.versions.note(match.position, move.seq)
        self.last_at = move.at
        # the own time of a timed match may stand still
        self.times.append(now if match.game.timed else (self.body.started or 0) + move.at)
        if move.key:
            self.keys[move.key] = move.seq

    def adopt(self, row: TableRow, now: int) -> int | None:
        """The table is this from now on. Of a pause that ends with it, how long it was in ms."""
        self.row, self.body = row, read_body(row)
        self.body.muted |= self.mutes
        if self.match is None:
            return None  # there are no clocks yet
        since = self.clocks.paused_at
        self.clocks.banks = list(self.body.banks)
        if self.body.paused:
            self.clocks.pause(now)
            return None
        self.clocks.go_on(now)
        return None if since is None else now - since

    def hold(self, seat: int) -> bool:
        """Ten seconds more for an open window, while this seat has holds left."""
        return self.clocks.hold(seat)

    def take_over(self, handed: bytes, now: int) -> None:
        """Go on with the clocks as another process left them."""
        if self.match is not None and self.body.pace.kind != "mail":
            self.clocks.take_over(msgspec.json.decode(handed, type=Handed), now)

    def count_in(self, until: int) -> None:
        """The first move of a timed match may come at this time; readers see it as the end of a window."""
        self.clocks.window_end = until

    def said(self, n: int) -> None:
        """Note how many lines the table's chat has."""
        self.chat_lines = n

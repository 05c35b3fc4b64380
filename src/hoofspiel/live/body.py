"""A table as it is kept in the store: everything about it but the moves of its match."""

from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from hoofspiel.store.port import TableRow

from .clock import Clocks, limits_of
from .words import Level, Newcomer, Order, Pace, Practice, Seat, Table, TableLine

NOBODY = ""
NO_SEAT = -1
"""of people of a table who do not sit: its host, those who left, those who would like to play; of all in practice"""


class Place(Struct):
    """One seat: open, with a person (whom a bot may mind), or with a bot."""

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    name: str = NOBODY
    level: Level | None = None
    ready: bool = False
    minded: bool = False
    dealt: str | None = None
    """of a bot in a running match: the person whose hand it plays out, and who alone may sit down here"""
    relieved: Level | None = None
    """of a person: the level of the bot that made room for them, and comes back when they leave"""

    def bot_acts(self) -> bool:
        return self.kind == "bot" or self.minded


class Body(Struct):
    """What the columns of the row do not say."""

    seats: list[Place]
    options: dict[str, Any]
    pace: Pace
    rules: int
    """version of the rules the match is played by"""
    watch: Literal["all", "nobody"] = "all"
    delay_seconds: int = 0
    host: str | None = None
    hosts_name: str = NOBODY
    paused: bool = False
    pause_asked: list[int] = field(default_factory=list)
    next: str | None = None
    orders: dict[str, list[Order]] = field(default_factory=dict)
    """standing orders by seat; never shown to another seat"""
    banks: list[int] = field(default_factory=list)
    """spare milliseconds by seat"""
    holds: list[int] = field(default_factory=list)
    muted: dict[str, list[str]] = field(default_factory=dict)
    """by person: whom they do not want to hear"""
    started: int | None = None
    """server time at which the match began; the times of moves count from here"""
    points: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    """by-mail matches: the seats that are asked, for everybody's list of tables"""
    since: dict[int, int] = field(default_factory=dict)
    """by-mail matches: when each of them was asked, as if no time had passed in pauses that are over"""
    paused_at: int | None = None
    """by-mail matches: when the present pause began"""
    races: dict[str, list[int]] = field(default_factory=dict)
    """by number of the move: the seats that acted at the same time, of which the secret chose the first"""

    newcomers: list[Newcomer] = field(default_factory=list)
    """people who came while the match was running and would like to play"""
    turned_away: list[str] = field(default_factory=list)
    """people who were told no, and are not heard again in this match"""

    offline: bool = False
    """played without a server, and handed in afterwards"""
    doubted: dict[str, str] = field(default_factory=dict)
    """timed games, by seat: the person whose line made claims that do not fit, and who gets no more credit for it"""

    practice: Practice | None = None
    anew: str | None = None
    """of practice as its seat saw the match: the secret by which the rest was dealt, and chance is decided since"""

    def redealt(self) -> dict[str, Any] | None:
        """What the match must know of it."""
        if self.practice is None or self.anew is None:
            return None
        return {"move": self.practice.move, "seat": self.practice.seat, "seed": self.anew}

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, the first where people around one device hold several."""
        return next(iter(self.seats_of(person)), None)

    def seats_of(self, person: str) -> tuple[int, ...]:
        return _shared(tuple(n for n, place in enumerate(self.seats) if place.person == person))

    def payer(self) -> str:
        """For whom the bots of this table think: its host, else whoever sits here first."""
        return self.host or next((place.person for place in self.seats if place.person is not None), "")

    def names(self) -> list[str]:
        return [place.name or f"Seat {n + 1}" for n, place in enumerate(self.seats)]


@cache
def _shared(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Intern the tuple: it is a dict key for every message."""
    return seats


def clocks_at_start(body: Body) -> Clocks:
    """Before the first question nobody knows who is asked, but when."""
    since = dict.fromkeys(range(len(body.seats)), body.started or 0)
    return Clocks(limits_of(body.pace), body.banks, body.holds, since)


def due_of(body: Body, clocks: Clocks) -> int | None:
    """When a by-mail match must be woken although nobody looks: its window closes, or a person is out of time."""
    if body.pace.kind != "mail" or body.paused:
        return None
    if clocks.window_end is not None:
        return clocks.window_end
    out = (clocks.out_at(seat, None) for seat in clocks.since if not body.seats[seat].bot_acts())
    return min((at for at in out if at is not None), default=None)


_read = msgspec.json.Decoder(Body)
_write = msgspec.json.Encoder()


def read_body(row: TableRow) -> Body:
    return _read.decode(row.body)


def blank_row(table_id: str, game: str, secret: str, *, state: str, public: bool, now: int) -> TableRow:
    """What `next_row` makes the first row of a table of."""
    return TableRow(
        id=table_id,
        game=game,
        state=state,
        public=public,
        created=now,
        changed=now,
        revision=0,
        due=None,
        ended=None,
        secret=secret,
        body=b"",
        sitters=[],
    )


def next_row(row: TableRow, body: Body, *, at: int, state: str, due: int | None, ended: int | None) -> TableRow:
    """The row that follows: one revision later, with what can be searched taken from the body."""
    sitters: dict[str, int] = {}
    for n, place in enumerate(body.seats):
        if place.person is not None:
            sitters.setdefault(place.person, n if body.practice is None else NO_SEAT)
    left = [place.dealt for place in body.seats if place.dealt is not None]
    for person in (body.host, *left, *(one.person for one in body.newcomers)):
        if person is not None:
            sitters.setdefault(person, NO_SEAT)
    return TableRow(
        id=row.id,
        game=row.game,
        state=state,
        public=row.public,
        created=row.created,
        changed=at,
        revision=row.revision + 1,
        due=due,
        ended=ended,
        secret=row.secret,
        body=_write.encode(body),
        sitters=list(sitters.items()),
        code=row.code if state == "open" and sitters else None,  # else nobody can join by it
    )


def shown_table(
    row: TableRow, body: Body, here: set[str], commitment: str | None, echoed: set[str], *, hurried: bool = False
) -> Table:
    """A table as everybody may see it; `echoed` are the people for whose lines nobody but their page vouches."""
    return Table(
        id=row.id,
        game=row.game,
        state=row.state,  # type: ignore[arg-type]
        seats=[
            Seat(
                kind=place.kind,
                name=place.name,
                person=place.person,
                level=place.level,
                ready=place.ready or place.kind == "bot",
                here=place.kind == "bot" or place.person in here,
                minded=place.minded,
                was=place.dealt,
                line="doubted"
                if place.person is not None and body.doubted.get(str(n)) == place.person
                else "echo"
                if place.person in echoed
                else "",
            )
            for n, place in enumerate(body.seats)
        ],
        options=body.options,
        clock=body.pace,
        public=row.public,
        watch=body.watch,
        delay_seconds=body.delay_seconds,
        host=body.host,
        hosts_name=body.hosts_name,
        paused=body.paused,
        pause_asked=body.pause_asked,
        commitment=commitment,
        next=body.next,
        created=row.created,
        code=row.code,
        newcomers=body.newcomers,
        practice=body.practice,
        hurried=hurried,
        offline=body.offline,
    )


def line_of(row: TableRow, body: Body) -> TableLine:
    """A table in the list of the lobby."""
    return TableLine(
        id=row.id,
        game=row.game,
        state=row.state,  # type: ignore[arg-type]
        seats=len(body.seats),
        taken=sum(place.kind != "open" for place in body.seats),
        names=[place.name for place in body.seats if place.kind == "person"],
        host=body.hosts_name,
        clock=body.pace.kind,
        watch=body.watch == "all",
        v=0,
    )

"""A table as it is kept in the store: everything about it but the moves of its match."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from hoofspiel.store.port import TableRow

from .clock import limits_of
from .words import Level, Order, Pace, Seat, Table, TableLine

NOBODY = ""
NO_SEAT = -1
"""of a host who does not sit, among the people of a table"""


class Place(Struct):
    """One seat: open, with a person (whom a bot may mind), or with a bot."""

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    name: str = NOBODY
    level: Level | None = None
    ready: bool = False
    minded: bool = False

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

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, the first where people around one device hold several."""
        return next(iter(self.seats_of(person)), None)

    def seats_of(self, person: str) -> tuple[int, ...]:
        return _shared(tuple(n for n, place in enumerate(self.seats) if place.person == person))

    def names(self) -> list[str]:
        return [place.name or f"Seat {n + 1}" for n, place in enumerate(self.seats)]


@cache
def _shared(seats: tuple[int, ...]) -> tuple[int, ...]:
    """One for all who hold the same seats somewhere: it is looked at for every message, and so stays near."""
    return seats


def due_of(body: Body, asked: Mapping[int, int]) -> int | None:
    """When a by-mail match must be woken: the first time that somebody's time is out who was asked then."""
    limits = limits_of(body.pace)
    if body.pace.kind != "mail" or limits is None or body.paused:
        return None
    people = [(seat, since) for seat, since in asked.items() if not body.seats[seat].bot_acts()]
    return min((since + limits.move + body.banks[seat] + limits.grace for seat, since in people), default=None)


_read = msgspec.json.Decoder(Body)
_write = msgspec.json.Encoder()


def read_body(row: TableRow) -> Body:
    return _read.decode(row.body)


def next_row(row: TableRow, body: Body, *, at: int, state: str, due: int | None, ended: int | None) -> TableRow:
    """The row that follows: one revision later, with what can be searched taken from the body."""
    sitters: dict[str, int] = {}
    for n, place in enumerate(body.seats):
        if place.person is not None:
            sitters.setdefault(place.person, n)
    if body.host is not None:
        sitters.setdefault(body.host, NO_SEAT)
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
    )


def shown_table(row: TableRow, body: Body, here: set[str], commitment: str | None) -> Table:
    """A table as everybody may see it."""
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
            )
            for place in body.seats
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

"""What messages and answers are made of: names, limits and the small structs both share."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24, description="what people call you, 1 to 24 characters")]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{4,16}$", description="the address of a table, and its join code")]
PersonId = Annotated[str, Meta(pattern="^[a-z0-9]{4,16}$", description="a person's public address")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, description="a move in the game's own words")]
MoveId = Annotated[str, Meta(min_length=1, max_length=40, description="chosen by the sender; twice counts once")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0, le=1_000_000_000, description="counts the moves of the match")]
Milliseconds = Annotated[int, Meta(ge=0, le=9_000_000_000_000)]
Level = Literal["novice", "casual", "club", "master"]
RefusalCode = Literal[
    "bad_message",
    "illegal",
    "stale",
    "not_asked",
    "not_seated",
    "not_host",
    "taken",
    "not_ready",
    "too_fast",
    "closed",
    "not_now",
    "storage",
    "paused",
    "unknown",
]
EmoteName = Literal["hello", "thanks", "nice", "oops", "hurry", "think", "laugh", "baa"]
Event = dict[str, Any]
"""`{"event": "won", "seat": 2, ...}`: the name of what happened, then its facts; seats are numbers."""


class Pace(Struct, forbid_unknown_fields=True, frozen=True):
    """How long people have: one of three kinds of clock."""

    kind: Literal["live", "relaxed", "mail", "none"] = "live"
    move_seconds: Annotated[int, Meta(ge=3, le=1_209_600)] | None = None
    """for one answer; None takes the kind's own default (live 45, relaxed 300, mail three days)"""
    bank_seconds: Annotated[int, Meta(ge=0, le=604_800)] | None = None
    """spare time for the whole match, used up when an answer takes longer"""
    grace_seconds: Annotated[int, Meta(ge=0, le=604_800)] | None = None
    """how long a seat stays with its person after they are gone or out of time"""


class Seat(Struct):
    """One place at a table, as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str
    person: str | None
    level: Level | None
    """of the bot that sits here or minds the place"""
    ready: bool
    here: bool
    """a person with a connection; bots are always here"""
    minded: bool
    """a bot answers for the person, who takes the seat back with `back`"""
    was: str | None = None
    """of a bot in a running match: the person whose hand it plays out, who may `sit` down here again"""
    line: Literal["", "echo", "doubted"] = ""
    """timed games: `echo` where nothing but the page's own answers tells the line's round trips, so that little of
    them is made good; `doubted` where they did not fit, so that nothing is"""


class Newcomer(Struct):
    """Somebody who came while the match was running and asked to `join`."""

    person: str
    name: str
    seat: int
    """the bot's seat they would like"""
    now: bool
    """nothing is hidden in this game: they sit down as soon as the host and the players agree; else at the rematch"""
    agreed: list[str] = []
    """the people who let them in so far"""


class Practice(Struct):
    """The match continues from a position of another one, to try something else; it counts nowhere."""

    table: str
    """whose match it was"""
    move: int
    """how many of that match's moves come first"""
    seat: int
    """whose choice it was: the only seat with a person"""
    seen: bool
    """whether all that this seat could not know was dealt anew; else everything is as it was"""


class Table(Struct):
    """Everything about a table except the match itself; the same for everybody."""

    id: str
    game: str
    state: Literal["open", "running", "over"]
    seats: list[Seat]
    options: dict[str, Any]
    clock: Pace
    public: bool
    watch: Literal["all", "nobody"]
    delay_seconds: int
    host: str | None
    hosts_name: str
    paused: bool
    pause_asked: list[int]
    """seats that would like to pause (or, while paused, to go on)"""
    commitment: str | None
    """SHA-256 of the secret that all chance comes from, published before the first move"""
    next: str | None
    """the table of the rematch"""
    created: Milliseconds
    code: str | None = None
    """what friends type to join, until the match begins"""
    newcomers: list[Newcomer] = []
    """people who came while the match was running and would like to play"""
    practice: Practice | None = None
    """the match goes on from a position of another one"""
    hurried: bool = False
    """the bots here play below their level for now, because the server has too many to think for"""
    offline: bool = False
    """played without a server and handed in afterwards: every move is legal, but nobody vouches for the rest"""


class TableLine(Struct):
    """A table in the list."""

    id: str
    game: str
    state: Literal["open", "running", "over"]
    seats: int
    taken: int
    names: list[str]
    host: str
    clock: Literal["live", "relaxed", "mail", "none"]
    watch: bool
    v: Version


class MyLine(Struct):
    """One of your own tables in the list on the home page."""

    id: str
    game: str
    state: Literal["open", "running", "over"]
    seat: int | None
    your_move: bool
    names: list[str]
    due: Milliseconds | None
    """when the time for your answer is out, in server time"""
    until: Milliseconds | None = None
    """when the table is put away if nothing happens at it, in server time; said in the last week alone"""


class SeatClock(Struct):
    """How long one seat still has, counted from the moment the message was made."""

    seat: int
    left_ms: int
    """for this answer"""
    bank_ms: int


class Clock(Struct):
    """What runs now. An open window shows one common time, whoever could use it."""

    now: Milliseconds
    """server time when this was made"""
    running: list[SeatClock]
    """only seats that are asked; empty when nothing runs"""
    window_ms: int | None
    """common time of an open window: the same for everybody"""
    holds_left: int
    """how often this reader may still hold a window"""
    paused: bool


class Condition(Struct, forbid_unknown_fields=True):
    """A comparison with a number, word or switch in one's own view."""

    path: Annotated[str, Meta(pattern="^[a-z_]+(\\.[a-z0-9_]+){0,5}$", max_length=80)]
    """where to look in the view: `pot`, `auction.high`, `seats.2.points`"""
    test: Literal["below", "at_least", "is"]
    value: int | str | bool


class Order(Struct, forbid_unknown_fields=True):
    """A standing order: an answer given in advance, followed by the server as the person would."""

    play: MoveText
    """a whole move, or with `at_most` the word before its number"""
    at_most: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """play the lowest legal number after `play`, up to this one"""
    when: Condition | None = None
    """play it only while this holds; else `otherwise`"""
    lasts: Condition | None = None
    """where this no longer holds the order is void: the choice is the person's"""
    otherwise: MoveText | None = None
    """what to answer when the order cannot be followed; None leaves the choice to the person"""
    once: bool = True
    """forget the order after it was followed"""


class Offer(Struct):
    """A standing order that a game suggests, with what a person fills in; its words are in the game's `[orders]`."""

    name: str
    """a key in the texts' `[orders]`: a sentence with `{n}` for the number and `{it}` for the thing"""
    order: Order
    """as it is sent; `{it}` in `play` stands for the thing"""
    number: Literal["at_most", "when"] | None = None
    """where the person's number goes: the order's own limit, or the value of its condition"""
    low: int = 0
    high: int = 0
    step: int = 1
    start: int = 0
    """what the number is before the person changes it"""
    each: str | None = None
    """a list in one's own view: one such order for every thing in it"""
    of: list[str] = []
    """only for these things; empty: for all"""
    table: str | None = None
    """the table of the texts that names the things"""
    here: str | None = None
    """a fact in one's own view: the order lasts as long as it is what it is now"""
    shown: Condition | None = None
    """suggested only while this holds"""

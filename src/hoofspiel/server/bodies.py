"""What HTTP requests and answers are made of."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from hoofspiel.coach.shapes import Decision, Other, Point
from hoofspiel.live.words import Event, Level, Milliseconds, MyLine, Name, Offer, Pace, Table, TableLine, Version

HttpCode = Literal[
    "bad_body",
    "bad_name",
    "bad_record",
    "bad_table",
    "banned",
    "bots_name",
    "conflict",
    "draining",
    "has_account",
    "name_taken",
    "no_account",
    "no_address",
    "no_code",
    "no_device",
    "no_name",
    "no_review",
    "no_seat",
    "no_such_method",
    "no_table",
    "no_watchers",
    "not_admin",
    "not_asked",
    "not_json",
    "not_over",
    "not_started",
    "not_practice",
    "not_yours",
    "other_rules",
    "storage",
    "too_large",
    "too_many",
    "wrong",
]
"""why an answer is not 2xx"""
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Payload(Struct, forbid_unknown_fields=True):
    """What a request may hold."""


class Rename(Payload):
    """POST /api/me"""

    name: Name


class Credentials(Payload):
    """POST /api/account and POST /api/session"""

    name: Name
    password: Password


class NewPassword(Payload):
    """POST /api/account/password"""

    old: Password
    new: Password


class NewTable(Payload):
    """POST /api/tables"""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: dict[str, bool | int | str] = {}
    clock: Pace = Pace()
    public: bool = False
    watch: Literal["all", "nobody"] = "all"
    delay_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    """watchers see everything this much later"""
    sit: bool = True
    """take seat 0"""
    bots: Level | None = None
    """fill the other seats with bots of this level"""
    start: bool = False
    """begin at once; no seat may be open then: `bots` fills them"""
    around: Annotated[list[Name], Meta(max_length=4)] = []
    """several people who play around this one device, by name: each takes a seat, all held by you"""


class PlayOn(Payload):
    """POST /api/tables/{id}/practice: play on from a position of a finished match, against bots"""

    seat: Annotated[int, Meta(ge=0, le=7)]
    """yours, whoever held it"""
    move: Annotated[int, Meta(ge=0)]
    """before which of the record's moves, counted from 0"""
    deal: Literal["seen", "true"] = "seen"
    """all that the seat could not know then: dealt anew, or as it was"""


class TakeBack(Payload):
    """POST /api/tables/{id}/back: in practice, before your last choice once more"""

    again: bool = False
    """where the practice began, instead"""
    anew: bool = False
    """with `again`, in practice as the seat saw the match: what it cannot know is dealt anew once more"""


class HandedIn(Payload):
    """POST /api/records: a match that was played without a server"""

    record: dict[str, Any]
    """as GET /api/tables/{id}/record tells it"""
    seat: Annotated[int, Meta(ge=0, le=7)]
    """your own"""


class Me(Struct):
    """GET and POST /api/me: who the server takes you for."""

    person: str | None
    """None before a name was chosen"""
    name: str
    account: bool
    tables: list[MyLine]
    token: str | None = None
    """only when it is new, as after a sign-in or with a new password: what programs send as `Authorization: Bearer`"""


class Device(Struct):
    """Somewhere you are signed in."""

    id: str
    name: str
    """what kind of device it is, as far as it says so; empty before it came back"""
    since: Milliseconds
    seen: Milliseconds
    """when it was here last, to the hour"""
    here: bool
    """the one that asks"""


class Devices(Struct):
    """GET /api/me/devices"""

    devices: list[Device]


class Said(Struct):
    """A line you said at a table."""

    table: str
    text: str
    at: Milliseconds


class OwnMove(Struct):
    """A move of yours."""

    seat: int
    move: str
    at: int
    """milliseconds since the match began"""


class OwnPart(Struct):
    """Your part in one table."""

    id: str
    game: str
    state: str
    created: Milliseconds
    ended: Milliseconds | None
    host: bool
    seats: list[int]
    names: list[str]
    points: list[int]
    """of all seats, once the match is over"""
    moves: list[OwnMove]
    muted: list[str]
    """the people you do not want to hear"""


class Export(Struct):
    """GET /api/me/export: everything the server stores about you, but for the hashes of passwords and tokens."""

    person: str
    name: str
    account: str | None
    since: Milliseconds
    devices: list[Device]
    said: list[Said]
    tables: list[OwnPart]


class Made(Struct):
    """POST /api/tables"""

    id: str
    link: str
    code: str | None = None
    """what friends type to join, until the match begins"""


class Joinable(Struct):
    """GET /api/codes/{code}: the open table that has this code."""

    id: str
    link: str


class Reach(Struct):
    """GET /api/reach: for a page on the server's own computer, where other devices find it."""

    addresses: list[str]
    """none: only this computer can join"""


class Tables(Struct):
    """GET /api/tables"""

    tables: list[TableLine]


class Past(Struct):
    """One finished match in one's history."""

    id: str
    game: str
    names: list[str]
    seat: int
    points: list[int]
    winners: list[int]
    ended: Milliseconds
    replays: bool = True
    """Whether it can be shown again: not where it was played by rules that this server does not know."""
    offline: bool = False
    """played without a server, and handed in afterwards"""


class History(Struct):
    """GET /api/me/history"""

    matches: list[Past]


class OptionInfo(Struct):
    """A rule a table may set."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: bool | int | str
    choices: list[str]
    """of a number those worth offering, if not all between low and high"""

    low: int
    high: int
    origin: Literal["printed", "variant", "ruling", "ours"]
    """where the rule comes from: the rulebook, a variant it prints, our ruling where it is silent, our own invention"""
    book: bool | int | str
    """what the rulebook has, or our ruling where it is silent"""


class GameInfo(Struct):
    """A game one can play here."""

    slug: str
    title: str
    blurb: str
    minutes: str
    seats: list[int]
    options: list[OptionInfo]
    live_options: dict[str, bool | int | str]
    """what a live table starts from instead of the defaults"""
    alone: dict[str, bool | int | str]
    """what a table of one person and bots starts from besides"""
    beginners: dict[str, bool | int | str]
    """what a table with novice bots, or somebody's first table of the game, starts from besides"""
    one_device: dict[str, bool | int | str] | None
    """what a table around one device starts from besides; None: hands stay hidden there, and the device is passed on"""
    timed: bool
    orders: list[Offer]
    """standing orders that make sense in this game"""
    texts: dict[str, Any]
    """the game's sentences in English: prompts, moves, events, names of things"""


class Games(Struct):
    """GET /api/games"""

    games: list[GameInfo]
    levels: list[str]


class Figures(Struct):
    """What came of one choice when the deal was played on many times after it; None where nobody tried."""

    move: str
    front: float | None = None
    """the share of trials, 0 to 1, that ended with you in front when the deal was over"""
    lead: float | None = None
    """points ahead of the best of the others when the deal was over, on average"""
    chance: float | None = None
    """to win the match, 0 to 1, as a review reckons it"""
    share: float | None = None
    """where a good player must not be guessed: how often this is the choice, 0 to 1"""


class Hint(Struct):
    """GET /api/tables/{id}/hint: what a strong bot would do in your place, and why."""

    move: str
    v: Version
    best: Figures
    other: Figures | None
    """the next best choice"""
    trials: int
    """how often each of the two was tried out"""
    only: bool
    """there is nothing else one could do"""
    reason: Event | None
    """where nothing was tried out: `{"reason": key, ...}`, a key in the texts' `[reasons]` with its facts"""
    why: str = ""
    """how the two choices differ, as a review says it; empty where nothing was tried out"""


class ReplayStep(Struct):
    """One move of a match and what the chosen reader saw of it."""

    v: Version
    seat: int | None
    """who moved; None for the start and for time that ran out"""
    move: str | None
    """None where the reader may not know it"""
    at: Milliseconds | None
    events: list[Event]
    view: dict[str, Any]
    actors: list[int]


class Replay(Struct):
    """GET /api/tables/{id}/replay?seat=N: every step as one seat, or a watcher, saw it."""

    table: Table
    seat: int | None
    names: list[str]
    steps: list[ReplayStep]
    over: bool
    points: list[int]
    winners: list[int]


class Reviewing(Struct):
    """GET /api/tables/{id}/review?seat=N with status 202: what there is of a review so far; ask again in a second."""

    done: int
    of: int
    """how many moves of the match are looked at in all; `done` counts those finished"""
    curve: list[Point]
    """none yet while others' reviews are made first"""
    decisions: list[Decision]
    rough: bool = False
    """the curve is a first one, of few points: the game's rules are being compiled, which takes about a minute once"""


class Exercise(Struct):
    """A position with one clearly best choice: what would you play?"""

    id: str
    """the same as long as the puzzle is"""
    seat: int
    seats: int
    view: dict[str, Any]
    """what the seat knows"""
    actors: list[int]
    best: str
    others: list[Other]
    """the other choices that matter, with what each costs in chance to win"""
    why: str


class Exercises(Struct):
    """GET /api/games/{slug}/puzzles"""

    puzzles: list[Exercise]


class HttpRefusal(Struct):
    """Every answer that is not 2xx."""

    error: HttpCode
    reason: str

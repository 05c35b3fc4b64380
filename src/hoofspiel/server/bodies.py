"""What HTTP requests and answers are made of."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from hoofspiel.live.words import Event, Level, Milliseconds, MyLine, Name, Offer, Pace, Table, TableLine, Version

Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Body(Struct, forbid_unknown_fields=True):
    """What a request may hold."""


class Rename(Body):
    """POST /api/me"""

    name: Name


class Credentials(Body):
    """POST /api/account and POST /api/session"""

    name: Name
    password: Password


class NewTable(Body):
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


class Me(Struct):
    """GET and POST /api/me: who the server takes you for."""

    person: str | None
    """None before a name was chosen"""
    name: str
    account: bool
    tables: list[MyLine]
    token: str | None = None
    """only in the answer that makes a guest or signs in: what programs send as `Authorization: Bearer`"""


class Made(Struct):
    """POST /api/tables"""

    id: str
    link: str


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


class History(Struct):
    """GET /api/me/history"""

    matches: list[Past]


class OptionInfo(Struct):
    """A house rule a table may set."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: bool | int | str
    choices: list[str]
    """of a number those worth offering, if not all between low and high"""

    low: int
    high: int


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
    one_device: dict[str, bool | int | str] | None
    """what a table around one device starts from besides; None: the game is not for one device"""
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
    """the share of trials, 0 to 1, that ended with you in front"""
    lead: float | None = None
    """points ahead of the best of the others, on average"""
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
    """`{"reason": key, ...}`: the game's own words, a key in the texts' `[reasons]` with its facts"""


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


class Fault(Struct):
    """Every answer that is not 2xx."""

    error: str
    reason: str

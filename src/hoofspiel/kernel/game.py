"""What a game is: the fields of a position, the options of a table, and the table of functions.

A rules module is plain Python over a position `s` of whole numbers, so that it runs as it stands or compiled. It
defines `class State(Position)`, `OPTIONS` and

    start(s)                    set up a match; seats, options and generator are set already
    legal(s, seat)              the actions of a seat that is asked, as a mask
    apply(s, seat, action)      a seat makes its choice
    points(s, seat)             its points so far
    redeal(s, seat, rng)        replace what `seat` cannot know by a random guess that fits all it could observe;
                                seat -1 stands for somebody who only watches
    reopen(s)                   take back the sealed choices of this moment, so that everybody is asked again
    sound(s)                    the game's laws: nothing got lost or doubled

and may define what defaults.py lists. The bot module defines `value` and `greedy` in the same dialect.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import ModuleType
from typing import Annotated, Any, Literal, Protocol, TypedDict, get_args, get_origin, get_type_hints

from hoofspiel.kernel.words import UnknownRules, either

MAX_SEATS = 8
EachSeat = Annotated[list[int], MAX_SEATS]


class Position:
    """The fields every State has. All are zero in a blank position."""

    n: int  # seats
    rng: int  # the state of the generator of all chance
    waiting: int  # seats asked now
    moment: int  # counts the questions: choices of one moment are blind to each other
    deals: int  # deals (rounds) finished
    shown: int  # stands for all that everybody was shown
    told: EachSeat  # the same for what one seat alone knows, by seat

    # Plain positions only; not part of what is copied or compiled.
    events: list[tuple[int, int, int, int]]
    deal: dict[tuple[int, int], list[int]]
    secret: bytes


Shape = type[int] | type[float] | int


def fields_of(kind: type) -> tuple[tuple[str, Shape], ...]:
    """Name and shape of each field: int, float, or the length of a list of whole numbers."""
    return _fields_of(kind)


@cache
def _fields_of(kind: type) -> tuple[tuple[str, Shape], ...]:
    found: list[tuple[str, Shape]] = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if hint is int or hint is float:
            found.append((name, hint))
        elif get_origin(hint) is Annotated:
            found.append((name, get_args(hint)[1]))
    return tuple(found)


# --- options ---

Origin = Literal["printed", "variant", "ruling", "ours"]
"""Where the rule comes from that an option is about, in the order lists of options keep:

printed    the rulebook has it; the table may soften it or do without
variant    the rulebook prints it as another way to play
ruling     the rulebook is silent: we decided, and the option is the other reading
ours       our own invention
"""
ORIGINS: tuple[Origin, ...] = get_args(Origin)


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that is on or off."""

    name: str
    default: bool = False
    origin: Origin = field(default="ours", kw_only=True)
    printed: bool | None = field(default=None, kw_only=True)
    """What the rulebook has, where the default is something else."""

    @property
    def by_the_book(self) -> bool:
        return self.default if self.printed is None else self.printed

    def read(self, given: object) -> int | None:
        return int(given) if isinstance(given, bool) else None

    def show(self, held: int) -> bool:
        return bool(held)

    def allowed(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Number:
    """A size of the game."""

    name: str
    low: int
    high: int
    default: int
    offered: tuple[int, ...] = ()
    """The sizes people play, where a page or a list need not offer them all."""
    origin: Origin = field(default="ours", kw_only=True)
    printed: int | None = field(default=None, kw_only=True)

    @property
    def by_the_book(self) -> int:
        return self.default if self.printed is None else self.printed

    def read(self, given: object) -> int | None:
        fits = isinstance(given, int) and not isinstance(given, bool) and self.low <= given <= self.high
        return given if fits and isinstance(given, int) else None

    def show(self, held: int) -> int:
        return held

    def allowed(self) -> str:
        usual = "".join(f"{size}, " for size in self.offered)
        return f"{usual}{'or ' if usual else ''}a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to play; the first is the default."""

    name: str
    values: tuple[str, ...]
    origin: Origin = field(default="ours", kw_only=True)
    printed: str | None = field(default=None, kw_only=True)

    @property
    def by_the_book(self) -> str:
        return self.values[0] if self.printed is None else self.printed

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, given: object) -> int | None:
        return self.values.index(given) if isinstance(given, str) and given in self.values else None

    def show(self, held: int) -> str:
        return self.values[held]

    def allowed(self) -> str:
        return " or ".join(f'"{v}"' for v in self.values)


Option = Switch | Number | Choice
OptionValue = bool | int | str


# --- the game itself ---


class Names(Protocol):
    """How a game's numbers are said in words (its names.py).

    It may also define parse(s, seat, words) -> action or None, for other spellings of a move than the one listed.
    """

    def spell(self, s: Any, seat: int, action: int) -> str:
        """The words of one action; an action that only begins a move gives the words so far, and one that is legal
        but not worth listing none at all: parse() knows it."""

    def tell(self, s: Any, kind: int, seat: int, data: int) -> dict[str, Any]:
        """An event as a record: {"event": name, ...}."""

    def read_deal(self, deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
        """Check an explicit deal whole; raise BadDeal with one sentence that says what would have been right."""

    def why_not(self, s: Any, seat: int, words: Sequence[str]) -> tuple[str, str]:
        """The paragraph that forbids a text which is not legal now, and the reason in a sentence."""


class Older(TypedDict, total=False):
    """What was different in an older version of the rules; all else is as it is now."""

    then: ModuleType
    defaults: Mapping[str, OptionValue]
    bot: ModuleType
    names: Names
    view: Callable[[Any, int | None], Any]
    parts: tuple[Callable[[Any], Any], Callable[[Any, int | None], Any]] | None
    seats: range
    house_seats: dict[int, dict[str, OptionValue]]
    live: ModuleType | None
    solved: Callable[[Any, int], dict[int, float] | None] | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One game, as the table of contents of its folder."""

    slug: str
    """Folder name, part of addresses and database key. Never changes once a match has been stored."""

    version: int
    """Of the rules; kept in every record. Goes up when a match of before would run differently now."""

    older: Mapping[int, Older] = field(default_factory=dict)
    """The versions before this one, by number, each with what was different: their records play by them for ever."""

    defaults: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options that start from something else than rules.OPTIONS says: how an older version tells its own defaults."""

    then: ModuleType | None = None
    """In an older version: the functions and constants that were different, which stand in for those of that name."""

    seats: range
    """By the book."""

    rules: ModuleType
    bot: ModuleType
    names: Names
    view: Callable[[Any, int | None], Any]
    """All that a seat (None: somebody who watches) may know, built up from nothing."""

    parts: tuple[Callable[[Any], Any], Callable[[Any, int | None], Any]] | None = None
    """The view in two parts, for live tables, which make the first only once a move: what is the same for everybody,
    and what a reader sees besides, or in its place."""

    house_seats: dict[int, dict[str, OptionValue]] = field(default_factory=dict)
    """Seat counts that house rules allow, each with the options it needs."""

    timed: bool = False
    """Moves carry times; the position has a field `now` and the rules a function due(s)."""

    longest: int = 20_000
    """No match takes more choices than this."""

    most_deals: int = 1_000
    """Random matches that would never end are stopped after this many deals; a table plays on."""

    live_options: dict[str, OptionValue] = field(default_factory=dict)
    """Options a live table starts from where they differ from the defaults."""

    alone: dict[str, OptionValue] = field(default_factory=dict)
    """Options a live table of one person and bots starts from besides: nobody else has to be waited for."""

    beginners: dict[str, OptionValue] = field(default_factory=dict)
    """Options a beginners' table starts from besides: one with novice bots, or somebody's first table of the game."""

    one_device: dict[str, OptionValue] | None = None
    """Several people can play around one screen, where all see what each may see: the options such a table starts
    from besides; None where people hold cards the others must not see, so that they pass the screen on."""

    live: ModuleType | None = None
    """What live tables need beyond the rules, such as the length of windows; hoofspiel/live/hooks.py lists it."""

    reasons: ModuleType | None = None
    """Why a choice was good or bad, in the game's words, from the coach's figures; docs/reference/coach.md lists it."""

    @property
    def tables(self) -> list[int]:
        """All seat counts, those of house rules too."""
        return [*self.seats, *self.house_seats]

    solved: Callable[[Any, int], dict[int, float] | None] | None = None
    """Where best play is known exactly: the odds of each action of a seat in a guess; None where it is not."""

    @property
    def options(self) -> tuple[Option, ...]:
        found: tuple[Option, ...] = self.rules.OPTIONS
        return found

    def default(self, option: Option) -> OptionValue:
        """What an option is where nobody says otherwise."""
        return self.defaults.get(option.name, option.default)

    def at(self, version: int) -> "Game":
        """This game by the rules of a version; UnknownRules where it never had them, or has them no more."""
        return self if version == self.version else _at(self, version)

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"


@cache  # one Game a version: worlds are kept by it
def _at(game: Game, version: int) -> Game:
    if version not in game.older:
        known = either([str(number) for number in (*sorted(game.older), game.version)]).replace(" or ", " and ")
        raise UnknownRules(f"This was played by rules {version} of {game.slug}; known here: rules {known}.")
    return replace(game, version=version, older={}, **game.older[version])

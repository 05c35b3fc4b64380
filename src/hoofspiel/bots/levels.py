"""Four characters for any table, the same in all games.

The lower ones are weaker by what they overlook, by how far they look and by what they think of the others, never by
playing nonsense on purpose.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hoofspiel.bots import search
from hoofspiel.bots.aloud import Aloud
from hoofspiel.bots.thinking import EVERYTHING, Found, Thinker, thinker
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.words import BadMatch, either


@dataclass(frozen=True, slots=True)
class Level:
    """How one character thinks."""

    name: str
    title: str
    """The character, as the lobby shows it."""
    about: str
    iterations: int
    """How far it looks ahead; 0: it trusts its first idea."""
    overlooks: float
    """The share of legal moves it overlooks."""
    learned: int
    """How much it knows about the habits of good players, from 0."""
    knows_endings: bool = False
    """It plays perfectly where the game's best play is known, and by the book where there is a book."""
    by_feel: bool = False
    """Where a game says that a short search finds little, it mostly does what a sensible player would."""
    mixing: int = search.NEVER_MIXED
    """Where all choose at once: it takes what seems best, or stays unpredictable, or exploits those who do not mix."""
    reads: bool = False
    """It studies how the others have played so far, and expects more of the same."""
    weighs: int = 0
    """How many deals it plays out where a game weighs choices in its own way."""
    seconds: float = 1.0
    """It never thinks longer than this."""


LEVELS = {
    level.name: level
    for level in (
        Level(
            "novice",
            "Kid",
            "Knows the rules, sees half of the moves, and trusts a first idea.",
            iterations=8,
            overlooks=0.5,
            learned=0,
            seconds=0.2,
        ),
        Level(
            "casual",
            "Nanny",
            "Plays on Sundays. Thinks a little, overlooks a little.",
            iterations=60,
            overlooks=0.2,
            learned=1,
            by_feel=True,
            seconds=0.3,
        ),
        Level(
            "club",
            "Billy",
            "Plays every Thursday at the club. Looks ahead, overlooks little, and is hard to guess.",
            iterations=250,
            overlooks=0.05,
            learned=2,
            mixing=search.MIXED_FIRST,
            seconds=0.5,
        ),
        Level(
            "master",
            "Old Gruff",
            "Has seen it all. Reads how you play, guesses what you hold, and looks far ahead.",
            iterations=12_000,
            overlooks=0.0,
            learned=3,
            mixing=search.OTHERS_MIXED,
            knows_endings=True,
            reads=True,
            weighs=1_000,
            seconds=0.9,
        ),
    )
}
FIRST_THINGS_FIRST = 0.7
"""Where a move is made of several actions, each may take this share of the remaining time."""
WELL_TRIED = 20
"""With fewer visits than this, nothing is known about a choice."""
LIKELY_ENOUGH = 0.05
"""A mixed strategy leaves out anything it would hardly ever play."""


def find_level(name: object) -> Level:
    if not isinstance(name, str) or name not in LEVELS:
        raise BadMatch(f"There is no level called {name!r}: choose {either(list(LEVELS))}.")
    return LEVELS[name]


def choose_actions(
    game: Game,
    guess: Any,
    seat: int,
    level: Level,
    seed: int,
    seconds: float | None = None,
    mind: Thinker | None = None,
) -> tuple[int, ...]:
    """The actions of one move: one, or several where a move is made of several, all within the seconds of one."""
    mind = mind or thinker(game)
    aloud = Aloud(game, guess)
    chance = Random(seed)
    series: list[int] = []
    until = mind.clock() + (level.seconds if seconds is None else min(level.seconds, seconds))
    while True:
        action = _choose(game, aloud.position, seat, level, chance, (until - mind.clock()) * _share(game), mind)
        series.append(action)
        aloud.act(seat, action)
        if not aloud.unfinished(seat):
            return tuple(series)
        level = replace(level, overlooks=0.0)  # what is overlooked is a whole move, not how it ends


def _share(game: Game) -> float:
    """The time for one action: all that remains, unless further actions may belong to the same move."""
    return FIRST_THINGS_FIRST if "unfinished" in vars(game.rules) else 1.0


def _choose(game: Game, s: Any, seat: int, level: Level, chance: Random, seconds: float, mind: Thinker) -> int:
    plain = bind.plain(game)
    idea: int = plain.habit(s, seat, level.learned, plain.seed_rng(chance.getrandbits(40)))
    known = game.solved(s, seat) if game.solved and level.knows_endings else None
    if level.reads:
        plain.study(s, seat)
    if idea == NOBODY and level.weighs and known is None:
        idea = mind.weigh(s, seat, seed=chance.getrandbits(40), times=level.weighs, seconds=seconds)
    if idea != NOBODY:
        return idea
    actions = members(plain.considered(s, seat))
    if len(actions) == 1:
        return actions[0]
    seen = [a for a in actions if chance.random() >= level.overlooks] or [chance.choice(actions)]
    if len(seen) == 1:
        return seen[0]
    if known is not None:
        return chance.choices(list(known), list(known.values()))[0]
    style = getattr(game.bot, "SEARCH", {})
    if level.by_feel and chance.random() < style.get("by_feel", 0.0):
        idea = plain.greedy(s, seat, plain.seed_rng(chance.getrandbits(40)))
        if idea in seen:
            return idea
    usual = plain.usual(s, seat) if level.knows_endings else NOBODY
    together = plain.actors(s) & (plain.actors(s) - 1) and usual == NOBODY
    mixed = style.get("mixed", _mixing(level, s.n) if together else search.NEVER_MIXED)
    iterations = min(level.iterations, int(style.get("enough", level.iterations)))
    thought = mind.think(
        s,
        seat,
        seed=chance.getrandbits(40),
        iterations=iterations,
        seconds=seconds,
        explore=style.get("explore", 0.7),
        mixed=mixed,
        lined=False,
        allowed=EVERYTHING if len(seen) == len(actions) else sum(1 << a for a in seen),
    )
    found = [f for f in thought.choices if f.action in seen]
    if usual != NOBODY:
        return _steady(found, usual, style.get("margin", 0.0))
    if mixed in (search.NEVER_MIXED, search.OTHERS_MIXED):
        near = _as_good(found, style.get("near", 0.0)) if level.knows_endings else found[:1]
        return chance.choice(near).action
    likely = [f for f in found if f.share >= LIKELY_ENOUGH] or found[:1]
    return chance.choices([f.action for f in likely], [f.share or 1.0 for f in likely])[0]


def _mixing(level: Level, seats: int) -> int:
    """With two players, neither may be predictable: the answer to a good mix is to mix as well."""
    return search.MIXED_FIRST if level.mixing == search.OTHERS_MIXED and seats == 2 else level.mixing


def _as_good(found: list[Found], near: float) -> list[Found]:
    """The best, and all that come close: a player who always plays the best is easy to predict."""
    tried = [f for f in found if f.visits >= WELL_TRIED]
    best = max((f.value for f in tried), default=1.0)
    return [f for f in tried if near and f.value >= best - near] or found[:1]


def _steady(found: list[Found], usual: int, margin: float) -> int:
    """The best, if it beats the usual move by more than luck can explain."""
    by_action = {f.action: f.value for f in found}
    best = found[0].action
    return best if by_action[best] > by_action.get(usual, -1.0) + margin else usual

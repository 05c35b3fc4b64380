"""Advice for a person: what a strong player would do, and the figures that say why.

The choice comes from the search of the strongest level; the figures come from playing the deal on, many times, after
that choice and after the next best one, on the same guesses, each with a plan of its own for what follows.
"""

from dataclasses import asdict, dataclass
from math import inf, sqrt
from random import Random
from typing import Any

from hoofspiel.bots import search, trials
from hoofspiel.bots.aloud import Aloud
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.bots.quick import quick_move
from hoofspiel.bots.thinking import Thinker, thinker
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.loops import ALL_SHARES

MOST_TRIALS = 400
AT_ONCE = 8
"""How often each choice is tried before checking the clock."""
RARE = 0.05
"""A choice with a smaller share in a mixed strategy is not worth mentioning."""


Outcome = tuple[float, float, float, list[float]]
"""The share of trials that ended in front, points ahead of the others, the chance to win the match, the facts."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of one choice."""

    move: str
    front: float | None = None
    """The share of trials, 0 to 1, that ended with this seat in front."""
    lead: float | None = None
    """Points ahead of the best of the others, on average."""
    chance: float | None = None
    """To win the match, 0 to 1: what the end of the deal is worth then, as a review reckons it."""
    facts: list[float] | None = None
    """The share of trials in which each of the game's facts was true: what its reasons.py makes a sentence of."""
    share: float | None = None
    """Where a good player must stay unpredictable: how often to make this choice."""


@dataclass(frozen=True, slots=True)
class Advice:
    best: Figures
    other: Figures | None
    """The next best choice, where there is one."""
    trials: int
    """How often each of the two was played out."""
    only: bool
    """There was only one choice."""


def advise(
    game: str | Game, guess: Any, seat: int, seed: int, seconds: float, mind: Thinker | None = None
) -> dict[str, Any]:
    """Advice as plain data, within about `seconds`; `guess` is a plain position redealt for the seat."""
    found = find_game(game)
    if found.timed:
        return asdict(Advice(Figures(quick_move(found, guess, seat, seed)), None, 0, only=False))
    return asdict(_advise(found, guess, seat, Random(seed), seconds, mind or thinker(found)))


def _advise(game: Game, position: Any, seat: int, chance: Random, seconds: float, mind: Thinker) -> Advice:
    plain = bind.plain(game)
    guess = bind.blank(game, position.n, {})
    plain.assign(guess, position)
    plain.study(guess, seat)
    weighed = NOBODY
    if plain.actors(guess) & (plain.actors(guess) - 1) == 0:  # where all choose at once, one drawn choice is no advice
        times = LEVELS["master"].weighs
        weighed = mind.weigh(guess, seat, seed=chance.getrandbits(40), times=times, seconds=seconds * 0.3)
    actions = [weighed] if weighed != NOBODY else members(plain.considered(guess, seat))
    others = [action for action in members(plain.legal(guess, seat)) if action not in actions]
    if len(actions) + len(others) == 1:
        return Advice(Figures(_whole(game, guess, seat, actions[0], chance, mind)), None, 0, only=True)
    ranked = actions
    shares: dict[int, float] = {}
    if len(actions) > 1:
        ranked, shares = _ranked(game, guess, seat, chance, seconds * 0.45, mind)
    first, second = [*ranked, *others][:2]
    one, two, tried = _try_both(mind, guess, seat, first, second, chance.getrandbits(40), seconds * 0.55)
    if not shares and _clearly_better(two, one, tried):
        first, second, one, two = second, first, two, one
    words = [_whole(game, guess, seat, action, chance, mind) for action in (first, second)]
    known = shares.get(second, 1.0) >= RARE
    return Advice(
        Figures(words[0], *one, shares.get(first)),
        Figures(words[1], *two, shares.get(second)) if known and words[0] != words[1] else None,
        tried,
        only=False,
    )


def _ranked(
    game: Game, guess: Any, seat: int, chance: Random, seconds: float, mind: Thinker
) -> tuple[list[int], dict[int, float]]:
    """Choices, best first, and their shares where a good player mixes them."""
    known = game.solved(guess, seat) if game.solved else None
    if known is not None and len(known) > 1:
        return sorted(known, key=lambda action: -known[action]), dict(known)
    plain = bind.plain(game)
    style = getattr(game.bot, "SEARCH", {})
    together = plain.actors(guess) & (plain.actors(guess) - 1)
    mixed = style.get("mixed", search.MIXED_FIRST if together else search.NEVER_MIXED)
    thought = mind.think(
        guess,
        seat,
        seed=chance.getrandbits(40),
        iterations=LEVELS["master"].iterations,
        seconds=seconds,
        explore=style.get("explore", 0.7),
        mixed=mixed,
    )
    order = [f.action for f in thought.choices]
    if known is not None:
        order.sort(key=lambda action: action not in known)
    return order, {f.action: f.share for f in thought.choices} if mixed and known is None else {}


def _try_both(
    mind: Thinker, guess: Any, seat: int, first: int, second: int, seed: int, seconds: float
) -> tuple[Outcome, Outcome, int]:
    """What came of two choices, and how often each was tried. The search has just planned for the first."""
    one = _try(mind, guess, seat, first, seed, MOST_TRIALS, mind.clock() + seconds * 0.27)
    style = getattr(mind.game.bot, "SEARCH", {})
    mind.think(
        guess,
        seat,
        seed=seed,
        iterations=LEVELS["master"].iterations,
        seconds=seconds * 0.46,
        explore=style.get("explore", 0.7),
        allowed=1 << second,
    )
    tried = int(one[trials.TRIED])
    two = _try(mind, guess, seat, second, seed, tried, inf)
    return _outcome(one, tried), _outcome(two, tried), tried


def _outcome(sums: list[int], tried: int) -> Outcome:
    front, won = sums[trials.IN_FRONT] / ALL_SHARES, sums[trials.MATCH_CHANCE] / trials.MATCH_PARTS
    facts = [count / tried for count in sums[trials.FIRST_FACT :]]
    return front / tried, sums[trials.LEAD] / tried, won / tried, facts


def _try(mind: Thinker, guess: Any, seat: int, choice: int, seed: int, times: int, until: float) -> list[int]:
    """The sums of trials of one choice."""
    desk = mind.desks[0]
    if mind.compiled:
        import numpy as np

        rooms: Any = [bind.pack(mind.game, guess, mind.world.blank(guess.n)) for _ in range(3)]
        sums: Any = np.zeros(trials.TRIAL_SUMS, np.int64)
        run = mind.world.try_choice
    else:
        rooms = [guess, bind.blank(mind.game, guess.n, {}), bind.blank(mind.game, guess.n, {})]
        sums = [0] * trials.TRIAL_SUMS
        run = mind.world.try_out
    for start in range(0, times, AT_ONCE):
        run(*rooms, desk.nodes, desk.arms, seat, choice, seed + start, AT_ONCE, sums)
        if mind.clock() >= until:
            break
    return [int(number) for number in sums]


def _clearly_better(two: Outcome, one: Outcome, tried: int) -> bool:
    """In front more often than luck explains, and further ahead: then the search fell for its own plan."""
    return two[0] - one[0] > 2.0 / sqrt(tried) and two[1] > one[1]


def _whole(game: Game, guess: Any, seat: int, action: int, chance: Random, mind: Thinker) -> str:
    """The move that begins with this action, in words; what follows is the strong player's choice too."""
    aloud = Aloud(game, guess)
    words = [aloud.act(seat, action)]
    if aloud.unfinished(seat):
        rest = choose_actions(game, aloud.position, seat, LEVELS["club"], chance.getrandbits(40), 0.1, mind)
        words += [aloud.act(seat, later) for later in rest]
    return " ".join(words)

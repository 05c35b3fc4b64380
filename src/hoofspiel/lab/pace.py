"""How fast the rules run, per second of CPU time: choices (one decision of one seat) and search iterations."""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

from hoofspiel.bots.quick import quick_move
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match

PLAYOUTS, FROM_PYTHON, PLAIN, SEARCH = "playouts", "from Python", "plain", "search"
OURS = "hoofspiel"
LONGEST = 5_000
"""Random matches are cut off after this many choices."""


@dataclass(frozen=True, slots=True)
class Pace:
    who: str
    game: str
    seats: int
    kind: str
    """PLAYOUTS: whole random matches inside compiled code. FROM_PYTHON: each choice made by a Python loop.
    PLAIN: the same in rules that are not compiled. SEARCH: iterations of a search that guesses what is hidden."""
    how: str
    rate: float
    spread: float
    """Half the distance between the fastest and the slowest run, as a share of the median."""
    beside: str = ""
    """For a peer's game: the game of ours that is most like it."""


def pin_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rate(work: Callable[[], float], *, runs: int = 7, seconds: float = 0.3) -> tuple[float, float]:
    """The median units of work per CPU second, and the spread; work() returns how many units it did."""
    work()
    rates = []
    for _ in range(runs):
        gc.collect()
        done = 0.0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            done += work()
        rates.append(done / (time.process_time() - begin))
    middle = median(rates)
    return middle, (max(rates) - min(rates)) / 2 / middle


def medians(paces: Sequence[Pace]) -> list[Pace]:
    """One pace for each thing measured in several rounds, in the order of the first."""
    rounds: dict[Pace, list[Pace]] = {}
    for pace in paces:
        rounds.setdefault(replace(pace, rate=0.0, spread=0.0), []).append(pace)
    return [
        replace(what, rate=median(p.rate for p in found), spread=max(p.spread for p in found))
        for what, found in rounds.items()
    ]


def our_ways(game: Game, seats: int) -> Iterator[tuple[str, str, Callable[[], int]]]:
    """Kind, method, and work that returns how many choices it made; its first call compiles what it needs."""
    if bind.available():
        yield PLAYOUTS, "compiled", _playouts(game, seats)
        yield FROM_PYTHON, "fused step", _from_python(game, seats)
        if not game.timed:
            yield SEARCH, "compiled", _search(game, seats)
    yield PLAIN, "as it stands", _plain(game, seats)


def our_paces(game: Game, seats: int, *, runs: int) -> Iterator[Pace]:
    for kind, how, work in our_ways(game, seats):
        yield Pace(OURS, game.slug, seats, kind, how, *rate(work, runs=runs))


def _playouts(game: Game, seats: int) -> Callable[[], int]:
    world = bind.fast(game)
    blank, a = world.blank(seats), world.blank(seats)

    def work() -> int:
        done: int = world.run_games(blank, a, 100_000, game.most_deals)
        return done

    return work


def _from_python(game: Game, seats: int) -> Callable[[], int]:
    import numpy as np

    world = bind.fast(game)
    blank, a = world.blank(seats), world.blank(seats)
    out = np.zeros(65, np.int64)
    offered: Any = memoryview(out.data)
    chance = Random(5).random
    begin, question, step = world.begin, world.question, world.step
    seed = 0

    def match() -> int:
        nonlocal seed
        seed += 1
        begin(a, blank, seed)
        seat = question(a, out)
        made = 0
        while seat >= 0 and made < LONGEST:
            seat = step(a, seat, offered[1 + int(chance() * offered[0])], out)
            made += 1
        return made

    return match


def _search(game: Game, seats: int) -> Callable[[], int]:
    """At the first question a bot would think about; every search starts with an empty memory."""
    match, plain = Match(game, seats=seats, seed=1), bind.plain(game)
    guess = match.guess(match.actors[0], 1)
    while plain.count(plain.considered(guess, match.actors[0])) < 2:
        match.play(match.actors[0], quick_move(game, guess, match.actors[0], 1))
        guess = match.guess(match.actors[0], 1)
    seat, mind, style = match.actors[0], Thinker(game), getattr(game.bot, "SEARCH", {})
    seed = 0

    def think() -> int:
        nonlocal seed
        seed += 1
        return mind.think(
            guess, seat, seed=seed, iterations=12_000, seconds=60.0, explore=style.get("explore", 0.7)
        ).iterations

    return think


def _plain(game: Game, seats: int) -> Callable[[], int]:
    world = bind.plain(game)
    blank, s = world.blank(seats), world.blank(seats)
    chance = Random(5).random
    actors, legal, apply, lowest, pick = world.actors, world.legal, world.apply, world.lowest, world.pick
    seed = 0

    def match() -> int:
        nonlocal seed
        seed += 1
        world.begin_match(s, blank, seed)
        made = 0
        while (asked := actors(s)) and made < LONGEST:
            seat = lowest(asked)
            mask = legal(s, seat)
            apply(s, seat, pick(mask, int(chance() * mask.bit_count())))
            made += 1
        s.events.clear()
        return made

    return match

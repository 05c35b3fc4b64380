"""Does the coach find what was planted, is its luck unbiased and worth having, and how long does a review take?

  python benchmarks/coach.py blunders goats --matches 20           planted blunders found, the master's own blamed
  python benchmarks/coach.py luck goodge --matches 2000            the chance part's mean, and what taking it out saves
  python benchmarks/coach.py time                                  processor seconds for one review, all games
  python benchmarks/coach.py blunders foxy --matches 4 --level master@1000     a smaller sample

Every command takes --seats, --level and --first-seed, and --json for the figures as data. The value function is named
by its hash, and the same for all matches of a run.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from math import sqrt
from random import Random
from typing import Any

from hoofspiel import Match
from hoofspiel.bots.players import player_called
from hoofspiel.coach.apart import TakingApart
from hoofspiel.coach.judging import Question, judge, question
from hoofspiel.coach.reviewing import parts
from hoofspiel.coach.values import COMPILED, Values
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game

DEEPER = 20
DEAR = 0.05
"""What a planted blunder costs at least, by playouts and by a search, both so many times deeper."""
PLANTED = 0.05
"""The share of decisions that are replaced, where one is dear enough; more with --planted, for more of them a match."""
TRIED = 0.25
"""How often a decision is looked at for one to plant, so that they do not all fall at the beginning."""
LOOKS, LOOKED_AT, MARGIN, ASKED = 1_024, 1 << 42, 0.01, 2
"""The quick look: playouts, away from all other seeds; how much lower its bar is; of how many moves the deep ask is."""


def seats_of(game: Game, seats: int | None) -> int:
    return seats or min(game.seats, key=lambda n: abs(n - 4))


def seeds(asked: argparse.Namespace) -> Iterator[int]:
    """One for each match, as many as are wanted and as there is time for."""
    until = time.monotonic() + 60 * asked.minutes
    for seed in range(asked.first_seed, asked.first_seed + asked.matches):
        if time.monotonic() < until:
            yield seed


def self_play(game: Game, seats: int, seed: int, bots: list[str]) -> Iterator[tuple[Match, int, str]]:
    """A match of bots, standing before each move with what the bot wants; the caller plays it, or something else."""
    match = Match(game, seats=seats, seed=seed)
    players = [player_called(bots[seat % len(bots)]) for seat in range(seats)]
    chance = Random(seed)
    while not match.over and match.position.deals < game.most_deals:
        seat = chance.choice(match.actors)
        yield match, seat, players[seat](match, seat, chance)


# --- planted blunders ---


@dataclass
class Blunders:
    game: str
    value: str
    level: str
    matches: int = 0
    planted: int = 0
    found: int = 0
    own: int = 0
    """Decisions of the master that were left alone, whether told or not."""
    blamed: int = 0
    costs: list[float] = field(default_factory=list)
    told: list[tuple[bool, float, float, float]] = field(default_factory=list)
    """Every decision that cost something: whether it was planted, its cost, the low end, what both judges agree on."""


def dear_move(
    quick: Values, deep: Values, match: Match, seat: int, wanted: str, chance: Random
) -> tuple[str, float] | None:
    """Any of the moves that cost enough by the deeper playouts and by the deeper search.

    Which moves to ask about, a quick look says: on guesses that neither the deep judges nor the review will meet, and
    with a lower bar, so that hardly any is missed.
    """
    asked = question(match, seat, wanted, 0)
    if len(asked.series) < 2:
        return None
    looked = {move: _mean(quick, asked, move, asked.seed + LOOKED_AT, LOOKS) for move in asked.series}
    best = max(looked, key=lambda move: looked[move])
    moves = [move for move in looked if move != wanted and looked[best] - looked[move] >= DEAR - MARGIN]
    chance.shuffle(moves)
    for move in moves[:ASKED]:
        again = asked.seed + 2 * LOOKED_AT
        times = deep.amounts.judged
        cost = _mean(deep, asked, best, again, times) - _mean(deep, asked, move, again, times)
        ours, theirs = asked.series[move][0], asked.series[best][0]
        if cost >= DEAR and (gap := deep.doubt(asked.guess, seat, ours, theirs, seed=again)) is not None:
            cost = min(cost, gap)
            if cost >= DEAR:
                return move, cost
    return None


def _mean(values: Values, asked: Question, move: str, seed: int, times: int) -> float:
    shares, _ = values.choice(asked.guess, asked.seat, asked.series[move], seed=seed, times=times)
    return sum(shares) / times


def blunders(game: Game, asked: argparse.Namespace) -> Blunders:
    values, deep = Values(game), Values(game, amounts=COMPILED.times(DEEPER))
    sums = Blunders(game.slug, values.hash, asked.level)
    seats = seats_of(game, asked.seats)
    for seed in seeds(asked):
        chance = Random(f"blunders {seed}")
        planted: dict[int, float] = {}
        match, chosen = None, 0
        for match, seat, wanted in self_play(game, seats, seed, [asked.level]):
            number, move = len(match.history), wanted
            if len(match.moves(seat)) > 1:
                chosen += 1
                if len(planted) < asked.planted * chosen and chance.random() < TRIED:
                    instead = dear_move(values, deep, match, seat, wanted, chance)
                    if instead is not None:
                        move, planted[number] = instead
            match.play(seat, move)
        assert match is not None
        sums.matches += 1
        _look_through(values, match, planted, sums)
        print(row(sums), file=sys.stderr, flush=True)
    return sums


def _look_through(values: Values, whole: Match, planted: dict[int, float], sums: Blunders) -> None:
    """What the review says about every seat's choices."""
    now = Match.from_record(whole.record(), moves=0)
    for number, (seat, move, _) in enumerate(whole.history):
        assert seat is not None
        if len(now.series(seat)) > 1:
            judged = judge(values, question(now, seat, move, number))
            decision = judged.decision
            called = decision is not None and decision.mistake
            if decision is not None and decision.low > 0.0:
                sums.told.append((number in planted, decision.cost, decision.low, round(judged.agreed, 4)))
            if number in planted:
                sums.planted += 1
                sums.found += called
                sums.costs.append(round(planted[number], 3))
            else:
                sums.own += 1
                sums.blamed += called
        now.play(seat, move)


# --- luck ---


@dataclass
class Luck:
    game: str
    value: str
    bots: list[str]
    matches: int
    mean: list[float]
    """Of the chance part, by seat."""
    error: list[float]
    """Its standard error."""
    needed: float
    """Matches needed to tell players apart with chance taken out, of those needed without."""
    ahead: float
    """By how much the first seat's share of the win is above an even one."""
    plain: float
    """So many matches, until that is two standard errors, without taking chance out."""


def luck(game: Game, asked: argparse.Namespace) -> Luck:
    values = Values(game)
    seats = seats_of(game, asked.seats)
    chances: list[list[float]] = [[] for _ in range(seats)]
    totals: list[list[float]] = [[] for _ in range(seats)]
    for seed in seeds(asked):
        apart = None
        for match, seat, move in self_play(game, seats, seed, asked.bots):
            apart = apart or TakingApart(values, match, chance_only=True)
            apart.follow(match, seat, move)
        assert apart is not None
        for seat in range(seats):
            chances[seat].append(apart.chance[seat])
            totals[seat].append(apart.now[seat])
    mean = [sum(of) / len(of) for of in chances]
    error = [sqrt(variance(of) / len(of)) for of in chances]
    rests = [[t - c for t, c in zip(totals[p], chances[p], strict=True)] for p in range(seats)]
    needed = sum(variance(rest) for rest in rests) / max(sum(variance(total) for total in totals), 1e-9)
    ahead = sum(totals[0]) / len(totals[0]) - 1 / seats
    plain = 4 * variance(totals[0]) / max(ahead * ahead, 1e-9)
    return Luck(game.slug, values.hash, asked.bots, len(totals[0]), mean, error, needed, ahead, plain)


def variance(numbers: list[float]) -> float:
    mean = sum(numbers) / len(numbers)
    return sum((n - mean) ** 2 for n in numbers) / max(len(numbers) - 1, 1)


# --- time ---


@dataclass
class Taken:
    game: str
    moves: int
    decisions: int
    first: float
    """Processor seconds until the curve is there, everything compiled and loaded."""
    whole: float


def taken(game: Game, asked: argparse.Namespace) -> Taken:
    match = None
    for match, seat, move in self_play(game, seats_of(game, asked.seats), asked.first_seed, [asked.level]):
        match.play(seat, move)
    assert match is not None
    values = Values(game)
    guess = Match(game, seats=match.seats, seed=1)
    values.start(guess.position, seed=1, times=1)
    values.position(guess.position, seed=1, times=1)
    values.choice(guess.guess(guess.actors[0], 1), guess.actors[0], (), seed=1, times=1)
    values.doubt(guess.guess(guess.actors[0], 1), guess.actors[0], 0, 1, seed=1)
    begin = time.process_time()
    first = 0.0
    decisions = 0
    for part in parts(match.record(), 0, values=values):
        first = first or time.process_time() - begin
        decisions += part.decision is not None
    return Taken(game.slug, len(match.history), decisions, first, time.process_time() - begin)


# --- what is printed ---


def interval(hits: int, of: int) -> str:
    share = hits / of if of else 0.0
    return f"{100 * share:.1f} % ± {196 * sqrt(share * (1 - share) / of) if of else 0:.1f} ({hits} of {of})"


def row(found: Blunders | Luck | Taken) -> str:
    if isinstance(found, Blunders):
        shown = [found.level, found.matches, interval(found.found, found.planted), interval(found.blamed, found.own)]
    elif isinstance(found, Luck):
        means = ", ".join(f"{100 * m:+.1f} ± {100 * e:.1f}" for m, e in zip(found.mean, found.error, strict=True))
        both = f"{found.plain:.0f}, {found.plain * found.needed:.0f}" if len(set(found.bots)) > 1 else "–"
        shown = [" ".join(found.bots), found.matches, means, f"× {found.needed:.2f}", f"{100 * found.ahead:+.1f}", both]
    else:
        shown = [found.moves, found.decisions, f"{found.first:.1f} s", f"{found.whole:.1f} s"]
    named = [] if isinstance(found, Taken) else [f"`{found.value}`"]
    return "| " + " | ".join(str(cell) for cell in [found.game, *shown, *named]) + " |"


HEADS = {
    "blunders": "| game | level | matches | planted and found | own and blamed | value |\n|---|---|---|---|---|---|",
    "luck": "| game | bots | matches | mean of chance by seat, in points, ± standard error | needed "
    "| first seat ahead | matches to tell, without and with | value |\n|---|---|---|---|---|---|---|---|",
    "time": "| game | moves | decisions | curve | whole review |\n|---|---|---|---|---|",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=list(HEADS))
    parser.add_argument("game", nargs="*", help="default: all that are not timed")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="master", help="who plays (blunders, time)")
    parser.add_argument("--planted", type=float, default=PLANTED, help="the share of decisions to replace (blunders)")
    parser.add_argument("--bots", nargs="+", default=["greedy"], help="who plays, by seat (luck)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10_000, help="stop a game after so long, with what there is")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    work: Any = {"blunders": blunders, "luck": luck, "time": taken}[asked.what]
    chosen = [find_game(slug) for slug in asked.game] or [game for game in games().values() if not game.timed]
    if not asked.json:
        print(HEADS[asked.what], flush=True)
    for game in chosen:
        found = work(game, asked)
        print(json.dumps(asdict(found)) if asked.json else row(found), flush=True)


if __name__ == "__main__":
    main()

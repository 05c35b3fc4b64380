"""Whether a bot ever stalls: many decisions of every level in every game, each with a budget of 0.2 seconds.

  python benchmarks/stalls.py                           until every level has made 10,000 decisions, then the table
  python benchmarks/stalls.py --minutes 10              stop after a while; the next run goes on from there
  python benchmarks/stalls.py goats --level master      one game, one level
  python benchmarks/stalls.py --minutes 0               only the table

A decision is a guess and a choice, as at a live table. Counted are those that took more than 0.3 seconds of CPU, and
those that were not legal; memory is by how much the most this process has ever held went up, once it was warm. All
decisions of a match are one level's, at tables of every size. Results are kept in build/stalls, one line a piece; the
table is written to docs/reference/stalls.md.
"""

import argparse
import json
import resource
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.players import choose, warm
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import TIME, Match
from hoofspiel.kernel.words import IllegalMove
from hoofspiel.live import hooks

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "stalls"
PAGE = ROOT / "docs" / "reference" / "stalls.md"
WANTED = 10_000  # decisions of one level, in all games together
AT_ONCE = 100  # decisions of one piece, or a few more: a match is played to its end
BUDGET = 0.2
TOO_LONG = 0.3  # seconds of CPU


@dataclass(slots=True)
class Piece:
    """What came of some decisions of one level in one game."""

    decisions: int = 0
    too_long: int = 0
    illegal: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    """CPU of all decisions together."""
    grown: float = 0.0
    """Megabytes of memory that were not needed before."""


def run(game: Game, level: str, first: int) -> Piece:
    """One piece: whole matches from this seed on, until there are enough decisions."""
    piece, seed = Piece(), first
    while piece.decisions < AT_ONCE:
        seats = game.tables[seed % len(game.tables)]
        match = Match(game, seats=seats, seed=seed, options=game.house_seats.get(seats, {}))
        chance = Random(seed)
        while not match.over:
            (decide_in_time if game.timed else decide)(match, level, chance, piece)
        seed += 1
    return piece


def decide(match: Match, level: str, chance: Random, piece: Piece) -> None:
    seat = chance.choice(match.actors)
    begin = time.process_time()
    guess = match.guess(seat, chance.getrandbits(53))
    move = choose(match.game.slug, guess, seat, level, chance.getrandbits(53), BUDGET)
    count(piece, time.process_time() - begin)
    if move not in match.moves(seat):
        piece.illegal += 1
        move = match.moves(seat)[0]
    match.play(seat, move)


def decide_in_time(match: Match, level: str, chance: Random, piece: Piece) -> None:
    """Everybody plans, and the first plan happens; without one, time passes."""
    now = int(match.position.now)
    plans: list[tuple[int, int | None, str]] = []
    for seat in range(match.seats):
        begin = time.process_time()
        guess = match.guess(seat, chance.getrandbits(53))
        plan = hooks.bot_plan(match.game, guess, seat, level, chance.getrandbits(53))
        count(piece, time.process_time() - begin)
        if plan is not None:
            plans.append((now + plan[0], seat, plan[1]))
    due = hooks.due_at(match.game, match.position)
    at, who, move = min(plans, default=(due + 1, None, TIME))
    if 0 <= due < at:
        at, who, move = due + 1, None, TIME
    try:
        match.play(who, move, at)
    except IllegalMove:
        piece.illegal += 1
        match.play(None, TIME, at)


def count(piece: Piece, took: float) -> None:
    piece.decisions += 1
    piece.seconds += took
    piece.slowest = max(piece.slowest, took)
    piece.too_long += took > TOO_LONG


def most_memory() -> float:
    """Megabytes this process has held at most."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / 2**20 if sys.platform == "darwin" else held / 2**10


# --- keeping it ---


def file_of(game: Game, level: str) -> Path:
    return KEPT / f"{game.slug}-{level}.jsonl"


def load(game: Game, level: str) -> list[Piece]:
    file = file_of(game, level)
    return [Piece(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


def keep(game: Game, level: str, piece: Piece) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with file_of(game, level).open("a") as file:
        file.write(json.dumps(asdict(piece)) + "\n")


def play(wanted: list[tuple[Game, str]], seconds: float) -> None:
    """Those with the fewest decisions first."""
    until = time.monotonic() + seconds
    done = {pair: sum(piece.decisions for piece in load(*pair)) for pair in wanted}
    warmed: set[str] = set()
    while done and time.monotonic() < until:
        game, level = min(done, key=lambda pair: done[pair])
        if done[game, level] >= WANTED // len(games()):
            return
        if game.slug not in warmed:
            warmed.add(game.slug)
            warm(game.slug)
            run(game, next(iter(LEVELS)), 1)
        before = most_memory()
        piece = run(game, level, 1 + done[game, level])
        piece.grown = most_memory() - before
        keep(game, level, piece)
        done[game, level] += piece.decisions
        print(f"{game.slug} {level}: {done[game, level]} decisions, slowest {piece.slowest:.3f} s", flush=True)


def table() -> str:
    rows = [
        "| game | level | decisions | on average | slowest | over 0.3 s | illegal | memory grew |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game in games().values():
        for level in LEVELS:
            pieces = load(game, level)
            made = sum(piece.decisions for piece in pieces)
            if made:
                mean = sum(piece.seconds for piece in pieces) / made
                rows.append(
                    f"| {game.slug} | {level} | {made} | {mean:.3f} s | {max(p.slowest for p in pieces):.3f} s "
                    f"| {sum(p.too_long for p in pieces)} | {sum(p.illegal for p in pieces)} "
                    f"| {sum(p.grown for p in pieces):.1f} MB |"
                )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", type=find_game)
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--minutes", type=float, default=600.0)
    asked = parser.parse_args()
    play(
        [(game, level) for game in asked.game or games().values() for level in asked.level or LEVELS],
        60 * asked.minutes,
    )
    PAGE.write_text(
        f"""# How long bots think

Written by `benchmarks/stalls.py` (`make stalls`). Every decision had a budget of {BUDGET} seconds. Times are CPU times,
the guess at hidden cards included. Memory is by how much the most the process ever held went up, once it was warm. In
games that know time a bot plans instead of searching. The budget is time on the clock: on a busy machine a bot gets
less of the CPU, so these are times of the machine they were measured on.

{table()}
""",
        encoding="utf-8",
    )
    print(table())


if __name__ == "__main__":
    main()

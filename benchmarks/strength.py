"""How strong the bots are: every claim of docs/reference/strength.md, played out and written down.

  python benchmarks/strength.py --minutes 30            go on where the last run stopped, then write the page
  python benchmarks/strength.py --minutes 0             only write the page from what has been played
  python benchmarks/strength.py goats --minutes 10      one game

Every deal is played once for each way round the table. Bots think for a number of iterations, not for a time, so a busy
machine changes nothing. Results are kept in build/strength, one file a pairing; those measured least are played first.
"""
import argparse
import time
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path

from hoofspiel.bots.arena import Pairing, load, play_deal, save, standings
from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.timed import paces
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.lab.tally import play_many

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "strength"
PAGE = ROOT / "docs" / "reference" / "strength.md"
ENOUGH = 400            # matches of one pairing
FEWEST = 20             # deals; an interval from fewer says nothing
AT_ONCE = 5             # deals before another pairing has its turn
IN_TIME = 4_000         # matches in virtual time, which cost little
TURNS = ("goats", "gouda")
"""Games in which all choose at once: a seat must make no difference."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One bot against another in all other seats, and what its share of wins should be above."""

    game: str
    seats: int
    bot: str
    other: str
    goal: float

    @property
    def pairing(self) -> Pairing:
        options = find_game(self.game).house_seats.get(self.seats, {})
        return Pairing(self.game, self.seats, (self.bot, self.other), options)

    @property
    def file(self) -> Path:
        return KEPT / f"{self.game}-{self.seats}-{self.bot}-{self.other}.jsonl"


@dataclass(frozen=True, slots=True)
class Score:
    matches: int
    share: float
    margin: float
    by_seat: list[tuple[float, float]]
    """In each seat: the share of wins, and half of its 95 % interval."""


def claims() -> list[Claim]:
    found = []
    for game in games().values():
        if 2 in game.tables and not game.timed:
            found.append(Claim(game.slug, 2, "master", "random", 0.95))
        if not game.timed:
            found.append(Claim(game.slug, 4, "master", "random", 0.85))
            found.append(Claim(game.slug, 4, "master", "greedy", 0.45))
        names = list(paces(game) or LEVELS)
        names.sort(key=lambda name: -paces(game).get(name, 0))
        found += [Claim(game.slug, seats, better, worse, 1 / seats)
                  for worse, better in pairwise(names) for seats in game.tables]
    return found


def measure(claim: Claim) -> Score | None:
    """What has been played of it so far."""
    game = find_game(claim.game)
    if game.timed:
        turns = [play_many(game, seats=claim.seats, bots=[claim.bot if p == seat else claim.other
                                                          for p in range(claim.seats)],
                           matches=IN_TIME // claim.seats).by_seat[seat] for seat in range(claim.seats)]
        share = sum(t.win_share for t in turns) / claim.seats
        margin = 1.96 * sqrt(share * (1 - share) / IN_TIME)
        return Score(IN_TIME, share, margin, [(t.win_share, (t.high - t.low) / 2) for t in turns])
    results = load(claim.file, claim.pairing)
    if len(results) < FEWEST * claim.seats:
        return None
    standing = next(s for s in standings(claim.pairing, results) if s.bot == claim.bot)
    deals = len(results) / claim.seats
    by_seat = [(share, 1.96 * sqrt(share * (1 - share) / deals)) for share in standing.by_seat]
    return Score(len(results), standing.win_share, standing.margin, by_seat)


def play(wanted: list[Claim], seconds: float) -> None:
    """Those measured least first, until the time is up or all have enough."""
    until = time.monotonic() + seconds
    KEPT.mkdir(parents=True, exist_ok=True)
    done = {c: len(load(c.file, c.pairing)) for c in wanted if not find_game(c.game).timed}
    while done and time.monotonic() < until:
        claim = min(done, key=lambda c: done[c])
        if done[claim] >= ENOUGH:
            return
        keep = save(claim.file, claim.pairing)
        for deal in range(done[claim] // claim.seats + 1, done[claim] // claim.seats + 1 + AT_ONCE):
            keep(play_deal(claim.pairing, deal))
            done[claim] += claim.seats
        print(f"{claim.game} {claim.seats}: {claim.bot} against {claim.other}, {done[claim]} matches", flush=True)


# --- the page ---


def row(claim: Claim, score: Score) -> str:
    low, high = max(0.0, score.share - score.margin), min(1.0, score.share + score.margin)
    said = "yes" if low > claim.goal else "no" if high < claim.goal else "not sure"
    return (f"| {claim.game} | {claim.seats} | {claim.bot} | {claim.other} | {score.matches} | {score.share:.1%} "
            f"| {low:.1%} – {high:.1%} | {claim.goal:.0%} | {said} |")


def page(scores: dict[Claim, Score]) -> str:
    head = ("| game | seats | bot | against | matches | wins | 95 % interval | goal | above it? |\n"
            "|---|---|---|---|---|---|---|---|---|\n")
    against = [row(c, s) for c, s in scores.items() if c.other in ("random", "greedy")]
    ladder = [row(c, s) for c, s in scores.items() if c.other not in ("random", "greedy")]
    seats = [f"| {c.game} | {c.other} | {s.matches} | "
             + " | ".join(f"{share:.0%} ± {margin:.0%}" for share, margin in s.by_seat) + " |"
             for c, s in scores.items() if c.game in TURNS and c.seats == 4 and c.bot == "master"]
    return f"""# How strong the bots are

Written by `benchmarks/strength.py` (`make strength`). One bot sits with others who are all alike; every deal is played
once for each way round the table, and intervals are paired by deal. A shared win counts its share. Bots think for a
number of iterations, not for a time. In taco the levels play in virtual time.

## The master against players who do not think

{head}{chr(10).join(against)}

## Each level against the one below it

The goal is the share that chance would give.

{head}{chr(10).join(ladder)}

## The same in every seat

The master's share of wins in each seat of four, where all choose at once.

| game | against | matches | seat 0 | seat 1 | seat 2 | seat 3 |
|---|---|---|---|---|---|---|
{chr(10).join(seats)}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size")
    parser.add_argument("--bot", action="append", help="only claims about this bot")
    asked = parser.parse_args()
    wanted = [c for c in claims() if (not asked.game or c.game in asked.game)
              and (not asked.seats or c.seats in asked.seats) and (not asked.bot or c.bot in asked.bot)]
    play(wanted, 60 * asked.minutes)
    scores = {c: score for c in claims() if (score := measure(c)) is not None}
    PAGE.write_text(page(scores), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(scores)} of {len(claims())} claims measured")


if __name__ == "__main__":
    main()

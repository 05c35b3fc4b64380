"""How strong the bots are: every claim of docs/reference/strength.md, played out and written down.

  python benchmarks/strength.py --minutes 30            go on where the last run stopped, then write the page
  python benchmarks/strength.py --minutes 0             only write the page from what has been played
  python benchmarks/strength.py goats --minutes 10      one game
  python benchmarks/strength.py goats --again           the same from the beginning, after a change
  python benchmarks/strength.py --adversary 30          look for weaknesses of each club player and master that long

Every deal is played once for each way round the table. Bots think for a number of iterations, not for a time, so a busy
machine changes nothing. A claim is played until its share of wins is clearly above or below its goal, or often enough;
those that have taken the least time come first. Results are kept in build/strength, one file a claim.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from math import erfc, exp, inf, pi, sqrt
from pathlib import Path

from hoofspiel.bots.adversary import Adversary
from hoofspiel.bots.arena import Pairing, play_deal
from hoofspiel.bots.kept import load, save
from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.standings import standings
from hoofspiel.bots.timed import paces
from hoofspiel.cli.exploit import Finding, exploit
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.words import BadMatch

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "strength"
PAGE = ROOT / "docs" / "reference" / "strength.md"
QUARTER = 3000
MASTER = f"master@{QUARTER}"  # with a quarter of its iterations there is time for enough matches
ENOUGH = 1600  # matches of one claim
FEWEST = 12  # deals; an interval from fewer says nothing
CLEAR = 1.5  # times half of the interval: three standard errors, for we look again and again
AT_ONCE = 3  # deals before another claim has its turn
QUICK = ("random", "greedy")
SEATS = 4
TURNS = ("goats", "gouda")
"""Games in which all choose at once: a seat must make no difference."""


ADVERSARY_MINUTES = 5.0
MASTERS_MAY_LOSE, CLUBS_MAY_LOSE = 0.08, 0.15  # to an adversary, above chance

WEAK = Path(__file__).with_name("weak.md")
"""What we would mend next, and what was tried: written by hand, taken out when a claim says otherwise."""


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

    def clear_of(self, goal: float) -> bool:
        return abs(self.share - goal) > CLEAR * self.margin

    @property
    def alike(self) -> float:
        """How often four seats that are alike would differ by as much or more (chi-square, three degrees)."""
        noise = self.share * (1 - self.share) * SEATS / self.matches
        x = sum((share - self.share) ** 2 for share, _ in self.by_seat) / noise if noise else 0.0
        return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2)


def claims() -> list[Claim]:
    found = []
    for game in games().values():
        looks_no_further = getattr(game.bot, "SEARCH", {}).get("enough", inf) <= QUARTER
        master = "master" if looks_no_further else MASTER
        names = sorted(paces(game), key=lambda name: -paces(game)[name]) or list(LEVELS)
        if not game.timed:
            if 2 in game.tables:
                found.append(Claim(game.slug, 2, master, "random", 0.95))
            found.append(Claim(game.slug, 4, master, "random", 0.85))
            found.append(Claim(game.slug, 4, master, "greedy", 0.45))
        found += [
            Claim(game.slug, seats, better, worse, 1 / seats)
            for worse, better in pairwise(names)
            for seats in game.tables
        ]
        found += [
            replace(claim, bot=master)
            for claim in found
            if claim.game == game.slug and claim.bot == "master" and not game.timed
        ]
        found += [
            replace(claim, bot="master") for claim in found if claim.game == game.slug and claim.other == "greedy"
        ]
    return list(dict.fromkeys(found))


def measure(claim: Claim) -> Score | None:
    """What these bots have played of it so far."""
    results = load(claim.file, claim.pairing) if of_these_bots(claim) else []
    if len(results) < FEWEST * claim.seats:
        return None
    standing = next(s for s in standings(claim.pairing, results) if s.bot == claim.bot)
    deals = len(results) / claim.seats
    by_seat = [(share, 1.96 * sqrt(share * (1 - share) / deals)) for share in standing.by_seat]
    never_seen = 3 / len(results)  # what never happened in n matches may still happen three times in n
    return Score(len(results), standing.win_share, max(standing.margin, never_seen), by_seat)


def of_these_bots(claim: Claim) -> bool:
    """What was played before a level changed does not count for it."""
    try:
        load(claim.file, claim.pairing)
    except BadMatch:
        return False
    return True


def is_open(claim: Claim) -> bool:
    """Whether more matches are needed."""
    score = measure(claim)
    return score is None or score.matches < ENOUGH and not score.clear_of(claim.goal)


def play(wanted: list[Claim], seconds: float) -> None:
    """Until the time is up or there is nothing left to find out."""
    until = time.monotonic() + seconds
    KEPT.mkdir(parents=True, exist_ok=True)
    for claim in wanted:
        if not of_these_bots(claim):
            claim.file.unlink()
    spent = {claim: 0.0 for claim in wanted if is_open(claim)}
    while spent and time.monotonic() < until:
        claim = min(spent, key=lambda c: spent[c])
        begin = time.process_time()
        done = len(load(claim.file, claim.pairing)) // claim.seats
        keep = save(claim.file, claim.pairing)
        for deal in range(done + 1, done + 1 + AT_ONCE):
            keep(play_deal(claim.pairing, deal))
        spent[claim] += time.process_time() - begin
        score = measure(claim)
        if score is not None and not is_open(claim):
            del spent[claim]
            print(f"{row(claim, score)} {len(spent)} to go", flush=True)


# --- the page ---


def row(claim: Claim, score: Score) -> str:
    low, high = max(0.0, score.share - score.margin), min(1.0, score.share + score.margin)
    said = "yes" if low > claim.goal else "no" if high < claim.goal else "not sure"
    return (
        f"| {claim.game} | {claim.seats} | {claim.bot} | {claim.other} | {score.matches} | {score.share:.1%} "
        f"| {low:.1%} – {high:.1%} | {claim.goal:.0%} | {said} |"
    )


def page(scores: dict[Claim, Score]) -> str:
    head = (
        "| game | seats | bot | against | matches | wins | 95 % interval | goal | above it? |\n"
        "|---|---|---|---|---|---|---|---|---|\n"
    )
    against = [row(c, s) for c, s in scores.items() if c.other in QUICK]
    ladder = [row(c, s) for c, s in scores.items() if c.other not in QUICK]
    seats = [
        f"| {c.game} | {c.bot} | {c.other} | {s.matches} | "
        + " | ".join(f"{share:.0%} ± {margin:.0%}" for share, margin in s.by_seat)
        + f" | {s.alike:.0%} |"
        for c, s in scores.items()
        if c.game in TURNS and c.seats == SEATS and c.bot in ("master", MASTER)
    ]
    return f"""# How strong the bots are

Written by `benchmarks/strength.py` (`make strength`). One bot sits with others who are all alike; every deal is played
once for each way round the table, and intervals are paired by deal. A shared win counts its share. Bots think for a
number of iterations, not for a time. `{MASTER}` is the master with a quarter of the iterations it has at a table;
goats' master looks no further than that anyway. A claim was played until its share of wins was three standard errors
from its goal, or {ENOUGH} matches, or until time was up; those with fewer than {FEWEST} deals are not shown. In taco
the levels play in virtual time.

## The master against players who do not think

{head}{chr(10).join(against)}

## Each level against the one below it

The goal is the share that chance would give.

{head}{chr(10).join(ladder)}

## The same in every seat

The master's share of wins in each seat of four, where all choose at once. The last column says how often seats that are
alike would differ by as much or more: only a small number there, say under 5 %, would tell of a seat that is better.

| game | bot | against | matches | seat 0 | seat 1 | seat 2 | seat 3 | by chance |
|---|---|---|---|---|---|---|---|---|
{chr(10).join(seats)}

{adversaries()}
{WEAK.read_text(encoding="utf-8")}{not_measured(scores)}"""


def found_file(game: str, seats: int, against: str) -> Path:
    return KEPT / f"exploit-{game}-{seats}-{against}.json"


def exploited() -> list[tuple[str, int, str]]:
    """Which levels an adversary looks at: clubs and masters of four seats, goats at six as well."""
    slow = [game for game in games().values() if not game.timed]
    tables = [(game.slug, seats) for game in slow for seats in ((4, 6) if game.slug == "goats" else (4,))]
    return [(slug, seats, level) for slug, seats in tables for level in ("club", "master")]


def look_for_weaknesses(wanted: list[str], minutes: float) -> None:
    for slug, seats, against in exploited():
        if minutes and (not wanted or slug in wanted):
            finding = exploit(Adversary(find_game(slug), against), seats, 60 * minutes)
            found_file(slug, seats, against).write_text(json.dumps(asdict(finding)), encoding="utf-8")
            print(finding_row(finding), flush=True)


def finding_row(f: Finding) -> str:
    goal = f.chance + (MASTERS_MAY_LOSE if f.against.startswith("master") else CLUBS_MAY_LOSE)
    low, high = max(0.0, f.wins - f.margin), min(1.0, f.wins + f.margin)
    said = "yes" if high < goal else "no" if low > goal else "not sure"
    return (
        f"| {f.game} | {f.seats} | {f.against} | {f.watched} | {f.way.replace('_', ' ')} | {f.matches} | {f.wins:.1%} "
        f"| {low:.1%} – {high:.1%} "
        f"| {goal:.0%} | {said} |"
    )


def adversaries() -> str:
    files = [found_file(*which) for which in exploited()]
    found = [Finding(**json.loads(file.read_text(encoding="utf-8"))) for file in files if file.exists()]
    rows = chr(10).join(finding_row(finding) for finding in found)
    return f"""## What an adversary wins

`hoofspiel exploit` watches a level at its own table and counts how often it makes each kind of choice. Then it tries
its ways to play (replies to those counts, by playouts, and simple players that somebody would write with the source
at hand) and plays fresh deals in the way that won most. What it wins is a lower bound: others may find more, and one
that wins less than chance shows no limit to what can be won. The goal is chance and eight points against masters, and
fifteen against club players.

| game | seats | against | watched | its way | matches | it wins | 95 % interval | goal | below it? |
|---|---|---|---|---|---|---|---|---|---|
{rows}
"""


def not_measured(scores: dict[Claim, Score]) -> str:
    missing: dict[str, list[str]] = {}
    for c in claims():
        if c not in scores:
            missing.setdefault(f"- {c.game}: {c.bot} against {c.other}", []).append(str(c.seats))
    lines = [f"{what}, with {', '.join(seats)} players" for what, seats in missing.items()]
    return chr(10).join(["", "## Not measured yet", "", *lines, ""]) if lines else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--adversary", type=float, default=ADVERSARY_MINUTES, help="minutes for each level it looks at")
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size")
    parser.add_argument("--bot", action="append", help="only claims about this bot")
    parser.add_argument("--again", action="store_true", help="forget what was played of these claims before")
    asked = parser.parse_args()
    wanted = [
        c
        for c in claims()
        if (not asked.game or c.game in asked.game)
        and (not asked.seats or c.seats in asked.seats)
        and (not asked.bot or c.bot in asked.bot)
    ]
    for claim in wanted if asked.again else ():
        claim.file.unlink(missing_ok=True)
    play(wanted, 60 * asked.minutes)
    look_for_weaknesses(asked.game, asked.adversary if asked.minutes else 0.0)
    scores = {c: score for c in claims() if (score := measure(c)) is not None}
    PAGE.write_text(page(scores), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(scores)} of {len(claims())} claims measured")


if __name__ == "__main__":
    main()

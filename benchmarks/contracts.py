"""Do goodge's bots bid what they can make? Whole matches at tables of one level, and with somebody who never bids.

  python benchmarks/contracts.py                            every level, four seats, 40 matches each: some 20 minutes
  python benchmarks/contracts.py novice casual --matches 200
  python benchmarks/contracts.py master@1000 --seats 3      the master with so many iterations for a card

For each level: the share of contracts made, the mean bid, the rounds a match lasts, and how often a player wins against
that level who always passes and plays any card (seat-rotated; matches stopped after the game's most deals count as
nobody's). Bots think for a number of iterations, not for a time. All with their 95 % intervals, by whole matches.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.players import player_called
from hoofspiel.bots.quick import Player, play_at_random
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.table import AUCTION
from hoofspiel.kernel.engine import NOBODY

Z = 1.96
Pair = tuple[float, float]
"""Of one match: what counts, out of how much."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match: its contracts as (bid, whether it was made), and who won."""

    contracts: list[tuple[int, bool]]
    rounds: int
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Share:
    """A ratio of sums over matches, and half of its 95 % interval."""

    value: float
    margin: float


def never_bids(match: Match, seat: int, chance: Random) -> str:
    """Passes where it may, else bids the least, and plays any card."""
    if match.position.phase == AUCTION:
        return match.moves(seat)[0]
    return play_at_random(match, seat, chance)


def play(players: Sequence[Player], seed: int) -> Played:
    match = Match(GAME, seats=len(players), seed=seed)
    chances = [Random(f"{seed} {seat}") for seat in range(match.seats)]
    contracts = []
    s = match.position
    rounds = 0
    while not match.over and rounds < GAME.most_deals:
        seat = match.actors[0]
        match.play(seat, players[seat](match, seat, chances[seat]))
        s = match.position
        if s.deals > rounds:
            rounds = s.deals
            if s.was_goodge != NOBODY:
                contracts.append((s.was_bid, s.was_captured[s.was_goodge] >= s.was_bid))
    return Played(contracts, rounds, match.winners if match.over else [])


def share_of(pairs: Sequence[Pair]) -> Share:
    """A match is drawn as a whole: what happens within it goes together."""
    above, below = sum(a for a, _ in pairs), sum(b for _, b in pairs)
    if not below or len(pairs) < 2:
        return Share(0.0, 1.0)
    ratio = above / below
    spread = sum((a - ratio * b) ** 2 for a, b in pairs) * len(pairs) / (len(pairs) - 1)
    return Share(ratio, Z * sqrt(spread) / below)


def at_one_level(level: str, seats: int, matches: int, seed: int) -> tuple[Share, Share, Share]:
    """Contracts made, the mean bid, and the rounds of a match."""
    players = [player_called(level)] * seats
    played = [play(players, seed + k) for k in range(matches)]
    made = share_of([(sum(kept for _, kept in p.contracts), len(p.contracts)) for p in played])
    bid = share_of([(sum(bid for bid, _ in p.contracts), len(p.contracts)) for p in played])
    return made, bid, share_of([(p.rounds, 1) for p in played])


def against_one_who_passes(level: str, seats: int, matches: int, seed: int) -> Share:
    """How often that one wins; the seat moves on with every match."""
    wins = []
    for k in range(matches):
        players = [player_called(level)] * seats
        players[k % seats] = never_bids
        played = play(players, seed + k // seats)
        wins.append((1 / len(played.winners) if k % seats in played.winners else 0.0, 1.0))
    return share_of(wins)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--seats", type=int, default=4, choices=list(GAME.seats))
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--passer", type=int, help="matches with the one who always passes; as many, unless told")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{asked.seats} seats, chance wins {1 / asked.seats:.0%}\n")
    print("| level | matches | contracts made | mean bid | rounds a match | who always passes wins |")
    print("|---|---|---|---|---|---|")
    for level in asked.levels:
        made, bid, rounds = at_one_level(level, asked.seats, asked.matches, asked.seed)
        passer = against_one_who_passes(level, asked.seats, asked.passer or asked.matches, asked.seed)
        print(
            f"| {level} | {asked.matches} | {made.value:.1%} ± {made.margin:.1%} | {bid.value:.0f} ± {bid.margin:.0f} "
            f"| {rounds.value:.1f} ± {rounds.margin:.1f} | {passer.value:.1%} ± {passer.margin:.1%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

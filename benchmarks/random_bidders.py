"""How often one can win French Goats at all against players who bid and play bonus cards at random.

  python benchmarks/random_bidders.py                   400 matches of four for each way to play, about half an hour
  python benchmarks/random_bidders.py --matches 2000 place order
  python benchmarks/random_bidders.py --seed 5000 told@12000

  place          bids by place, plays a bonus card that wins a good dish: no thinking
  told@N         the master's search with N iterations for each choice, told from the start that the others are random
  order          by place too, but knows the order in which the dishes of a round will come: nobody can
  bids           sees the bids of the others before it bids: nobody can

How `told` grows with its iterations says how much better thinking can do; `order` and `bids` say how much is luck. All
play the same deals, from every seat in turn, and a shared win counts its share.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from math import inf, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.bot import usual
from hoofspiel.games.goats.names import BONUS_NAMES, DRAW, cards_in
from hoofspiel.games.goats.position import ALL_BONUS, BIDDING, FACE_DOWN, FOOD, TETE, TETES
from hoofspiel.games.goats.styles import THOUSAND
from hoofspiel.kernel.bits import bit

SEATS = 4
WAYS = ("place", "told@3000", "told@12000", "told@48000", "order", "bids")
Way = Callable[[Match, int, Random], int]


def told(match: Match, seat: int, chance: Random) -> Any:
    """What a bot may know, and that all the others are random."""
    guess = match.guess(seat, chance.getrandbits(53))
    for p in range(SEATS):
        guess.wild[p] = 0 if p == seat else THOUSAND
    return guess


def by_place(match: Match, seat: int, chance: Random) -> int:
    return place_in(told(match, seat, chance), seat)


def place_in(guess: Any, seat: int) -> int:
    if guess.phase == BIDDING and guess.dish == FACE_DOWN:
        cards = cards_in(guess.hand[seat])
        return cards[len(cards) // 2]
    return usual(guess, seat)


def search(iterations: int) -> Way:
    level = replace(LEVELS["master"], iterations=iterations, seconds=inf, reads=False)

    def choose(match: Match, seat: int, chance: Random) -> int:
        return choose_actions(GAME, told(match, seat, chance), seat, level, chance.getrandbits(40))[0]

    return choose


def knows_order(match: Match, seat: int, chance: Random) -> int:
    guess = told(match, seat, chance)
    guess.food &= sum(map(bit, match.position.deal[FOOD, guess.deals][: guess.cards]))
    return place_in(guess, seat)


def sees_bids(match: Match, seat: int, chance: Random) -> int:
    """The cheapest card that wins, or else the lowest."""
    s, guess = match.position, told(match, seat, chance)
    if s.phase != BIDDING:
        return place_in(guess, seat)
    guess.bid[:] = s.bid
    cards = cards_in(s.hand[seat])
    for card in cards:
        guess.bid[seat] = card
        if winner_now(guess) == seat:
            return card
    return cards[0]


def way_called(name: str) -> Way:
    ways: dict[str, Way] = {"place": by_place, "order": knows_order, "bids": sees_bids}
    base, _, iterations = name.partition("@")
    return search(int(iterations)) if base == "told" else ways[name]


def dealt(seed: int) -> dict[str, Any]:
    chance = Random(f"deal {seed}")
    bonus = [BONUS_NAMES[TETE if bit(card) & TETES else card] for card in cards_in(ALL_BONUS)]
    rounds = [[*range(1, 11), *extra] for extra in ([DRAW] * 3, [DRAW] * 3, [])]
    return {
        "food": [chance.sample(dishes, len(dishes)) for dishes in rounds],
        "bonus": chance.sample(bonus, len(bonus)),
    }


def play(way: Way, seed: int, seat: int) -> float:
    """Its share of one win; it answers last, which only `bids` makes use of."""
    match = Match(GAME, seats=SEATS, seed=seed, deal=dealt(seed))
    chances = [Random(f"{seed} {seat} {p}") for p in range(SEATS)]
    while not match.over:
        p = next((p for p in match.actors if p != seat), seat)
        if p == seat:
            match.play(p, GAME.names.spell(match.position, p, way(match, p, chances[p])))
        else:
            match.play(p, chances[p].choice(match.moves(p)))
    return 1 / len(match.winners) if seat in match.winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ways", nargs="*", default=WAYS)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| way to play | matches | wins | 95 % interval |\n|---|---|---|---|")
    for name in asked.ways:
        way = way_called(name)
        deals = [
            mean(play(way, seed, seat) for seat in range(SEATS))
            for seed in range(asked.seed, asked.seed + asked.matches // SEATS)
        ]
        share, margin = mean(deals), 1.96 * stdev(deals) / sqrt(len(deals))
        print(
            f"| {name} | {SEATS * len(deals)} | {share:.1%} | {max(share - margin, 0):.1%} – "
            f"{min(share + margin, 1):.1%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

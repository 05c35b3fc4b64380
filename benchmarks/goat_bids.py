"""How goats' masters bid: how often they meet, how hard they are to guess, and what simple players win against them.

  python benchmarks/goat_bids.py                       four masters, then players written in an afternoon against three
  python benchmarks/goat_bids.py --seats 6 --matches 60
  python benchmarks/goat_bids.py --fit                 count the bids of four masters and print styles.CLEVER

Everything is played compiled; in windows all play a bonus card where it wins a good dish, so this is about bids alone.
Every deal is played from every seat in turn. Surprise is the entropy of what a master bids in one view, asked 32 times,
with the Miller-Madow correction, in views with at least three cards whose best two gain the same within their error.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from math import log, log2, sqrt
from typing import Any

import numpy as np

from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.balance import FINE, REGRET, ROUNDS, by_place, weigh
from hoofspiel.games.goats.position import BIDDING, FACE_DOWN
from hoofspiel.games.goats.sly import just_enough, one_above, patient, place_alone
from hoofspiel.games.goats.styles import DRAW_IS_WORTH, study
from hoofspiel.games.goats.tricks import worthwhile_bonus
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import assign, greedy, position_in, winners
from hoofspiel.kernel.engine import NOBODY, actors
from hoofspiel.kernel.loops import ALL_SHARES, act, begin_match, guess_for, random_choice

ENTRIES = ("play_bids",)
PLAYERS = ("random", "greedy", "place", "one_up", "patient", "enough", "master")
RANDOM_BIDS, GREEDY_BIDS, PLACE_BIDS, ONE_UP, PATIENT, JUST_ENOUGH, MASTER_BIDS = range(7)
AFTERNOON = ("place", "one_up", "patient", "enough", "greedy")
ERROR = 0.004  # of the odds to win, after a few hundred rounds of regret
SUMS = 512
ASKED = 32
FITTED = 25  # times that the table of bids is made to agree with the bids


# --- in the dialect of the rules: compiled ---


def afternoon(f: Any, seat: int, player: int, x: int) -> int:
    if player == ONE_UP:
        return one_above(f, seat, x)
    if player == PATIENT:
        return patient(f, seat, x)
    return just_enough(f, seat, x) if player == JUST_ENOUGH else place_alone(f, seat, x)


def chosen_by(s: Any, g: Any, h: Any, f: Any, seat: int, player: int, times: int, x: int, sums: Any) -> int:
    if player == RANDOM_BIDS:
        return random_choice(s, seat, x)
    assign(f, s)
    guess_for(f, seat, x)
    x = next_rng(x)
    if player == GREEDY_BIDS:
        return greedy(f, seat, x)
    if s.phase != BIDDING:
        return worthwhile_bonus(f, seat)
    if player != MASTER_BIDS:
        return afternoon(f, seat, player, x)
    study(f, seat)
    for k in range(len(sums)):
        sums[k] = 0
    usual = by_place(f, seat)
    return usual if usual != NOBODY else weigh(f, g, h, seat, x, times, sums)


def ask_again(s: Any, g: Any, h: Any, f: Any, player: int, times: int, x: int, sums: Any, answers: Any) -> None:
    """What seat 0 would bid, asked again and again; only where it thinks, now and then, and the best two are close."""
    answers[0] = 0
    if player != MASTER_BIDS or sums[ROUNDS] == 0 or count(s.hand[0]) < 3 or below(x, 4):
        return
    best = -1 << 60
    second = best
    left = s.hand[0]
    while left:
        gain = sums[REGRET + lowest(left)]
        left &= left - 1
        if gain > best:
            second = best
            best = gain
        elif gain > second:
            second = gain
    if best - second > int(ERROR * FINE) * sums[ROUNDS]:
        return
    for k in range(len(answers)):
        x = next_rng(x)
        answers[k] = chosen_by(s, g, h, f, 0, player, times, x, sums)


def play_bids(
    a: Any,
    b: Any,
    c: Any,
    d: Any,
    e: Any,
    seed: int,
    turn: int,
    players: Any,
    times: int,
    sums: Any,
    bids: Any,
    out: Any,
) -> int:
    """One match: every auction with its dish, hands, bids, and what seat 0 says if asked again; how many there were."""
    s, g, h, f = position_in(b), position_in(c), position_in(d), position_in(e)
    begin_match(s, position_in(a), seed)
    x = seed_rng(seed + 1_000_003 * (turn + 1))
    auctions = 0
    while actors(s):
        if s.phase != BIDDING:
            x = next_rng(x)
            p = pick(actors(s), below(x, count(actors(s))))
            x = next_rng(x)
            act(s, p, chosen_by(s, g, h, f, p, players[(p + turn) % s.n], 1, x, sums))
            continue
        row = bids[auctions]
        row[0] = s.dish
        for p in range(s.n - 1, -1, -1):
            x = next_rng(x)
            row[1 + p] = s.hand[p]
            row[7 + p] = chosen_by(s, g, h, f, p, players[(p + turn) % s.n], times, x, sums)
        ask_again(s, g, h, f, players[turn % s.n], times, x, sums, out[auctions])
        for p in range(s.n):
            act(s, p, row[7 + p])
        auctions += 1
    best = winners(s)
    for p in range(s.n):
        bids[0, 13 + (p + turn) % s.n] = ALL_SHARES // count(best) if best >> p & 1 else 0
    return auctions


# --- from Python ---


@dataclass(slots=True)
class Bids:
    """What came of some matches."""

    wins: list[float]
    """Of the first player, a deal each."""
    auctions: int = 0
    pairs: int = 0
    same: int = 0
    tops: int = 0
    surprises: list[float] = field(default_factory=list)
    rows: list[Any] = field(default_factory=list)

    @property
    def share(self) -> tuple[float, float]:
        """Of wins, and half of its 95 % interval."""
        wins = np.array(self.wins)
        return float(wins.mean()), float(1.96 * wins.std(ddof=1) / sqrt(len(wins)))


def watch(first: str, others: str, *, seats: int = 4, matches: int = 80, times: int = 300, seed: int = 1) -> Bids:
    """One player against others who are all alike, from every seat in turn."""
    world = bind.fast(GAME, sys.modules[__name__])
    arrays = [world.blank(seats, {}) for _ in range(5)]
    players = np.array([PLAYERS.index(name) for name in (first, *[others] * (seats - 1))], np.int64)
    sums, bids, out = np.zeros(SUMS, np.int64), np.zeros((64, 20), np.int64), np.zeros((64, ASKED), np.int64)
    found = Bids([])
    for deal in range(seed, seed + max(matches // seats, 2)):
        won = 0.0
        for turn in range(seats):
            auctions = world.play_bids(*arrays, deal, turn, players, times, sums, bids, out)
            won += bids[0, 13] / ALL_SHARES / seats
            for row, answers in zip(bids[:auctions], out[:auctions], strict=True):
                _count(found, row[7 : 7 + seats].tolist())
                if answers[0]:
                    found.surprises.append(surprise(answers.tolist()))
            found.rows += [row[:13].copy() for row in bids[:auctions]]
        found.wins.append(won)
    return found


def _count(found: Bids, bids: list[int]) -> None:
    found.auctions += 1
    found.pairs += len(bids) * (len(bids) - 1) // 2
    found.same += sum(bids[p] == bids[q] for p in range(len(bids)) for q in range(p))
    found.tops += bids.count(max(bids)) > 1


def surprise(answers: list[int]) -> float:
    """In bits."""
    shares = [n / len(answers) for n in Counter(answers).values()]
    return -sum(p * log2(p) for p in shares) + (len(shares) - 1) / (2 * len(answers) * log(2))


def fitted(rows: list[Any], seats: int) -> Any:
    """Weights of cards for each dish, so that bids drawn by them from the same hands are as frequent as those seen."""
    seen = [
        (min(int(row[0]), 11), [c for c in range(1, 11) if int(row[1 + p]) >> c & 1], int(row[7 + p]))
        for row in rows
        for p in range(seats)
        if row[0] != FACE_DOWN
    ]
    seen = [(DRAW_IS_WORTH if dish > 10 else dish, cards, bid) for dish, cards, bid in seen if len(cards) > 1]
    weights, counted = np.ones((11, 11)), np.zeros((11, 11))
    for dish, _, bid in seen:
        counted[dish, bid] += 1
    for _ in range(FITTED):
        expected = np.zeros((11, 11))
        for dish, cards, _ in seen:
            odds = weights[dish, cards]
            expected[dish, cards] += odds / odds.sum()
        weights *= ((counted + 4) / (expected + 4)) ** 0.7
    weights = weights[1:, 1:]
    return np.maximum((weights / weights.sum(1, keepdims=True) * 100).round().astype(int), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--times", type=int, default=300, help="rounds of regret for a bid; at a table it is 1000")
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    alike = watch("master", "master", seats=asked.seats, matches=asked.matches, times=asked.times)
    print(
        f"{asked.seats} masters, {alike.auctions} auctions: two bid the same card in {alike.same / alike.pairs:.1%}, "
        f"the highest bid is tied in {alike.tops / alike.auctions:.1%}, surprise {np.mean(alike.surprises):.2f} bits\n",
        flush=True,
    )
    if asked.fit:
        print("\n".join("    " + ", ".join(map(str, row)) + "," for row in fitted(alike.rows, asked.seats)))
        return
    print("| player | against | seats | matches | wins | 95 % interval |\n|---|---|---|---|---|---|")
    for first, others in [*((name, "master") for name in AFTERNOON), ("master", "random"), ("master", "greedy")]:
        found = watch(first, others, seats=asked.seats, matches=asked.matches, times=asked.times, seed=500)
        share, margin = found.share
        print(
            f"| {first} | {others} | {asked.seats} | {asked.seats * len(found.wins)} | {share:.1%} | "
            f"{max(share - margin, 0):.1%} – {min(share + margin, 1):.1%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

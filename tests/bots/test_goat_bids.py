"""How masters bid: by a mixture that nobody gains by foreseeing. At length: benchmarks/goat_bids.py."""

from random import Random
from typing import Any

import numpy as np

from benchmarks.goat_bids import fitted, surprise, watch
from hoofspiel import Match
from hoofspiel.bots import search, trials
from hoofspiel.bots.advice import advise
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.bots.thinking import SUMS, Thinker
from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.balance import SHARE
from hoofspiel.games.goats.position import BIDDING
from hoofspiel.games.goats.styles import THOUSAND, tenth
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.engine import NOBODY


def test_four_masters_seldom_bid_the_same_card() -> None:
    """Masters who each looked for the best answer met in 20 % of pairs and tied for the highest bid in 33 %."""
    alike = watch("master", "master", matches=16, times=80)
    assert alike.auctions >= 480
    assert alike.same / alike.pairs < 0.14
    assert alike.tops / alike.auctions < 0.26
    assert np.mean(alike.surprises) > 1.8


def test_whoever_bids_by_place_wins_little_from_masters() -> None:
    share, margin = watch("place", "master", matches=100, times=60).share
    assert share - margin < 0.33


def master_bids(match: Match, times: int) -> list[int]:
    return [choose_actions(GAME, match.guess(0, n), 0, LEVELS["master"], n, 60.0)[0] for n in range(times)]


def test_a_master_opens_a_poor_dish_with_no_high_card() -> None:
    match = next(m for m in (Match(GAME, seats=4, seed=n) for n in range(99)) if m.position.dish == 1)
    bids = master_bids(match, 20)
    assert max(bids) <= 9
    assert sum(bid >= 9 for bid in bids) <= 1
    assert len(set(bids)) >= 4


def mixture(world: Any, position: Any, rooms: list[Any], sums: Any, run: Any) -> list[int]:
    for k in range(3):
        run(position, *rooms, 0, world.seed_rng(k), 20, sums)
    return [int(n) for n in sums[SHARE : SHARE + 11]]


def test_plain_and_compiled_masters_mix_alike() -> None:
    plain, fast = bind.plain(GAME, search, trials), bind.fast(GAME, search, trials)
    guess = Match(GAME, seats=3, seed=5).guess(0, 1)
    rooms = [bind.blank(GAME, 3, {}) for _ in range(2)]
    slow = mixture(plain, guess, rooms, [0] * SUMS, plain.weigh)
    packed, *others = [bind.pack(GAME, guess, fast.blank(3)) for _ in range(3)]
    quick = mixture(plain, packed, others, np.zeros(SUMS, np.int64), fast.weigh_choices)
    assert slow == quick
    assert sum(slow) > 0


def test_against_bids_at_random_a_master_bids_by_place() -> None:
    match, world = Match(GAME, seats=4, seed=8), bind.plain(GAME)
    s = match.guess(0, 1)
    mind = Thinker(GAME, rows=1 << 12)
    assert mind.weigh(s, 0, seed=1, times=16, seconds=60.0) in members(s.hand[0])
    s.wild[:4] = [THOUSAND] * 4
    assert mind.weigh(s, 0, seed=1, times=16, seconds=60.0) == NOBODY
    assert world.usual(s, 0) == world.by_place(s, 0)


def test_no_peeking_a_master_bids_the_same_whatever_is_hidden() -> None:
    match, chance = Match(GAME, seats=4, seed=12), Random(12)
    compared = 0
    while not match.over and match.position.deals == 0:
        seat = match.actors[-1]
        if match.position.phase == BIDDING and any(match.position.held):
            twins = (match, match.twin(seat, 1), match.twin(seat, 2))
            assert len({choose_actions(GAME, m.guess(seat, 7), seat, LEVELS["master"], 7, 60.0) for m in twins}) == 1
            compared += 1
        match.play(seat, chance.choice(match.moves(seat)))
    assert compared >= 3


def test_two_players_leave_it_to_the_search() -> None:
    s = Match(GAME, seats=2, seed=8).guess(0, 1)
    assert Thinker(GAME, rows=1 << 12).weigh(s, 0, seed=1, times=16, seconds=60.0) == NOBODY


def test_a_bid_for_a_hidden_dish_is_weighed_too() -> None:
    s = Match(GAME, seats=4, seed=8).guess(0, 1)
    s.food |= 1 << s.dish
    s.dish = 0
    assert Thinker(GAME, rows=1 << 12).weigh(s, 0, seed=1, times=32, seconds=60.0) in members(s.hand[0])


def test_advice_about_a_bid_says_how_often_to_make_it() -> None:
    match = Match(GAME, seats=4, seed=8)
    best = advise(GAME, match.guess(0, 1), 0, 1, 0.2)["best"]
    assert 0 < best["share"] <= 1


def test_tenths_of_any_suit() -> None:
    assert [tenth(card, 10) for card in range(1, 11)] == list(range(10))
    assert [tenth(card, 3) for card in (1, 2, 3)] == [1, 5, 8]
    assert tenth(40, 10) == 9


def test_weights_are_fitted_to_bids_from_whatever_hands_there_were() -> None:
    """Bids at random out of random hands leave all weights even."""
    chance = Random(3)
    rows = []
    for _ in range(3000):
        cards = sorted(chance.sample(range(1, 11), 5))
        hand = sum(1 << card for card in cards)
        rows.append(np.array([7, hand, 0, 0, 0, 0, 0, chance.choice(cards), 0, 0, 0, 0, 0]))
    assert all(8 <= weight <= 12 for weight in fitted(rows, 1)[6])


def test_surprise_is_counted_in_bits() -> None:
    assert surprise([3] * 32) == 0.0
    assert 2.0 <= surprise([1, 2, 3, 4] * 8) < 2.1

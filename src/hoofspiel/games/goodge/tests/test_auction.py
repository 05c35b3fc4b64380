"""How the bots bid: what beginners overlook, and what a master weighs."""

from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.names import CARD_NAMES
from hoofspiel.games.goodge.table import AUCTION
from hoofspiel.games.goodge.tests.positions import auction, bids, mask
from hoofspiel.kernel import bind
from hoofspiel.kernel.engine import NOBODY

RULES = bind.plain(GAME)
PRETTY = "s1 s5 s10 d1 d5 t1 t5 h1 h5 h10 c1 c5"  # 185 points, and hardly a trick in it
PLAIN = "t9 t8 t7 t6 t4 t3 t2 h9 h8 h7 d9 crown"  # 25 points, and most of the tricks


def with_hand(hand: str, totals: tuple[int, ...] = (0, 0, 0, 0)) -> Match:
    """Seat 0 bids first, with this hand."""
    mine = hand.split()
    rest = [card for card in CARD_NAMES if card not in mine]
    rest = rest[::3] + rest[1::3] + rest[2::3]
    hands = [mine, *(rest[12 * k : 12 * k + 12] for k in range(3))]
    match = Match("goodge", seats=4, seed=1, deal={"dealer": 3, "hands": hands, "stash": rest[36:]})
    match.position.total[:4] = totals
    return match


def bid_of(match: Match, level: str, seed: int = 1) -> str:
    seat = match.actors[0]
    (action,) = choose_actions(GAME, match.guess(seat, seed), seat, LEVELS[level], seed)
    return GAME.names.spell(match.position, seat, action)


def limit(match: Match, level: str) -> int:
    """The highest bid that this level still raises in the first seat, by fives."""
    s = match.position
    highest = 0
    for bid in range(50, 245, 15):
        s.bid, s.goodge, s.offer[1] = bid, 1, bid
        if bid_of(match, level) != "pass":
            highest = bid
    return highest


@pytest.mark.parametrize("level", LEVELS)
def test_an_auction_of_bots_is_over_after_some_ten_calls(level: str) -> None:
    calls = 0
    for seed in range(4):
        match = Match("goodge", seats=4, seed=seed)
        while match.position.phase == AUCTION:
            match.play(match.actors[0], bid_of(match, level, seed))
            calls += 1
    assert calls / 4 < 14


def test_a_novice_falls_for_points_and_a_club_player_for_tricks() -> None:
    pretty, plain = with_hand(PRETTY), with_hand(PLAIN)
    assert limit(pretty, "novice") >= limit(plain, "novice") + 45
    assert limit(pretty, "club") + 45 < limit(plain, "club")


def test_a_casual_player_sees_a_long_suit_but_not_a_short_one_and_underrates_the_crown() -> None:
    s = auction().position
    short, even = mask("t2 t4 t6 t7 h2 h3 h4 h6 s2 s3 s4 s6"), mask("t2 t4 t6 t7 h2 h3 h4 d6 s2 s3 c4 c6")
    assert RULES.one_good_suit(s, short) == RULES.one_good_suit(s, even)
    assert RULES.best_prospects(s, short) > RULES.best_prospects(s, even)
    crown, long = mask("crown"), mask("t2 t3 t4 t6 t7")
    assert RULES.one_good_suit(s, even | crown) - RULES.one_good_suit(s, even) < 10
    assert RULES.best_prospects(s, even | crown) - RULES.best_prospects(s, even) > 40
    assert RULES.one_good_suit(s, long) > RULES.one_good_suit(s, mask("t2 d3 c4 h6 s7"))


def test_habits_are_for_the_auction_and_for_those_with_little_experience() -> None:
    match = auction()
    learned = [LEVELS[level].learned for level in LEVELS]
    assert [RULES.habit(match.position, 0, much, 1) != NOBODY for much in learned] == [True, True, False, False]
    bids(match, "bid 50", "pass", "pass", "pass")
    assert [RULES.habit(match.position, 0, much, 1) for much in learned] == [NOBODY] * 4


def test_a_master_bids_on_tricks_and_not_on_points() -> None:
    assert limit(with_hand(PLAIN), "master") >= limit(with_hand(PRETTY), "master") + 60


@pytest.mark.parametrize(
    ("hand", "most"),
    [
        ("s6 s4 s2 s1 d1 t8 t6 h10 h7 h3 h1 c2", 125),
        ("c7 s3 d9 d5 d4 d1 t8 t5 t3 t1 h9 h5", 125),
        ("crown s6 s5 s4 s1 d5 d4 t8 t2 h2 c6 c3", 140),
    ],
)
@pytest.mark.parametrize("level", ["club", "master"])
def test_who_thinks_leaves_a_high_contract_to_others_with_a_middling_hand(hand: str, most: int, level: str) -> None:
    assert limit(with_hand(hand), level) <= most


def test_a_master_goes_further_when_somebody_else_would_win_the_match() -> None:
    hand = "t10 t9 t6 t4 t2 h9 h2 d9 d3 s8 s2 c7"
    calm = limit(with_hand(hand), "master")
    last_chance = limit(with_hand(hand, (300, 470, 455, 460)), "master")
    assert last_chance >= calm + 15


def test_deals_that_go_with_the_bids_are_more_likely() -> None:
    match = auction()
    bids(match, "pass", "bid 150", "pass")
    s = match.position
    g = bind.blank(GAME, 4, {})
    promise: dict[bool, list[int]] = {True: [], False: []}
    for k in range(120):
        RULES.deal_fitting(s, g, 3, RULES.seed_rng(k))
        promise[True].append(RULES.promise_of(g, 1))
        RULES.assign(g, s)
        RULES.redeal(g, 3, RULES.seed_rng(k))
        promise[False].append(RULES.promise_of(g, 1))
    assert sum(promise[True]) > sum(promise[False]) + 120 * 5
    assert s.refused[:4] == [50, 0, 155, 0]


def chances(match: Match, outcome: int = 0) -> list[float]:
    s: Any = match.position
    return [RULES.chance_after(s, outcome, p) for p in range(s.n)]


def test_chances_to_win_the_match_add_up_and_grow_as_the_end_comes_near() -> None:
    early, late = with_hand(PLAIN, (150, 100, 50, 0)), with_hand(PLAIN, (480, 430, 380, 330))
    for match in (early, late):
        assert sum(chances(match)) == pytest.approx(1.0)
        assert chances(match) == sorted(chances(match), reverse=True)
    assert chances(late)[0] > chances(early)[0]
    early.position.goodge, early.position.bid = 1, 100
    missed, made = (chances(early, steps << 6)[1] for steps in (19, 20))
    assert missed == chances(early, 0)[1] < made / 2, "95 points are no better than none"
    assert chances(late, 4) == [1.0, 0.0, 0.0, 0.0]


def test_to_a_master_a_point_is_worth_what_it_changes_in_the_match() -> None:
    level, ahead = with_hand(PLAIN), with_hand(PLAIN, (480, 100, 100, 100))
    for match in (level, ahead):
        match.position.goodge, match.position.bid = 3, 50
        RULES.note_standing(match.position)
    shares = [5 | 10 << 6 | 10 << 12 | 25 << 18, 25 | 10 << 6 | 10 << 12 | 5 << 18]
    gains = []
    for match in (level, ahead):
        few, many = (RULES.worth_by_standing(match.position, outcome, 0) for outcome in shares)
        assert 0.0 <= few <= many <= 1.0
        gains.append(many - few)
    by_points = [RULES.worth_of_outcome(level.position, outcome, 0) for outcome in shares]
    assert gains[0] == pytest.approx(by_points[1] - by_points[0], rel=0.25)
    assert gains[1] < gains[0] / 2, "who needs 20 points does not need 100"


def test_a_master_goes_by_what_goodges_took_at_this_table() -> None:
    """Nobody knows yet; Goodges who got away with everything; Goodges who fell short again and again."""
    s = with_hand(PLAIN).position
    new = RULES.strictness(s)
    s.deals, s.above_bids = 4, 4 * 40
    easy = RULES.strictness(s)
    s.above_bids = -4 * 40
    hard = RULES.strictness(s)
    assert easy == 0 < new < 1000 == hard
    s.deals, s.above_bids = 1, 16
    assert 0 < RULES.strictness(s) < new, "one round says little"


def test_a_master_bids_less_where_goodges_fail() -> None:
    limits = []
    for above in (200, -200):
        match = with_hand("t10 t9 t6 t4 t2 h9 h2 d9 d3 s8 s2 c7")
        match.position.deals, match.position.above_bids = 4, above
        limits.append(limit(match, "master"))
    assert limits[0] > limits[1]


def test_points_above_the_bids_are_counted_round_by_round() -> None:
    match = Match("goodge", seats=3, seed=8)
    above = 0
    while match.position.deals < 3:
        rounds = match.position.deals
        match.play(match.actors[0], match.moves(match.actors[0])[0])
        s = match.position
        if s.deals > rounds:
            above += s.was_captured[s.was_goodge] - s.was_bid
    assert match.position.above_bids == above != 0

"""The sensible player and what a search is told about this game."""

from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.table import PLAYING
from hoofspiel.games.goodge.tests.positions import Options, auction, bids, mask, tricks
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members

RULES = bind.plain(GAME)


def advice(match: Match, seat: int) -> str:
    guess = match.guess(seat, 3)
    action: int = RULES.greedy(guess, seat, 12345)
    return GAME.names.spell(match.position, seat, action)


@pytest.mark.parametrize("seats", [3, 4])
def test_it_wins_nearly_every_match_against_random_players(seats: int) -> None:
    won = 0
    for seed in range(6):
        match, chance = Match("goodge", seats=seats, seed=seed), Random(seed)
        me = seed % seats
        while not match.over:
            seat = match.actors[0]
            match.play(seat, advice(match, seat) if seat == me else chance.choice(match.moves(seat)))
        won += match.winners == [me]
    assert won >= 5, "a coin that falls on one of three sides does this once in 100 tries"


@pytest.mark.parametrize("options", [{}, {"one_is_high": True, "bury": "no-points", "claims": True}])
def test_everything_it_and_a_search_may_choose_is_legal(options: Options) -> None:
    for seed in range(8):
        match = Match("goodge", seats=3 + seed % 2, seed=seed, options=options)
        chance = Random(seed)
        while match.position.deals < 1:
            seat = match.actors[0]
            s = match.guess(seat, chance.getrandbits(30))
            legal, x = RULES.legal(s, seat), RULES.seed_rng(chance.getrandbits(30))
            looked_at = RULES.considered(s, seat)
            assert looked_at
            assert looked_at & ~legal == 0
            assert legal >> RULES.rollout(s, seat, x) & 1
            habit = RULES.expected(s, seat, x)
            assert habit < 0 if s.phase == PLAYING else legal >> habit & 1
            action = RULES.greedy(s, seat, x) if chance.random() < 0.5 else chance.choice(members(legal))
            assert legal >> action & 1
            RULES.act(match.position, seat, action)
            match.position.events.clear()
            match.refresh()
        assert all(0.0 <= RULES.value(match.position, p) <= 1.0 for p in range(match.seats))


def test_a_strong_hand_bids_higher_than_a_weak_one() -> None:
    strong, weak = mask("crown t10 t9 t8 t7 t6 s10 h10 d10 c9 c10 s9"), mask("s1 s2 d2 d3 t2 t3 h2 h3 c2 c3 h4 d4")
    s = auction().position
    promise = [RULES.prospects(s, hand, RULES.best_trump(s, hand)) for hand in (strong, weak)]
    assert promise[0] > 180
    assert promise[1] < 100
    assert RULES.best_trump(s, strong) == 2


def test_it_must_bid_when_it_is_stuck_and_cannot_bid_above_250() -> None:
    match = auction(3, 2)
    bids(match, "pass", "pass")
    assert advice(match, 2) == "bid 50"
    match = auction(3, 2)
    bids(match, "bid 245")
    assert advice(match, 1) == "pass"


def test_the_last_player_takes_points_cheaply_and_gives_none_away() -> None:
    match = tricks("h10 d2", "h3 t10", "t2 t9", trump="stars")
    for move in ("play h10", "play h3"):
        match.play(match.actors[0], move)
    assert advice(match, 2) == "play t2"
    match = tricks("h10 d2", "h3 d3", "h1 h2", trump="stars")
    for move in ("play h10", "play h3"):
        match.play(match.actors[0], move)
    assert advice(match, 2) == "play h2"


def test_it_claims_when_it_can() -> None:
    match = tricks("crown t10", "t1 h5", "h9 s2", options={"claims": True})
    assert advice(match, 0) == "claim"


@pytest.mark.parametrize("options", [{}, {"one_is_high": True, "target": 100}])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_last_trick_is_worth_the_same_added_up_as_played(seats: int, options: Options) -> None:
    ended = 0
    for seed in range(12):
        match, chance = Match("goodge", seats=seats, seed=seed, options=options), Random(seed)
        s, root = match.position, match.guess(match.actors[0], 1)
        while not RULES.far_enough(s, root):
            seat = match.actors[0]
            RULES.act(s, seat, chance.choice(members(RULES.legal(s, seat))))
        assert [hand.bit_count() for hand in s.hand[:seats]] == [1] * seats
        added_up = [RULES.value(s, p) for p in range(seats)]
        for _ in range(seats):
            RULES.act(s, match.actors[0], RULES.lowest(s.hand[match.actors[0]]))
        assert s.deals == 1
        assert [RULES.value(s, p) for p in range(seats)] == pytest.approx(added_up)
        ended += match.over
    assert ended == 0 or "target" in options
    assert ended or "target" not in options

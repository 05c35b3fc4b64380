"""Bots bid what they can make: whole matches at tables of one level. At length: benchmarks/contracts.py."""

from random import Random

import pytest

from benchmarks.contracts import against_one_who_passes, at_one_level, never_bids, play, share_of
from hoofspiel.bots.quick import QUICK
from hoofspiel.games.goodge.tests.positions import auction, bids


@pytest.mark.parametrize(
    ("level", "seats", "matches", "least"),
    [
        ("novice", 4, 20, 0.33),
        ("novice", 3, 20, 0.33),
        ("casual", 4, 20, 0.45),
        ("casual", 3, 20, 0.45),
        ("club", 4, 12, 0.55),
    ],
)
def test_a_level_makes_its_contracts_and_its_matches_end(level: str, seats: int, matches: int, least: float) -> None:
    made, bid, rounds = at_one_level(level, seats, matches, 1)
    assert made.value >= least
    assert bid.value > 80, "nobody makes it a habit to be stuck with the lowest bid"
    assert rounds.value <= 9


@pytest.mark.parametrize("level", ["novice", "casual"])
@pytest.mark.parametrize("seats", [3, 4])
def test_somebody_who_never_bids_and_plays_any_card_does_not_profit(level: str, seats: int) -> None:
    assert against_one_who_passes(level, seats, 8 * seats, 1).value < 1 / seats


def test_who_never_bids_is_stuck_with_the_lowest_bid_at_most() -> None:
    match = auction(3, 2)
    assert never_bids(match, 0, Random(1)) == "pass"
    bids(match, "pass", "pass")
    assert never_bids(match, 2, Random(1)) == "bid 50"


def test_a_match_counts_its_contracts_round_by_round() -> None:
    played = play([QUICK["greedy"]] * 3, 5)
    assert len(played.contracts) == played.rounds > 2
    assert len(played.winners) == 1
    assert all(50 <= bid <= 250 for bid, _ in played.contracts)


def test_an_interval_takes_a_match_as_a_whole() -> None:
    alike, torn = share_of([(5, 10)] * 4), share_of([(10, 10), (0, 10)] * 2)
    assert alike.value == torn.value == 0.5
    assert alike.margin == 0
    assert 0.4 < torn.margin < 0.7

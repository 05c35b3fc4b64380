"""Small instances against known numbers: void ties, prizes in random order, points above the average of both."""

from random import Random
from statistics import mean

import pytest

from hoofspiel import Match
from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.solve import matrix_game, nash_conv, perfect, solved, uniform

SMALL = {"rounds": 1, "bonus": False}


@pytest.mark.parametrize(("cards", "known"), [(3, 1.333333), (4, 2.5)])
def test_uniform_play_is_as_far_from_perfect_as_published(cards: int, known: float) -> None:
    assert nash_conv(uniform, cards) == pytest.approx(known, abs=1e-6)


@pytest.mark.parametrize("cards", [3, 4])
def test_our_bidding_cannot_be_exploited(cards: int) -> None:
    assert nash_conv(perfect, cards) < 0.05
    assert nash_conv(perfect, cards) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("gains", "value", "odds"),
    [
        ([[3.0]], 3, (1,)),
        ([[0.0, 1.0], [1.0, 0.0]], 0.5, (0.5, 0.5)),
        ([[2.0, -1.0], [-1.0, 1.0]], 0.2, (0.4, 0.6)),
        ([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]], 0, (1 / 3, 1 / 3, 1 / 3)),
        ([[-5.0, -4.0], [-3.0, -2.0]], -3, (0, 1)),
    ],
)
def test_small_zero_sum_games(gains: list[list[float]], value: float, odds: tuple[float, ...]) -> None:
    found, shares = matrix_game(gains)
    assert found == pytest.approx(value)
    assert shares == pytest.approx(odds)


def test_only_what_can_be_solved_is() -> None:
    assert solved(Match(GAME, seats=3, seed=2, options={**SMALL, "cards": 3}).guess(0, 1), 0) is None
    assert solved(Match(GAME, seats=2, seed=2).guess(0, 1), 0) is None


def test_bidding_the_worth_of_each_prize_beats_random_bids_as_published() -> None:
    """13 cards, two players: about 56 to 28 on average."""
    mine, theirs = [], []
    for seed in range(1500):
        match = Match(GAME, seats=2, seed=seed, options={**SMALL, "cards": 13})
        chance = Random(seed)
        while not match.over:
            match.play(1, chance.choice(match.moves(1)))
            match.play(0, f"bid {match.view(0)['dish']}")
        mine.append(match.points[0])
        theirs.append(match.points[1])
    assert mean(mine) == pytest.approx(56, abs=1)
    assert mean(theirs) == pytest.approx(28, abs=1)

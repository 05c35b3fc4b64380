"""Fairness over a network: a lie gains little, and nobody honest is doubted (R7.3, R7.4).

Whole matches over simulated lines are in tests/hostile/test_clock.py.
"""

from math import inf, nan
from random import Random

import pytest

from hoofspiel.games.taco.fair import (
    CASUAL_JITTER,
    CREDIT,
    PAINT,
    RANKED_JITTER,
    doubt,
    fair_time,
    patience,
    place,
)
from hoofspiel.kernel.bind import plain
from hoofspiel.kernel.catalog import find_game


def human(chance: Random) -> float:
    """The reaction of an average player."""
    return max(150.0, chance.gauss(420.0, 55.0) + chance.expovariate(1.0 / 110.0))


def claims(chance: Random, trip: float, jitter: float, *, held_back: float = 0.0, stalls: float = 0.02) -> list[float]:
    """The round trips that forty presses imply, where every reaction is reported so much too short."""
    stalled = [1000.0 if chance.random() < stalls else 0.0 for _ in range(40)]
    return [trip + chance.random() * (jitter + 16.0) + stall + held_back for stall in stalled]


@pytest.mark.parametrize("jitter", [CASUAL_JITTER, RANKED_JITTER])
def test_a_lie_gains_at_most_jitter_and_paint(jitter: float) -> None:
    chance = Random(7)
    most = 0.0
    for trip in (20.0, 80.0, 200.0):
        for _ in range(300):
            reaction = human(chance)
            slow = trip + chance.random() * 80.0
            painted = chance.random() * PAINT
            arrived = 5000.0 + trip + painted + reaction
            for reported in (0.0, -1e9, -inf, reaction / 2.0, reaction - jitter - PAINT):
                found = fair_time(reported, 5000.0, arrived, trip, slow, PAINT, jitter)
                most = max(most, reaction - found)
    assert 0.0 < most <= jitter + PAINT


@pytest.mark.parametrize("reported", [nan, inf, -inf, 1e300, -1e300])
def test_nonsense_is_reported(reported: float) -> None:
    found = fair_time(reported, 0.0, 520.0, 80.0, 110.0, 25.0, 60.0)
    assert 385.0 <= found <= 440.0


def test_no_line_is_given_more_credit_than_any_other() -> None:
    assert fair_time(0.0, 0.0, 1000.0, 600.0, 900.0, 25.0, 60.0) == 1000.0 - CREDIT - 25.0
    assert fair_time(1e9, 0.0, 1000.0, 600.0, 900.0, 25.0, 60.0) == 1000.0 - CREDIT
    assert fair_time(0.0, 0.0, 10.0, 80.0, 110.0, 25.0, 60.0) == 0.0


def test_places_and_patience() -> None:
    assert place(700, 300.04, 0.5) == (10_000, 0.5)
    assert place(700, 300.06, 0.5) == (10_001, 0.5)
    assert place(700, -3.0, 0.5) == (7000, 0.5)
    assert patience([]) == 0.0
    assert patience([900.0]) == CREDIT


def test_nobody_honest_is_doubted_however_restless_the_line() -> None:
    chance = Random(5)
    for _ in range(2000):
        trip = chance.choice((5.0, 20.0, 80.0, 200.0, 400.0))
        answers = trip + chance.random() * 20.0  # the lowest of twenty
        assert doubt(claims(chance, trip, 80.0), answers, min(trip + 60.0, 60.0)) is None


def test_claims_that_cannot_be_are_doubted() -> None:
    chance = Random(6)
    assert doubt(claims(chance, 20.0, 0.0), 260.0, 60.0) == "sooner"
    assert doubt(claims(chance, 20.0, 0.0, held_back=300.0), 20.0, 22.0) == "less"
    assert doubt(claims(chance, 20.0, 0.0, held_back=300.0)[:19], 20.0, 22.0) is None, "too few to say"
    assert doubt(claims(chance, 20.0, 0.0), None, 60.0) is None, "nothing to compare with"


def test_the_bots_of_the_simulation_are_those_of_the_game() -> None:
    game = find_game("taco")
    world = plain(game)
    s = world.blank(3)
    world.begin_match(s, world.blank(3), 5)
    assert world.play_in_time(s, 99, [530, 530, 530]) > 50
    assert s.won

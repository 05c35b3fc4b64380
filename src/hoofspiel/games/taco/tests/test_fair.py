"""Fairness over a network: equal skill gives equal shares on unequal lines, and a lie gains little (R7.3, R7.4)."""
from math import inf, nan, sqrt
from random import Random

import pytest

from hoofspiel.games.taco.fair import (
    CASUAL_JITTER,
    CREDIT,
    PAINT,
    RANKED_JITTER,
    FairOrder,
    Line,
    Press,
    doubts,
    fair_time,
)
from hoofspiel.games.taco.tests.network import Wire, one_event, whole_match
from hoofspiel.kernel.bind import plain
from hoofspiel.kernel.catalog import find_game

LINES = [Wire(20.0), Wire(80.0), Wire(200.0)]
JITTERY = [Wire(20.0, 5.0, 0.01), Wire(80.0, 5.0, 0.01), Wire(200.0, 5.0, 0.01)]
ROUGH = [Wire(20.0, 40.0, 0.01), Wire(80.0, 40.0, 0.01), Wire(200.0, 40.0, 0.01)]
MIXED = [Wire(20.0, 5.0, 0.01), Wire(20.0, 40.0, 0.01), Wire(200.0, 5.0, 0.01), Wire(200.0, 40.0, 0.01)]
THREE_SIGMA = 3.0


def human(chance: Random) -> float:
    """The reaction of an average player."""
    return max(150.0, chance.gauss(420.0, 55.0) + chance.expovariate(1.0 / 110.0))


def shares(wires: list[Wire], events: int, *, lie: float = 0.0, seed: int = 1) -> tuple[list[float], list[float]]:
    """How often each seat was first, and how often last; the first seat lies."""
    chance = Random(seed)
    lines = [wire.line(chance) for wire in wires]
    first, last = [0] * len(wires), [0] * len(wires)
    for _ in range(events):
        reactions = [human(chance) for _ in wires]
        order = one_event(wires, lines, chance, reactions, [lie] + [0.0] * (len(wires) - 1))
        first[order[0]] += 1
        last[order[-1]] += 1
    return [n / events for n in first], [n / events for n in last]


@pytest.mark.parametrize("wires", [LINES, JITTERY, ROUGH, MIXED], ids=["calm", "jitter-5", "jitter-40", "mixed"])
def test_equal_skill_gives_equal_shares(wires: list[Wire]) -> None:
    events = 4000
    fair = 1.0 / len(wires)
    margin = THREE_SIGMA * sqrt(fair * (1.0 - fair) / events)
    for found in shares(wires, events):
        assert all(abs(share - fair) < margin for share in found), found


def test_by_arrival_it_would_not_be_fair() -> None:
    """What the whole thing is for."""
    chance = Random(3)
    last = [0, 0, 0]
    for _ in range(1000):
        arrivals = [wire.one_way(chance) + human(chance) + wire.one_way(chance) for wire in LINES]
        last[arrivals.index(max(arrivals))] += 1
    assert last[2] > 2 * last[0]


@pytest.mark.parametrize("jitter", [CASUAL_JITTER, RANKED_JITTER])
def test_a_lie_gains_at_most_jitter_and_paint(jitter: float) -> None:
    chance = Random(7)
    most = 0.0
    for wire in (*LINES, *JITTERY, *ROUGH):
        line = wire.line(chance)
        for _ in range(300):
            reaction = human(chance)
            trip = wire.trip + chance.expovariate(1.0) * wire.jitter
            painted = chance.random() * PAINT
            arrived = 5000.0 + trip + painted + reaction
            for reported in (0.0, -1e9, -inf, reaction / 2.0, reaction - jitter - PAINT):
                found = fair_time(reported, 5000.0, arrived, min(line.rtt_min, trip), line.rtt_p95, PAINT, jitter)
                most = max(most, reaction - found)
    assert 0.0 < most <= jitter + PAINT


def test_a_lie_is_worth_little_in_places() -> None:
    """Nobody can report his way out of being last; honest players with the same times are last a third of the time."""
    _, honest = shares(JITTERY, 2000)
    _, lying = shares(JITTERY, 2000, lie=10_000.0)
    assert honest[0] == pytest.approx(1 / 3, abs=0.05)
    assert lying[0] > 0.05


@pytest.mark.parametrize("reported", [nan, inf, -inf, 1e300, -1e300])
def test_nonsense_is_reported(reported: float) -> None:
    found = fair_time(reported, 0.0, 520.0, 80.0, 110.0, 25.0, 60.0)
    assert 385.0 <= found <= 440.0


def test_no_line_is_given_more_credit_than_any_other() -> None:
    assert fair_time(0.0, 0.0, 1000.0, 600.0, 900.0, 25.0, 60.0) == 1000.0 - CREDIT - 25.0
    assert fair_time(1e9, 0.0, 1000.0, 600.0, 900.0, 25.0, 60.0) == 1000.0 - CREDIT
    assert fair_time(0.0, 0.0, 10.0, 80.0, 110.0, 25.0, 60.0) == 0.0


def test_a_line_remembers_half_a_minute() -> None:
    line = Line()
    for number in range(100):
        line.measure(number * 1000.0, float(number))
    assert (line.rtt_min, line.rtt_p95) == (69.0, 97.0)
    assert line.fit_to_play
    for number in range(5):
        line.measure(99_500.0 + number, None)
    assert not line.fit_to_play
    slow = Line()
    slow.measure(0.0, 401.0)
    assert not slow.fit_to_play


def test_what_is_strange_about_reactions() -> None:
    chance = Random(5)
    honest = [human(chance) for _ in range(60)]
    harder = [human(chance) + 90.0 for _ in range(30)]
    device = [30.0 + chance.random() * 8.0 for _ in range(60)]
    assert doubts(honest, device, harder) == []
    assert doubts([200.0 + chance.random() for _ in range(30)], [], []) == [
        "faster than people are", "more even than people are"]
    assert doubts(honest, [], honest) == ["no slower when it is harder"]
    assert doubts(honest, device[:20] + [extra + 60.0 for extra in device[:40]], harder) == [
        "reports less than it takes"]


def test_a_word_waits_for_nobody_but_keeps_its_place() -> None:
    far = Line()
    far.measure(0.0, 200.0)
    order = FairOrder([far, far, far], chance=Random(1))
    order.show(1, 0, [0.0] * 3)
    order.take(Press(1, "say cat", 1, 490.0, 695.0))
    assert [moved.move for moved in order.release(695.0)] == ["say cat"]
    order.take(Press(2, "slap palm", 1, 500.0, 702.0))
    order.take(Press(1, "say goat", 1, 505.0, 710.0))
    assert order.release(711.0) == [], "a slap came before it, and its own place is not certain yet"
    assert [moved.move for moved in order.release(730.0)] == ["slap palm #1", "say goat"]


def test_whole_matches_over_unequal_lines() -> None:
    """Equal players on 20, 80 and 200 ms win equally often: no seat's share is outside its interval."""
    matches = 90
    wins = [0, 0, 0]
    for seed in range(matches):
        turn = seed % 3                     # the seats change places, so that only the lines differ
        wires = JITTERY[turn:] + JITTERY[:turn]
        wins[(whole_match(wires, [530] * 3, seed) + turn) % 3] += 1
    margin = THREE_SIGMA * sqrt(matches * (1 / 3) * (2 / 3))
    assert all(abs(won - matches / 3) < margin for won in wins), wins


def test_the_bots_of_the_simulation_are_those_of_the_game() -> None:
    game = find_game("taco")
    world = plain(game)
    s = world.blank(3)
    world.begin_match(s, world.blank(3), 5)
    assert world.play_in_time(s, 99, [530, 530, 530]) > 50
    assert s.won

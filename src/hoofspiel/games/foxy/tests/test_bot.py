"""The greedy player: never illegal, never worse off for being asked in the middle of a move, better than chance."""

from random import Random
from typing import Any

import pytest

from hoofspiel.games.foxy import GAME
from hoofspiel.games.foxy.position import PASS, SPECIAL
from hoofspiel.games.foxy.tests.table import A, farm, play, sheep, table
from hoofspiel.kernel import bind
from hoofspiel.kernel.match import Match

HOUSE = {"six_players": 1, "rotatable_moves": 1, "starter_must_open": 1, "shuffled_farms": 1, "wolf_left": 1}


@pytest.mark.parametrize("options", [{}, HOUSE], ids=["by the book", "house rules"])
@pytest.mark.parametrize("seats", GAME.tables)
def test_greedy_and_rollout_are_legal_and_leave_the_position_alone(seats: int, options: dict[str, int]) -> None:
    rules = bind.plain(GAME)
    chance = Random(seats)
    for seed in range(25):
        s, before = rules.blank(seats, options), rules.blank(seats, options)
        rules.begin_match(s, rules.blank(seats, options), seed)
        while s.waiting:
            seat = chance.choice([p for p in range(seats) if s.waiting >> p & 1])
            rules.assign(before, s)
            choices = [rules.greedy(s, seat, chance.getrandbits(60)), rules.rollout(s, seat, chance.getrandbits(60))]
            mask = rules.legal(s, seat)
            assert rules.considered(s, seat)
            assert rules.considered(s, seat) & ~mask == 0
            assert all(mask >> choice & 1 for choice in choices), (seat, choices, s.phase)
            for name in ("hand", "sheep", "tokens", "wolves", "rng"):
                assert getattr(s, name) == getattr(before, name)
            anything = [action for action in range(63) if mask >> action & 1]
            rules.apply(s, seat, chance.choice([*choices, chance.choice(anything)]))


def advice(m: Match, seat: int) -> str:
    """The whole move that the greedy player makes."""
    world: Any = m.world
    s = m.copy().position
    actions = [world.greedy(s, seat, 123456789)]
    world.apply(s, seat, actions[0])
    while world.unfinished(s) == seat:
        actions.append(world.greedy(s, seat, 123456789))
        world.apply(s, seat, actions[-1])
    return next(text for text, series in m.series(seat).items() if list(series) == actions)


def test_a_search_does_not_think_about_absurd_offers_or_idle_moves() -> None:
    m = Match("foxy", seats=3, seed=5)
    while m.position.phase != SPECIAL:
        m.play(m.actors[0], "take" if "take" in m.moves(m.actors[0]) else "resolve")
    seat = m.actors[0]
    m.play(seat, "offer 2")
    seat = m.actors[0]
    assert [move for move in m.moves(seat) if move.startswith("offer 9")]
    rules, s = bind.plain(GAME), m.position
    assert [action for action in range(63) if rules.considered(s, seat) >> action & 1] == [3, 4, 5, PASS]


def test_it_takes_free_cubes() -> None:
    m = play(table(2, 6), "chase", "chase")
    farm(m, A, sheep=[9, 8, 7])
    assert advice(m, A) == "take"


def test_it_does_not_give_away_its_best_sheep() -> None:
    assert advice(table(4, 9), A) == "chase"


def test_it_steps_out_of_the_way() -> None:
    m = table(2, 9)
    farm(m, A, sheep=[9, 5], held=["MOVE_V"])
    play(m, "take")
    assert advice(m, A) == "move MOVE_V 9 6"


def test_it_shoots_at_a_wolf_that_would_hurt() -> None:
    m = table(2, 9)
    farm(m, A, sheep=[9, 5], held=["GUN"])
    play(m, "take")
    assert advice(m, A) == "gun"
    play(m, "gun")
    assert sheep(m, A) == [5, 9]


def test_greedy_beats_chance() -> None:
    """One greedy player at a table of four, 120 matches: by chance it would win 30."""
    rules = bind.plain(GAME)
    won = 0
    s, g, blank = rules.blank(4), rules.blank(4), rules.blank(4)
    players = [1, 0, 0, 0, 0, 0, 0, 0]
    sums = [0] * 64
    rules.tally_matches(blank, s, g, 0, 120, 10, players, sums)
    won = sums[rules.SEAT_SUMS + rules.WINS] // rules.ALL_SHARES
    assert won >= 100


def test_the_value_of_a_match_prefers_winning_then_points() -> None:
    rules = bind.plain(GAME)
    s = rules.blank(3)
    s.score[:3], s.survivors[:3] = [40, 39, 20], [3, 6, 6]
    ranked = [rules.value(s, seat) for seat in range(3)]
    assert ranked == sorted(ranked, reverse=True)
    assert ranked[0] > 0.5 > ranked[1]
    s.score[:3] = [40, 40, 20]
    assert rules.value(s, 1) > 0.5 > rules.value(s, 0)

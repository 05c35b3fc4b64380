"""Bots never stall: legal choices, no more time than they were given, a memory that does not grow.

The same at length, by CPU time: benchmarks/stalls.py.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.bots import levels, search
from hoofspiel.bots.levels import LEVELS, Level, choose_actions
from hoofspiel.bots.thinking import Thinker, Thought
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game

searched = pytest.mark.parametrize(
    "game", [g for g in games().values() if not g.timed], ids=[g.slug for g in games().values() if not g.timed]
)
TICK = 0.01


class Clock:
    """Goes on by one tick whenever somebody looks."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * TICK


def questions(game: Game, seed: int, most: int) -> Iterator[tuple[Match, int]]:
    """Whose choice it is, all through matches played at random."""
    chance = Random(seed)
    asked = 0
    while asked < most:
        match = Match(game, seats=chance.choice(game.seats), seed=chance.getrandbits(40))
        while not match.over and asked < most:
            seat = chance.choice(match.actors)
            yield match, seat
            asked += 1
            match.play(seat, chance.choice(match.moves(seat)))


@searched
@pytest.mark.parametrize("name", LEVELS)
def test_every_choice_is_legal_and_memory_is_bounded(game: Game, name: str) -> None:
    mind = Thinker(game, rows=1 << 8)
    level = replace(LEVELS[name], iterations=min(LEVELS[name].iterations, 300))
    desk = mind.desks[0]
    nodes, arms = desk.all_nodes, desk.all_arms
    fullest = 0
    for number, (match, seat) in enumerate(questions(game, 7, 60)):
        actions = choose_actions(game, match.guess(seat, number), seat, level, number, mind=mind)
        assert actions in match.series(seat).values()
        fullest = max(fullest, int(desk.memory[search.USED]), int(desk.memory[search.ARMED]))
    assert desk.all_nodes is nodes
    assert desk.all_arms is arms
    assert fullest < mind.rows
    assert fullest > 0 or name == "novice", "from casual on a level searches; a novice may play by habit alone"


@searched
def test_a_search_ends_in_time(game: Game) -> None:
    clock = Clock()
    mind = Thinker(game, rows=1 << 8, clock=clock)
    for number, (match, seat) in enumerate(questions(game, 5, 30)):
        begin = clock.looks
        mind.think(match.guess(seat, number), seat, seed=number, iterations=10**9, seconds=20 * TICK)
        assert clock.looks - begin <= 24


class Thorough(Thinker):
    """Takes all the time it is given, and likes moves made of several actions."""

    now = 0.0

    def think(self, guess: Any, seat: int, *, seconds: float = 1.0, **asked: Any) -> Thought:
        self.now += seconds
        thought = super().think(guess, seat, **asked | {"iterations": 9})
        return replace(thought, choices=sorted(thought.choices, key=lambda found: -found.action))


@searched
def test_a_move_of_several_actions_takes_no_longer_than_another(game: Game) -> None:
    mind = Thorough(game, rows=1 << 8)
    longest = 0
    for number, (match, seat) in enumerate(questions(game, 5, 300)):
        mind.now = 0.0
        mind.clock = lambda: mind.now
        actions = choose_actions(game, match.guess(seat, number), seat, LEVELS["club"], number, 0.2, mind)
        assert mind.now <= 0.2
        longest = max(longest, len(actions))
    assert longest > 1 or "unfinished" not in vars(game.rules)


def test_who_overlooks_much_still_knows_where_a_move_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(g for g in games().values() if "unfinished" in vars(g.rules))
    mind = Thorough(game, rows=1 << 8)
    choose, overlooked = levels._choose, set()

    def listen(game: Game, s: Any, seat: int, level: Level, *more: Any) -> int:
        overlooked.add((bind.plain(game).unfinished(s) == seat, level.overlooks))
        return choose(game, s, seat, level, *more)

    monkeypatch.setattr(levels, "_choose", listen)
    for match, seat in questions(game, 5, 300):
        if any(len(series) > 1 for series in match.series(seat).values()):
            for seed in range(4):
                choose_actions(game, match.guess(seat, seed), seat, LEVELS["casual"], seed, 0.2, mind)
    assert overlooked == {(False, LEVELS["casual"].overlooks), (True, 0.0)}

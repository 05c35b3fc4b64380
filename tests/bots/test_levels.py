"""The characters: what each knows and how long it may think."""

from dataclasses import replace
from typing import Any

import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.bots import search
from hoofspiel.bots.levels import LEVELS, _as_good, choose_actions, find_level
from hoofspiel.bots.thinking import Found, Thinker, Thought
from hoofspiel.kernel.catalog import find_game


@pytest.mark.parametrize("cards", [3, 4])
def test_the_master_bids_by_the_solution_where_there_is_one(cards: int) -> None:
    game = find_game("goats")
    match = Match(game, seats=2, seed=2, options={"rounds": 1, "bonus": False, "cards": cards})
    assert game.solved is not None
    odds = game.solved(match.guess(0, 1), 0)
    assert odds is not None
    drawn = [choose_actions(game, match.guess(0, 1), 0, LEVELS["master"], seed)[0] for seed in range(400)]
    for card, share in odds.items():
        assert drawn.count(card) / 400 == pytest.approx(share, abs=0.1)


def test_the_levels_look_further_one_after_the_other() -> None:
    levels = list(LEVELS.values())
    assert [level.name for level in levels] == ["novice", "casual", "club", "master"]
    assert [level.iterations for level in levels] == sorted({level.iterations for level in levels})
    assert [level.overlooks for level in levels] == sorted((level.overlooks for level in levels), reverse=True)
    assert all(level.seconds <= 1 and level.title and level.about for level in levels)


def test_a_level_that_is_none() -> None:
    with pytest.raises(BadMatch, match="novice, casual, club or master"):
        find_level("expert")


def test_a_search_stops_when_its_time_is_out() -> None:
    game = find_game("goats")
    match = Match(game, seats=4, seed=3)
    mind = Thinker(game, compiled=False)
    thought = mind.think(match.guess(0, 1), 0, seed=1, iterations=10**9, seconds=0.2)
    assert 0 < thought.iterations < 10**9


@pytest.mark.parametrize(
    ("name", "seats", "mixed"),
    [
        ("casual", 3, search.NEVER_MIXED),
        ("club", 3, search.MIXED_FIRST),
        ("master", 3, search.OTHERS_MIXED),
        ("master", 2, search.MIXED_FIRST),
    ],
)
def test_who_lets_itself_be_guessed_where_all_choose_at_once(name: str, seats: int, mixed: int) -> None:
    asked: list[int] = []

    class Spied(Thinker):
        def think(self, *args: Any, **settings: Any) -> Thought:
            asked.append(settings["mixed"])
            return super().think(*args, **settings)

    game = find_game("goats")
    match = Match(game, seats=seats, seed=3)
    mind = Spied(game, compiled=False)
    level = replace(LEVELS[name], iterations=20, weighs=0)  # goats' master weighs bids in its own way
    choose_actions(game, match.guess(0, 1), 0, level, 1, mind=mind)
    assert asked == [mixed]


def test_who_plays_by_feel_mostly_bids_near_the_worth() -> None:
    """A search of four iterations would bid anything: by feel the bid for a 10 is high."""
    game = find_game("goats")
    match = next(m for m in (Match(game, seats=5, seed=n) for n in range(99)) if m.position.dish == 10)
    casual = replace(LEVELS["casual"], iterations=4)
    shares = []
    for level in (casual, replace(casual, by_feel=False)):
        mind = Thinker(game, compiled=False)
        bids = [choose_actions(game, match.guess(0, 1), 0, level, seed, mind=mind)[0] for seed in range(60)]
        shares.append(sum(bid >= 8 for bid in bids) / 60)
    assert shares[0] > 0.6 > shares[1]


def test_a_search_may_answer_others_who_mix() -> None:
    """Their bids are weighed by regret, its own by what came of them."""
    match = Match("goats", seats=3, seed=3)
    mind = Thinker(match.game, compiled=False)
    answering = mind.think(match.guess(0, 1), 0, seed=1, iterations=400, seconds=60.0, mixed=search.OTHERS_MIXED)
    assert sum(f.share for f in answering.choices) == 0
    assert answering.best.visits == max(f.visits for f in answering.choices)
    shares = [arm.share for arm in mind.desks[0].arms if arm.key]
    assert any(shares)


def test_a_master_takes_any_of_what_is_nearly_as_good() -> None:
    best, near, far = (Found(action, "", 100, value, 0.0) for action, value in enumerate((0.6, 0.59, 0.5)))
    lucky = Found(3, "", 2, 0.9, 0.0)
    assert _as_good([best, near, far, lucky], 0.02) == [best, near]
    assert _as_good([best, near, far, lucky], 0.0) == [best]
    assert _as_good([lucky], 0.02) == [lucky]

"""The characters: what each knows and how long it may think."""
import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.bots.levels import LEVELS, _as_good, choose_actions, find_level
from hoofspiel.bots.thinking import Found, Thinker
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


def test_a_master_takes_any_of_what_is_nearly_as_good() -> None:
    best, near, far = (Found(action, "", 100, value, 0.0) for action, value in enumerate((0.6, 0.59, 0.5)))
    lucky = Found(3, "", 2, 0.9, 0.0)
    assert _as_good([best, near, far, lucky], 0.02) == [best, near]
    assert _as_good([best, near, far, lucky], 0.0) == [best]
    assert _as_good([lucky], 0.02) == [lucky]

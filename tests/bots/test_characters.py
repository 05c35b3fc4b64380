"""Each level errs as docs/reference/levels.md says, and plays no nonsense. At length: benchmarks/characters.py."""

from pathlib import Path

import pytest

from benchmarks.characters import SEEN, watch
from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS
from hoofspiel.games.foxy.habits import love_all_sheep, offer_little
from hoofspiel.games.foxy.position import CHASE, PASS, SPECIAL, TAKE, WOLF
from hoofspiel.games.goats.habits import NEW_HERE, habit
from hoofspiel.games.goats.position import AFTER_REVEAL
from hoofspiel.games.goats.position import PASS as KEEPS
from hoofspiel.kernel.chance import seed_rng

DICE = [seed_rng(n) for n in range(40)]
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "levels.md"


def test_the_page_speaks_of_every_game_and_level() -> None:
    told = PAGE.read_text().split("## ")
    for game in SEEN:
        part = next(part for part in told if part.startswith(game.capitalize()))
        assert all(f"| {level} |" in part for level in LEVELS), game
    assert any(part.startswith("Taco") for part in told)


def test_a_newcomer_in_goats_is_greedy_and_no_fool() -> None:
    kid = watch("goats", "novice", matches=4)
    nanny = watch("goats", "casual", matches=4)
    greed, folly = "bids its best card for a dish of 7 or more", "bids one of its best cards for a dish of 1 or 2"
    assert kid[greed].value > 0.6 > 0.45 > nanny[greed].value
    assert kid[folly].value <= 0.05
    assert nanny[folly].value <= 0.15


def test_a_newcomer_in_goats_forgets_bonus_cards_and_never_wastes_one() -> None:
    s = Match("goats", seats=3, seed=4).position
    s.phase, s.dish = AFTER_REVEAL, 2
    s.held[0] = 1 << 3
    s.bid[:3] = [4, 6, 9]
    assert {habit(s, 0, NEW_HERE, x) for x in DICE} == {KEEPS}, "not for two points"
    s.dish = 9
    assert len({habit(s, 0, NEW_HERE, x) for x in DICE}) == 2


@pytest.mark.parametrize("wolf", [1, 9])
def test_a_newcomer_in_foxy_loves_all_sheep_alike(wolf: int) -> None:
    s = Match("foxy", seats=4, seed=4).position
    s.phase, s.pot, s.track[s.place] = WOLF, 1, wolf
    seat = s.turn
    assert love_all_sheep(s, seat) == CHASE
    s.hand[seat] = 2
    assert love_all_sheep(s, seat) == TAKE, "its last cubes are dear as well"
    s.hand[seat], s.sheep[seat] = 9, 0
    assert love_all_sheep(s, seat) == TAKE, "there is nothing to lose"


def test_a_newcomer_in_foxy_offers_little() -> None:
    s = Match("foxy", seats=4, seed=4).position
    s.phase, s.high = SPECIAL, 2
    assert {offer_little(s, 0, x) for x in DICE} == {PASS}
    s.high = 0
    assert {offer_little(s, 0, x) for x in DICE} == {PASS, 1}


@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_nobody_goes_where_there_is_nothing_to_eat(level: str) -> None:
    found = watch("gouda", level, matches=3)
    assert found["goes where there is no cheese, with nothing to change that"].value <= 0.1


def test_a_newcomer_in_gouda_follows_the_cheese() -> None:
    assert watch("gouda", "novice", matches=3)["goes where most cheese fell"].value == 1.0

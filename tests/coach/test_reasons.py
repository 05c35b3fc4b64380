"""Why a choice was good or bad: sentences made of the seat's view and of figures, in the game's own words."""

from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.bots.quick import play_greedily
from hoofspiel.coach.judging import judge, question
from hoofspiel.coach.values import Amounts, Values
from hoofspiel.games.foxy import reasons as foxy
from hoofspiel.games.goats import reasons as goats
from hoofspiel.games.goodge import reasons as goodge
from hoofspiel.games.gouda import reasons as gouda
from hoofspiel.kernel.catalog import find_game, games

FEW = Amounts(screened=1, judged=3, steps=1, chances=1, starts=1)


def test_goats_says_who_still_holds_the_card_and_how_often_it_was_alone() -> None:
    view = Match("goats", seats=4, seed=7).view(0)
    said = goats.why(view, ("bid 7", [0.31, 0.42, 0.27]), ("bid 4", [0.58, 0.1, 0.32]))
    assert said == (
        "Three others still hold the 7. It took the dish in 3 of 10 guesses and met the same bid in 4;"
        " the 4 took it in 6 and met the same bid in 1."
    )
    for player in view["players"][1:]:
        player["left"].remove(7)
    said = goats.why(view, ("bid 7", [0.31, 0.1, 0.59]), ("bid 4", [0.58, 0.1, 0.32]))
    assert said.startswith("Nobody else still holds the 7. It took the dish in 3 of 10 guesses; the 4 took it in 6 and")
    said = goats.why(view, ("pass", [0.2, 0.0, 0.8]), ("coup-dbaa", [0.9, 0.0, 0.1]))
    assert said == "With a pass the dish was yours in 2 of 10 guesses; with coup-dbaa, in 9."


def test_goodge_speaks_of_contracts_in_the_auction() -> None:
    view = Match("goodge", seats=4, seed=7).view(0)
    said = goodge.why(view, ("bid 150", [0.0, 0.6, 0.4]), ("pass", [0.0, 0.0, 0.0]))
    assert said == (
        "After bid 150 you became the Goodge in 6 of 10 guesses and made the contract in 4;"
        " after pass you hardly ever became the Goodge."
    )


def test_gouda_says_who_ate_and_who_met_whom() -> None:
    view = Match("gouda", seats=4, seed=7).view(0)
    said = gouda.why(view, ("room bath", [0.3, 0.2, 0.5]), ("room bed", [0.6, 0.0, 0.4]))
    assert said == (
        "After choosing the bath your rat ate in 3 of 10 guesses: it was alone in 2 and met a stronger rat in 5."
        " After choosing the bed it ate in 6 and met a stronger rat in 4."
    )


def test_foxy_says_what_the_wolf_cost() -> None:
    match = Match("foxy", seats=4, seed=7)
    view = match.view(0)
    view["phase"] = "wolf"
    said = foxy.why(view, ("take", [1.0, 0.9, 0.0]), ("chase", [0.2, 0.1, 0.0]))
    assert said == (
        "This wolf cost you a sheep in 10 of 10 tries after “take”, in 2 after “chase”;"
        " it brought you cubes in 9 and 1."
    )


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if not game.timed])
def test_every_decision_of_a_match_gets_a_reason(slug: str) -> None:
    """In every phase that random matches come through, without a word about what is hidden."""
    game = find_game(slug)
    values = Values(game, compiled=False, amounts=FEW)
    match = Match(game, seats=3, seed=11)
    chance = Random(5)
    reasons = 0
    while not match.over and len(match.history) < 120:
        seat = chance.choice(match.actors)
        if len(match.moves(seat)) > 1 and chance.random() < 0.3:
            decision = judge(values, question(match, seat, chance.choice(match.moves(seat)), 0)).decision
            if decision is not None:
                assert decision.why.endswith(".")
                reasons += 1
        match.play(seat, play_greedily(match, seat, chance))
    assert reasons > 3

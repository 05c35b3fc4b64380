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
from hoofspiel.kernel.language import languages
from hoofspiel.kernel.texts import texts_of

FEW = Amounts(screened=1, judged=3, steps=1, chances=1, starts=1)


def test_goats_says_who_still_holds_the_card_and_how_often_it_was_alone() -> None:
    view = Match("goats", seats=4, seed=7).view(0)
    said = goats.why(view, ("bid 7", [0.31, 0.42, 0.27]), ("bid 4", [0.58, 0.1, 0.32]))
    assert said == (
        "Three others still hold their 7. It took the dish in 3 of 10 guesses and tied in 4 of 10;"
        " the 4 would have taken it in 6 of 10 and tied in 1 of 10."
    )
    for player in view["players"][1:]:
        player["left"].remove(7)
    said = goats.why(view, ("bid 7", [0.31, 0.1, 0.59]), ("bid 4", [0.58, 0.1, 0.32]))
    assert said.startswith(
        "Nobody else still holds the 7. It took the dish in 3 of 10 guesses; the 4 would have taken it in 6 of 10"
    )
    said = goats.why(view, ("pass", [0.2, 0.0, 0.8]), ("coup-dbaa", [0.9, 0.0, 0.1]))
    assert said == "With Coup d'Baa the dish was yours in 9 of 10 guesses; without it, in 2 of 10."


def test_goodge_speaks_of_contracts_in_the_auction() -> None:
    view = Match("goodge", seats=4, seed=7).view(0)
    said = goodge.why(view, ("bid 150", [0.0, 0.6, 0.4]), ("pass", [0.0, 0.0, 0.0]))
    assert said == (
        "At 150 you got the contract in 6 of 10 guesses and made it in 4 of 10; a pass left the contract to the others."
    )


def test_gouda_says_who_ate_and_who_met_whom() -> None:
    view = Match("gouda", seats=4, seed=7).view(0)
    said = gouda.why(view, ("room bath", [0.3, 0.2, 0.5]), ("room bed", [0.6, 0.0, 0.4]))
    assert said == (
        "In the bathroom your rat ate in 3 of 10 guesses, alone in 2 of 10, and met a stronger one in 5 of 10."
        " In the bedroom it ate in 6 of 10, and met a stronger one in 4 of 10."
    )


def test_foxy_says_what_the_wolf_cost() -> None:
    match = Match("foxy", seats=4, seed=7)
    view = match.view(0)
    view["phase"] = "wolf"
    said = foxy.why(view, ("take", [1.0, 0.9, 0.0]), ("chase", [0.2, 0.1, 0.0]))
    assert said == (
        "Taking it cost you a sheep in every try; chasing it, in 2 of 10."
        " It brought you cubes in 9 of 10 tries; the other way, in 1 of 10."
    )


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if not game.timed])
def test_every_decision_of_a_match_gets_a_reason(slug: str) -> None:
    """In every phase that random matches come through, without a word about what is hidden."""
    game = find_game(slug)
    values = Values(game, compiled=False, amounts=FEW)
    match = Match(game, seats=3, seed=11)
    chance = Random(5)
    reasons = 0
    books = {code: texts_of(game, code).phrases for code in languages() if code != "en"}
    while not match.over and len(match.history) < 120:
        seat = chance.choice(match.actors)
        if len(match.moves(seat)) > 1 and chance.random() < 0.3:
            decision = judge(values, question(match, seat, chance.choice(match.moves(seat)), 0)).decision
            if decision is not None:
                assert decision.why.endswith(".")
                for code, book in books.items():
                    assert book.known(decision.why) is not None, f"{code}: {decision.why}"
                reasons += 1
        match.play(seat, play_greedily(match, seat, chance))
    assert reasons > 3

"""What is refused at the door of French Goats, and the sentence that says what would have been right."""

from typing import Any

import pytest

from hoofspiel import BadDeal, BadMatch, IllegalMove, Match
from hoofspiel.games.goats.tests.table import BONUS_ORDER, DISHES, deal, table


def changed(**entries: Any) -> dict[str, Any]:
    return {**deal(), **entries}


ROUND = [*DISHES, "draw", "draw", "draw"]
BAD_DEALS = [
    ({"bonus": BONUS_ORDER}, "lacks 'food'"),
    ({"food": [ROUND, ROUND, DISHES]}, "lacks 'bonus'"),
    (changed(luck=3), "unknown entry 'luck'"),
    (changed(food=[ROUND, ROUND]), "list of 3 lists"),
    (changed(food="all"), "list of 3 lists"),
    (changed(food=[ROUND[:-1], ROUND, DISHES]), "round 1 must name each dish from 1 to 10 once and"),
    (changed(food=[[10, *ROUND[1:-1], 10], ROUND, DISHES]), "round 1 must name"),
    (changed(food=[ROUND, ROUND, ROUND]), "round 3 must name each dish from 1 to 10 once and nothing else"),
    (changed(food=[ROUND, [True, *ROUND[1:]], DISHES]), "round 2 must name"),
    (changed(bonus=BONUS_ORDER[1:]), "nine bonus cards"),
    (changed(bonus=[*BONUS_ORDER[:-1], "coup-dbaa"]), "nine bonus cards"),
    (changed(sabotage=[[1, 2, 3]] * 3), "seat 0 must name each card"),
    (changed(sabotage=[list(range(1, 11))] * 2), "list of 3 lists"),
    (changed(priority=3), "0 to 2"),
    (changed(priority="first"), "0 to 2"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD_DEALS)
def test_a_malformed_deal(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        Match("goats", seats=3, deal=given)


def test_without_bonus_cards_a_deal_has_none() -> None:
    Match("goats", seats=3, deal={"food": [DISHES] * 3}, options={"bonus": False})
    with pytest.raises(BadDeal, match="unknown entry 'bonus'"):
        Match("goats", seats=3, deal={"food": [DISHES] * 3, "bonus": BONUS_ORDER}, options={"bonus": False})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 3}, "no option 'speed'"),
        ({"cards": 2}, "whole number from 3 to 13"),
        ({"cards": True}, "whole number from 3 to 13"),
        ({"rounds": 0}, "whole number from 1 to 9"),
        ({"windows": "fast"}, '"beats" or "open"'),
        ({"bonus": 1}, "true or false"),
    ],
)
def test_a_malformed_option(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        Match("goats", seats=3, options=options)


@pytest.mark.parametrize(
    ("seat", "text", "rule"),
    [
        (0, "bid 11", "R2.4"),
        (0, "bid", "R2.4"),
        (0, "bid seven", "R2.4"),
        (0, "bid 7 8", "R2.4"),
        (0, "pass", "R2.4"),
        (0, "dance", "R2.4"),
        (0, "coup-dbaa", "R4.1"),
        (0, "", "words"),
        (0, "BID 7", "R2.4"),
    ],
)
def test_a_move_that_is_none(seat: int, text: str, rule: str) -> None:
    m = table(3)
    with pytest.raises(IllegalMove) as refused:
        m.play(seat, text)
    assert refused.value.rule == rule
    assert refused.value.legal == m.moves(seat)
    assert m.record()["moves"] == []

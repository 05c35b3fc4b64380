"""What Gouda Gangster refuses: each with one sentence that says what would have been right, and nothing changed."""

from typing import Any

import pytest

from hoofspiel import BadDeal, BadMatch, IllegalMove, Match
from hoofspiel.games.gouda.tests.scene import DECK, A, B, C, night, sneak, spying
from hoofspiel.kernel.testing import held

DEAL: dict[str, Any] = {"king": 0, "deck": DECK, "rain": [["bath", "bed"]]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"king": 3}, '"king" is the seat of the first king, 0 to 2, not 3'),
        ({"king": True}, "not True"),
        ({"deck": DECK[1:]}, "'1' 1 times instead of 2"),
        ({"deck": [*DECK[1:], "trap"]}, "'1' 1 times instead of 2"),
        ({"deck": [*DECK[1:], "21"]}, "names '21', which is not a card"),
        ({"deck": [*DECK[1:], 1]}, '"deck" is a list of the 55 cards'),
        ({"deck": "1 2 3"}, '"deck" is a list of the 55 cards'),
        ({"rain": [["bath"]]}, '"rain" of round 1 is .* a list of 2 rooms for each round, out of children, bath'),
        ({"rain": [["bath", "kitchen"]]}, "round 1"),
        ({"rain": [["bath", "bed"], "bath"]}, "round 2"),
        ({"rain": {}}, '"rain" is a list of 2 rooms'),
        ({"reshuffles": [DECK, DECK[1:]]}, 'reshuffle 2 of "reshuffles"'),
        ({"reshuffles": 7}, '"reshuffles" is a list of orders'),
        ({"rats": [1]}, "The deal has an unknown entry 'rats': it may have king, deck, rain or reshuffles"),
    ],
)
def test_a_malformed_deal_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        Match("gouda", seats=3, seed=1, deal={**DEAL, **change})


@pytest.mark.parametrize("key", ["king", "deck", "rain"])
def test_a_deal_that_lacks_something_is_refused(key: str) -> None:
    with pytest.raises(BadDeal, match=f"lacks '{key}'"):
        Match("gouda", seats=3, seed=1, deal={k: v for k, v in DEAL.items() if k != key})


@pytest.mark.parametrize("seats", [2, 7, 0, True, "3"])
def test_a_wrong_number_of_players_is_refused(seats: Any) -> None:
    with pytest.raises(BadMatch, match="3 to 6 players"):
        Match("gouda", seats=seats)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadMatch, match="clumpy_rain"):
        Match("gouda", seats=3, options={"clumpy": True})
    with pytest.raises(BadMatch, match="true or false"):
        Match("gouda", seats=3, options={"prolong": 1})


SNEAKING = [
    ("ready", "R3.1", "room card first"),
    ("ready now", "R3.4", "stands alone"),
    ("room", "R3.1", "room children, room bath"),
    ("room kitchen", "R3.1", "room children, room bath"),
    ("lay", "R3.1", "Name the card"),
    ("lay 15 15", "R3.1", "Name the card"),
    ("lay 015", "R3.1", "Name the card"),
    ("lay 21", "R3.1", "Name the card"),
    ("lay bath", "R3.1", "room bath"),
    ("lay 14", "R3.1", "You have no 14 in your hand: you hold 15, trap, nailed-down and hole-in-the-wall"),
    ("lay nailed-down", "R3.3", "after the spying"),
    ("lay hole-in-the-wall", "R3.3", "after the spying"),
    ("hole bed", "R3.3", "last cards are being played. Right now everybody is sneaking in"),
    ("spy 1 0", "R4.1", "Right now everybody is sneaking in"),
    ("add 15", "R5.1", "Right now everybody is sneaking in"),
    ("LAY 15", "R10.2", "not a move in this game"),
    ("bed", "R3.1", "say room bed"),
    ("15", "R3.1", "say lay 15"),
]


@pytest.mark.parametrize(("move", "rule", "sentence"), SNEAKING, ids=[row[0] for row in SNEAKING])
def test_sneaking_refuses(move: str, rule: str, sentence: str) -> None:
    refuses(night("15 trap nailed-down hole-in-the-wall", "", ""), A, move, rule, sentence)


def test_sneaking_refuses_a_second_room() -> None:
    m = night("", "", "")
    m.play(A, "room bath")
    refuses(m, A, "room bath", "R3.3", "only one room card")


SPYING = [
    ("spy 0 0", "R4.2", "your own row"),
    ("spy 1 2", "R4.3", "laid with 2 cards, at place 0 to 1"),
    ("spy 2 1", "R4.3", "laid with 1 card, at place 0"),
    ("spy 3 0", "R4.1", "spy on seat 1 or 2"),
    ("spy 1", "R4.3", "a seat and a place"),
    ("spy 1 x", "R4.3", "a seat and a place"),
    ("spy 1 -1", "R4.3", "a seat and a place"),
    ("spy 1 0 0", "R4.3", "a seat and a place"),
    ("pass", "R5.1", "Right now everybody is spying"),
]


@pytest.mark.parametrize(("move", "rule", "sentence"), SPYING, ids=[row[0] for row in SPYING])
def test_spying_refuses(move: str, rule: str, sentence: str) -> None:
    refuses(sneak(night("", "trap", ""), "bath", "bed trap", "bed"), A, move, rule, sentence)


def test_spying_refuses_what_is_open_or_empty() -> None:
    m = sneak(night("", "trap", ""), "bath", "bed trap", "bed")
    m.play(A, "spy 1 1")
    refuses(m, C, "spy 1 0", "R4.1", "not your turn: seat 1")
    m.play(B, "spy 0 0")
    refuses(m, C, "spy 0 0", "R4.3", "already face up")
    refuses(m, C, "spy 1 1", "R4.3", "the trap there has snapped")


REINFORCING = [
    ("pass now", "R5.1", "stands alone"),
    ("add", "R5.1", "Name the card"),
    ("add trap", "R5.3", "phase 3"),
    ("add 14", "R5.1", "you hold 15, trap, gouda-gangster and hole-in-the-wall"),
    ("add cheese", "R5.1", "You have no cheese"),
    ("add gouda-gangster", "R5.1", "gangster bath bed"),
    ("nailed-down", "R5.1", "no such card"),
    ("gangster", "R5.6", "two different rooms"),
    ("gangster bath", "R5.6", "two different rooms"),
    ("gangster bath bath", "R5.6", "two different rooms"),
    ("gangster bath kitchen", "R5.6", "two different rooms"),
    ("gangster children bath", "R5.6", "no piece of cheese in that room; there is in the bathroom or bedroom"),
    ("hole", "R5.8", "hole children, hole bed or hole basement"),
    ("hole bath", "R5.8", "already"),
    ("room bed", "R3.1", "Right now last cards are being played"),
    ("15", "R5.1", "say add 15"),
]


@pytest.mark.parametrize(("move", "rule", "sentence"), REINFORCING, ids=[row[0] for row in REINFORCING])
def test_reinforcing_refuses(move: str, rule: str, sentence: str) -> None:
    m = night("15 trap gouda-gangster hole-in-the-wall", "", "", cheese="bath bed")
    refuses(spying(sneak(m, "bath", "bed", "bed")), A, move, rule, sentence)


def refuses(m: Match, seat: int, move: str, rule: str, sentence: str) -> None:
    before, moves = held(m.position), m.moves(seat)
    with pytest.raises(IllegalMove, match=sentence) as refusal:
        m.play(seat, move)
    assert refusal.value.rule == rule
    assert refusal.value.legal == moves
    assert held(m.position) == before

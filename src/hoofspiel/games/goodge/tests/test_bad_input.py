"""What comes from outside and is not right is refused in one sentence, and nothing changes."""

from typing import Any

import pytest

from hoofspiel import BadDeal, BadMatch, IllegalMove, Match
from hoofspiel.games.goodge.names import CARD_NAMES
from hoofspiel.games.goodge.tests.positions import auction, bids, goodge_of_four, tricks


def whole_deal(seats: int = 3, dealer: int = 0) -> dict[str, Any]:
    size = 48 // seats
    hands = [list(CARD_NAMES[seat * size : (seat + 1) * size]) for seat in range(seats)]
    return {"dealer": dealer, "hands": hands, "stash": list(CARD_NAMES[48:])}


def changed(**entries: Any) -> dict[str, Any]:
    return {**whole_deal(), **entries}


def with_hand(hand: Any) -> dict[str, Any]:
    deal = whole_deal()
    deal["hands"][1] = hand
    return deal


BAD_DEALS: dict[str, tuple[Any, str]] = {
    "no dealer": ({k: v for k, v in whole_deal().items() if k != "dealer"}, "lacks 'dealer'"),
    "no hands": ({k: v for k, v in whole_deal().items() if k != "hands"}, "lacks 'hands'"),
    "no stash": ({k: v for k, v in whole_deal().items() if k != "stash"}, "lacks 'stash'"),
    "strange entry": (changed(trump="stars"), "unknown entry 'trump'"),
    "dealer outside": (changed(dealer=3), "seat of a dealer, 0 to 2"),
    "dealer below": (changed(dealer=-1), "seat of a dealer, 0 to 2"),
    "dealer a word": (changed(dealer="0"), "seat of a dealer, 0 to 2"),
    "dealer true": (changed(dealer=True), "seat of a dealer, 0 to 2"),
    "two hands": (changed(hands=whole_deal()["hands"][:2]), "3 hands"),
    "hands a table": (changed(hands={"0": []}), "3 hands"),
    "four hands of twelve": (changed(hands=whole_deal(4)["hands"]), "3 hands"),
    "short hand": (with_hand(["s1"]), "16 cards"),
    "hand a text": (with_hand("s1 s2"), "16 cards"),
    "unknown card": (with_hand([*whole_deal()["hands"][1][:-1], "s11"]), "'s11' is not one"),
    "card a number": (with_hand([*whole_deal()["hands"][1][:-1], 7]), "7 is not one"),
    "card a list": (with_hand([*whole_deal()["hands"][1][:-1], ["s1"]]), "is not one"),
    "card in capitals": (with_hand([*whole_deal()["hands"][1][:-1], "Crown"]), "'Crown' is not one"),
    "card twice": (with_hand([*whole_deal()["hands"][1][:-1], "s1"]), "s1 twice"),
    "two in the stash": (changed(stash=["c9", "crown"]), "stash of 3 cards"),
    "stash nothing": (changed(stash=None), "stash of 3 cards"),
    "deals and more": ({"deals": [whole_deal()], "dealer": 0}, "no other entry"),
    "deals empty": ({"deals": []}, "list of rounds"),
    "deals a table": ({"deals": whole_deal()}, "list of rounds"),
    "deals of texts": ({"deals": ["s1"]}, "list of rounds"),
    "later dealer disagrees": ({"deals": [whole_deal(), whole_deal(dealer=2)]}, "seat 1 is due"),
    "later round lacks hands": ({"deals": [whole_deal(), {"stash": []}]}, "Round 2 of the deal lacks 'hands'"),
    "nothing": ({}, "lacks 'dealer'"),
}


@pytest.mark.parametrize("name", BAD_DEALS)
def test_a_bad_deal_says_what_would_be_right(name: str) -> None:
    deal, sentence = BAD_DEALS[name]
    with pytest.raises(BadDeal, match=sentence):
        Match("goodge", seats=3, seed=1, deal=deal)


def test_successive_rounds_are_dealt_in_order_and_then_by_the_seed() -> None:
    first, second = whole_deal(), {"hands": list(reversed(whole_deal()["hands"])), "stash": whole_deal()["stash"]}
    match = Match("goodge", seats=3, seed=1, deal={"deals": [first, second]}, options={"redeal_when_all_pass": True})
    hands = []
    for _ in range(3):
        hands.append(sorted(match.view(0)["hand"]))
        bids(match, "pass", "pass", "pass")
    assert hands[:2] == [sorted(first["hands"][0]), sorted(first["hands"][2])]
    assert hands[2] not in hands[:2]


@pytest.mark.parametrize(
    "options",
    [
        {"target": 49},
        {"target": 5001},
        {"target": "500"},
        {"target": True},
        {"bury": "nothing"},
        {"bury": 1},
        {"counters": "everybody"},
        {"claims": "yes"},
        {"one_is_high": 1},
        {"trumps": "stars"},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadMatch):
        Match("goodge", seats=3, seed=1, options=options)


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("bid", "R3.1"),
        ("bid ten", "R3.1"),
        ("bid 60 70", "R3.1"),
        ("bid ６０", "R3.1"),
        ("bid 060", "R3.1"),
        ("BID 60", "R3.1"),
        ("pass now", "R3.1"),
        ("bury s1", "R3.1"),
        ("trump stars", "R3.1"),
        ("play s1", "R3.1"),
        ("claim", "R3.1"),
        ("bid  60", "words"),
        ("fold", "R3.1"),
        ("bid 251", "R3.2"),
        ("bid 49", "R3.1"),
        ("bid 52", "R3.2"),
    ],
)
def test_bad_words_in_the_auction(words: str, rule: str) -> None:
    match = auction()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, words)
    assert refused.value.rule == rule
    assert refused.value.legal == match.moves(0)
    assert match.history == []


@pytest.mark.parametrize(
    ("words", "rule", "sentence"),
    [
        ("bury", "R4.1", "one card"),
        ("bury s11", "R4.1", "one card"),
        ("bury h1", "R4.1", "do not hold h1"),
        ("bury s1 s2", "R4.1", "one card"),
        ("play s1", "R4.1", "burying"),
        ("bid 60", "R4.1", "burying"),
    ],
)
def test_bad_words_while_burying(words: str, rule: str, sentence: str) -> None:
    match = goodge_of_four()
    with pytest.raises(IllegalMove, match=sentence) as refused:
        match.play(0, words)
    assert refused.value.rule == rule


def test_the_others_cannot_act_for_the_goodge() -> None:
    match = goodge_of_four()
    with pytest.raises(IllegalMove, match="for the Goodge"):
        match.play(1, "bury d3")
    bids(match, "bury c9", "bury c10", "bury crown")
    with pytest.raises(IllegalMove, match="for the Goodge"):
        match.play(2, "trump stars")


@pytest.mark.parametrize(
    ("words", "rule", "sentence"),
    [
        ("play", "R5.1", "one card"),
        ("play d9", "R5.1", "do not hold d9"),
        ("play c3", "R5.2", "play the 3 of hearts"),
        ("play crown", "R5.3", "play the 3 of hearts"),
        ("trump stars", "R5.1", "tricks are being played"),
        ("claim 3", "R5.1", "alone"),
    ],
)
def test_bad_words_in_a_trick(words: str, rule: str, sentence: str) -> None:
    match = tricks("h2 d2 d3", "h3 c3 crown", "d4 d5 d6")
    match.play(0, "play h2")
    with pytest.raises(IllegalMove, match=sentence) as refused:
        match.play(1, words)
    assert refused.value.rule == rule
    assert match.actors == [1]


def test_out_of_turn() -> None:
    match = tricks("h2 d2", "h3 c3", "d4 d5")
    with pytest.raises(IllegalMove, match="seat 0 is to play"):
        match.play(2, "play d4")


def test_a_long_number_is_refused_in_few_words() -> None:
    match = auction()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "bid " + "9" * 5000)
    assert len(str(refused.value)) < 200
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "b" * 5000)
    assert len(str(refused.value)) < 200

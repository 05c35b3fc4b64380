"""Taco, paragraph by paragraph: calm play and deals by hand. Names follow RULES.md."""

from collections import Counter
from typing import Any

import pytest

from hoofspiel import BadDeal, IllegalMove, Match
from hoofspiel.games.taco.tests.table import A, B, C, begins, chant, ending, names, now, piles, say, table, turned, wait

# --- 9 calm play ---


def calm(*hands: str, **more: Any) -> Match:
    return table(*hands, calm=True, **more)


def answer(m: Match, *answers: str) -> list[dict[str, Any]]:
    """What each seat answers, in seat order; "" for none."""
    told: list[dict[str, Any]] = []
    for seat, text in enumerate(answers):
        if text:
            told = m.play(seat, f"answer {text}", at=now(m) + 1)
    return told


def test_r9_1_no_slaps_and_no_gestures() -> None:
    m = calm("taco goat", "goat")
    assert m.actors == [A]
    assert m.moves(A) == ["say taco", "say cat", "say goat", "say cheese", "say pizza"]
    say(m)
    for move in ("slap palm", "gesture panda"):
        with pytest.raises(IllegalMove) as refused:
            m.play(A, move, at=now(m) + 300)
        assert refused.value.rule == "R9.1"
    with pytest.raises(IllegalMove) as refused:
        table("taco", "goat").play(A, "answer palm", at=1)
    assert refused.value.rule == "R9.1"


def test_r9_2_everybody_answers_in_secret() -> None:
    m = calm("taco goat", "goat", "goat")
    say(m)
    assert m.actors == [A, B, C]
    assert m.moves(B) == [
        "answer nothing",
        "answer palm",
        "answer back",
        "answer panda palm",
        "answer panda back",
        "answer moose palm",
        "answer moose back",
        "answer seal palm",
        "answer seal back",
    ]
    assert answer(m, "palm") == []
    assert m.actors == [B, C]
    assert m.view(A)["my_answer"] == "palm"
    assert m.view(B)["my_answer"] is None
    assert m.view(B)["answered"] == [True, False, False]
    with pytest.raises(IllegalMove, match="have already answered") as refused:
        answer(m, "back")
    assert refused.value.rule == "R9.2"
    with pytest.raises(IllegalMove) as refused:
        m.play(B, "answer seal", at=now(m))
    assert refused.value.rule == "R9.2"
    told = answer(m, "", "palm", "palm")
    assert [event["answer"] for event in told if event["event"] == "answered"] == ["palm", "palm", "palm"]
    assert m.view(None)["answers"] == ["palm", "palm", "palm"]


def test_r9_2_after_five_seconds_no_answer_is_nothing() -> None:
    m = calm("goat goat", "goat", "goat")
    say(m)
    answer(m, "nothing")
    assert names(m.play(None, "time", at=m.view(None)["shown_at"] + 5000)) == []
    assert names(wait(m, 1)) == ["answered"] * 3
    assert m.actors == [B]


def test_r9_3_a_wrong_answer_picks_up_by_lot() -> None:
    losers: Counter[int] = Counter()
    for seed in range(60):
        m = calm("taco goat", "goat", "goat", seed=seed)
        say(m)
        answer(m, "palm", "back", "nothing")
        found = ending(m)
        assert found is not None
        assert found[1:] == ("wrong-answer", 1)
        losers[found[0]] += 1
    assert set(losers) == {B, C}
    m = calm("goat goat", "goat", "goat")
    say(m)
    answer(m, "nothing", "palm", "nothing")
    assert ending(m) == (B, "wrong-answer", 1)


def test_r9_4_the_first_place_by_lot() -> None:
    winners = []
    for seed in range(60):
        m = calm("goat goat", "", "goat goat", "goat goat", seed=seed)
        for _ in range(2):
            say(m)
            answer(m, "nothing", "nothing", "nothing", "nothing")
        say(m)
        answer(m, "palm", "palm", "palm", "back")
        winners.append(m.winners)
        if not m.over:
            assert ending(m) == (3, "wrong-answer", 2)
    assert Counter(map(tuple, winners)).keys() == {(), (B,)}
    assert 10 < winners.count([B]) < 30


def test_r9_5_the_last_place_by_lot_with_a_ticket_for_each_round() -> None:
    losers: Counter[int] = Counter()
    for seed in range(300):
        m = calm("taco goat goat", "taco goat", "taco goat", seed=seed)
        m.position.waits[:3] = [0, 0, 8]
        say(m)
        answer(m, "palm", "palm", "palm")
        found = ending(m)
        assert found is not None
        assert found[1:] == ("last", 1)
        losers[found[0]] += 1
    assert 150 < losers[C] < 240, "two thirds of the time he is not first, and then nine tickets of ten are his"
    assert min(losers[A], losers[B]) > 20


def test_r9_5_every_round_without_picking_up_is_a_ticket() -> None:
    m = calm("taco goat goat", "taco goat", "taco goat")
    for _ in range(3):
        say(m)
        others = "palm" if m.view(None)["top"] == "taco" else "nothing"
        answer(m, "back", others, others)
    assert m.position.waits[:3] == [0, 3, 3]


def test_r9_6_an_event_that_all_let_pass_lapses() -> None:
    m = calm("taco goat", "goat")
    say(m)
    assert names(answer(m, "nothing", "nothing")) == ["answered", "answered", "lapsed"]
    assert m.view(None)["centre"] == 1
    assert m.actors == [B]


def test_r9_7_patience() -> None:
    m = calm("goat goat", "goat")
    assert names(m.play(None, "time", at=50_000)) == []
    assert names(wait(m, 1)) == ["by-itself", "flipped"]
    answer(m, "nothing", "nothing")
    assert "say cat" in m.moves(B)
    assert names(wait(m, 22_000)) == []
    assert names(wait(m, 1)) == ["picked-up"]


def test_r9_7_sudden_death_with_answers() -> None:
    m = calm("goat", "taco", "taco", stock="taco goat taco")
    for _ in range(3):
        say(m)
        answer(m, "nothing", "nothing", "nothing")
    assert names(say(m)) == ["sudden-death", "flipped"]
    answer(m, "nothing", "nothing", "palm")
    assert m.view(None)["out"] == [C]
    assert m.actors == [B]
    say(m)
    assert m.actors == [A, B]
    answer(m, "back", "nothing")
    assert m.winners == [B]


# --- 10 a deal by hand ---


def test_r10_1_piles_by_hand() -> None:
    m = table("taco/back cat", "", "goat/back panda", dealer=2)
    assert piles(m) == [2, 0, 2]
    assert begins(m, 2)
    assert turned(m, 5) == ["goat/back", "taco/back", "panda", "cat"]
    m = table("gorilla* pizza*", "narwhal*", deck="mixed")
    assert turned(m, 3) == ["gorilla*", "narwhal*", "pizza*"]
    assert piles(table("taco " * 20, "goat")) == [20, 1]


def good() -> dict[str, Any]:
    return {"dealer": 0, "piles": [["taco", "cat/back"], ["goat"]]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dealer": 2}, "0 to 1"),
        ({"dealer": -1}, "0 to 1"),
        ({"dealer": True}, "0 to 1"),
        ({"dealer": "0"}, "0 to 1"),
        ({"dealer": None}, "0 to 1"),
        ({"piles": [["taco"]]}, "2 lists"),
        ({"piles": [["taco"], ["taco"], ["taco"]]}, "2 lists"),
        ({"piles": "taco"}, "2 lists"),
        ({"piles": [["taco"], "cat"]}, "list of cards was expected"),
        ({"piles": [["taco"], ["dog"]]}, "'dog' in the pile of seat 1 is no card"),
        ({"piles": [["taco"], [7]]}, "7 in the pile of seat 1 is no card"),
        ({"piles": [["taco"], [["taco"]]]}, "is no card"),
        ({"piles": [["taco"], ["Taco"]]}, "is no card"),
        ({"piles": [["taco"], ["taco*"]]}, 'needs the option deck "mixed"'),
        ({"piles": [["taco"], ["gorilla"]]}, "is no card"),
        ({"piles": [["taco"], ["gorilla*/back"]]}, "is no card"),
        ({"piles": [[], []]}, "0 cards together"),
        ({"piles": [["taco"] * 100, ["cat"] * 29]}, "129 cards together"),
        ({"stock": ["taco", "taco"]}, "fewer of taco"),
        ({"stock": "taco"}, "list of cards was expected"),
        ({"stock": ["verso"]}, "is no card"),
        ({"jokers": 2}, "unknown entry 'jokers'"),
    ],
)
def test_r10_1_r10_2_deals_that_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadDeal, match=said):
        Match("taco", seats=2, deal={**good(), **change})


@pytest.mark.parametrize("missing", ["dealer", "piles"])
def test_r10_1_what_a_deal_needs(missing: str) -> None:
    deal = good()
    del deal[missing]
    with pytest.raises(BadDeal, match=f"lacks '{missing}'"):
        Match("taco", seats=2, deal=deal)


def test_r10_2_the_order_in_sudden_death() -> None:
    for order in ("taco goat cat", "cat taco goat"):
        m = table("goat", "taco", "cat", stock=order)
        chant(m, 3)
        assert turned(m, 3) == order.split()

"""Taco, paragraph by paragraph: other ways to play, and deals by hand. Names follow RULES.md."""

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.taco import GAME
from hoofspiel.games.taco.tests.table import (
    A,
    B,
    C,
    D,
    begins,
    chant,
    ending,
    gesture,
    names,
    piles,
    say,
    shown_at,
    slap,
    slaps,
    table,
    turned,
    wait,
)


def test_r8_1_the_word_is_said_for_you() -> None:
    m = table("goat", "goat", word="auto")
    assert [move for move in m.moves(A) if move.startswith("say")] == ["say taco"]
    assert m.view(B)["next_word"] == "taco"
    with pytest.raises(IllegalMove) as refused:
        m.play(A, "say goat", at=10)
    assert refused.value.rule == "R8.1"
    assert table("goat", "goat").view(B)["next_word"] is None


def test_r8_2_the_metronome() -> None:
    m = table("goat goat", "goat goat", metronome=True)
    m.play(A, "say taco", at=1000)
    with pytest.raises(IllegalMove):
        m.play(B, "say cat", at=1454)
    assert names(m.play(B, "say cat", at=1455)) == ["pressed"]
    assert m.view(B)["prompt"] == "pressed"
    assert m.view(A)["prompt"] == "eyes"
    with pytest.raises(IllegalMove) as refused:
        m.play(B, "say cat", at=1500)
    assert refused.value.rule == "R8.2"
    assert names(m.play(None, "time", at=1700)) == []
    assert names(m.play(None, "time", at=1701)) == ["flipped"]
    assert shown_at(m) == 1700
    m.play(A, "say goat", at=1700 + 700 + 200)
    assert shown_at(m) == 2600
    assert names(wait(m, 2501)) == ["lapsed"]
    assert names(say(m, after=500)) == ["pressed"]
    assert names(wait(m, 200)) == ["flipped"]


def test_r8_2_the_next_beat_counts_from_this_one() -> None:
    m = table("cheese goat", "taco goat", metronome=True)
    m.play(A, "say taco", at=1000)
    m.play(B, "say cat", at=1900)
    assert names(m.play(A, "say goat", at=2400 - 245)) == ["pressed"]
    assert names(m.play(None, "time", at=2401)) == ["flipped"]
    assert shown_at(m) == 2400
    assert names(m.play(None, "time", at=2400 + 700 + 246)) == []
    m = table("cheese goat", "taco goat", metronome=True)
    m.play(A, "say taco", at=1000)
    assert names(m.play(None, "time", at=1000 + 945)) == []
    assert names(m.play(None, "time", at=1000 + 946)) == ["picked-up"]


def test_r8_3_the_last_card_wins() -> None:
    """T-R22"""
    m = table("goat", "goat goat", easy_win=True)
    say(m, "cat")
    assert not m.over
    say(m)
    assert m.winners == [A]


def test_r8_4_gestures_that_cannot_be_put_right() -> None:
    m = table("panda goat", "goat", "goat")
    say(m)
    gesture(m, A, "moose", 300)
    for seat in (A, B, C):
        gesture(m, seat, "panda", 320)
    gesture(m, B, "panda", 330)
    slaps(m, "palm", A=400, B=410, C=420)
    assert [hand["verdict"] for hand in m.view(None)["hands"]] == ["wrong-gesture", "wrong-gesture", "right"]
    m = table("goat seal", "goat goat")
    chant(m, 2)
    say(m)
    for _ in range(2):
        gesture(m, A, "seal", 300)
    slap(m, A, "palm", 400)
    assert m.over, "two claps are right"


def after_a_gesture_put_right(m: Match) -> list[str]:
    """The verdicts on a panda, where A made the moose's gesture first."""
    say(m)
    gesture(m, A, "moose", 300)
    for seat in (A, B, C):
        gesture(m, seat, "panda", 320)
    slaps(m, "palm", A=400, B=410, C=420)
    return [hand["verdict"] for hand in m.view(None)["hands"]]


def test_r8_4_a_forgiving_table_lets_a_gesture_be_put_right() -> None:
    m = table("panda goat", "goat", "goat", strict_gesture=False)
    assert after_a_gesture_put_right(m) == ["right", "right", "right"]
    assert GAME.beginners == {"strict_gesture": False}


def test_r8_4_records_of_rules_1_replay_as_they_were_played() -> None:
    deal = {"dealer": A, "piles": [["panda", "goat"], ["goat"], ["goat"]]}
    then = Match("taco", seats=3, seed=1, deal=deal, rules=1)
    assert after_a_gesture_put_right(then) == ["right", "right", "right"]
    again = Match.from_record(then.record())
    assert again.record()["rules"] == 1
    assert again.log == then.log
    now = Match("taco", seats=3, seed=1, deal=deal)
    assert after_a_gesture_put_right(now) == ["wrong-gesture", "right", "right"]


def test_r8_5_what_is_picked_up_is_shuffled() -> None:
    orders = set()
    for seed in range(40):
        m = table("cat", "taco", "cheese", "goat/back goat/back", shuffle_pickup=True, seed=seed)
        chant(m, 3)
        slap(m, D, "palm", 300)
        assert begins(m, D)
        cards = turned(m, 17)
        assert cards[:2] == ["goat/back", "goat/back"]
        orders.add(tuple(cards[2:]))
    assert {frozenset(order) for order in orders} == {frozenset(("cat", "taco", "cheese"))}
    assert len(orders) == 6


def test_r8_6_the_wrong_side_does_not_count() -> None:
    m = table("taco goat", "goat", "goat", no_fault_for_wrong_side=True)
    say(m)
    assert names(slap(m, A, "back", 300)) == ["not-counted"]
    assert "slap palm" in m.moves(A)
    slaps(m, "palm", B=310, A=500, C=505)
    assert ending(m) == (C, "last", 1)
    m = table("taco goat", "goat", "goat", no_fault_for_wrong_side=True)
    say(m)
    slap(m, A, "back", 300)
    slaps(m, "palm", B=310, C=320)
    wait(m, 2500)
    assert ending(m) == (A, "missing", 1)


@pytest.mark.parametrize(("pile", "ms"), [("taco goat", 100), ("panda goat", 300)])
def test_r8_6_what_is_no_slap_is_neither_too_fast_nor_without_its_gesture(pile: str, ms: int) -> None:
    m = table(pile, "goat", "goat", no_fault_for_wrong_side=True)
    say(m)
    assert names(slap(m, A, "back", ms)) == ["not-counted"]
    assert "slap palm" in m.moves(A)


@pytest.mark.parametrize(
    ("seats", "deck", "each"),
    [(4, "verso", 16), (5, "verso", 12), (7, "verso", 9), (8, "verso", 8), (8, "mixed", 16), (2, "mixed", 16)],
)
def test_r8_7_the_long_deal(seats: int, deck: str, each: int) -> None:
    m = Match("taco", seats=seats, options={"long_deal": True, "deck": deck})
    assert piles(m) == [each] * seats


@pytest.mark.parametrize("more", [{}, {"long_deal": True}])
@pytest.mark.parametrize("seats", [2, 8])
def test_r8_8_the_short_deal(seats: int, more: dict[str, bool]) -> None:
    m = Match("taco", seats=seats, options={"short_deal": True, **more})
    assert piles(m) == [5] * seats

"""Taco, paragraph by paragraph: when to slap, and who picks up. Names follow RULES.md."""

import pytest

from hoofspiel import IllegalMove
from hoofspiel.games.taco.fair import place
from hoofspiel.games.taco.tests.table import (
    A,
    B,
    C,
    D,
    begins,
    centre,
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
    wait,
)

# --- 4 when to slap ---


def test_r4_1_card_and_word_agree() -> None:
    m = table("goat", "cat cat", "pizza")
    chant(m, 2)
    for seat, ms in ((B, 300), (C, 350), (A, 400)):
        assert centre(m) == 2
        slap(m, seat, "palm", ms)
    assert ending(m) == (A, "last", 2)


@pytest.mark.parametrize(("card", "side"), [("taco", "palm"), ("taco/back", "back")])
def test_r4_2_r4_3_the_side_of_the_hand(card: str, side: str) -> None:
    m = table(f"{card} goat", "goat", "goat")
    say(m)
    slaps(m, side, A=300, B=310, C=320)
    assert [hand["verdict"] for hand in m.view(None)["hands"]] == ["right"] * 3
    m = table(f"{card} goat", "goat", "goat")
    say(m)
    slap(m, A, side, 300)
    slap(m, B, {"palm": "back", "back": "palm"}[side], 310)
    slap(m, C, side, 320)
    assert ending(m) == (B, "wrong-side", 1)


def test_r4_3_a_picture_from_behind_that_does_not_agree_is_nothing() -> None:
    m = table("cat/back", "goat")
    say(m)
    slap(m, B, "back", 300)
    assert ending(m) == (B, "false-slap", 1)


def test_r4_4_a_word_without_a_card_is_no_match() -> None:
    m = table("cat", "", "goat goat")
    chant(m, 2)
    assert m.view(None)["top"] == "cat"
    assert m.view(None)["word"] == "cat"
    slap(m, C, "palm", 300)
    assert ending(m) == (C, "false-slap", 1)


SPECIALS = ["panda", "moose", "seal", "panda/back", "moose/back", "seal/back", "gorilla*", "groundhog*", "narwhal*"]


@pytest.mark.parametrize("card", SPECIALS)
def test_r4_5_specials_want_their_gesture_first(card: str) -> None:
    motion = card.removesuffix("*").removesuffix("/back")
    side = "back" if card.endswith("/back") else "palm"
    m = table(f"{card} goat", "goat", deck="mixed")
    say(m)
    gesture(m, B, motion, 300)
    gesture(m, A, motion, 310)
    if motion == "seal":
        gesture(m, B, motion, 400)
        gesture(m, A, motion, 410)
    slaps(m, side, A=600, B=650)
    assert [hand["verdict"] for hand in m.view(None)["hands"]] == ["right", "right"]
    assert ending(m) == (B, "last", 1)


def test_r4_6_the_gesture_comes_between_card_and_slap() -> None:
    """T-R11, T-R20"""
    m = table("panda goat", "goat", "goat", "goat")
    m.play(A, "gesture panda", at=100)
    say(m)
    slap(m, A, "palm", 400)
    gesture(m, A, "panda", 450)
    gesture(m, B, "moose", 460)
    gesture(m, B, "panda", 500)
    slap(m, B, "palm", 550)
    gesture(m, C, "moose", 560)
    slap(m, C, "palm", 600)
    gesture(m, D, "panda", 610)
    slap(m, D, "palm", 700)
    verdicts = {hand["seat"]: hand["verdict"] for hand in m.view(None)["hands"]}
    assert verdicts == {A: "wrong-gesture", B: "wrong-gesture", C: "wrong-gesture", D: "right"}
    assert ending(m) == (A, "wrong-gesture", 1)


def test_r4_6_a_wrong_gesture_takes_the_pile_though_the_right_one_followed() -> None:
    m = table("panda goat", "goat", "goat")
    say(m)
    gesture(m, B, "moose", 300)
    for seat in (A, B, C):
        gesture(m, seat, "panda", 320)
    slaps(m, "palm", A=400, B=410, C=420)
    assert ending(m) == (B, "wrong-gesture", 1)


def test_r4_6_a_gesture_without_a_reason_is_harmless() -> None:
    m = table("goat goat", "goat goat", "goat goat")
    say(m)
    gesture(m, C, "seal", 300)
    assert centre(m) == 1
    chant(m, 2)
    for seat in (A, B, C):
        gesture(m, seat, "moose", 200)
    slaps(m, "palm", A=400, B=410, C=420)
    assert ending(m) == (C, "last", 3)


def test_r4_7_a_wrong_word() -> None:
    """T-R18"""
    m = table("taco/back cat", "cat goat", "pizza")
    m.play(A, "say goat", at=2)
    assert ending(m) == (A, "wrong-word", 1)
    say(m)
    assert say(m, "goat")[-1] == {"event": "picked-up", "seat": B, "cards": 2, "why": "wrong-word"}
    with pytest.raises(IllegalMove):
        slap(m, C, "palm", 300)
    assert piles(m) == [1, 3, 1]


def test_r4_7_the_word_that_was_due_is_named_once_the_round_is_over() -> None:
    m = table("goat cat cat", "goat cat", "goat")
    chant(m, 2)
    assert m.view(None)["ending"] is None
    say(m, "pizza")
    assert m.view(None)["ending"] == {"seat": C, "why": "wrong-word", "cards": 3, "due": "goat"}
    say(m)
    wait(m, 2201)
    assert m.view(None)["ending"] == {"seat": A, "why": "slow", "cards": 1, "due": "cat"}
    say(m)
    slap(m, B, "palm", 300)
    assert m.view(None)["ending"] == {"seat": B, "why": "false-slap", "cards": 1, "due": None}


@pytest.mark.parametrize("slow", [False, True])
def test_r4_7_in_sudden_death_nobody_is_reminded_of_the_word(*, slow: bool) -> None:
    m = table("goat", "taco", "taco", "taco/back", stock="goat taco taco taco/back")
    chant(m, 5)
    wait(m, 2201) if slow else say(m, "cheese")
    assert m.view(None)["ending"]["why"] == ("slow" if slow else "wrong-word")
    assert m.view(None)["ending"]["due"] is None


# --- 5 who picks up ---


def test_r5_1_the_last_hand() -> None:
    m = table("taco goat", "goat", "goat")
    say(m)
    slaps(m, "palm", C=300, A=301, B=302)
    assert ending(m) == (B, "last", 1)
    assert [(hand["seat"], hand["ms"]) for hand in m.view(None)["hands"]] == [(C, 300), (A, 301), (B, 302)]


def test_r5_2_the_earliest_wrong_hand_whatever_was_wrong() -> None:
    """T-R6"""
    m = table("seal goat", "goat", "goat", "goat")
    say(m)
    for clap in (260, 270):
        for seat in (A, B, D):
            gesture(m, seat, "seal", clap)
    slap(m, A, "palm", 300)
    slap(m, D, "back", 400)
    slap(m, C, "palm", 401)
    slap(m, B, "palm", 402)
    assert [hand["verdict"] for hand in m.view(None)["hands"]] == ["right", "wrong-side", "wrong-gesture", "right"]
    assert ending(m) == (D, "wrong-side", 1)


def test_r5_3_a_wrong_hand_comes_before_a_missing_one() -> None:
    """T-R4"""
    m = table("taco goat", "goat", "goat")
    say(m)
    slap(m, A, "palm", 300)
    slap(m, B, "back", 400)
    wait(m, 2500)
    assert ending(m) == (B, "wrong-side", 1)


def test_r5_4_a_wrong_hand_does_not_stop_a_winner() -> None:
    """T-R5"""
    m = table("taco goat", "goat", "")
    say(m)
    slap(m, A, "back", 300)
    assert names(slap(m, C, "palm", 400)) == ["landed", "slapped", "slapped", "won"]
    assert m.winners == [C]
    assert piles(m) == [1, 1, 0]


def test_r5_5_missing_hands_draw_lots() -> None:
    """T-R8"""
    losers = set()
    for seed in range(12):
        m = table("taco goat", "goat", "goat", "goat", seed=seed)
        say(m)
        slaps(m, "palm", A=300, B=310)
        assert names(wait(m, 2190)) == []
        wait(m, 1)
        found = ending(m)
        assert found is not None
        assert found[1:] == ("missing", 1)
        losers.add(found[0])
    assert losers == {C, D}


def test_r5_6_a_false_slap_is_settled_at_once() -> None:
    m = table("goat goat", "goat", "goat")
    chant(m, 2)
    assert names(slap(m, C, "palm", 300)) == ["slapped", "picked-up"]
    assert ending(m) == (C, "false-slap", 2)
    with pytest.raises(IllegalMove) as refused:
        slap(m, A, "palm", 310)
    assert refused.value.rule == "R3.9"


def test_r5_7_an_event_that_nobody_notices_lapses() -> None:
    """T-R7"""
    m = table("taco", "goat goat")
    say(m)
    assert names(wait(m, 2501)) == ["lapsed"]
    for move in ("slap palm", "slap palm #1"):
        with pytest.raises(IllegalMove) as refused:
            m.play(B, move, at=shown_at(m) + 2600)
        assert refused.value.rule == "R5.7"
    assert say(m, after=0)[0]["word"] == "cat"


def test_r5_8_one_slap_each_and_hidden_until_settled() -> None:
    m = table("taco goat", "goat", "goat")
    say(m)
    before = m.view(C), m.view(None)
    events = slap(m, A, "palm", 300)
    assert events == [{"event": "landed", "seat": A, "side": "palm", "ms": 300, "only": A}]
    for seen, later in zip(before, (m.view(C), m.view(None)), strict=True):
        assert {**seen, "now": 0} == {**later, "now": 0}
    assert m.view(A)["my_hand"] == {"seat": A, "side": "palm", "ms": 300, "reveal": 1, "verdict": None}
    with pytest.raises(IllegalMove, match="first slap counts") as refused:
        slap(m, A, "back", 350)
    assert refused.value.rule == "R5.8"
    assert m.moves(A) == ["gesture panda", "gesture moose", "gesture seal"]


@pytest.mark.parametrize(("card", "limit"), [("taco", 150), ("panda", 250)])
def test_r5_9_faster_than_anybody_can_see(card: str, limit: int) -> None:
    """T-R19"""
    for ms, verdict in ((limit - 1, "too-fast"), (limit, "right")):
        m = table(f"{card} goat", "goat", "goat")
        say(m)
        gesture(m, A, "panda", 50)
        slap(m, A, "palm", ms)
        for seat in (B, C):
            gesture(m, seat, "panda", 300)
        slaps(m, "palm", B=400, C=410)
        assert m.view(None)["hands"][0]["verdict"] == verdict
        assert ending(m) == ((A, "too-fast", 1) if verdict != "right" else (C, "last", 1))


def test_r5_10_a_slap_may_name_its_reveal() -> None:
    m = table("goat goat", "cat goat", "goat")
    chant(m, 2)
    slap(m, A, "palm", 400)
    slap(m, B, "palm", 410)
    assert names(m.play(C, "slap back #1", at=shown_at(m) + 450)) == ["slapped", "picked-up"]
    assert ending(m) == (C, "false-slap", 2)
    assert m.view(None)["hands"] == [{"seat": C, "side": "back", "ms": 700 + 450, "reveal": 1, "verdict": "false-slap"}]


def test_r5_10_the_present_reveal_may_be_named_too() -> None:
    m = table("taco goat", "goat", "goat")
    say(m)
    m.play(A, "slap palm #1", at=shown_at(m) + 300)
    slaps(m, "palm", B=310, C=320)
    assert ending(m) == (C, "last", 1)


@pytest.mark.parametrize(
    "move",
    [
        "slap palm #0",
        "slap palm #3",
        "slap palm #-1",
        "slap palm #x",
        "slap palm 1",
        "slap palm #99999999999",
        "slap palm # 1",
        "slap palm #٣",
    ],
)
def test_r5_10_a_reveal_that_never_was(move: str) -> None:
    m = table("goat goat", "goat goat")
    chant(m, 2)
    before = m.view(A)
    with pytest.raises(IllegalMove) as refused:
        m.play(A, move, at=shown_at(m) + 300)
    assert refused.value.rule in ("R5.10", "R4.2")
    assert m.view(A) == before


def test_r5_10_not_past_a_pick_up_and_not_too_far() -> None:
    m = table("goat goat", "goat goat", "goat")
    say(m)
    slap(m, B, "palm", 300)
    say(m)
    with pytest.raises(IllegalMove) as refused:
        m.play(C, "slap palm #1", at=shown_at(m) + 300)
    assert refused.value.rule == "R5.7"
    m = table("goat " * 10, "taco/back " * 10)
    for _ in range(20):
        say(m)
        if m.view(None)["word"] == m.view(None)["card"].removesuffix("/back"):
            wait(m, 2501)
    with pytest.raises(IllegalMove, match="too long ago"):
        m.play(A, "slap palm #2", at=shown_at(m) + 300)


def test_r5_11_equal_times_in_the_order_given_or_by_lot() -> None:
    """T-R9"""
    m = table("taco goat", "goat")
    say(m)
    slaps(m, "palm", B=300, A=300)
    assert ending(m) == (A, "last", 1)
    assert place(700, 300.01, 0.9) > place(700, 300.04, 0.2), "one tenth of a millisecond: the lot decides"
    assert place(700, 300.1, 0.9) < place(700, 300.2, 0.2), "a tenth is a difference"


def test_r5_12_a_press_cannot_be_pulled_back() -> None:
    m = table("goat", "goat")
    say(m)
    slap(m, B, "palm", 300)
    assert begins(m, B)
    assert not any("undo" in move or "feint" in move for seat in (A, B) for move in m.moves(seat))

"""Taco, paragraph by paragraph: the end and time. Names follow RULES.md."""

from random import Random

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.taco import live
from hoofspiel.games.taco.bot import LEVELS
from hoofspiel.games.taco.fair import PAINT, doubt, fair_time, patience, place
from hoofspiel.games.taco.pace import CLOSE, RollingPace
from hoofspiel.games.taco.tests.table import (
    A,
    B,
    C,
    D,
    begins,
    centre,
    chant,
    ending,
    names,
    now,
    piles,
    say,
    shown_at,
    slap,
    slaps,
    table,
    wait,
)

# --- 6 the end ---


def test_r6_1_first_right_hand_without_cards_wins() -> None:
    m = table("taco", "goat", "goat")
    say(m)
    assert names(slap(m, A, "palm", 300)) == ["landed", "slapped", "won"]
    assert m.over
    assert m.winners == [A]
    assert centre(m) == 1
    with pytest.raises(IllegalMove):
        slap(m, B, "palm", 310)


def test_r6_2_without_cards_but_not_first() -> None:
    m = table("taco", "goat", "goat goat")
    say(m)
    slaps(m, "palm", B=290, A=300, C=310)
    assert not m.over
    assert ending(m) == (C, "last", 1)
    assert piles(m) == [0, 1, 3]


@pytest.mark.parametrize("why", ["last", "wrong-side", "slow", "wrong-word"])
def test_r6_2_without_cards_and_last_wrong_or_slow(why: str) -> None:
    m = table("taco" if why in ("last", "wrong-side") else "goat", "", "goat goat")
    say(m)
    if why == "last":
        slaps(m, "palm", C=290, A=300, B=310)
    elif why == "wrong-side":
        slap(m, C, "palm", 290)
        slap(m, B, "back", 300)
        slap(m, A, "palm", 310)
    elif why == "slow":
        wait(m, 2201)
    else:
        say(m, "pizza")
    assert ending(m) == (B, why, 1)
    assert begins(m, B)
    assert piles(m) == [0, 1, 2]


def sudden(stock: str = "") -> Match:
    """All cards lie in the centre, no event; the next word is the third."""
    m = table("goat", "taco", stock=stock)
    chant(m, 2)
    return m


def test_r6_3_sudden_death_begins_with_the_next_turn() -> None:
    """T-R12"""
    m = sudden(stock="taco goat")
    assert not m.view(None)["sudden_death"]
    assert names(say(m)) == ["sudden-death", "flipped"]
    assert m.view(None)["sudden_death"]
    assert (centre(m), m.view(None)["stock"], m.view(None)["word"], m.view(None)["top"]) == (1, 1, "goat", "taco")
    m = sudden()
    slap(m, A, "palm", 300)
    assert piles(m) == [2, 0]
    assert not m.view(None)["sudden_death"]


def test_r6_3_after_an_event_that_lapsed() -> None:
    m = table("goat", "cat")
    chant(m, 2)
    wait(m, 2501)
    assert names(say(m))[0] == "sudden-death"


def test_r6_4_the_stock_is_shuffled_again() -> None:
    m = sudden(stock="taco goat")
    chant(m, 2)
    assert (m.view(None)["stock"], centre(m)) == (0, 2)
    assert names(say(m)) == ["reshuffled", "flipped"]
    assert (m.view(None)["stock"], centre(m)) == (1, 1)
    assert m.view(None)["word"] == "pizza"
    with pytest.raises(IllegalMove):
        m.play(A, "slap palm #2", at=now(m) + 10)


def test_r6_5_the_first_right_slap_wins_the_sudden_death() -> None:
    m = sudden(stock="goat taco")
    say(m)
    slap(m, A, "back", 300)
    slap(m, B, "palm", 400)
    assert m.winners == [B]


@pytest.mark.parametrize("why", ["false-slap", "wrong-word", "slow", "wrong-side"])
def test_r6_5_a_mistake_puts_a_player_out(why: str) -> None:
    m = table("goat", "taco", "taco", "taco/back", stock="goat taco taco taco/back")
    chant(m, 4)
    if why == "wrong-side":
        m = table("goat", "taco", "taco/back", "taco/back", "cat", stock="taco taco/back taco/back cat goat")
        chant(m, 5)
        say(m)
        slap(m, B, "back", 300)
        slap(m, A, "back", 310)
        wait(m, 2191)
        assert m.view(None)["out"] == [B]
        assert m.view(None)["turn"] == C
        return
    assert say(m)[-1]["word"] == "pizza"
    if why == "false-slap":
        slap(m, D, "palm", 300)
        assert (m.view(None)["out"], m.view(None)["turn"]) == ([D], B)
    elif why == "wrong-word":
        assert names(say(m, "pizza")) == ["flipped", "out"]
        assert (m.view(None)["out"], m.view(None)["turn"]) == ([B], C)
        assert not any(move.startswith("slap") for move in m.moves(A))
        assert say(m)[-1]["word"] == "cat"
    else:
        assert names(wait(m, 2201)) == ["out"]
        assert (m.view(None)["out"], m.view(None)["turn"]) == ([B], C)
        assert say(m, after=0)[-1]["word"] == "taco"
    out = m.view(None)["out"][0]
    assert out not in m.actors
    with pytest.raises(IllegalMove) as refused:
        m.play(out, "slap palm", at=now(m))
    assert refused.value.rule == "R6.5"


def test_r6_5_the_last_one_left_wins() -> None:
    m = sudden(stock="taco goat")
    say(m)
    assert names(slap(m, B, "palm", 300)) == ["slapped", "out", "won"]
    assert m.winners == [A]


def test_r6_5_an_open_event_stays_open_when_somebody_slaps_on_an_earlier_card() -> None:
    m = table("goat", "taco", "pizza", stock="taco pizza goat")
    chant(m, 5)
    assert m.view(None)["top"] == "pizza"
    m.play(B, "slap back", at=shown_at(m) + 300)
    m.play(C, "slap palm #4", at=shown_at(m) + 310)
    assert m.view(None)["out"] == [C]
    assert m.view(None)["hands"] == [{"seat": C, "side": "palm", "ms": 1010, "reveal": 4, "verdict": "false-slap"}]
    slap(m, A, "palm", 320)
    assert m.winners == [A]


def test_r6_6_after_very_many_turns_the_fewest_cards_share() -> None:
    m = table("goat", "taco", "goat goat")
    m.play(None, "time", at=10**9)
    assert m.over
    assert m.position.turns == 20_000
    fewest = min(piles(m))
    assert m.winners == [seat for seat in range(3) if piles(m)[seat] == fewest]


def test_r6_7_points() -> None:
    m = table("taco", "goat", "goat")
    assert m.points == [0, 0, 0]
    say(m)
    slap(m, A, "palm", 300)
    assert m.points == [1, 0, 0]


def test_r6_8_a_bot_of_the_same_speed() -> None:
    """T-R23"""
    pace = RollingPace()
    for ms in range(600, 640):
        pace.learn(ms, "goat")
    assert pace.mean == sum(range(620, 640)) / 20
    assert {abs(pace.opponent(Random(seed)) - 629.5) <= CLOSE + 1 for seed in range(50)} == {True}


def test_r6_8_a_bot_that_minds_a_seat_is_as_fast_as_the_person_was() -> None:
    """T-R23"""
    for pace in LEVELS.values():
        m = table("taco taco goat", "goat goat", "goat goat")
        say(m)
        slaps(m, "palm", B=290, C=295, A=pace)
        assert m.position.speed[:3] == [pace, 290, 295]
        level = next(name for name in LEVELS if LEVELS[name] == pace)
        say(m)
        assert live.bot_plan(m.position, A, "minding", 1) == live.bot_plan(m.position, A, level, 1)
        slaps(m, "palm", B=290, A=pace + 80, C=pace + 90)
        assert m.position.speed[A] == pace + 10
    fresh = table("taco taco goat", "goat goat")
    say(fresh)
    assert live.bot_plan(fresh.position, B, "minding", 1) == live.bot_plan(fresh.position, B, "casual", 1)


# --- 7 time ---


def test_r7_1_what_was_due_before_a_move_happens_first() -> None:
    m = table("taco goat", "goat", "goat")
    say(m)
    slaps(m, "palm", A=300, B=2500)
    with pytest.raises(IllegalMove):
        slap(m, C, "palm", 2501)
    assert not m.view(None)["hands"], "a refused move changes nothing, not even the time"
    slap(m, C, "palm", 2500)
    assert ending(m) == (C, "last", 1)
    with pytest.raises(IllegalMove, match="backwards"):
        m.play(C, "gesture panda", at=now(m) - 1)


@pytest.mark.parametrize(("card", "window"), [("taco", 2500), ("panda", 4000)])
def test_r7_2_the_window(card: str, window: int) -> None:
    m = table(f"{card} goat", "goat")
    say(m)
    assert names(wait(m, window)) == []
    assert names(wait(m, 1)) == ["lapsed"]


def test_r7_3_a_reaction_is_believed_as_far_as_the_line_allows() -> None:
    line = {"sent": 1000.0, "arrived": 1520.0, "rtt_min": 80.0, "rtt_p95": 110.0, "paint": 25.0, "jitter": 60.0}
    assert [fair_time(reported, **line) for reported in (300.0, 410.0, 600.0)] == [385.0, 410.0, 440.0]


def test_r7_3_no_line_is_given_more_than_a_quarter_of_a_second() -> None:
    line = {"sent": 1000.0, "arrived": 2000.0, "rtt_min": 700.0, "rtt_p95": 900.0, "paint": 25.0, "jitter": 60.0}
    assert [fair_time(reported, **line) for reported in (0.0, 900.0)] == [725.0, 750.0]


def test_r7_4_the_order_is_by_reveal_and_reaction_not_by_arrival() -> None:
    near_but_later, far_but_first = place(5000, 420.0, 0.1), place(5000, 400.0, 0.9)
    assert far_but_first < near_but_later
    assert place(4000, 700.0, 0.9) < place(5000, 160.0, 0.1), "what was seen earlier comes first"


def test_r7_4_nobody_waits_longer_than_the_slowest_line() -> None:
    assert patience([20.0, 200.0]) == 200.0 + PAINT
    assert patience([20.0]) == 20.0 + PAINT


def test_r7_5_claims_that_do_not_fit_are_doubted() -> None:
    honest, stalled = [28.0] * 18, [1028.0, 1030.0]
    assert doubt(honest + stalled, 20.0, 22.0) is None
    assert doubt(honest + stalled, 260.0, 60.0) == "sooner"
    assert doubt([328.0] * 20, 20.0, 22.0) == "less"
    assert doubt([328.0] * 19, 20.0, 22.0) is None

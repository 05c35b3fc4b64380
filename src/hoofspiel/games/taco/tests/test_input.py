"""What is given to Taco from outside and is not right: refused in one sentence, and nothing changes."""

from typing import Any

import pytest

from hoofspiel import BadMatch, IllegalMove, Match
from hoofspiel.games.taco.tests.table import A, B, chant, now, say, slap, table
from hoofspiel.kernel.testing import held


def refused(m: Match, seat: Any, move: Any, at: Any) -> ValueError:
    before, moves = held(m.position), m.record()["moves"]
    with pytest.raises((IllegalMove, BadMatch)) as caught:
        m.play(seat, move, at=at)
    assert held(m.position) == before
    assert m.record()["moves"] == moves
    return caught.value


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("say", "R3.4"),
        ("say cat goat", "R3.4"),
        ("say Taco", "R3.4"),
        ("slap", "R4.2"),
        ("slap fist", "R4.2"),
        ("slap palm back #1", "R4.2"),
        ("gesture", "R4.5"),
        ("gesture gorilla", "R4.5"),
        ("gesture panda panda", "R4.5"),
        ("flip", "R3.1"),
        ("verso", "R3.1"),
        ("slap palm #2", "R5.10"),
        ("slap palm #0", "R5.10"),
    ],
)
def test_moves_that_are_none(move: str, rule: str) -> None:
    m = table("goat goat", "goat goat")
    say(m)
    error = refused(m, B, move, now(m) + 900)
    assert isinstance(error, IllegalMove)
    assert error.rule == rule
    assert error.reason.endswith(".")
    assert "slap palm" in error.legal


@pytest.mark.parametrize("move", ["", "   ", None, 5, ["say", "taco"], "say\x00taco", "say " + "x" * 10_000])
def test_things_that_are_no_text(move: Any) -> None:
    refused(table("goat", "goat"), A, move, 10)


@pytest.mark.parametrize("at", [None, -1, 1.5, "700", True, float("nan")])
def test_a_time_is_a_whole_number_of_milliseconds(at: Any) -> None:
    assert isinstance(refused(table("goat", "goat"), A, "say taco", at), BadMatch)


def test_time_does_not_run_backwards() -> None:
    m = table("goat", "goat")
    m.play(A, "gesture panda", at=100)
    assert "backwards" in str(refused(m, A, "say taco", 99))
    assert "backwards" in str(refused(m, None, "time", 99))
    m.play(A, "say taco", at=100)


@pytest.mark.parametrize("seat", [-1, 2, "0", 0.5])
def test_seats_that_are_none(seat: Any) -> None:
    refused(table("goat", "goat"), seat, "say taco", 10)


def test_only_time_passes_without_a_seat() -> None:
    assert "only" in str(refused(table("goat", "goat"), None, "say taco", 10))


def test_after_the_end() -> None:
    m = table("taco", "goat")
    say(m)
    slap(m, A, "palm", 300)
    assert m.over
    assert "over" in str(refused(m, B, "slap palm", now(m)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tempo": "presto"}, '"normal" or "relaxed" or "fast" or "adaptive"'),
        ({"tempo": 1}, "tempo"),
        ({"word": "voice"}, "word"),
        ({"deck": "classic"}, "deck"),
        ({"calm": "yes"}, "true or false"),
        ({"metronome": 1}, "true or false"),
        ({"one_hand_behind_back": True}, "no option"),
    ],
)
def test_options_that_are_none(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadMatch, match=said):
        Match("taco", seats=4, options=options)


def test_a_refused_move_says_what_would_have_been_right() -> None:
    m = table("goat", "goat")
    chant(m, 1)
    error = refused(m, A, "say cat", now(m) + 700)
    assert isinstance(error, IllegalMove)
    assert error.legal == ["slap palm", "slap back", "gesture panda", "gesture moose", "gesture seal"]

"""Taco in the terminal: what keys mean."""

from hoofspiel.games.taco.frames import changes, keys_in
from hoofspiel.games.taco.keys import Keys
from hoofspiel.games.taco.tests.table import A, say, table


def test_keys_are_moves() -> None:
    m = table("goat goat", "goat goat")
    keys, view = Keys(), m.view(A)
    assert [keys.move(key, view, 100 * n) for n, key in enumerate("12345uio7Jx")] == [
        "say taco",
        "say cat",
        "say goat",
        "say cheese",
        "say pizza",
        "gesture panda",
        "gesture moose",
        "gesture seal",
        "gesture gorilla",
        "slap palm",
        None,
    ]
    say(m)
    assert keys.move("k", m.view(A), 5000) == "slap back #1"


def test_a_key_that_is_held_down_is_one_press() -> None:
    keys, view = Keys(), table("goat", "goat").view(A)
    assert [keys.move("o", view, at) for at in (0, 30, 59, 118, 200)] == [
        "gesture seal",
        None,
        None,
        None,
        "gesture seal",
    ]


def test_keys_where_the_word_is_said_for_you() -> None:
    m = table("goat", "goat", word="auto")
    assert [Keys().move(key, m.view(A), 0) for key in " 13"] == ["say taco"] * 3


def test_keys_in_calm_play() -> None:
    m = table("goat", "goat", calm=True)
    keys, view = Keys(), m.view(A)
    pressed = [keys.move(key, view, 100 * n) for n, key in enumerate("jkn ujookx")]
    assert pressed == [
        "answer palm",
        "answer back",
        "answer nothing",
        "answer nothing",
        None,
        "answer panda palm",
        None,
        None,
        "answer back",
        None,
    ]


def test_what_a_terminal_sends() -> None:
    assert keys_in(b"j") == ["j"]
    assert keys_in(b"jk") == ["j", "k"]
    assert keys_in(b"\x1b") == ["esc"]
    assert keys_in(b"\x1b[A") == []
    assert keys_in(b"\xff\x00") == []


def test_only_lines_that_differ_are_written() -> None:
    assert changes([], ["a", "b"]) == "\x1b[1;1Ha\x1b[K\x1b[2;1Hb\x1b[K"
    assert changes(["a", "b"], ["a", "c"]) == "\x1b[2;1Hc\x1b[K"
    assert changes(["a", "b"], ["a"]) == "\x1b[2;1H\x1b[K"
    assert changes(["a"], ["a"]) == ""

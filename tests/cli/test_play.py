"""A person in the terminal: whole matches, mistakes, help, taking back, leaving."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.quick import QUICK, play_at_random
from hoofspiel.cli.sitting import Sitting
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.notation import read_any
from tests.cli.conftest import Terminal

QUIET = [game for game in games().values() if not game.timed]
"""Games of reactions have their own way to sit, and test it."""
SIZE = ("--option", "cards=3", "--option", "rounds=1", "--option", "bonus=no")
SMALL = ("play", "goats", "--seats", "2", "--seed", "7", "--level", "greedy", *SIZE)


@pytest.mark.parametrize("game", QUIET, ids=lambda game: str(game.slug))
def test_a_whole_match_of_every_game(game: Game, terminal: Terminal, tmp_path: Path) -> None:
    """Numbers, and now and then p, are typed until the match is over; some of them are moves."""
    chance = Random(3)
    file = tmp_path / "record.txt"
    typed = 0

    def number() -> str:
        nonlocal typed
        typed += 1
        assert typed < 30_000, "the match does not end"
        return str(chance.randint(1, 25)) if chance.random() < 0.9 else "p"

    code, out, err = terminal(
        *("play", game.slug, "--level", "greedy", "--seed", "5", "--record", str(file)), typed=number
    )
    assert (code, err) == (0, "")
    match = Match.from_record(read_any(file.read_text()))
    assert match.over
    assert re.search(r"wins? with|share the win", out)
    assert f"hoofspiel replay {file}" in out.replace("\n", "")
    code, out, err = terminal("replay", str(file), "--all", "--seat", "0")
    assert (code, err) == (0, "")


def test_a_move_by_number_by_words_and_by_its_beginning(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    terminal(*SMALL, "--record", str(file), typed=["2", "BID  3", "b"])
    assert [move for seat, move in read_any(file.read_text())["moves"] if seat == 0] == ["bid 2", "bid 3", "bid 1"]


def record_in(out: str) -> dict[str, list[list[object]]]:
    found = re.search(r'^\{"game".*\}$', out, re.M)
    assert found, out
    record: dict[str, list[list[object]]] = json.loads(found[0])
    return record


def test_leaving_prints_and_keeps_the_record(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    code, out, _ = terminal(*SMALL, "--record", str(file), typed=["2", "quit"])
    assert code == 0
    assert record_in(out)["moves"][0] == [0, "bid 2"]
    assert read_any(file.read_text())["moves"] == record_in(out)["moves"]


def test_an_illegal_move_says_why_and_by_which_rule(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["9", "bid 2", "bid 2"])
    assert "you hold 1, 2 and 3" in out
    assert re.search(r"\(\? R\d+\.\d+\)", out)
    assert [move for seat, move in record_in(out)["moves"] if seat == 0] == ["bid 2"]


def test_an_unclear_beginning_is_asked_about(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["bid"])
    assert "That could be bid 1, bid 2 or bid 3." in out
    assert record_in(out)["moves"] == []


def test_help_and_rules(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["?", "? R3.2", "? tie", "? xyzzy", "rules", "log", "table"])
    assert "take your choice back" in out
    assert "has the marker" in out, "the signs of the table are explained"
    assert "R3.2" in out
    assert "say nothing about 'xyzzy'" in out


def test_the_game_in_a_few_sentences(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["? game"])
    assert "Everyone has the cards 1 to 10" in out
    assert "Whatever the outcome the card is spent" not in out, "that is a tip for one moment"


def test_what_is_no_move_at_all_is_told_what_to_do(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["hello"])
    assert "'hello' is not a move here. Your bid: which card for this dish?" in out
    _, out, _ = terminal("play", "foxy", "--seats", "2", "--seed", "1", "--level", "greedy", typed=["7"])
    assert "The moves are numbered 1 to 2." in out


def test_a_replay_tells_names_and_speaks_to_the_reader(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    match = Match("goats", seats=2, seed=7, options={"cards": 3, "rounds": 1, "bonus": False})
    for seat in (0, 1):
        match.play(seat, "bid 2")
    file.write_text(json.dumps({**match.record(), "names": ["Ada", "Bob"]}))
    assert "Ada shows 2. Bob shows 2." in terminal("replay", str(file))[1]
    assert "Ada shows 2. You show 2." in terminal("replay", str(file), "--seat", "1")[1]


def test_a_replay_says_its_keys_and_stays(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "record.txt"
    terminal(*SMALL, "--record", str(file), typed=["2", "3", "1"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    _, out, _ = terminal("replay", str(file), typed=["", "x", "b", "q"])
    assert "You typed 'x'" in out
    assert out.count("1. seat 0: bid 2") == 1, "an unknown key does not move on, and b goes back to the deal"


def test_a_revealed_bid_cannot_be_taken_back(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["2", "undo"])
    assert "is taken back" not in out
    assert len(record_in(out)["moves"]) == 2


def test_a_careful_person_can_take_a_sealed_bid_back(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, "--careful", typed=["2", "undo", "3", ""])
    assert "bid 2 is taken back" in out
    assert [move for seat, move in record_in(out)["moves"] if seat == 0] == ["bid 3"]


def test_a_choice_in_the_middle_of_ones_own_turn_can_be_taken_back() -> None:
    """Played at random until the person has chosen, has learnt nothing, and is asked again."""
    tried = 0
    for game in QUIET:
        chance = Random(1)
        match = Match(game, seats=game.seats[0], seed=1)
        for _ in range(400):
            if match.over:
                break
            seat = match.actors[0]
            match.play(seat, chance.choice(match.moves(seat)))
            if seat == 0 and match.actors == [0]:
                sitting = Sitting(
                    match,
                    seat=0,
                    who=["you"] * match.seats,
                    bot=play_at_random,
                    chance=chance,
                    console=Console(file=StringIO()),
                    careful=False,
                )
                allowed, moves = sitting.nothing_learnt(), match.record()["moves"]
                sitting.undo()
                assert sitting.match.record()["moves"] == (moves[:-1] if allowed else moves)
                tried += allowed
    assert tried


def test_nothing_to_take_back_yet(terminal: Terminal) -> None:
    _, out, _ = terminal(*SMALL, typed=["undo"])
    assert "nothing to take back" in out


@pytest.mark.parametrize("level", [*LEVELS, *QUICK])
def test_every_level_plays(level: str, terminal: Terminal) -> None:
    code, out, _ = terminal(*SMALL, "--level", level, "--seat", "1", typed=["2"])
    assert code == 0
    assert [seat for seat, _ in record_in(out)["moves"]] == [1, 0]


def test_a_bot_of_ones_own_takes_the_other_seats(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lowest.py").write_text("def bid(match, seat, chance):\n    return match.moves(seat)[0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    _, out, _ = terminal(*SMALL, "--level", "lowest:bid", typed=["2"])
    assert record_in(out)["moves"] == [[0, "bid 2"], [1, "bid 1"]]


def test_the_same_seed_gives_the_same_match(terminal: Terminal) -> None:
    first = record_in(terminal(*SMALL, typed=["2"])[1])
    assert record_in(terminal(*SMALL, typed=["2"])[1]) == first


def test_a_record_that_cannot_be_kept(terminal: Terminal) -> None:
    code, _, err = terminal(*SMALL, "--record", "/dev/null/record.txt", typed=["2"])
    assert code == 2
    assert "cannot be kept" in err


def test_ctrl_c_leaves_cleanly(tmp_path: Path) -> None:
    """In a real terminal, at the first question."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-m", "hoofspiel", *SMALL]
    process = subprocess.Popen(
        command,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
        start_new_session=True,
        preexec_fn=take_terminal,
    )
    os.close(follower)
    try:
        read_until(leader, "›")
        seen = read_until(leader, None, pressing=b"\x03")
        assert process.wait(60) == 0
    finally:
        process.kill()
    assert "You leave the table" in seen
    assert '"moves": []' in seen
    assert "Traceback" not in seen


def take_terminal() -> None:
    """The new process hears Ctrl-C, even if this one was told not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def read_until(leader: int, sign: str | None, *, pressing: bytes = b"") -> str:
    """What the terminal shows up to a sign, or to the end; `pressing` a key again while nothing more comes.

    A key pressed in the instant between the prompt and the waiting for it is heard with the next one only.
    """
    seen = b""
    os.write(leader, pressing)
    while sign is None or sign.encode() not in seen:
        for _ in range(60):
            if select.select([leader], [], [], 1)[0]:
                break
            os.write(leader, pressing)
        else:
            raise AssertionError(f"nothing more came after {seen!r}")
        try:
            more = os.read(leader, 4096)
        except OSError:  # the other end is closed
            more = b""
        if not more:
            break
        seen += more
    return seen.decode(errors="replace")

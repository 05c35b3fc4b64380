"""`hoofspiel review` shows what a match teaches, or says why it cannot."""

import json
from pathlib import Path

import pytest

from hoofspiel import Match
from hoofspiel.coach import reviewing
from hoofspiel.coach.values import Amounts, Values
from hoofspiel.kernel.game import Game

from .conftest import Terminal


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short match on a file; its review is rough, so that nothing has to be compiled."""
    few = Amounts(screened=2, judged=4, steps=1, chances=2, starts=2)

    def rough(game: Game) -> Values:
        return Values(game, compiled=False, amounts=few)

    monkeypatch.setattr(reviewing, "values_of", rough)
    match = Match("goats", seats=2, seed=3, options={"cards": 3, "rounds": 1, "bonus": False})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[seat % len(match.moves(seat))])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record()))
    return file


def test_a_review_in_words(terminal: Terminal, match: Path) -> None:
    code, out, _ = terminal("review", str(match), "--seat", "1", "--all")
    assert code == 0
    assert "real decisions" in out
    assert "together" in out


def test_a_review_as_data(terminal: Terminal, match: Path) -> None:
    code, out, _ = terminal("review", str(match), "--seat", "1", "--json")
    found = json.loads(out)
    assert code == 0
    assert {"game", "seats", "seat", "value", "decisions", "result"} <= set(found)
    assert {"move", "played", "best", "cost", "low", "high", "others", "why"} <= set(found["decisions"][0])
    assert {"chance", "own", "others", "unexplained", "total"} == set(found["result"])


def test_what_cannot_be_reviewed(terminal: Terminal, match: Path, tmp_path: Path) -> None:
    assert terminal("review", str(match), "--seat", "2")[0::2] == (
        2,
        "hoofspiel: Seats count from 0 to 1: there is no seat 2.\n",
    )
    record = json.loads(match.read_text())
    running = tmp_path / "running.json"
    running.write_text(json.dumps({**record, "moves": record["moves"][:-1]}))
    assert "not over yet" in terminal("review", str(running))[2]
    running.write_text(json.dumps({**record, "rules": 77}))
    assert "rules 77" in terminal("review", str(running))[2]
    running.write_text("nonsense {")
    assert terminal("review", str(running))[0] == 2

"""Checking a record: it is said what chance came from, a secret that was promised or a seed that was not."""

import json
from pathlib import Path
from typing import Any

import pytest

from hoofspiel import Match
from tests.cli.conftest import Terminal

SHORT = {"cards": 4, "rounds": 1, "bonus": False}


def played(**made: Any) -> dict[str, Any]:
    match = Match("goats", seats=2, options=SHORT, **made)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    return dict(match.record())


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({"seed": 7}, "every card dealt anew from the seed."),
        ({"seed": "ab" * 32}, "every card dealt anew from the secret."),
        ({"seed": 7, "deal": {"food": [[4, 1, 3, 2]]}}, "the deal in the record; what it leaves open, from the seed."),
    ],
    ids=["seed", "secret", "deal"],
)
def test_verify_says_what_chance_came_from(
    terminal: Terminal, tmp_path: Path, made: dict[str, Any], words: str
) -> None:
    (tmp_path / "match.json").write_text(json.dumps(played(**made)))
    code, out, _ = terminal("verify", str(tmp_path / "match.json"))
    assert (code, words in out) == (0, True), out

"""Puzzles have one clearly best choice, and can be solved in a terminal."""

import json
from itertools import islice
from pathlib import Path

import pytest

from hoofspiel.coach import make_puzzles, position_at, puzzles
from hoofspiel.coach.values import Amounts, Values
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.words import BadMatch
from tests.cli.conftest import Terminal, terminal

__all__ = ["terminal"]
SEARCHED = [slug for slug, game in games().items() if not game.timed]


@pytest.mark.parametrize("slug", SEARCHED)
def test_ten_puzzles_come_with_a_game(slug: str) -> None:
    found = puzzles(slug)
    assert len(found) >= 10
    for puzzle in found:
        match = position_at(puzzle.record, len(puzzle.record["moves"]))
        moves = match.moves(puzzle.seat)
        assert puzzle.best in moves
        assert all(other.move in moves for other in puzzle.others)
        assert all(other.cost >= 0.03 for other in puzzle.others)
        assert puzzle.why
    assert len({json.dumps(puzzle.record) for puzzle in found}) == len(found)


def test_puzzles_are_made_out_of_matches() -> None:
    few = Amounts(screened=1, judged=2, steps=1, chances=1, starts=1)
    rough = Values(find_game("goats"), compiled=False, amounts=few)
    made = [puzzle for puzzle in islice(make_puzzles("goats", seats=3, level="greedy", values=rough), 3) if puzzle]
    assert made
    assert all(
        puzzle.best in position_at(puzzle.record, len(puzzle.record["moves"])).moves(puzzle.seat) for puzzle in made
    )
    with pytest.raises(BadMatch, match="about reactions"):
        next(make_puzzles("taco", seats=3, level="master"))


def test_a_puzzle_is_solved_in_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    first, second, *_ = puzzles("goats")
    code, out, _ = terminal("puzzles", "goats", typed=[first.best, "bid 99", second.others[0].move, "q"])
    assert code == 0
    assert "Right." in out
    assert "'bid 99' is not possible here." in out
    assert f"Best: {second.best}." in out
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    assert "is not a file of puzzles" in terminal("puzzles", "goats", "--from", str(wrong))[2]
    assert "No puzzles come with taco" in terminal("puzzles", "taco")[2]

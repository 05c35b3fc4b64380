"""A game is loaded when it is asked for; a broken one is named in a sentence, and the others work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoofspiel.kernel import catalog
from hoofspiel.kernel.words import BadMatch, BrokenGame
from hoofspiel.template import GAME


def run(code: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **more}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)


def with_a_broken_game(folder: Path) -> str:
    """A path on which a package registers a game that cannot be imported."""
    told = folder / "chess-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: chess\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[hoofspiel.games]\nchess = chess_rules:GAME\n")
    (folder / "chess_rules.py").write_text("import knights_and_bishops\n")
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


def test_only_the_game_that_is_asked_for_is_loaded() -> None:
    code = (
        "import sys\nfrom hoofspiel import Match\nMatch('goats', seats=2, seed=1)\n"
        "print(sorted({name.split('.')[2] for name in sys.modules if name.startswith('hoofspiel.games.')}))"
    )
    assert run(code).stdout.strip() == "['goats']"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["games"], "goats"),
        (["rules", "goats", "R3.2"], "R3.2"),
        (["simulate", "goats", "--games", "3", "--plain"], "goats"),
    ],
)
def test_one_broken_game_ends_no_command(tmp_path: Path, words: list[str], expected: str) -> None:
    code = f"import sys\nfrom hoofspiel.cli import main\nsys.exit(main({words!r}))"
    told = run(code, PYTHONPATH=with_a_broken_game(tmp_path))
    assert (told.returncode, "Traceback" in told.stderr) == (0, False), told.stderr
    assert expected in told.stdout


def test_a_list_of_games_says_which_one_is_broken(tmp_path: Path) -> None:
    code = "import sys\nfrom hoofspiel.cli import main\nsys.exit(main(['games']))"
    told = run(code, PYTHONPATH=with_a_broken_game(tmp_path))
    sentence = "The game chess cannot be loaded: ModuleNotFoundError: No module named 'knights_and_bishops'."
    assert told.stderr.strip() == f"{sentence} The other games are not affected."


def test_asking_for_the_broken_one_gets_a_sentence(tmp_path: Path) -> None:
    code = "import sys\nfrom hoofspiel.cli import main\nsys.exit(main(['rules', 'chess']))"
    told = run(code, PYTHONPATH=with_a_broken_game(tmp_path))
    assert told.returncode == 2
    assert told.stderr.startswith("hoofspiel: The game chess cannot be loaded: ModuleNotFoundError")


def test_a_folder_without_its_game_is_broken_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "places", lambda: {"straws": lambda: GAME, "sticks": lambda: GAME, "hay": lambda: 3})
    assert catalog.find_game("straws") is GAME
    with pytest.raises(BrokenGame, match='slug="sticks", not <Game straws>'):
        catalog.find_game("sticks")
    with pytest.raises(BrokenGame, match="not 3"):
        catalog.find_game("hay")
    with pytest.raises(BadMatch, match="choose straws, sticks or hay"):
        catalog.find_game("chess")

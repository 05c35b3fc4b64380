"""The wheel: what is in it, and that Python alone plays a match from it."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MATCH = """
import sys
from hoofspiel import Match, games
match = Match("goats", seats=4, seed=7)
while not match.over:
    for seat in match.actors:
        if seat in match.actors:
            match.play(seat, match.moves(seat)[0])
outside = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - {"hoofspiel"}
print(match.winners, sorted(games), sorted(name for name in outside if not name.startswith("_")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the sources, so that nothing is left behind here."""
    copy = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
        shutil.copy(ROOT / name, copy / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(copy),
        str(copy),
    ]
    subprocess.run(command, check=True, env={**os.environ, "HOOFSPIEL_WITHOUT_PAGES": "1"})
    return next(copy.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment that has the wheel and nothing else."""
    home = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    target = next(home.glob("lib/python*/site-packages"))
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run(command, check=True)
    return home / "bin"


def test_what_is_packed(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    games = [path.parent.name for path in (ROOT / "src/hoofspiel/games").glob("*/RULES.md")]
    for game in games:
        assert {f"hoofspiel/games/{game}/{name}" for name in ("RULES.md", "rules.py", "texts/en.toml")} <= packed
    assert {"hoofspiel/py.typed", "hoofspiel/template/RULES.md", "hoofspiel/template/tests/test_rules.py"} <= packed
    assert [
        name for name in packed if "/tests/" in name and "/games/" in name or name.endswith((".ts", ".svelte"))
    ] == []


def test_python_alone_plays_a_match(installed: Path) -> None:
    done = subprocess.run([installed / "python", "-I", "-c", MATCH], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("[]"), "something from outside the standard library was imported"


def test_the_command_line_works_from_the_wheel(installed: Path) -> None:
    """With the packages it asks for, which are those of the environment that runs this test."""
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_paths()["purelib"]}
    command = [str(installed / "python"), "-m", "hoofspiel", "simulate", "goats", "--games", "3", "--plain", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 3

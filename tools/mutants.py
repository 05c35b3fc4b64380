"""Tests of the tests: plants each bug of games/*/tests/mutants.toml in a copy of the tree and wants a red test.

A bug is a table [[bug]] with `name`, `file` (in the game's folder, or from the root if it begins with src/), `find`
(occurs once), `replace`, and `caught_by`: words for pytest -k, looked for in the game's own tests and in those of
every game, which are run first because they are quick. If they stay green all tests of the game are run; a bug that
survives those is reported, and the command fails.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
RED, GREEN = 1, 0
SECONDS = 600
COPIED = ("src", "tests", "benchmarks", "tools", "pyproject.toml")
"""what the tests of a game need"""


@dataclass(frozen=True)
class Bug:
    folder: str
    name: str
    file: str
    find: str
    replace: str
    caught_by: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.folder.rpartition("/")[2]


def planted(only: str) -> list[Bug]:
    found = []
    folders = [
        *ROOT.glob("src/hoofspiel/games/*/tests/mutants.toml"),
        ROOT / "src/hoofspiel/template/tests/mutants.toml",
    ]
    for path in sorted(folders):
        folder = path.parent.parent.relative_to(ROOT).as_posix()
        for row in tomllib.loads(path.read_text())["bug"]:
            file = row["file"] if row["file"].startswith("src/") else f"{folder}/{row['file']}"
            found.append(Bug(folder, row["name"], file, row["find"], row["replace"], tuple(row["caught_by"])))
    return [bug for bug in found if only in f"{bug.game}: {bug.name}"]


def run(tree: Path, tests: list[str]) -> int:
    """Pytest's exit code; a run that takes too long counts as red, since a match that never ends is a bug found."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    try:
        return subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return RED


def batches(bug: Bug) -> list[tuple[str, list[str]]]:
    """What to run, the quickest first: a name for the table, and pytest's arguments."""
    own, every = f"{bug.folder}/tests", ["tests/test_every_game.py", "tests/test_reference.py"]
    words = " or ".join(bug.caught_by)
    return [
        (words, [own, "-k", words]),
        (f"every game: {words}", [*every, "-k", f"({words}) and {bug.game}"]),
        ("another test of the game", [own]),
        ("another test of every game", [*every, "-k", bug.game]),
    ]


def hunt(bug: Bug, tree: Path) -> str:
    """The first tests that go red, or nothing."""
    path = tree / bug.file
    healthy = path.read_text()
    if healthy.count(bug.find) != 1:
        return ""
    path.write_text(healthy.replace(bug.find, bug.replace))
    try:
        return next((name for name, tests in batches(bug) if run(tree, tests) == RED), "")
    finally:
        path.write_text(healthy)


def healthy_first(bugs: list[Bug], tree: Path) -> None:
    """Red tests prove nothing if they are red without the bug."""
    for folder in sorted({bug.folder for bug in bugs}):
        code = run(tree, [f"{folder}/tests"])
        if code != GREEN:
            sys.exit(f"mutants: without any bug, the tests in {folder} should pass; pytest ended with {code}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="part of 'game: name of the bug'")
    asked = parser.parse_args()
    bugs = planted(asked.only)
    if not bugs:
        sys.exit(f"mutants: no planted bug is called {asked.only!r}")
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        trees: Queue[Path] = Queue()
        for number in range(asked.workers):
            tree = Path(folder) / str(number)
            for part in COPIED:
                copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
                tree.mkdir(exist_ok=True)
                copy(ROOT / part, tree / part)
            trees.put(tree)
        healthy_first(bugs, tree)

        def work(bug: Bug) -> tuple[Bug, str, float]:
            mine = trees.get()
            begin = time.monotonic()
            try:
                return bug, hunt(bug, mine), time.monotonic() - begin
            finally:
                trees.put(mine)

        table = Table("game", "planted bug", "caught by", "seconds", title="Planted bugs")
        survivors = 0
        with ThreadPoolExecutor(asked.workers) as pool:
            for bug, caught, seconds in pool.map(work, bugs):
                survivors += not caught
                table.add_row(bug.game, bug.name, caught or "[bold red]SURVIVED", f"{seconds:.1f}")
                console.print(f"{'caught' if caught else 'SURVIVED'}  {bug.game}: {bug.name}", highlight=False)
        console.print(table)
        console.print(f"{len(bugs) - survivors} of {len(bugs)} planted bugs caught.")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()

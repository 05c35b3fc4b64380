"""Tests of the tests: plants each bug of games/*/tests/mutants.toml in a copy of the tree and wants a red test.

A bug is a table [[bug]] with `name`, `file` (in the game's folder), `find` (occurs once), `replace`, and `caught_by`:
pytest arguments, relative to the root, which are run first because they are quick. If those stay green the game's other
tests and the tests of every game are run as well; a bug that survives them is reported and the command fails.
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


@dataclass(frozen=True)
class Bug:
    game: str
    name: str
    file: str
    find: str
    replace: str
    caught_by: tuple[str, ...]


def planted(only: str) -> list[Bug]:
    found = []
    for path in sorted(ROOT.glob("src/hoofspiel/games/*/tests/mutants.toml")):
        game = path.parts[-3]
        for row in tomllib.loads(path.read_text())["bug"]:
            caught_by = row.get("caught_by", [])
            tests = tuple([caught_by] if isinstance(caught_by, str) else caught_by)
            found.append(Bug(game, row["name"], row["file"], row["find"], row["replace"], tests))
    return [bug for bug in found if only in f"{bug.game}: {bug.name}"]


def run(tree: Path, tests: tuple[str, ...]) -> int:
    """Pytest's exit code; a run that takes too long counts as red, since a match that never ends is a bug found."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    try:
        return subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return RED


def expand(game: str, caught_by: tuple[str, ...]) -> tuple[str, ...]:
    """A word without a slash is a keyword for the game's own tests; anything else is a pytest argument."""
    folder = f"src/hoofspiel/games/{game}/tests"
    if all("/" not in test for test in caught_by):
        return (folder, "-k", " or ".join(caught_by))
    return caught_by


def hunt(bug: Bug, tree: Path) -> str:
    """The first tests that go red, or nothing."""
    path = tree / "src/hoofspiel/games" / bug.game / bug.file
    healthy = path.read_text()
    if healthy.count(bug.find) != 1:
        return ""
    path.write_text(healthy.replace(bug.find, bug.replace))
    try:
        named = expand(bug.game, bug.caught_by) if bug.caught_by else ()
        everything = (f"src/hoofspiel/games/{bug.game}/tests", "tests/test_every_game.py")
        for tests in (named, everything):
            if tests and run(tree, tests) == RED:
                return " ".join(tests).replace(f"src/hoofspiel/games/{bug.game}/", "")
        return ""
    finally:
        path.write_text(healthy)


def healthy_first(bugs: list[Bug], tree: Path) -> None:
    """Red tests prove nothing if they are red without the bug."""
    for named in sorted({expand(bug.game, bug.caught_by) for bug in bugs if bug.caught_by}):
        code = run(tree, named)
        if code != GREEN:
            sys.exit(f"mutants: without any bug, pytest {' '.join(named)} should pass; it ended with {code}")


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
            for part in ("src", "tests", "pyproject.toml"):
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

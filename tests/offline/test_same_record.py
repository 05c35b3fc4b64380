"""The same seed and the same moves give the same match in the browser's Python as here, in every game."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.notation import read_text

ROOT = Path(__file__).parents[2]
PROGRAM = """
import hashlib, json
from hoofspiel.kernel.match import Match
for record in json.loads({records!r}):
    match = Match.from_record(record)
    views = [match.game.view(match.position, seat) for seat in (None, *range(match.seats))]
    told = json.dumps([match.record(), match.log, views], sort_keys=True)
    print(hashlib.sha256(told.encode()).hexdigest())
"""


def played(slug: str) -> Match:
    """A whole match of the archive, by the newest rules."""
    path = sorted((ROOT / "tests/archive" / slug).glob("v*/by_the_book_*.txt"))[-1]
    return Match.from_record(read_text(path.read_text(encoding="utf-8")))


def digest(match: Match) -> str:
    views = [match.game.view(match.position, seat) for seat in (None, *range(match.seats))]
    told: Any = [match.record(), match.log, views]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def test_the_browsers_python_plays_the_same_matches(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "the pages are built with Node"
    subprocess.run([sys.executable, str(ROOT / "tools/offline_files.py"), str(ROOT / "build/offline")], check=True)
    matches = [played(slug) for slug in games()]
    assert all(len(match.history) > 10 for match in matches)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(records=json.dumps([match.record() for match in matches])))
    said = subprocess.check_output([node, "tools/offline_python.mjs", str(program)], text=True, cwd=ROOT)
    assert said.splitlines()[1:] == [digest(match) for match in matches]

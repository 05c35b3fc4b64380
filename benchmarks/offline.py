"""How fast Python in the browser is beside CPython: start, moves a second, and what each level's thinking takes.

    make offline-bench

Runs itself twice: in the Python of offline play (Node has the browsers' engine), and here, plainly in both.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

LEVELS = ("novice", "casual", "club", "master")
MOVES = 300
THOUGHTS = 3


def measure() -> dict[str, dict[str, float]]:
    """By game: moves a second, and the mean seconds of a thought by level."""
    from hoofspiel.bots import players
    from hoofspiel.kernel.catalog import games
    from hoofspiel.kernel.match import Match

    found = {}
    for slug, game in games().items():
        if game.timed:
            continue
        chance, match, spent = Random(1), Match(game, seats=game.seats[0], seed=1), 0.0
        told: dict[str, float] = {}
        for level in LEVELS:
            seat = match.actors[0]
            since = time.perf_counter()
            for seed in range(THOUGHTS):
                players.choose(game, match.guess(seat, seed), seat, level, seed, 0.9)
            told[level] = round((time.perf_counter() - since) / THOUGHTS, 3)
        since = time.perf_counter()
        for number in range(MOVES):
            if match.over:
                match = Match(game, seats=game.seats[0], seed=number)
            seat = chance.choice(match.actors)
            match.play(seat, chance.choice(match.moves(seat)))
        spent = time.perf_counter() - since
        found[slug] = {"moves a second": round(MOVES / spent), **told}
    return found


def main() -> None:
    root = Path(__file__).resolve().parents[1]
    subprocess.run([sys.executable, str(root / "tools/offline_files.py"), str(root / "build/offline")], check=True)
    node = ["node", str(root / "tools/offline_python.mjs"), __file__]
    lines = subprocess.run(node, check=True, capture_output=True, text=True, cwd=root).stdout.splitlines()
    print(f"Python for browsers started in {json.loads(lines[0])['started']} s.")
    here = [sys.executable, __file__, "here"]
    own = subprocess.run(here, check=True, capture_output=True, text=True).stdout.splitlines()
    for name, told in (("in the browser's Python", lines[-1]), ("in CPython, not compiled", own[-1])):
        print(f"\n{name}")
        for slug, figures in json.loads(told).items():
            print(f"  {slug:8}" + "  ".join(f"{what} {value}" for what, value in figures.items()))


if __name__ == "__main__":
    sys.modules["numba"] = None  # type: ignore[assignment]
    if sys.platform == "emscripten" or sys.argv[1:] == ["here"]:
        print(json.dumps(measure()))
    else:
        main()

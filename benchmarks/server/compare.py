"""Our server beside boardgame.io in one run: the same work, the load on the other core.

    python -m benchmarks.server.compare [--seconds 6] [--tables 100] [--rounds 5] [--together] [--python PATH]

Both play the same card game with the same private views of about 2 KB (cards/ and peer/server.js), 100 tables of
four. Ours is durable (SQLite, synchronous=FULL), theirs keeps matches in memory. The two take turns, or, with
--together, run at once on the same core, so that whatever slows a shared machine down slows both. Each round gives a
ratio, and their median counts: what drifts from one round to the next is in neither. Also measured: the time until the
last of four viewers has a move at 500 moves a second, memory a connection, a game of the catalogue under the same load,
and a restart with 2,000 tables. boardgame.io is installed into a folder of its own with npm, once.

A Python that was built without optimisations, as pyenv does unless told otherwise, is about a tenth slower than those
of Debian, Docker and python.org; Node always is an optimised build. --python names another one for our server: of the
same version, since it is handed the packages of this one.
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from hoofspiel.live.testing import Paper
from hoofspiel.store.sqlite import SqliteStore

HERE = Path(__file__).parent
ROOMY = ["--guests", "1000000", "--sockets", "100000", "--new-tables", "100000", "--messages", "10000000"]


class Work(NamedTuple):
    """How much is asked of each side."""

    tables: int
    seconds: float
    python: str = sys.executable
    """what our server runs on"""


def on_core(core: int, command: list[str]) -> list[str]:
    alone = (os.cpu_count() or 1) < 2 or shutil.which("taskset") is None
    return command if alone else ["taskset", "-c", str(core), *command]


def with_cards(data: Path, python: str) -> dict[str, str]:
    """An environment in which the catalogue finds the game of this benchmark, as it finds any installed package."""
    told = data / "paths" / "cards-1.0.dist-info"
    told.mkdir(parents=True, exist_ok=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[hoofspiel.games]\ncards = benchmarks.server.cards:GAME\n")
    packages = [] if python == sys.executable else [path for path in sys.path if path.endswith("-packages")]
    root = HERE.parent.parent
    paths = [str(told.parent), str(root), str(root / "src"), os.environ.get("PYTHONPATH", ""), *packages]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


@contextmanager
def our_server(data: Path, python: str = sys.executable) -> Iterator[tuple[int, int]]:
    words = [python, "-m", "hoofspiel", "serve", "--port", "0", "--data", str(data), "--bot-workers", "0"]
    words += [*ROOMY, "--log", "warning"]
    env = with_cards(data, python)
    with subprocess.Popen(on_core(0, words), stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().rpartition(":")[2])
        try:
            yield port, server.pid
        finally:
            server.terminate()


def load_on(port: int, pid: int, work: "Work", rate: float = 0, game: str = "cards") -> dict[str, Any]:
    """What a load client measured; with a rate it keeps to so many moves a second."""
    numbers = [str(number) for number in (port, work.tables, work.seconds, rate, pid)]
    words = [sys.executable, "-m", "benchmarks.server.load", *numbers, game]
    told = subprocess.run(on_core(1, words), capture_output=True, text=True, timeout=300, check=True)
    return dict(json.loads(told.stdout))


def install_peer(folder: Path) -> bool:
    if shutil.which("npm") is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for file in (HERE / "peer").iterdir():
        shutil.copy(file, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)
    return True


def peer(folder: Path, work: Work) -> dict[str, Any]:
    port = 9100
    start = on_core(0, ["node", "server.js", str(port)])
    with subprocess.Popen(start, cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_for(f"http://127.0.0.1:{port + 1}/games")
            words = ["node", "load.js", str(port), str(work.tables), str(work.seconds), str(server.pid)]
            load = on_core(1, words)
            told = subprocess.run(load, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
            return dict(json.loads(told.stdout))
        finally:
            server.terminate()


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            with urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.1)


async def fill(data: Path, tables: int, moves: int) -> None:
    """So many running tables with so many moves each."""
    store = SqliteStore(data / "hoofspiel.db")
    await store.start()
    paper = Paper()
    room, readers = await paper.table("goats", 2, 2)
    for _ in range(moves):
        question, choices = readers[0].asked()
        if choices:
            await paper.move(room, readers[0], choices[0])
        await paper.pass_time(room, 1500)
    row, played = room.row, await paper.store.moves(room.row.id)
    for number in range(tables):
        row.id = f"idle{number:08}"
        await store.add_table(row)
        await store.append(row.id, played[:moves])
    await store.stop()


async def reopen(data: Path) -> tuple[int, float]:
    """Every table of a store opened again, as after a restart with everybody coming back at once."""
    store = SqliteStore(data / "hoofspiel.db")
    begun = time.perf_counter()
    await store.start()
    paper = Paper(store)
    rows = await paper.host.start()
    for row in rows:
        assert await paper.host.room(row.id) is not None
    took = time.perf_counter() - begun
    await paper.host.stop()
    await store.stop()
    return len(rows), took


def ours(scratch: Path, work: Work, rate: float = 0, game: str = "cards") -> dict[str, Any]:
    """One server on an empty folder, loaded, stopped."""
    with tempfile.TemporaryDirectory(dir=scratch) as data, our_server(Path(data), work.python) as (port, pid):
        return load_on(port, pid, work, rate, game)


def together(folder: Path, work: Work, rounds: int) -> None:
    """The ratio under the same conditions: both servers share one core, both loads the other."""
    if not install_peer(folder):
        raise SystemExit("boardgame.io needs npm.")
    here, there = [], []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(2) as both:
        for _ in range(rounds):
            one, other = both.submit(ours, Path(scratch), work), both.submit(peer, folder, work)
            here.append(_show("ours", one.result()))
            there.append(_show("boardgame.io", other.result()))
    _show_ratio(here, there, "at the same time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5, help="how often the two are measured")
    parser.add_argument("--peer", type=Path, default=Path(tempfile.gettempdir()) / "hoofspiel-peer")
    parser.add_argument("--together", action="store_true", help="both at once, and nothing else measured")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of our server")
    asked = parser.parse_args()
    work = Work(asked.tables, asked.seconds, asked.python)
    if asked.together:
        together(asked.peer, work, asked.rounds)
        return
    here, there = [], []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        beside = install_peer(asked.peer)
        for _ in range(asked.rounds):
            here.append(_show("ours", ours(scratch, work)))
            if beside:
                there.append(_show("boardgame.io", peer(asked.peer, work)))
        paced = _show("ours at 500/s", ours(scratch, work, rate=500))
        _show("ours, goats", ours(scratch, work, game="goats"))
        asyncio.run(fill(scratch / "idle", 2000, 20))
        count, took = asyncio.run(reopen(scratch / "idle"))
    print(f"restart        {count} tables with all their moves in {took:.2f} s")
    if there:
        _show_ratio(here, there, "in turn")
    print(f"p99 at 500 moves/s until the last viewer has it: {paced['p99_ms']} ms")
    print(f"memory a connection: {here[0]['kilobytes_per_connection']} KB")


def _show_ratio(here: list[dict[str, Any]], there: list[dict[str, Any]], how: str) -> None:
    ratios = [one["moves_per_cpu_second"] / other["mv_cpu_s"] for one, other in zip(here, there, strict=True)]
    rounds = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"moves a CPU second, {how}: {statistics.median(ratios):.2f} times boardgame.io's ({rounds})")
    print("ours on disk, theirs in memory")


def _show(name: str, told: dict[str, Any]) -> dict[str, Any]:
    print(f"{name:14} {json.dumps(told)}", flush=True)
    return told


if __name__ == "__main__":
    main()

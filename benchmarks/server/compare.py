"""Our server beside boardgame.io in one run: the same work, the load on the other core.

    python -m benchmarks.server.compare [--seconds 6] [--tables 100]

Ours is durable (SQLite, synchronous=FULL), theirs keeps matches in memory. Also measured: the time until the last of
four viewers has a move at 500 moves a second, memory a connection, and a restart with 2,000 tables. boardgame.io is
installed into a folder of its own with npm.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from hoofspiel.live.testing import Paper
from hoofspiel.store.sqlite import SqliteStore

HERE = Path(__file__).parent
ROOMY = ["--guests", "1000000", "--sockets", "100000", "--new-tables", "100000", "--messages", "10000000"]


def on_core(core: int, command: list[str]) -> list[str]:
    alone = (os.cpu_count() or 1) < 2 or shutil.which("taskset") is None
    return command if alone else ["taskset", "-c", str(core), *command]


@contextmanager
def our_server(data: Path) -> Iterator[tuple[int, int]]:
    words = [sys.executable, "-m", "hoofspiel", "serve", "--port", "0", "--data", str(data), "--bot-workers", "0"]
    words += [*ROOMY, "--log", "warning"]
    with subprocess.Popen(on_core(0, words), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().rpartition(":")[2])
        try:
            yield port, server.pid
        finally:
            server.terminate()


def load_on(port: int, pid: int, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    words = [sys.executable, "-m", "benchmarks.server.load", str(port), str(tables), str(seconds), str(rate), str(pid)]
    told = subprocess.run(on_core(1, words), capture_output=True, text=True, timeout=300, check=True)
    return dict(json.loads(told.stdout))


def peer(folder: Path, tables: int, seconds: float) -> dict[str, Any] | None:
    if shutil.which("npm") is None:
        return None
    for file in (HERE / "peer").iterdir():
        shutil.copy(file, folder)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)
    port = 9100
    start = on_core(0, ["node", "server.js", str(port)])
    with subprocess.Popen(start, cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_for(f"http://127.0.0.1:{port + 1}/games")
            words = ["node", "load.js", str(port), str(tables), str(seconds), str(server.pid)]
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--tables", type=int, default=100)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("a", "b", "c", "peer"):
            (Path(scratch) / name).mkdir()
        with our_server(Path(scratch) / "a") as (port, pid):
            ours = load_on(port, pid, asked.tables, asked.seconds, 0)
        with our_server(Path(scratch) / "b") as (port, pid):
            paced = load_on(port, pid, asked.tables, asked.seconds, 500)
        theirs = peer(Path(scratch) / "peer", asked.tables, asked.seconds)
        asyncio.run(fill(Path(scratch) / "c", 2000, 20))
        count, took = asyncio.run(reopen(Path(scratch) / "c"))
    print(f"ours           {json.dumps(ours)}")
    print(f"ours at 500/s  {json.dumps(paced)}")
    print(f"boardgame.io   {json.dumps(theirs)}")
    print(f"restart        {count} tables with all their moves in {took:.2f} s")
    if theirs:
        ratio = ours["moves_per_cpu_second"] / theirs["mv_cpu_s"]
        print(f"moves a CPU second: {ratio:.2f} times boardgame.io's, ours on disk, theirs in memory")
    print(f"p99 at 500 moves/s until the last viewer has it: {paced['p99_ms']} ms")
    print(f"memory a connection: {ours['kilobytes_per_connection']} KB")


if __name__ == "__main__":
    main()

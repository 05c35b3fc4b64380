"""One server and two, on SQLite and on PostgreSQL with NATS: what a move costs each of them, as ratios of one run.

    python -m benchmarks.server.scale [--seconds 8] [--tables 60] [--rounds 3]

The load plays as fast as it goes. What counts is the CPU time of the busiest server process for each move, since its
core is full first: that way the load, the engines and whatever else runs on this machine may share its cores. Two
servers are measured twice: with everybody of a table at the same one, as behind a proxy that hashes by table, and with
people spread at random. The kinds take turns in each round; the median of the rounds' ratios counts.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psutil
import uvloop

from benchmarks.server.load import SEATS, Load
from hoofspiel.client import Client
from tools.chaos.engines import ROOMY, Nats, Postgres, answers, free_port

GAME = "goats"
KINDS = ("one on SQLite", "one on PostgreSQL", "two, people hashed", "two, people spread")


class Serving:
    """Servers of one kind, and nothing else."""

    def __init__(self, folder: Path, servers: int, *flags: str) -> None:
        self.ports = [free_port() for _ in range(servers)]
        self.processes: list[psutil.Process] = []
        for port in self.ports:
            data = folder / str(port)
            data.mkdir()
            words = ["serve", "--port", str(port), "--data", str(data), "--bot-workers", "0", "--metrics-listen", ""]
            command = [sys.executable, "-m", "hoofspiel", *words, *ROOMY, *flags]
            quiet = subprocess.DEVNULL
            self.processes.append(psutil.Process(subprocess.Popen(command, stdout=quiet, stderr=quiet).pid))

    async def ready(self) -> "Serving":
        async with asyncio.timeout(120):
            for port in self.ports:
                while not await answers(port):
                    await asyncio.sleep(0.1)
        return self

    def cpu(self) -> list[float]:
        used = [process.cpu_times() for process in self.processes]
        return [float(one.user + one.system) for one in used]

    def stop(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
            process.wait(20)


class Spread(Load):
    """The load of one server, over several."""

    def __init__(self, serving: Serving, *, hashed: bool) -> None:
        super().__init__(serving.ports[0], 0, os.getpid(), GAME)
        self._ports = serving.ports
        self._hashed = hashed
        self._chance = random.Random(1)
        self._made = 0

    def ports_of_a_table(self) -> list[int]:
        self._made += 1
        home = self._ports[self._made % len(self._ports)]
        return [home if self._hashed or seat == 0 else self._chance.choice(self._ports) for seat in range(SEATS)]


async def measured(serving: Serving, tables: int, seconds: float, *, hashed: bool) -> dict[str, Any]:
    load = Spread(serving, hashed=hashed)
    people = [Client(f"http://127.0.0.1:{serving.ports[0]}") for _ in range(SEATS)]
    for number, person in enumerate(people):
        await person.be(f"Load {number}")
    seated = [await load._table(people) for _ in range(tables)]
    for table in seated:
        table.fire(time.perf_counter())
    await asyncio.sleep(2)
    played, used = load.played, serving.cpu()
    await asyncio.sleep(seconds)
    moves, spent = load.played - played, [b - a for a, b in zip(used, serving.cpu(), strict=True)]
    load.stop = True
    for table in seated:
        for wire in table.wires:
            wire.close()
    busiest = max(spent)
    return {"moves": moves, "capacity": moves / busiest, "shares": spent, "refused": load.refused}


async def one_round(folder: Path, tables: int, seconds: float, number: int) -> dict[str, dict[str, Any]]:
    """Every kind once, on engines of its own."""
    found: dict[str, dict[str, Any]] = {}
    place = folder / f"round{number}"
    place.mkdir()
    place.chmod(0o755)
    postgres, nats = Postgres(place), Nats(place)
    await postgres.make()
    await asyncio.gather(postgres.start(), nats.start())
    shared = ("--store", postgres.address(), "--bus", nats.address(), "--lease", "30")
    try:
        for kind in KINDS:
            flags = () if kind == KINDS[0] else shared
            serving = Serving(folder, 2 if kind.startswith("two") else 1, *flags)
            try:
                await serving.ready()
                each = tables * len(serving.ports)  # every process is as busy as the one
                found[kind] = await measured(serving, each, seconds, hashed="spread" not in kind)
            finally:
                serving.stop()
            print(f"  {kind}: {json.dumps(found[kind])}", flush=True)
    finally:
        await nats.end()
        await postgres.end(signal.SIGQUIT)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="hs-scale-"))
    folder.chmod(0o755)
    try:
        rounds = [uvloop.run(one_round(folder, asked.tables, asked.seconds, n)) for n in range(asked.rounds)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)

    def ratio(one: str, other: str) -> float:
        return float(statistics.median(each[one]["capacity"] / each[other]["capacity"] for each in rounds))

    sqlite, alone, hashed, spread = KINDS
    print("moves for each CPU-second of the busiest process, median of the rounds:")
    for kind in KINDS:
        print(f"  {kind:20} {statistics.median(each[kind]['capacity'] for each in rounds):8.0f}")
    print(f"a move on PostgreSQL costs {ratio(sqlite, alone):.2f} x one on SQLite (aim: at most 1.5)")
    print(f"two servers carry {ratio(hashed, alone):.2f} x one, people hashed (aim: at least 1.7)")
    print(f"two servers carry {ratio(spread, alone):.2f} x one, people spread at random (aim: at least 1.3)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

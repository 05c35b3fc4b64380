"""Our server beside boardgame.io in one run: the same work, the load on the other core.

    python -m benchmarks.server.compare [--seconds 20] [--tables 100] [--rounds 3] [--together] [--python PATH]
                                        [--against CHECKOUT]

Both play the same card game with the same private views of about 2 KB (cards/ and peer/server.js), 100 tables of
four. Ours is durable (SQLite, synchronous=FULL), theirs keeps matches in memory. The two take turns of a second: one
server and its load run, the other two are stopped. A shared machine is at times a third slower than at others, for ten
seconds or ten minutes, and this way that is so for both. With --together they run at once on the same core instead.
Each round gives a ratio, and their median counts. Also measured: the time until the last of four viewers has a move at
500 moves a second, memory a connection, a game of the catalogue under the same load, and a restart with 2,000 tables.
boardgame.io is installed into a folder of its own with npm, once.

A Python that was built without optimisations, as pyenv does unless told otherwise, is about a tenth slower than those
of Debian, Docker and python.org; Node always is an optimised build. --python names another one for our server: of the
same version, since it is handed the packages of this one.

--against puts another checkout of ours in the place of boardgame.io, such as one of an older commit: a ratio below 1
means that we have become slower. It runs on this Python and needs no environment of its own.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from hoofspiel.live.testing import Paper
from hoofspiel.store.sqlite import SqliteStore

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TURN_SECONDS = 1.0
# No limit that a load would meet, and no figures: several servers at once cannot all have the usual address.
ROOMY = ["--guests", "1000000", "--sockets", "100000", "--new-tables", "100000", "--messages", "10000000",
         "--requests", "10000000", "--metrics-listen", ""]  # fmt: skip


class Work(NamedTuple):
    """How much is asked of each side."""

    tables: int
    seconds: float
    python: str = sys.executable
    """what our server runs on"""


class Side:
    """The processes of one of the two, which can be made to wait for their turn."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []

    @contextmanager
    def started(self, words: Sequence[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **more) as process:
            self._processes.append(process)
            try:
                yield process
            finally:
                self._processes.remove(process)
                process.send_signal(signal.SIGCONT)
                process.terminate()

    def told(self, words: Sequence[str], **more: Any) -> dict[str, Any]:
        """The line of JSON that a load prints at its end."""
        with self.started(words, **more) as load:
            text, _ = load.communicate(timeout=600)
            if load.returncode:
                raise SystemExit(f"the load ended with {load.returncode}")
            return dict(json.loads(text))

    def go(self, *, on: bool) -> None:
        for process in list(self._processes):
            process.send_signal(signal.SIGCONT if on else signal.SIGSTOP)


def on_core(core: int, command: list[str]) -> list[str]:
    alone = (os.cpu_count() or 1) < 2 or shutil.which("taskset") is None
    return command if alone else ["taskset", "-c", str(core), *command]


def with_cards(data: Path, python: str, root: Path = ROOT) -> dict[str, str]:
    """An environment in which the catalogue finds the game of this benchmark, as it finds any installed package."""
    told = data / "paths" / "cards-1.0.dist-info"
    told.mkdir(parents=True, exist_ok=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[hoofspiel.games]\ncards = benchmarks.server.cards:GAME\n")
    packages = [] if python == sys.executable else [path for path in sys.path if path.endswith("-packages")]
    paths = [str(told.parent), str(root), str(root / "src"), os.environ.get("PYTHONPATH", ""), *packages]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


@contextmanager
def our_server(side: Side, data: Path, python: str = sys.executable, root: Path = ROOT) -> Iterator[tuple[int, int]]:
    """The server of this checkout, or of another, which is told as much of the limits as it knows."""
    env = with_cards(data, python, root)
    words = [python, "-m", "hoofspiel", "serve"]
    known = subprocess.run([*words, "--help"], env=env, capture_output=True, text=True, check=True).stdout
    words += ["--port", "0", "--data", str(data), "--bot-workers", "0", "--log", "warning"]
    for flag, most in zip(ROOMY[::2], ROOMY[1::2], strict=True):
        words += [flag, most] if f"{flag} " in known else []
    with side.started(on_core(0, words), env=env) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline().rpartition(":")[2]), server.pid


def load_on(side: Side, port: int, pid: int, work: "Work", rate: float = 0, game: str = "cards") -> dict[str, Any]:
    """What a load client measured; with a rate it keeps to so many moves a second."""
    numbers = [str(number) for number in (port, work.tables, work.seconds, rate, pid)]
    return side.told(on_core(1, [sys.executable, "-m", "benchmarks.server.load", *numbers, game]))


def install_peer(folder: Path) -> bool:
    if shutil.which("npm") is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for file in (HERE / "peer").iterdir():
        shutil.copy(file, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True)
    return True


def peer(side: Side, folder: Path, work: Work) -> dict[str, Any]:
    port = 9100
    with side.started(on_core(0, ["node", "server.js", str(port)]), cwd=folder) as server:
        _wait_for(f"http://127.0.0.1:{port + 1}/games")
        words = ["node", "load.js", str(port), str(work.tables), str(work.seconds), str(server.pid)]
        return side.told(on_core(1, words), cwd=folder)


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


def ours(
    side: Side, scratch: Path, work: Work, rate: float = 0, game: str = "cards", root: Path = ROOT
) -> dict[str, Any]:
    """One server on an empty folder, loaded, stopped."""
    folder = tempfile.TemporaryDirectory(dir=scratch)
    with folder as data, our_server(side, Path(data), work.python, root) as (port, pid):
        return load_on(side, port, pid, work, rate, game)


def other_checkout(side: Side, scratch: Path, work: Work, root: Path) -> dict[str, Any]:
    told = ours(side, scratch, work, root=root)
    return {**told, "mv_cpu_s": told["moves_per_cpu_second"]}


def beside(scratch: Path, theirs: Callable[[Side], dict[str, Any]], name: str, work: Work, turn: float) -> float:
    """Both under load, in turns of so many seconds or, with none, at once on one core: the ratio."""
    here, there = Side(), Side()
    with ThreadPoolExecutor(2) as both:
        one, other = both.submit(ours, here, scratch, work), both.submit(theirs, there)
        mine = True
        while turn and not (one.done() or other.done()):
            (there if mine else here).go(on=False)
            (here if mine else there).go(on=True)
            with contextlib.suppress(TimeoutError):
                (one if mine else other).result(turn)
            mine = not mine
        for side in (here, there):
            side.go(on=True)
        mine_told, peer_told = _show("ours", one.result()), _show(name, other.result())
    return float(mine_told["moves_per_cpu_second"] / peer_told["mv_cpu_s"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of one round, for both")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3, help="how often the two are measured")
    parser.add_argument("--peer", type=Path, default=Path(tempfile.gettempdir()) / "hoofspiel-peer")
    parser.add_argument("--together", action="store_true", help="both at once, and nothing else measured")
    parser.add_argument("--against", type=Path, help="another checkout of ours, instead of boardgame.io")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of our server")
    asked = parser.parse_args()
    work = Work(asked.tables, asked.seconds, asked.python)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        ratios = []
        name = "boardgame.io" if asked.against is None else asked.against.name
        turn = 0.0 if asked.together else TURN_SECONDS

        def theirs(side: Side) -> dict[str, Any]:
            if asked.against is not None:
                return other_checkout(side, scratch, work, asked.against.resolve())
            return peer(side, asked.peer, work)

        if asked.against is not None or install_peer(asked.peer):
            ratios = [beside(scratch, theirs, name, work, turn) for _ in range(asked.rounds)]
        if not asked.together:
            ours_alone(scratch, work)
    if ratios:
        how = "at the same time" if asked.together else "in turns"
        rounds = ", ".join(f"{ratio:.3f}" for ratio in ratios)
        print(f"moves a CPU second, {how}: {statistics.median(ratios):.3f} times {name}'s ({rounds})")
        print("both on disk" if asked.against else "ours on disk, theirs in memory")
    else:
        print("boardgame.io needs npm.")


def ours_alone(scratch: Path, work: Work) -> None:
    """What needs no other server beside it."""
    short = work._replace(seconds=6)
    full = _show("ours alone", ours(Side(), scratch, short))
    paced = _show("ours at 500/s", ours(Side(), scratch, short, rate=500))
    _show("ours, goats", ours(Side(), scratch, short, game="goats"))
    asyncio.run(fill(scratch / "idle", 2000, 20))
    count, took = asyncio.run(reopen(scratch / "idle"))
    print(f"restart        {count} tables with all their moves in {took:.2f} s")
    print(f"p99 at 500 moves/s until the last viewer has it: {paced['p99_ms']} ms")
    print(f"memory a connection: {full['kilobytes_per_connection']} KB")


def _show(name: str, told: dict[str, Any]) -> dict[str, Any]:
    print(f"{name:14} {json.dumps(told)}", flush=True)
    return told


if __name__ == "__main__":
    main()

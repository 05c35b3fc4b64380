"""What the model of many machines is calibrated by: the cost of a message over NATS and of a commit on PostgreSQL.

    python -m benchmarks.scale_costs          needs nats-server and PostgreSQL on this machine; half a minute

Prints CPU time, which a busy machine stretches less than the clock, and how long a commit takes, which it does stretch.
Each line is the median of RUNS runs, with the least and the most.
"""

import asyncio
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import nats
import psutil
import uvloop
from nats.aio.msg import Msg

from hoofspiel.store.port import MoveRow
from hoofspiel.store.postgres import PostgresStore

RUNS = 5
MESSAGES = 4000
AT_ONCE = 50
ASKED, TOLD = b"y" * 200, b"z" * 1200
GROUPS = ((1, 300), (20, 150), (100, 100))
"""moves ordered at once, and how often"""
BINARIES = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *BINARIES]))
    if found is None:
        raise SystemExit(f"{name} is not on this machine; nothing was measured.")
    return found


def told(what: str, values: list[float], unit: str) -> None:
    least, most = min(values), max(values)
    print(f"{what:58} {statistics.median(values):8.1f} {unit} ({least:.1f} to {most:.1f})", flush=True)


# --- the bus ---


async def answers(address: str) -> None:
    """The other process: answers questions, hears messages, and says what each cost it."""
    bus = await nats.connect(address)
    count = 0
    done = asyncio.Event()

    async def answer(message: Msg) -> None:
        await message.respond(TOLD)
        seen()

    async def hear(message: Msg) -> None:
        seen()

    def seen() -> None:
        nonlocal count
        count += 1
        if count == MESSAGES:
            done.set()

    await bus.subscribe("asked", cb=answer)
    await bus.subscribe("told", cb=hear)
    await bus.flush()
    print("ready", flush=True)
    for _ in range(2 * RUNS):
        since = time.process_time()  # nothing but these messages wakes this process
        await done.wait()
        print(1e6 * (time.process_time() - since) / MESSAGES, flush=True)
        count = 0
        done.clear()


async def bus_costs(address: str) -> None:
    words = [sys.executable, "-m", "benchmarks.scale_costs", address]
    other = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    other.stdout.readline()
    bus = await nats.connect(address)
    costs: dict[str, list[float]] = {name: [] for name in ("asks", "serves", "sends", "hears")}

    async def ask() -> None:
        for _ in range(MESSAGES // AT_ONCE):
            await bus.request("asked", ASKED, timeout=60)

    for _ in range(RUNS):
        since = time.process_time()
        await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
        costs["asks"].append(1e6 * (time.process_time() - since) / MESSAGES)
        costs["serves"].append(float(other.stdout.readline()))
        since = time.process_time()
        for number in range(MESSAGES):
            await bus.publish("told", TOLD)
            if number % AT_ONCE == 0:
                await bus.flush()
        await bus.flush()
        costs["sends"].append(1e6 * (time.process_time() - since) / MESSAGES)
        costs["hears"].append(float(other.stdout.readline()))
    await bus.close()
    other.wait(30)
    other.stdout.close()
    told("a question over NATS and its answer, for who asks", costs["asks"], "µs")
    told("the same, for who answers", costs["serves"], "µs")
    told("a message over NATS, for who sends it", costs["sends"], "µs")
    told("the same, for who hears it", costs["hears"], "µs")


@contextmanager
def nats_server() -> Iterator[str]:
    port = free_port()
    server = subprocess.Popen([program("nats-server"), "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(1000):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.01)
        yield f"nats://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


# --- the database ---


@contextmanager
def database() -> Iterator[tuple[str, psutil.Process]]:
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    with TemporaryDirectory(prefix="hoofspiel-costs-") as folder:
        if user:
            shutil.chown(folder, user)
        data, port = f"{folder}/data", free_port()
        env = {**os.environ, "LC_ALL": "C"}
        setup = [program("initdb"), "-D", data, "-U", "hoofspiel", "--auth=trust", "-E", "UTF8"]
        subprocess.run(setup, check=True, capture_output=True, env=env, cwd=folder, user=user)
        words = [program("postgres"), "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"]
        quiet = subprocess.DEVNULL
        server = subprocess.Popen(words, stdout=quiet, stderr=quiet, env=env, cwd=folder, user=user)
        ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
        try:
            while subprocess.run(ready, capture_output=True).returncode != 0:
                if server.poll() is not None:
                    raise SystemExit("PostgreSQL did not start; its commits were not measured.")
                time.sleep(0.05)
            yield f"postgresql://hoofspiel@127.0.0.1:{port}/postgres", psutil.Process(server.pid)
        finally:
            server.terminate()
            server.wait(20)


def used(server: psutil.Process) -> float:
    """CPU time of this PostgreSQL's own processes, in seconds."""
    own = [server, *server.children()]
    return sum(times.user + times.system for times in (process.cpu_times() for process in own))


async def commit_costs(address: str, server: psutil.Process) -> None:
    store = PostgresStore(address)
    await store.start()
    for size, often in GROUPS:
        ours: list[float] = []
        theirs: list[float] = []
        waits: list[float] = []
        sizes: list[float] = []
        for run in range(RUNS):

            async def order(seat: int, table: str, times: int) -> None:
                for number in range(1, times + 1):
                    await store.append(f"{table}{seat}", [MoveRow(number, 0, "bid 3", number, "0:abc")])

            groups, cpu, base, clock = store.writer.groups, time.process_time(), used(server), time.monotonic()
            await asyncio.gather(*(order(seat, f"t{size}r{run}s", often) for seat in range(size)))
            commits = store.writer.groups - groups
            ours.append(1e6 * (time.process_time() - cpu) / commits)
            theirs.append(1e6 * (used(server) - base) / commits)
            waits.append(1e3 * (time.monotonic() - clock) / commits)
            sizes.append(size * often / commits)
        print(f"commits of {statistics.median(sizes):.0f} moves on PostgreSQL, fsync on")
        told("  for the process that orders it", ours, "µs")
        told("  for PostgreSQL's own processes", theirs, "µs")
        told("  how long it takes", waits, "ms")
    await store.stop()


def main(words: list[str]) -> int:
    if words:
        uvloop.run(answers(words[0]))
        return 0
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with nats_server() as address:
        uvloop.run(bus_costs(address))
    with database() as (address, server):
        uvloop.run(commit_costs(address, server))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

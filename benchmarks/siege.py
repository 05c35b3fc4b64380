"""A siege: ten kinds of abuse from several addresses while twenty honest tables of all games play on.

    python -m benchmarks.siege [SECONDS] [--only KIND,KIND] [--write]

Loopback only, in a network namespace of its own where the system allows that, bounded in count and time, against a
server of its own at default limits. Half of the time passes without abuse, for comparison. `--only` names functions of
benchmarks/abuse.py. `--write` puts the figures into docs/reference/siege.md and leaves the words around them alone.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil

from benchmarks.abuse import KINDS, PREFIX
from hoofspiel.client import Client, NotAllowed
from hoofspiel.kernel.catalog import games

TABLES = 20
THINKS = 0.4
"""seconds an honest player takes for a move"""
STARVED_SECONDS = 5.0
"""without an answer, a table counts as starved"""
LIMIT_MS = 150.0
SETTLES = 5.0
"""seconds after which what the attackers had is given back"""
FINISHED = 4
"""long matches that are over before it begins"""
LONG = {"cards": 13, "rounds": 9, "bonus": False}
PAGE = Path(__file__).parents[1] / "docs/reference/siege.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
INSIDE = "SIEGE_INSIDE"
"""set for the run in a network namespace"""
LOOPBACK = f"""ip link set lo up && ip -6 route add local {PREFIX}::/64 dev lo &&
echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind && exec "$@\""""
OWN_NETWORK = ("unshare", "-rn", "sh", "-c", LOOPBACK, "sh")

LOOP, THREADS, BOTS, PLAYERS, ATTACKERS, OTHERS, WAITED = (
    "the server's event loop",
    "its other threads: disk, passwords",
    "its bots",
    "honest players",
    "attackers",
    "everything else on the machine",
    "the event loop waited for a core",
)


class Party:
    """Two honest people at a table of their own, with bots where the game needs more."""

    def __init__(self, address: str, game: str, number: int, thinks: float = THINKS) -> None:
        self.address = address
        self.game = game
        self.number = number
        self.thinks = thinks
        self.table = ""
        self.took: list[float] = []
        self.refused: list[str] = []
        self.longest = 0.0
        self.matches = 0

    async def play(self, until: float) -> None:
        async with Client(self.address) as one, Client(self.address) as two:
            await one.be(f"Ann {self.number}")
            await two.be(f"Ben {self.number}")
            while time.monotonic() < until:
                await self.match(one, two, until)

    async def finish(self, most_seconds: float = 60.0) -> str:
        """Play one long match to its end; the table."""
        async with Client(self.address) as one, Client(self.address) as two:
            await one.be("Ann")
            await two.be("Ben")
            await self.match(one, two, time.monotonic() + most_seconds, options=LONG)
        return self.table

    async def match(self, one: Client, two: Client, until: float, **more: Any) -> None:
        seats = max(2, min(games()[self.game].seats))
        self.table = await one.make(self.game, seats, clock={"kind": "none"}, watch="all", **more)
        async with one.table(self.table) as host, two.table(self.table) as guest:
            await host.until("welcome")
            await guest.until("welcome")
            await guest.send({"t": "sit", "seat": 1})
            await guest.send({"t": "ready", "on": True})
            while not (guest.info.get("seats") and guest.info["seats"][1]["ready"]):
                await guest.until("table")
            for seat in range(2, seats):
                await host.send({"t": "bot", "seat": seat, "level": "casual"})
            await host.send({"t": "start"})
            playing = [asyncio.ensure_future(self.answers(table)) for table in (host, guest)]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, until - time.monotonic())):
                    await asyncio.gather(*playing)
                    self.matches += 1
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def answers(self, table: Any) -> None:
        async for question in table.questions():
            await asyncio.sleep(self.thinks)
            since = time.perf_counter()
            try:
                await table.play(question["moves"][0])
            except NotAllowed as error:
                if error.told.get("code") not in ("stale", "illegal"):  # those are the rules' no, not the server's
                    self.refused.append(f"{self.game}: {error.told.get('code')}: {error}")
            took = time.perf_counter() - since
            self.took.append(took)
            self.longest = max(self.longest, took)


def share(times: list[float], part: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Cores:
    """Who had how many seconds of the cores since they were told last: what tells contention from a fault."""

    def __init__(self, server_pid: int) -> None:
        self._server = psutil.Process(server_pid)
        self._attackers: psutil.Process | None = None
        self._before = self._now()

    def watch(self, attackers_pid: int) -> None:
        self._attackers = psutil.Process(attackers_pid)

    def told(self) -> dict[str, float]:
        now = self._now()
        spent = {who: now[who] - self._before[who] for who in now}
        self._before = now
        known = sum(spent[who] for who in (LOOP, THREADS, BOTS, PLAYERS, ATTACKERS))
        spent[OTHERS] = max(0.0, spent[OTHERS] - known)
        return spent

    def _now(self) -> dict[str, float]:
        whole = self._server.cpu_times()
        loop = next(thread for thread in self._server.threads() if thread.id == self._server.pid)
        on_loop = loop.user_time + loop.system_time
        bots = whole.children_user + whole.children_system  # those that were replaced
        for bot in self._server.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                bots += sum(bot.cpu_times()[:2])
        machine = psutil.cpu_times()
        return {
            LOOP: on_loop,
            THREADS: whole.user + whole.system - on_loop,
            BOTS: bots,
            PLAYERS: time.process_time(),
            ATTACKERS: 0.0 if self._attackers is None else sum(self._attackers.cpu_times()[:2]),
            OTHERS: sum(machine) - machine.idle - getattr(machine, "iowait", 0.0) - getattr(machine, "guest", 0.0),
            WAITED: waited_seconds(self._server.pid),
        }


def waited_seconds(pid: int) -> float:
    """How long the main thread of a process was ready to run and had no core, by the kernel's word; 0 where unknown."""
    with contextlib.suppress(OSError):
        return int((Path("/proc") / str(pid) / "task" / str(pid) / "schedstat").read_text().split()[1]) / 1e9
    return 0.0


def memory_mb(pid: int) -> int:
    return int(psutil.Process(pid).memory_info().rss) >> 20


def start(data: str, *, both_families: bool) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "hoofspiel", "serve", "--data", data, "--port", "0", "--metrics-listen", ""]
    command += ["--host", "::"] if both_families else []
    log = (Path(data) / "log").open("w")
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ))
    assert server.stdout is not None
    port = server.stdout.readline().split()[-1].rpartition(":")[2]
    return server, f"http://127.0.0.1:{port}"


async def besiege(address: str, pid: int, seconds: float, kinds: list[str], settles: float) -> dict[str, Any]:
    slugs = list(games())
    finished = [await Party(address, "goats", -1, thinks=0.0).finish() for _ in range(FINISHED)]
    parties = [Party(address, slugs[n % len(slugs)], n) for n in range(TABLES)]
    begun, cores, memory = time.monotonic(), Cores(pid), [memory_mb(pid)]
    playing = [asyncio.ensure_future(party.play(begun + seconds)) for party in parties]
    await asyncio.sleep(seconds / 2)
    calm = [took for party in parties for took in party.took]
    for party in parties:
        party.took, party.longest = [], 0.0
    spent = [cores.told()]
    memory.append(memory_mb(pid))
    target = {"running": [party.table for party in parties], "finished": finished}
    command = [sys.executable, "-m", "benchmarks.abuse", address.rpartition(":")[2], str(seconds / 2), ",".join(kinds)]
    attackers = await asyncio.create_subprocess_exec(*command, json.dumps(target), stdout=asyncio.subprocess.PIPE)
    cores.watch(attackers.pid)
    middle = asyncio.get_running_loop().call_later(seconds / 4, lambda: memory.append(memory_mb(pid)))
    await asyncio.gather(*playing)
    middle.cancel()
    spent.append(cores.told())
    memory.append(memory_mb(pid))
    told, _ = await asyncio.wait_for(attackers.communicate(), 60)
    await asyncio.sleep(settles)
    memory.append(memory_mb(pid))
    took = [one for party in parties for one in party.took]
    return {
        "calm": {"moves": len(calm), "p50": share(calm, 0.5), "p99": share(calm, 0.99), "worst": share(calm, 1.0)},
        "siege": {"moves": len(took), "p50": share(took, 0.5), "p99": share(took, 0.99), "worst": share(took, 1.0)},
        "refused": Counter(why for party in parties for why in party.refused),
        "starved": sum(not party.took or party.longest > STARVED_SECONDS for party in parties),
        "memory": memory,
        "spent": spent,
        "abuse": json.loads(told),
    }


def held(found: dict[str, Any]) -> bool:
    return not found["refused"] and found["starved"] == 0 and bool(found["siege"]["p99"] < LIMIT_MS)


def moves_row(what: str, told: dict[str, float]) -> str:
    return f"| {what} | {told['moves']:,} | {told['p50']:.1f} ms | {told['p99']:.1f} ms | {told['worst']:.0f} ms |"


def figures(found: dict[str, Any], seconds: float, load: float, *, both_families: bool) -> str:
    """The part of the page that each run writes anew."""
    calm, siege = found["spent"]
    done = "\n".join(f"| {what} | {count:,} |" for what, count in found["abuse"].items())
    spent = "\n".join(f"| {who} | {calm[who]:.1f} s | {siege[who]:.1f} s |" for who in calm if who != WAITED)
    families = (
        "over IPv4 and IPv6" if both_families else "over IPv4 alone, since this system allows no network of one's own"
    )
    memory = ", ".join(f"{n} MB" for n in found["memory"])
    return f"""{seconds:.0f} seconds, half of them under siege, {families}. Server, players and attackers shared
one machine with {os.cpu_count()} cores, whose load before the start was {load:.1f}.

| | moves | p50 | p99 | worst |
|---|---|---|---|---|
{moves_row("without abuse", found["calm"])}
{moves_row("during the siege", found["siege"])}

Honest moves refused: {found["refused"].total()}. Tables starved: {found["starved"]} of {TABLES}.
Memory of the server at the start, before the siege, in its middle, at its end and afterwards: {memory}.

Who had the cores, in seconds of one core, of {seconds / 2 * (os.cpu_count() or 1):.0f} in each half:

| | without abuse | during the siege |
|---|---|---|
{spent}

Meanwhile the event loop was ready to run and had no core for {calm[WAITED]:.1f} s and {siege[WAITED]:.1f} s.

What was thrown at it:

| abuse | count |
|---|---|
{done}

This run {"held" if held(found) else "did not hold"} what we hold ourselves to."""


def write(told: str) -> None:
    page = PAGE.read_text()
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{told}\n{END}{after}")


def own_network() -> bool:
    """Does this system let us have a network of our own, with a whole IPv6 /64 on its loopback?"""
    if not shutil.which("unshare"):
        return False
    return subprocess.run([*OWN_NETWORK, "true"], capture_output=True).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=60.0)
    parser.add_argument("--only", default="", help="kinds of abuse, by comma")
    parser.add_argument("--settles", type=float, default=SETTLES, help="seconds after it, when memory is looked at")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    inside = INSIDE in os.environ
    if not inside and own_network():
        os.environ[INSIDE] = "1"
        os.execvp(OWN_NETWORK[0], [*OWN_NETWORK, sys.executable, "-m", "benchmarks.siege", *sys.argv[1:]])
    load = os.getloadavg()[0]
    kinds = [
        name for name in KINDS if (name in asked.only.split(",") or not asked.only) and (inside or name != "subnet")
    ]
    with tempfile.TemporaryDirectory() as data:
        server, address = start(data, both_families=inside)
        try:
            found = asyncio.run(besiege(address, server.pid, asked.seconds, kinds, asked.settles))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    told = figures(found, asked.seconds, load, both_families=inside)
    print(told)
    if asked.write:
        write(told)
    for why, count in found["refused"].items():
        print(count, why)
    fine = held(found)
    print("held" if fine else "NOT held", "on a machine with load", f"{load:.1f}")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""A model of many machines: how far 2 to 100 processes carry 1,000 to 100,000 tables, and what happens when one dies.

    python -m benchmarks.scale_model             the tables of docs/explanation/scale.md, in a few minutes
    python -m benchmarks.scale_model --quick     the same, coarser

Built on SimPy. Costs are measured (COSTS says where); everything else is an assumption, and named as one. A model finds
out where things break and in which order; it is no measurement.
"""

import argparse
import dataclasses
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

import simpy

US = 1e-6


@dataclass(frozen=True)
class Costs:
    """Seconds of one core, unless it says otherwise."""

    move: float = 1 / 6400
    """a move of goats with four readers, all in one process (benchmarks/server/compare.py)"""
    reader: float = 10 * US
    """of this, writing to one reader: a quarter of a move is the system's work for four of them"""
    asks: float = 20.5 * US
    """a question over NATS and its answer, for who asks; this and what follows: benchmarks/scale_costs.py, run three
    times on a busy machine with two cores (load 7 to 9), the middle one of the three medians"""
    serves: float = 9.4 * US
    """the same, for who answers"""
    sends: float = 3.6 * US
    """a message of 1,200 bytes to another process"""
    hears: float = 5.0 * US
    """the same, for who reads it"""
    commit: float = 465 * US
    """a commit on PostgreSQL, for the process that orders it; its writer is a thread on the same core"""
    row: float = 9.2 * US
    """the same, for each move in it"""
    commit_wait: float = 5.4e-3
    """how long a commit takes (in time, not of a core); groups of 1, 20 and 100 moves took the same within the noise,
    and a busy machine stretches it"""
    base_commit: float = 500 * US
    """a commit, for the database's own cores"""
    base_row: float = 1.7 * US
    opens: float = 1.0e-3
    """a table read and played up to now: 2,000 came back in 1.5 to 2.4 seconds after a restart"""
    joins: float = 0.5e-3
    """a page that comes back: session, table, the whole state (assumed: half of opening a table)"""


@dataclass(frozen=True)
class World:
    """What is asked of the servers, and what they have."""

    tables: int = 1000
    processes: int = 2
    rate: float = 0.25
    """moves a table a second: four people and bots who answer in about four seconds, one after the other (assumed)"""
    seats: int = 4
    spread: bool = True
    """people come to any process; else a proxy sends everybody of a table to its owner"""
    base_cores: int = 8
    """cores of the database's machine"""
    bus_messages: float = 1_000_000.0
    """messages a second that one NATS server passes on (assumed, its makers say more)"""
    lease: float = 3.0
    renew: float = 1.0
    look_again: float = 0.1
    """how often a process looks again whether the lease of a table's owner is over"""
    back_within: float = 5.0
    """pages come back at a random moment of so many seconds"""
    costs: Costs = Costs()

    @property
    def away(self) -> float:
        """The share of people who are connected to another process than their table's owner."""
        return 1 - 1 / self.processes if self.spread else 0.0


@dataclass(frozen=True)
class Told:
    """What the model says of a world in steady play."""

    moves: float
    """a second that were played"""
    busy: float
    """the share of a core that the busiest process needs"""
    base_busy: float
    """the share of the database's cores"""
    commits: float
    messages: float
    """on the bus, a second"""
    p50_ms: float
    p99_ms: float

    @property
    def holds(self) -> bool:
        return self.p99_ms < 250 and self.busy < 0.95 and self.base_busy < 0.95


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, math.floor(len(values) * part))] if values else math.nan


class Server:
    """One process: a core that does one thing at a time, and a writer that commits everything that waits together."""

    def __init__(self, model: "Model") -> None:
        self.model = model
        self.core = simpy.Resource(model.env, 1)
        self.used = 0.0
        self._waiting: list[Any] = []
        self._woken = model.env.event()
        model.env.process(self._write())

    def work(self, seconds: float) -> Iterator[Any]:
        with self.core.request() as turn:
            yield turn
            yield self.model.env.timeout(seconds)
            self.used += seconds

    def stored(self) -> Any:
        done = self.model.env.event()
        self._waiting.append(done)
        if not self._woken.triggered:
            self._woken.succeed()
        return done

    def _write(self) -> Iterator[Any]:
        costs, env = self.model.world.costs, self.model.env
        while True:
            yield self._woken
            self._woken = env.event()
            while self._waiting:
                group, self._waiting = self._waiting[:256], self._waiting[256:]
                yield from self.work(costs.commit + costs.row * len(group))
                yield from self.model.commit(len(group))
                for done in group:
                    done.succeed()


class Model:
    """Tables at which people play, one move after the other."""

    def __init__(self, world: World, seed: int = 1) -> None:
        self.world = world
        self.env = simpy.Environment()
        self.chance = Random(seed)
        self.base = simpy.Resource(self.env, world.base_cores)
        self.base_used = 0.0
        self.commits = 0
        self.messages = 0
        self.took: list[float] = []
        self.servers = [Server(self) for _ in range(world.processes)]

    def commit(self, rows: int) -> Iterator[Any]:
        """The database's cores are shared; its disk confirms commits of all processes side by side."""
        costs = self.world.costs
        busy = costs.base_commit + costs.base_row * rows
        with self.base.request() as turn:
            yield turn
            yield self.env.timeout(busy)
            self.base_used += busy
        yield self.env.timeout(max(0.0, costs.commit_wait - busy))
        self.commits += 1

    def run(self, seconds: float, warm: float = 1.0) -> Told:
        self.env.process(self._arrivals())
        self.env.run(until=warm)
        self._forget()
        self.env.run(until=warm + seconds)
        took = self.took
        return Told(
            moves=len(took) / seconds,
            busy=max(server.used for server in self.servers) / seconds,
            base_busy=self.base_used / seconds / self.world.base_cores,
            commits=self.commits / seconds,
            messages=self.messages / seconds,
            p50_ms=1000 * share(took, 0.5),
            p99_ms=1000 * share(took, 0.99),
        )

    def _forget(self) -> None:
        self.took, self.commits, self.messages, self.base_used = [], 0, 0, 0.0
        for server in self.servers:
            server.used = 0.0

    def _arrivals(self) -> Iterator[Any]:
        world, chance = self.world, self.chance
        while True:
            yield self.env.timeout(chance.expovariate(world.tables * world.rate))
            owner = chance.randrange(world.processes)
            readers = [self._home(owner) for _ in range(world.seats)]
            self.env.process(self._move(owner, readers))

    def _home(self, owner: int) -> int:
        return self.chance.randrange(self.world.processes) if self.world.spread else owner

    def _move(self, owner: int, readers: list[int]) -> Iterator[Any]:
        """Rules, store, bus, sockets; it is over when the slowest reader has it."""
        costs, since = self.world.costs, self.env.now
        mover, others = readers[0], {home for home in readers if home != owner}
        here = self.servers[owner]
        if mover != owner:
            self.messages += 2
            yield from self.servers[mover].work(costs.asks)
        told = sum(1 for home in readers if home == owner)
        own = costs.move - costs.reader * (self.world.seats - told)
        yield from here.work(own + (costs.serves if mover != owner else 0.0))
        yield here.stored()
        if others:
            self.messages += len(others)
            yield from here.work(costs.sends * len(others))
            hear = [self.env.process(self._hear(home, readers.count(home))) for home in sorted(others)]
            yield self.env.all_of(hear)
        self.took.append(self.env.now - since)

    def _hear(self, home: int, readers: int) -> Iterator[Any]:
        costs = self.world.costs
        yield from self.servers[home].work(costs.hears + costs.reader * readers)


# --- one process dies ---


@dataclass(frozen=True)
class Gap:
    """How long tables stood still after their owner died."""

    tables: int
    median_s: float
    p99_s: float
    busy: float
    """the share of a core of those who are left, while they take over"""


def failover(world: World, seed: int = 1) -> Gap:
    """One process is killed: its lease runs out, and whoever is asked for one of its tables next opens it.

    A table goes on once the first of its pages has come to another process and that one has opened it. What the others
    have to do anyway is taken off their core by a formula (a move, and a third more of it for people elsewhere), not
    simulated.
    """
    model = Model(world, seed)
    env, chance, costs = model.env, model.chance, world.costs
    orphans = round(world.tables / world.processes)
    left = model.servers[1:]
    load = world.tables * world.rate / len(left) * costs.move * (1.0 + world.away / 3)
    slower = 1 / max(0.05, 1 - load)
    until = world.lease - chance.uniform(0, world.renew)
    gaps: list[float] = []

    def come_back(server: Server, goes_on: Any, opened: list[Server]) -> Iterator[Any]:
        yield env.timeout(chance.uniform(0, world.back_within))
        if env.now < until:
            yield env.timeout(until - env.now + chance.uniform(0, world.look_again))
        if not opened:
            opened.append(server)
            yield from model.commit(1)
            yield from server.work(costs.opens * slower)
            gaps.append(env.now)
            goes_on.succeed()
        elif not goes_on.processed:
            yield goes_on
        yield from server.work(costs.joins * slower)

    for _ in range(orphans):
        goes_on, opened = env.event(), list[Server]()
        for _ in range(world.seats):
            env.process(come_back(left[chance.randrange(len(left))], goes_on, opened))
    env.run()
    busy = max(server.used for server in left) / env.now
    return Gap(orphans, median(gaps), share(gaps, 0.99), min(1.0, busy / slower + load))


# --- tables for people ---


def line(*words: object) -> None:
    print("| " + " | ".join(str(word) for word in words) + " |")


def steady(sizes: list[tuple[int, int]], seconds: float) -> None:
    line("tables", "processes", "people", "moves a second", "busiest core", "database", "commits a second",
         "bus messages a second", "p50 ms", "p99 ms", "holds")  # fmt: skip
    line(*["---"] * 11)
    for tables, processes in sizes:
        for spread in (False, True):
            world = World(tables=tables, processes=processes, spread=spread)
            told = Model(world).run(seconds * min(1.0, 10_000 / tables))
            where = "anywhere" if spread else "by table"
            line(f"{tables:,}", processes, where, f"{told.moves:,.0f}", f"{told.busy:.0%}", f"{told.base_busy:.0%}",
                 f"{told.commits:,.0f}", f"{told.messages:,.0f}", f"{told.p50_ms:.1f}", f"{told.p99_ms:.1f}",
                 "yes" if told.holds else "no")  # fmt: skip


def storms(sizes: list[tuple[int, int]]) -> None:
    line("tables", "processes", "tables of one process", "a table goes on after: median s", "p99 s", "others' cores")
    line(*["---"] * 6)
    for tables, processes in sizes:
        gap = failover(World(tables=tables, processes=processes))
        line(f"{tables:,}", processes, f"{gap.tables:,}", f"{gap.median_s:.1f}", f"{gap.p99_s:.1f}", f"{gap.busy:.0%}")


def disks(sizes: list[tuple[int, int]], seconds: float) -> None:
    """The figure we trust least, and how much depends on it."""
    line("tables", "processes", "a commit takes ms", "database", "commits a second", "p50 ms", "p99 ms", "holds")
    line(*["---"] * 8)
    for tables, processes in sizes:
        for wait in (1.1e-3, 5.4e-3, 20e-3):
            costs = dataclasses.replace(Costs(), commit_wait=wait)
            told = Model(World(tables=tables, processes=processes, costs=costs)).run(
                seconds * min(1.0, 10_000 / tables)
            )
            line(f"{tables:,}", processes, f"{1000 * wait:.1f}", f"{told.base_busy:.0%}", f"{told.commits:,.0f}",
                 f"{told.p50_ms:.1f}", f"{told.p99_ms:.1f}", "yes" if told.holds else "no")  # fmt: skip


def most_tables(world: World, seconds: float) -> int:
    """As many as hold, to within a twentieth. Such runs are too short for long queues: what tells is who is busy."""
    low, high = 0, 64_000 * world.processes
    while high - low > max(200, high // 20):
        middle = (low + high) // 2
        told = Model(dataclasses.replace(world, tables=middle)).run(seconds * min(1.0, 5_000 / middle), warm=0.3)
        low, high = (middle, high) if told.holds else (low, middle)
    return low


def limits(processes: list[int], seconds: float) -> None:
    line("processes", "people", "most tables", "a process", "moves a second")
    line(*["---"] * 5)
    for count in processes:
        for spread in (False, True):
            world = World(processes=count, spread=spread)
            most = most_tables(world, seconds)
            where = "anywhere" if spread else "by table"
            line(count, where, f"{most:,}", f"{most // count:,}", f"{most * world.rate:,.0f}")


SIZES = [(1_000, 2), (10_000, 2), (10_000, 10), (30_000, 10), (100_000, 20), (100_000, 50), (100_000, 100)]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="A model of many machines.")
    parser.add_argument("--quick", action="store_true", help="shorter runs, fewer of them")
    asked = parser.parse_args(words)
    seconds = 2.0 if asked.quick else 10.0
    print("In steady play\n")
    steady(SIZES[:4] if asked.quick else SIZES, seconds)
    print("\nOne process dies\n")
    storms(SIZES)
    print("\nWith another disk\n")
    disks([(10_000, 10)] if asked.quick else [(10_000, 10), (100_000, 50), (100_000, 100)], seconds)
    print("\nHow many tables\n")
    limits([2, 10] if asked.quick else [2, 5, 10, 20], seconds / 2)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Load on a running server: tables of four, one move in flight a table, everybody watching.

    python -m benchmarks.server.load PORT TABLES SECONDS RATE SERVER_PID GAME

RATE is moves a second over all tables, 0 for as fast as it goes. Prints one line of JSON; `dropped` counts connections
that ended before the load did, by what is known of why.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from typing import Any

import msgspec
import psutil
import uvloop

from benchmarks.server.wire import Wire, connect
from hoofspiel.client import Client

SEATS = 4
WARM = 30
"""moves a table before anything is measured, here as for the peer; at a given rate a second will do"""
MOST_WARMING = 300
"""tenths of a second, should a machine be too busy for that"""
OPTIONS: dict[str, dict[str, Any]] = {"goats": {"cards": 13, "rounds": 9, "bonus": False}}
"""so that a match lasts longer than the load"""


class Told(msgspec.Struct):
    """What the load needs to know of a step; the rest is passed over, so that it costs little beside the server."""

    asked: int
    moves: list[str]
    actors: list[int]


read = msgspec.json.Decoder(Told).decode
NOT_ASKED = b'"moves":[]}'
"""the end of a message that asks nothing, which need not be read: the load must leave the server's core alone, and two
cores of a machine are often two halves of one"""


BEGINNING = 100
"""of a message: who is asked comes within so many bytes"""
NOTHING: tuple[int, list[str]] = (0, [])
SEATED_AT_ONCE = 4
"""tables"""


class Table:
    """One table and what it waits for."""

    def __init__(self, load: "Load") -> None:
        self.load = load
        self.wires: list[Wire] = []
        self.got = 0
        self.sent = 0.0
        self.busy = False
        self.due: float | None = None
        self.numbers = 0
        self.over = False
        self.ready = 0
        self.asked: list[tuple[int, list[str]]] = [NOTHING] * SEATS

    def heard(self, wire: Wire, frame: bytes) -> None:
        if frame.startswith(b'{"t":"step"'):
            self._step(wire, frame)
        elif frame.startswith(b'{"t":"state"'):
            self.ready += 1
            self._note(wire, frame)
        elif frame.startswith(b'{"t":"ping"'):
            wire.send(frame.replace(b"ping", b"pong"))
        elif frame.startswith((b'{"t":"refused"', b'{"t":"bye"')):
            self.load.refused += 1

    def _note(self, wire: Wire, frame: bytes) -> None:
        seat = self.wires.index(wire)
        if frame.endswith(NOT_ASKED) and frame.find(b'"actors":[]', 0, BEGINNING) < 0:
            self.asked[seat] = NOTHING
            return
        told = read(frame)
        self.asked[seat] = (told.asked, told.moves)
        self.over = not told.actors

    def _step(self, wire: Wire, frame: bytes) -> None:
        self.got += 1
        self.load.bytes += len(frame)
        self._note(wire, frame)
        if self.got < SEATS:
            return
        self.got, self.busy = 0, False
        self.load.played += 1
        if self.load.measuring:
            self.load.times.append(time.perf_counter() - self.sent)
        if self.load.stop or self.over:
            return
        if self.load.rate == 0:
            self.fire(time.perf_counter())
        elif self.due is not None:
            at, self.due = self.due, None
            self.fire(at)

    def fire(self, at: float) -> None:
        """The first seat that is asked plays; `at` is when it wanted to."""
        for wire, (asked, moves) in zip(self.wires, self.asked, strict=True):
            if moves:
                self.sent, self.busy = at, True
                self.numbers += 1
                text = {"t": "move", "id": f"n{self.numbers}", "asked": asked, "move": moves[0]}
                wire.send(json.dumps(text).encode())
                return


class Load:
    def __init__(self, port: int, rate: float, pid: int, game: str) -> None:
        self.port = port
        self.game = game
        self.rate = rate
        self.process = psutil.Process(pid)
        self.times: list[float] = []
        self.bytes = 0
        self.refused = 0
        self.played = 0
        self.measuring = False
        self.stop = False
        self.dropped: Counter[str] = Counter()

    def _lost(self, wire: Wire) -> None:
        self.dropped[wire.why] += 1

    def cpu(self) -> float:
        used = self.process.cpu_times()
        return float(used.user + used.system)

    def by_thread(self) -> dict[str, float]:
        """CPU seconds of each thread so far: the loop, and the one that writes."""
        return {str(thread.id): thread.user_time + thread.system_time for thread in self.process.threads()}

    def memory(self) -> int:
        return int(self.process.memory_info().rss)

    async def seat_everybody(self, count: int) -> tuple[list[Table], float]:
        address = f"http://127.0.0.1:{self.port}"
        people = [Client(address) for _ in range(SEATS)]
        for number, person in enumerate(people):
            await person.be(f"Load {number}")
        first = await self._table(people)  # whatever is loaded once is not counted
        for wire in first.wires:
            wire.close()
        before = self.memory()
        tables: list[Table] = []

        async def some() -> None:
            while len(tables) + busy[0] < count:
                busy[0] += 1
                table = await self._table(people)
                busy[0] -= 1
                tables.append(table)

        busy = [0]
        await asyncio.gather(*(some() for _ in range(SEATED_AT_ONCE)))
        await asyncio.sleep(0.5)
        return tables, (self.memory() - before) / 1024 / (SEATS * count)

    def ports_of_a_table(self) -> list[int]:
        """Where each seat of the next table connects."""
        return [self.port] * SEATS

    async def _table(self, people: list[Client]) -> Table:
        table = Table(self)
        pace = {"kind": "none"}
        table_id = await people[0].make(self.game, SEATS, options=OPTIONS.get(self.game, {}), clock=pace)
        ports = self.ports_of_a_table()
        for seat, person in enumerate(people):
            wire = await connect(ports[seat], f"/ws/table/{table_id}", str(person.token), table.heard)
            wire.lost = self._lost
            table.wires.append(wire)
            if seat:
                wire.send(b'{"t":"sit","seat":%d}' % seat)
                wire.send(b'{"t":"ready","on":true}')
        while table.ready < SEATS:
            table.wires[0].send(b'{"t":"start"}')
            await asyncio.sleep(0.02)
        return table

    async def _pace(self, table: Table, interval: float) -> None:
        due = time.perf_counter() + random.Random(id(table)).random() * interval
        while not self.stop:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not table.busy:
                table.fire(due)
            elif table.due is None:
                table.due = due
            due += interval

    async def run(self, count: int, seconds: float) -> dict[str, Any]:
        tables, kilobytes = await self.seat_everybody(count)
        pacers = []
        if self.rate == 0:
            for table in tables:
                table.fire(time.perf_counter())
        else:
            pacers = [asyncio.ensure_future(self._pace(table, count / self.rate)) for table in tables]
        await asyncio.sleep(1)
        for _ in range(MOST_WARMING):
            if self.rate == 0 and self.played < WARM * count:
                await asyncio.sleep(0.1)
        self.measuring, self.bytes = True, 0
        own = time.process_time()
        begun, used, before = time.perf_counter(), self.cpu(), self.by_thread()
        await asyncio.sleep(seconds)
        self.measuring = False
        took, used, after = time.perf_counter() - begun, self.cpu() - used, self.by_thread()
        own = time.process_time() - own
        self.stop = True
        for pacer in pacers:
            pacer.cancel()
        times = sorted(self.times)
        moves = len(times)

        def at(share: float) -> float:
            return round(times[min(moves - 1, int(moves * share))] * 1000, 2) if times else 0.0

        spent = sorted((after[thread] - before.get(thread, 0.0) for thread in after), reverse=True)
        return {
            "tables": count,
            "moves_per_cpu_second": round(moves / max(used, 0.001)),
            "us_per_move_by_thread": [round(one * 1e6 / max(1, moves)) for one in spent],
            "moves_per_second": round(moves / took),
            "p50_ms": at(0.5),
            "p95_ms": at(0.95),
            "p99_ms": at(0.99),
            "view_bytes": round(self.bytes / max(1, moves) / SEATS),
            "server_cpu_percent": round(100 * used / took),
            "load_cpu_percent": round(100 * own / took),
            "kilobytes_per_connection": round(kilobytes, 1),
            "over": sum(table.over for table in tables),
            "refused": self.refused,
            "sockets": SEATS * count,
            "dropped": dict(self.dropped),
            "server_mb": round(self.memory() / 2**20, 1),
        }


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port, count, seconds, rate, pid = (float(word) for word in sys.argv[1:6])
    load = Load(int(port), rate, int(pid), sys.argv[6])
    print(json.dumps(uvloop.run(load.run(int(count), seconds))))

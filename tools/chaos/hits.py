"""What is done to a fleet, one thing at a time; each is over, and everything whole again, when the next begins."""

import asyncio
import signal
import time
from collections import Counter
from random import Random

from .engines import Fleet

KINDS = ("kill", "stop", "drain", "bus", "store", "cut_bus", "cut_store")


class Hits:
    """Does what it is told, to whichever server chance picks."""

    def __init__(self, fleet: Fleet, seed: int) -> None:
        self._fleet = fleet
        self._chance = Random(seed)
        self.done: Counter[str] = Counter()
        self.no_store: list[tuple[float, float]] = []
        """from when to when there was no database at all"""
        self.spans: list[tuple[str, float, float]] = []
        """what was done, from when to when"""

    async def one(self, kind: str) -> str:
        """In words, what was done."""
        self.done[kind] += 1
        hits = (self.kill, self.stop, self.drain, self.bus, self.store, self.cut_bus, self.cut_store)
        began = time.monotonic()
        words = await dict(zip(KINDS, hits, strict=True))[kind]()
        self.spans.append((kind, began, time.monotonic()))
        return words

    def _number(self) -> int:
        return self._chance.randrange(len(self._fleet.servers))

    async def kill(self) -> str:
        n = self._number()
        server = self._fleet.servers[n]
        await server.end(signal.SIGKILL)
        await asyncio.sleep(self._chance.uniform(0, 4))
        await server.start()
        return f"server {n} was killed and started again"

    async def stop(self) -> str:
        n, seconds = self._number(), self._chance.uniform(1, 8)
        server = self._fleet.servers[n]
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        server.signal(signal.SIGCONT)
        return f"server {n} was stopped for {seconds:.1f} s"

    async def drain(self) -> str:
        n = self._number()
        server = self._fleet.servers[n]
        code = await server.end(signal.SIGTERM)
        await server.start()
        return f"server {n} was asked to stop ({code}) and started again"

    async def bus(self) -> str:
        seconds = self._chance.uniform(0, 3)
        await self._fleet.nats.end()
        await asyncio.sleep(seconds)
        await self._fleet.nats.start()
        return f"the bus was gone for {seconds:.1f} s"

    async def store(self) -> str:
        how = self._chance.choice([signal.SIGQUIT, signal.SIGINT])
        began = time.monotonic()
        await self._fleet.postgres.end(how)
        await self._fleet.postgres.start()
        self.no_store.append((began, time.monotonic()))
        return f"the database was restarted ({how.name})"

    async def cut_bus(self) -> str:
        n, seconds = self._number(), self._chance.uniform(1, 8)
        server = self._fleet.servers[n]
        server.to_bus.cut()
        await asyncio.sleep(seconds)
        server.to_bus.mend()
        return f"server {n} was cut off from the bus for {seconds:.1f} s"

    async def cut_store(self) -> str:
        n, seconds = self._number(), self._chance.uniform(1, 8)
        server = self._fleet.servers[n]
        server.to_store.cut()
        await asyncio.sleep(seconds)
        server.to_store.mend()
        return f"server {n} was cut off from the database for {seconds:.1f} s"

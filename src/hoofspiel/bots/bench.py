"""Where bots wait for work: worker processes, bounded in time and memory. A stuck bot is replaced by a quick one."""

import asyncio
import contextlib
import json
import logging
import os
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

from hoofspiel.background import Background
from hoofspiel.bots import players
from hoofspiel.bots.shares import NOBODYS, Shares, Whose
from hoofspiel.bots.worker import packed
from hoofspiel.figures import Figure, Times
from hoofspiel.kernel.game import Game

log = logging.getLogger("hoofspiel.bots")
SECONDS = {"novice": 0.1, "casual": 0.2, "club": 0.5, "master": 0.9}
PAUSES = {"novice": (1100, 2600), "casual": (900, 2200), "club": (800, 2000), "master": (1000, 2200)}
SPARE_MS = 100
"""a pause is longer than any thought by this: otherwise it would show who had something to think about"""
WARMING_SECONDS = 900.0
"""Compiling a game takes half a minute, but many on a small or busy machine; quick bots play in the meantime."""

ADVICE_SECONDS = 1.5
THINKER = (sys.executable, "-m", "hoofspiel.bots.worker")
OWN_GROUP = getattr(os, "setpgrp", None)
"""Ctrl-C is for the server, which ends its workers. A session of their own would do as well, but Linux shares the cores
out to sessions first (autogroups), whatever the priority of those in them. Windows has no such thing."""
EXTRA_SECONDS = 1.5
"""beyond a level's own time, before a worker counts as stuck"""
WAITS = 3
"""how long a question may wait for a worker, in multiples of the level's own time"""
HURRIED_SECONDS = 60.0
"""for how long a table counts as played below its level after an answer that was not thought through"""

Elsewhere = Callable[[dict[str, Any], float, Whose], Awaitable[dict[str, Any] | None]]
"""asks a thinker on another machine; None where there is none, or no answer in time"""


@dataclass(eq=False)
class Worker:
    """One process and the games it has compiled."""

    process: asyncio.subprocess.Process
    warm: set[Game] = field(default_factory=set)

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        if not line:
            raise EOFError("the worker has ended")
        told: dict[str, Any] = json.loads(line)
        if "error" in told:
            raise RuntimeError(told["error"])
        return told


class Bench:
    """The players of a server."""

    def __init__(
        self, *, workers: int = 1, megabytes: int = 4096, pace: float = 1.0, command: Sequence[str] = THINKER
    ) -> None:
        self._size = workers
        self._command = (*command, str(megabytes))
        self._pace = pace
        self._shares: Shares[Worker] = Shares()
        self._hurried: dict[str, float] = {}
        self._workers: set[Worker] = set()
        self._background = Background()
        self._chance = SystemRandom()
        self._open = True
        self.stuck = 0
        self.quick = 0
        self.asked = 0
        self.took = Times()
        self.elsewhere: Elsewhere | None = None
        """who thinks on other machines, where anybody does"""
        self.told: Callable[[str, str, float], None] = lambda game, level, seconds: None
        """called with the game, the level and the time of every answer"""

    def figures(self) -> list[Figure]:
        return [
            Figure("bots_asked", "counter", "questions put to bots", self.asked),
            Figure("bots_quick", "counter", "answered by a quick bot", self.quick),
            Figure("bots_stuck", "counter", "bot workers that were replaced", self.stuck),
            Figure("bots_workers", "gauge", "processes in which bots think", len(self._workers)),
            Figure("bots_idle", "gauge", "of these, without a question", len(self._shares.idle)),
            Figure("bots_waiting", "gauge", "questions that wait for a worker", self._shares.waiting),
            Figure("bot_wait_seconds", "times", "how long a bot took, its turn in the queue included", self.took),
        ]

    async def start(self) -> None:
        for _ in range(self._size):
            await self._hire()

    async def stop(self) -> None:
        self._open = False
        self._background.cancel()
        for worker in list(self._workers):
            await self._end(worker)

    async def _hire(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
            preexec_fn=OWN_GROUP,
        )
        worker = Worker(process)
        self._workers.add(worker)
        self._shares.free(worker)

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    async def _replace(self, worker: Worker) -> None:
        await self._end(worker)
        if self._open:
            await self._hire()

    def pause_ms(self, game: Game, level: str, share: float = 1.0) -> int:
        low, high = PAUSES[level]
        drawn = self._chance.triangular(low, high, low + (high - low) / 3) * share
        return round(max(drawn, SECONDS[level] * 1000 + SPARE_MS) * self._pace)

    def chance(self) -> int:
        return secrets.randbits(53)

    def prepare(self, game: Game) -> None:
        if self._shares.idle and not any(game in worker.warm for worker in self._workers):
            self._background.run(self._warm(self._shares.idle.popleft(), game))

    def hurried(self) -> set[str]:
        """Tables whose bots lately had to answer without thinking, because too many others were waiting."""
        since = time.monotonic() - HURRIED_SECONDS
        self._hurried = {table: at for table, at in self._hurried.items() if at > since}
        return set(self._hurried)

    async def think(self, game: Game, guess: Any, seat: int, level: str, whose: Whose = NOBODYS) -> str:
        told = await self._told(game, guess, seat, {"level": level}, SECONDS[level], whose)
        return str(told["move"])

    async def advise(self, game: Game, guess: Any, seat: int, whose: Whose = NOBODYS) -> dict[str, Any]:
        """What a strong player would do here, with the figures that say why (bots/advice.py); a quick bot has none."""
        told = await self._told(game, guess, seat, {"level": "master", "advice": True}, ADVICE_SECONDS, whose)
        found: dict[str, Any] = told.get("advice") or {"best": {"move": told["move"]}}
        return found

    async def _told(
        self, game: Game, guess: Any, seat: int, wanted: dict[str, Any], seconds: float, whose: Whose
    ) -> dict[str, Any]:
        self.asked += 1
        since = time.monotonic()
        try:
            return await self._answered(game, guess, seat, wanted, seconds, whose)
        finally:
            seconds_taken = time.monotonic() - since
            self.took.note(seconds_taken)
            self.told(game.slug, wanted["level"], seconds_taken)

    async def _answered(
        self, game: Game, guess: Any, seat: int, wanted: dict[str, Any], seconds: float, whose: Whose
    ) -> dict[str, Any]:
        told: dict[str, Any] | None = None
        if self._size or self.elsewhere is not None:
            question = {"id": 0, "game": game.slug, "rules": game.version, "position": packed(game, guess)}
            question |= wanted | {"seat": seat, "seed": self.chance(), "seconds": seconds}
            if self.elsewhere is not None and not self._free_for(game):
                told = await self.elsewhere(question, seconds, whose)
            if told is None and self._size:
                told = await self.thought(game, question, seconds, whose)
        if told is not None:
            return told
        self.quick += 1
        return {"move": players.quick_move(game, guess, seat, self.chance())}

    def _free_for(self, game: Game) -> bool:
        """Could a question be answered here at once?"""
        return any(game in worker.warm for worker in self._shares.idle)

    async def thought(
        self, game: Game, question: dict[str, Any], seconds: float, whose: Whose
    ) -> dict[str, Any] | None:
        """The answer of a worker here; None where none is ready for this game, or none was free in time."""
        self.prepare(game)
        if not any(game in worker.warm for worker in self._workers):
            return None
        worker = await self._shares.worker(whose, seconds, seconds * WAITS)
        if worker is None:
            self._hurried[whose[1]] = time.monotonic()
            return None
        if game not in worker.warm:
            self._background.run(self._warm(worker, game))
            return None
        try:
            told = await worker.ask(question, seconds + EXTRA_SECONDS)
        except (TimeoutError, EOFError, OSError, RuntimeError, ValueError, asyncio.CancelledError) as error:
            self.stuck += 1
            about = question.get("level")
            log.warning("a bot worker was replaced: %s in %s, asked for %s", type(error).__name__, game.slug, about)
            self._background.run(self._replace(worker))
            if isinstance(error, asyncio.CancelledError):
                raise
            return None
        self._shares.free(worker)
        return told

    async def _warm(self, worker: Worker, game: Game) -> None:
        """Let a worker compile a game while a quick bot answers in its place."""
        try:
            await worker.ask({"id": 0, "game": game.slug, "rules": game.version, "warm": True}, WARMING_SECONDS)
        except (TimeoutError, EOFError, OSError, RuntimeError, ValueError) as error:
            why = f"no answer in {WARMING_SECONDS:g} seconds" if isinstance(error, TimeoutError) else str(error)
            log.warning("a bot worker could not prepare %s: %s", game.slug, why or type(error).__name__)
            await self._replace(worker)
            return
        worker.warm.add(game)
        self._shares.free(worker)

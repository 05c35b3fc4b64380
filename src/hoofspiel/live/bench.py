"""Where bots wait for work: worker processes, bounded in time and memory. A stuck bot is replaced by a quick one."""

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

from hoofspiel.bots import players
from hoofspiel.kernel.game import Game

from .thinker import packed

log = logging.getLogger("hoofspiel.bots")
SECONDS = {"novice": 0.1, "casual": 0.2, "club": 0.5, "master": 0.9}
PAUSES = {"novice": (1100, 2600), "casual": (900, 2200), "club": (800, 2000), "master": (800, 2000)}
WARMING_SECONDS = 180.0
ADVICE_SECONDS = 1.5
THINKER = (sys.executable, "-m", "hoofspiel.live.thinker")
EXTRA_SECONDS = 1.5
"""beyond a level's own time, before a worker counts as stuck"""


@dataclass(eq=False)
class Worker:
    """One process and the games it has compiled."""

    process: asyncio.subprocess.Process
    warm: set[str] = field(default_factory=set)

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
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._chance = SystemRandom()
        self._open = True
        self.stuck = 0
        self.quick = 0
        self.asked = 0

    async def start(self) -> None:
        for _ in range(self._size):
            await self._hire()

    async def stop(self) -> None:
        self._open = False
        for task in list(self._tasks):
            task.cancel()
        for worker in list(self._workers):
            await self._end(worker)

    async def _hire(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers
        )
        worker = Worker(process)
        self._workers.add(worker)
        self._idle.put_nowait(worker)

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    async def _replace(self, worker: Worker) -> None:
        await self._end(worker)
        if self._open:
            await self._hire()

    def pause_ms(self, game: Game, level: str) -> int:
        low, high = PAUSES[level]
        return round(self._chance.triangular(low, high, low + (high - low) / 3) * self._pace)

    def chance(self) -> int:
        return secrets.randbits(53)

    def prepare(self, game: Game) -> None:
        if not self._idle.empty() and not any(game.slug in worker.warm for worker in self._workers):
            self._in_background(self._warm(self._idle.get_nowait(), game))

    async def think(self, game: Game, guess: Any, seat: int, level: str) -> str:
        told = await self._told(game, guess, seat, {"level": level}, SECONDS[level])
        return str(told["move"])

    async def advise(self, game: Game, guess: Any, seat: int) -> dict[str, Any]:
        """What a strong player would do here, with the figures that say why (bots/advice.py); a quick bot has none."""
        told = await self._told(game, guess, seat, {"level": "master", "advice": True}, ADVICE_SECONDS)
        found: dict[str, Any] = told.get("advice") or {"best": {"move": told["move"]}}
        return found

    async def _told(self, game: Game, guess: Any, seat: int, wanted: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.asked += 1
        if self._size:
            try:
                async with asyncio.timeout(seconds * 4 + EXTRA_SECONDS):
                    told = await self._with_worker(game, guess, seat, wanted, seconds)
            except TimeoutError:
                told = None
            if told is not None:
                return told
        self.quick += 1
        return {"move": players.quick_move(game.slug, guess, seat, self.chance())}

    async def _with_worker(
        self, game: Game, guess: Any, seat: int, wanted: dict[str, Any], seconds: float
    ) -> dict[str, Any] | None:
        self.prepare(game)
        if not any(game.slug in worker.warm for worker in self._workers):
            return None
        worker = await self._idle.get()
        if game.slug not in worker.warm:
            self._in_background(self._warm(worker, game))
            return None
        question = {"id": 0, "game": game.slug, "position": packed(game, guess), "seat": seat}
        question |= wanted | {"seed": self.chance(), "seconds": seconds}
        try:
            told = await worker.ask(question, seconds + EXTRA_SECONDS)
        except (TimeoutError, EOFError, OSError, RuntimeError, ValueError, asyncio.CancelledError) as error:
            self.stuck += 1
            log.warning("a bot worker was replaced: %s in %s, asked for %s", type(error).__name__, game.slug, wanted)
            self._in_background(self._replace(worker))
            if isinstance(error, asyncio.CancelledError):
                raise
            return None
        self._idle.put_nowait(worker)
        return told

    async def _warm(self, worker: Worker, game: Game) -> None:
        """Let a worker compile a game while a quick bot answers in its place."""
        try:
            await worker.ask({"id": 0, "game": game.slug, "warm": True}, WARMING_SECONDS)
        except (TimeoutError, EOFError, OSError, RuntimeError, ValueError) as error:
            log.warning("a bot worker could not prepare %s: %s", game.slug, error)
            await self._replace(worker)
            return
        worker.warm.add(game.slug)
        self._idle.put_nowait(worker)

    def _in_background(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

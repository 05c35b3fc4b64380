"""Bots that think on other machines: questions go over the bus, each to one of those who answer there.

A question holds a guess, never a position. A thinker that is lost costs one retry; where nobody answers, a quick bot
does, as everywhere.
"""

import asyncio
import json
import logging
from typing import Any

from hoofspiel.bots.bench import SECONDS, Bench
from hoofspiel.bots.shares import Whose
from hoofspiel.bus.port import Bus
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.words import Refused

log = logging.getLogger("hoofspiel.thinkers")
TOPIC = "think"
SPARE_SECONDS = 0.5
"""for the way, and for a machine that is busy"""
TRIES = 2
MOST_SECONDS = 2 * max(SECONDS.values())
"""no question may keep a thinker for longer"""


class FarThinkers:
    """A server's way to them."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.lost = 0
        """questions that were not answered in time"""

    async def ask(self, question: dict[str, Any], seconds: float, whose: Whose) -> dict[str, Any] | None:
        message = json.dumps({**question, "whose": whose}).encode()
        for _ in range(TRIES):
            try:
                told: dict[str, Any] = json.loads(await self._bus.ask(TOPIC, message, seconds + SPARE_SECONDS))
            except TimeoutError:
                self.lost += 1
                continue
            except OSError:  # there is nobody
                return None
            return told if "move" in told else None
        return None


class Thinker:
    """Answers for servers elsewhere, with the workers of a bench here; fair between people and tables as there."""

    def __init__(self, bus: Bus, bench: Bench) -> None:
        self._bus = bus
        self._bench = bench
        self.answered = 0

    async def start(self) -> None:
        await self._bench.start()
        await self._bus.serve(TOPIC, self.answer)

    async def answer(self, message: bytes) -> bytes:
        """A move, or why there is none."""
        try:
            question = json.loads(message)
            person, table = question.pop("whose")
            game = find_game(str(question["game"])).at(int(question["rules"]))
            seconds = min(float(question["seconds"]), MOST_SECONDS)
            async with asyncio.timeout(seconds * TRIES + SPARE_SECONDS):  # nobody waits any longer
                told = await self._bench.thought(game, question, seconds, (str(person), str(table)))
        except (Refused, ValueError, KeyError, TypeError, TimeoutError) as error:
            log.warning("a question could not be answered: %s", type(error).__name__)
            return json.dumps({"error": type(error).__name__}).encode()
        self.answered += told is not None
        return json.dumps(told or {"cold": True}).encode()

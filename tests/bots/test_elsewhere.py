"""Bots that think on other machines: a queue group on a real NATS, and what happens when a thinker is lost."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.bots.bench import Bench
from hoofspiel.bus.memory import MemoryBus
from hoofspiel.bus.nats import NatsBus
from hoofspiel.bus.port import Bus
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.live import fanout
from hoofspiel.server.thinkers import FarThinkers, Thinker

GAME = find_game("goats")
WORKER = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": 0} if question.get("warm") else {"id": 0, "move": "bid 3"}), flush=True)
"""
"""a worker that needs no compiler"""


def guess() -> Any:
    match = Match("goats", seats=2, seed=1)
    return fanout.guess_for(match, 0, 7)


@pytest.fixture
async def thinker(tmp_path: Path) -> AsyncIterator[tuple[Bench, Path]]:
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    bench = Bench(workers=1, command=(sys.executable, str(script)))
    yield bench, script
    await bench.stop()


async def warm(bench: Bench) -> None:
    """The first question has a worker get ready; nobody waits for that."""
    bench.prepare(GAME)
    while not any(GAME in worker.warm for worker in bench._workers):
        await asyncio.sleep(0)


async def test_a_server_without_workers_has_its_bots_think_elsewhere(
    thinker: tuple[Bench, Path], nats_address: str
) -> None:
    here, there = NatsBus(nats_address), NatsBus(nats_address)
    await here.start()
    await there.start()
    server = Bench(workers=0)
    server.elsewhere = FarThinkers(here).ask
    first = await server.think(GAME, guess(), 0, "casual")
    assert first.startswith("bid ")
    assert server.quick == 1, "nobody serves yet: a quick bot answers at once"
    await Thinker(there, thinker[0]).start()
    await warm(thinker[0])
    assert await there.reached(5)
    assert await server.think(GAME, guess(), 0, "casual") == "bid 3"
    assert server.quick == 1
    await here.stop()
    await there.stop()


class Losing(MemoryBus):
    """The first thinker that is asked dies with the question."""

    asked = 0

    async def ask(self, topic: str, question: bytes, seconds: float) -> bytes:
        self.asked += 1
        if self.asked == 1:
            raise TimeoutError
        return await super().ask(topic, question, seconds)


async def answering(message: bytes) -> bytes:
    assert "position" in json.loads(message)
    return json.dumps({"move": "bid 4"}).encode()


async def test_a_lost_thinker_costs_one_retry() -> None:
    bus = Losing()
    await bus.serve("think", answering)
    server = Bench(workers=0)
    far = FarThinkers(bus)
    server.elsewhere = far.ask
    assert await server.think(GAME, guess(), 0, "casual") == "bid 4"
    assert (bus.asked, far.lost, server.quick) == (2, 1, 0)


async def test_questions_go_to_all_thinkers_in_turn() -> None:
    bus: Bus = MemoryBus()
    asked: list[str] = []

    def one(name: str) -> Any:
        async def answer(message: bytes) -> bytes:
            asked.append(name)
            return await answering(message)

        return answer

    for name in ("a", "b"):
        await bus.serve("think", one(name))
    server = Bench(workers=0)
    server.elsewhere = FarThinkers(bus).ask
    for _ in range(4):
        await server.think(GAME, guess(), 0, "casual")
    assert asked == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    "message", [b"", b"{}", b'{"whose": ["", ""], "game": "none", "rules": 1, "seconds": 1}', b"[1]"]
)
async def test_a_question_that_makes_no_sense_is_answered_with_why(message: bytes) -> None:
    told = json.loads(await Thinker(MemoryBus(), Bench(workers=0)).answer(message))
    assert "error" in told


async def test_a_thinker_that_is_not_ready_for_a_game_says_so_at_once(thinker: tuple[Bench, Path]) -> None:
    bus = MemoryBus()
    await Thinker(bus, thinker[0]).start()
    server = Bench(workers=0)
    server.elsewhere = FarThinkers(bus).ask
    assert (await server.think(GAME, guess(), 0, "casual")).startswith("bid ")
    assert server.quick == 1
    await warm(thinker[0])
    assert await server.think(GAME, guess(), 0, "casual") == "bid 3"

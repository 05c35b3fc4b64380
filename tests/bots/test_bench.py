"""Bots think elsewhere, within bounds; a stuck one is replaced and the table goes on."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.bots import players
from hoofspiel.bots.bench import PAUSES, Bench
from hoofspiel.bots.worker import answer, packed, unpacked
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match

Starts = Callable[[str], "asyncio.Future[Bench]"]
PRELUDE = "import sys, json, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    if asked.get('warm'):\n"
PRELUDE += "        print('{}', flush=True)\n        continue\n"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Starts]:
    """A bench whose worker does what it is told to."""
    made: list[Bench] = []

    async def start(body: str) -> Bench:
        script = tmp_path / "worker.py"
        script.write_text(PRELUDE + body)
        ready = Bench(workers=1, pace=0, command=(sys.executable, str(script)))
        await ready.start()
        made.append(ready)
        return ready

    yield start  # type: ignore[misc]
    for ready in made:
        await ready.stop()


async def ask_until_worker(ready: Bench, match: Match) -> str:
    """The first questions are answered by a quick bot while the worker prepares itself."""
    move = await ready.think(match.game, match.guess(0, 1), 0, "novice")
    while not any(worker.warm for worker in ready._workers):
        await asyncio.sleep(0)
    return move


async def test_while_a_worker_prepares_itself_a_quick_bot_answers(bench: Starts) -> None:
    ready = await bench("    print(json.dumps({'move': 'bid 3'}), flush=True)\n")
    match = Match("goats", seats=3, seed=1)
    assert await ask_until_worker(ready, match) in match.moves(0)
    assert ready.quick == 1
    assert await ready.think(match.game, match.guess(0, 1), 0, "novice") == "bid 3"
    assert ready.quick == 1


async def test_a_worker_that_prepares_itself_too_long_is_replaced_and_the_log_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hoofspiel.bots.bench.WARMING_SECONDS", 0.01)
    script = tmp_path / "worker.py"
    script.write_text("import sys\nfor line in sys.stdin:\n    pass\n")
    ready = Bench(workers=1, pace=0, command=(sys.executable, str(script)))
    await ready.start()
    (slow,) = ready._workers
    ready.prepare(find_game("goats"))
    while ready._workers <= {slow}:
        await asyncio.sleep(0)
    assert caplog.messages == ["a bot worker could not prepare goats: no answer in 0.01 seconds"]
    await ready.stop()


async def test_a_worker_prepares_itself_when_a_match_begins_so_that_the_first_hint_is_thought_through(
    bench: Starts,
) -> None:
    ready = await bench("    print(json.dumps({'move': 'bid 3'}), flush=True)\n")
    match = Match("goats", seats=3, seed=1)
    ready.prepare(match.game)
    while not any(worker.warm for worker in ready._workers):
        await asyncio.sleep(0)
    assert await ready.advise(match.game, match.guess(0, 1), 0) == {"best": {"move": "bid 3"}}
    assert ready.quick == 0


@pytest.mark.parametrize(
    "trouble",
    [
        "    time.sleep(1000)\n",
        "    sys.exit(1)\n",
        "    print('this is no answer', flush=True)\n",
        "    print(json.dumps({'error': 'MemoryError'}), flush=True)\n",
    ],
    ids=["stuck", "dead", "confused", "out of memory"],
)
async def test_a_worker_in_trouble_is_replaced_and_the_move_comes(bench: Starts, trouble: str) -> None:
    ready = await bench(trouble)
    match = Match("goats", seats=3, seed=1)
    await ask_until_worker(ready, match)
    (before,) = ready._workers
    assert await ready.think(match.game, match.guess(0, 1), 0, "novice") in match.moves(0)
    assert ready.stuck == 1
    while before in ready._workers or not ready._workers:
        await asyncio.sleep(0)
    assert before.process.returncode is not None


def test_a_worker_cannot_take_more_memory_than_it_may() -> None:
    program = "from hoofspiel.bots.worker import bound_memory\nbound_memory(600)\nx = bytearray(900 << 20)\n"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ))
    assert "MemoryError" in ended.stderr


def test_a_guess_travels_to_a_worker_and_back() -> None:
    match = Match("goats", seats=4, seed=3)
    guess = match.guess(2, 5)
    again = unpacked(match.game, packed(match.game, guess))
    assert packed(match.game, again) == packed(match.game, guess)


def test_what_a_worker_is_asked_holds_nothing_hidden() -> None:
    """Two positions that look the same to a seat give it the same question."""
    one, two = Match("goats", seats=3, seed=3), Match("goats", seats=3, seed=3)
    one.play(0, "bid 9")
    two.play(0, "bid 2")
    assert packed(one.game, one.guess(1, 44)) == packed(two.game, two.guess(1, 44))


def test_a_worker_hands_the_guess_to_the_bot_of_that_level(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("goats", seats=3, seed=3)
    guess = match.guess(0, 1)
    handed: list[Any] = []

    def choose(*asked: Any) -> str:
        handed.extend(asked)
        return "bid 4"

    monkeypatch.setattr(players, "choose", choose)
    question = {"id": 1, "game": "goats", "rules": 1, "position": packed(match.game, guess), "seat": 0}
    assert answer({**question, "level": "club", "seed": 4, "seconds": 0.1}) == {"id": 1, "move": "bid 4"}
    game, position, *rest = handed
    assert (game, rest) == (match.game, [0, "club", 4, 0.1])
    assert packed(match.game, position) == packed(match.game, guess)


def test_pauses_look_human_and_know_nothing() -> None:
    """A pause is drawn before anything of the position is looked at: the position is not even handed over."""
    ready = Bench(workers=0)
    for level, (low, high) in PAUSES.items():
        pauses = [ready.pause_ms(find_game("goats"), level) for _ in range(200)]
        assert low <= min(pauses) < max(pauses) <= high
        assert len(set(pauses)) > 50

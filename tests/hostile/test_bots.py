"""Many tables of one guest: the bots of others still think, and a table whose bots are played down says so."""

import asyncio
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from hoofspiel.bots import worker
from hoofspiel.bots.bench import Bench
from hoofspiel.bots.shares import Shares
from hoofspiel.kernel.match import Match
from hoofspiel.live.testing import Paper

from .hall import hall

WORKER = """import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({'move': 'bid 3'}), flush=True)
"""


async def served(shares: Shares[str], wanted: list[tuple[str, str]], seconds: float = 0.9) -> list[tuple[str, str]]:
    """One worker for all these questions, which came at once: whose were answered, in which order."""
    order: list[tuple[str, str]] = []

    async def ask(whose: tuple[str, str]) -> None:
        worker = await shares.worker(whose, seconds, 60)
        assert worker is not None
        order.append(whose)
        await asyncio.sleep(0)
        shares.free(worker)

    await asyncio.gather(*(ask(whose) for whose in wanted))
    return order


async def test_thirty_tables_of_one_guest_have_one_persons_share() -> None:
    shares: Shares[str] = Shares()
    shares.free("worker")
    flood = [("eve", f"table {n}") for n in range(30)] * 3
    order = await served(shares, [*flood, *[("ada", "hers")] * 3, *[("bob", "his")] * 3])
    assert Counter(person for person, _ in order[:10]) == {"eve": 4, "ada": 3, "bob": 3}


async def test_a_persons_own_tables_take_turns() -> None:
    shares: Shares[str] = Shares()
    shares.free("worker")
    order = await served(shares, [("eve", "one")] * 9 + [("eve", "two")])
    assert order.index(("eve", "two")) <= 2


async def test_who_comes_later_does_not_get_all_that_others_have_used_before() -> None:
    shares: Shares[str] = Shares()
    shares.free("worker")
    await served(shares, [("eve", "one")] * 50)
    order = await served(shares, [("eve", "one")] * 5 + [("ada", "hers")] * 5)
    assert Counter(person for person, _ in order[:6]) == {"eve": 3, "ada": 3}


async def test_what_waits_too_long_goes_and_leaves_the_worker_alone() -> None:
    shares: Shares[str] = Shares()
    assert await shares.worker(("ada", "hers"), 1.0, 0.001) is None
    given_up = asyncio.ensure_future(shares.worker(("ada", "hers"), 1.0, 60))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    shares.free("worker")
    assert await shares.worker(("ada", "hers"), 1.0, 60) == "worker"
    assert shares.waiting == 0


async def test_waiting_for_a_worker_is_not_hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """30 master tables had 12 workers killed that were only busy with others' questions."""
    monkeypatch.setattr("hoofspiel.bots.bench.WAITS", 0.001)
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    ready = Bench(workers=1, pace=0, command=(sys.executable, str(script)))
    await ready.start()
    match = Match("goats", seats=3, seed=1)
    ready.prepare(match.game)
    while not ready._shares.idle:
        await asyncio.sleep(0)
    guess = match.guess(0, 1)
    questions = [ready.think(match.game, guess, 0, "master", ("eve", f"t{n}")) for n in range(200)]
    moves = await asyncio.gather(*questions)
    assert len(moves) == 200
    assert ready.stuck == 0
    assert ready.quick > 0
    assert len(ready.hurried()) == ready.quick
    assert await ready.think(match.game, guess, 0, "master", ("ada", "hers")) == "bid 3"
    assert "hers" not in ready.hurried()
    await ready.stop()


async def test_bots_stay_in_the_servers_session_where_their_lower_priority_counts() -> None:
    """Linux shares the cores out to sessions first: in one of their own, they had a whole core beside the server."""
    bench = Bench(workers=1)
    await bench.start()
    (bot,) = bench._workers
    with pytest.raises(RuntimeError):  # it has begun to answer
        await bot.ask({"id": 0, "game": "no such game", "rules": 1}, 60)
    pid = bot.process.pid
    session, group, nice = os.getsid(pid), os.getpgid(pid), os.getpriority(os.PRIO_PROCESS, pid)
    await bench.stop()
    assert session == os.getsid(0)
    assert group == pid, "Ctrl-C is for the server alone"
    assert nice >= min(19, os.nice(0) + worker.NICE)
    assert worker.NICE >= 10


async def test_a_table_whose_bots_are_played_down_says_so_until_they_think_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall() as here:
        table = await here.make(await here.guest("Ada"), bots="master", start=True)
        room = await here.server.host.room(table)
        assert room is not None
        monkeypatch.setattr(here.server.bench, "hurried", lambda: {table})
        here.server.say_who_hurries()
        await room.look(room.table)
        assert room.table().hurried
        monkeypatch.setattr(here.server.bench, "hurried", set)
        here.server.say_who_hurries()
        await room.look(room.table)
        assert not room.table().hurried


async def test_bots_think_for_the_host_of_the_table() -> None:
    paper = Paper()
    asked: list[tuple[str, str]] = []
    think = paper.players.think

    async def note(game: object, guess: object, seat: int, level: str, whose: tuple[str, str]) -> str:
        asked.append(whose)
        return await think(game, guess, seat, level)  # type: ignore[arg-type]

    paper.players.think = note  # type: ignore[assignment, method-assign]
    room, (ada,) = await paper.table("goats", 1, 1)
    assert asked == [(ada.person.id, room.row.id)]

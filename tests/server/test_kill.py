"""Nothing lost: a server that is killed at any instant has every move it acknowledged, and showed none it has not."""

import asyncio
import contextlib
import json
import socket
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hoofspiel.client import Client, NotAllowed, Table
from hoofspiel.kernel.match import Match

GAMES = 200
KILLS = 8
PLAYERS = 16
SMALL = {"cards": 4, "rounds": 2, "bonus": False}


@dataclass
class Seen:
    """What clients were told, whatever became of the server."""

    acks: list[tuple[str, int, int, str]] = field(default_factory=list)
    steps: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    finished: int = 0


class Keeping(Table):
    """A client that keeps every step it is shown, the moment it is shown."""

    seen: Seen

    async def _take(self, message: dict[str, Any]) -> None:
        if message["t"] in ("step", "state"):
            self.seen.steps.append((self.id, message["v"], message["view"]))
        await super()._take(message)


async def play_for_ever(address: str, name: str, seen: Seen, chance: Random) -> None:
    client = Client(address)
    while True:
        with contextlib.suppress(OSError, NotAllowed, ValueError):
            if client.token is None:
                await client.be(name)
            table_id = await client.make("goats", 3, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
            seen.tables.add(table_id)
            table = Keeping(client, table_id)
            table.seen = seen
            async with table:
                async for question in table.questions():
                    move = chance.choice(question["moves"])
                    with contextlib.suppress(NotAllowed):
                        v = await table.play(move)
                        seen.acks.append((table_id, v, 0, move))
            seen.finished += 1
        await asyncio.sleep(0)


def every_move(base: sqlite3.Connection) -> list[Any]:
    """Those in their table and those that are still in the journal, in order."""
    rows = base.execute("SELECT table_id, seq, seat, move, at, key FROM moves").fetchall()
    groups = base.execute("SELECT moves FROM journal").fetchall()
    return sorted(rows + [tuple(row) for (moves,) in groups for row in json.loads(moves)])


def check_store(file: Path, seen: Seen) -> None:
    """While the server is dead: is everything there that somebody was told?"""
    with contextlib.closing(sqlite3.connect(file)) as base:
        stored = {(table_id, seq): (seat, move) for table_id, seq, seat, move, *_ in every_move(base)}
        latest = dict(sorted(stored))
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for table_id, v, seat, move in seen.acks:
        assert stored.get((table_id, v)) == (seat, move), f"move {v} of {table_id} was acknowledged and is lost"
    for table_id, v, _ in seen.steps:
        assert v <= latest.get(table_id, 0), f"step {v} of {table_id} was shown and is not in the store"


def check_views(file: Path, seen: Seen) -> None:
    """Everything that was shown is what the record gives."""
    with contextlib.closing(sqlite3.connect(file)) as base:
        secrets = dict(base.execute("SELECT id, secret FROM tables"))
        moves: dict[str, list[Any]] = {}
        for table_id, _, seat, move, at, _ in every_move(base):
            moves.setdefault(table_id, []).append((seat, move, at))
    shown: dict[str, dict[int, dict[str, Any]]] = {}
    for table_id, v, view in seen.steps:
        assert shown.setdefault(table_id, {}).setdefault(v, view) == view, "one version was shown in two ways"
    for table_id, steps in shown.items():
        match = Match("goats", seats=3, seed=secrets[table_id], options={**SMALL, "windows": "open"})
        for v in range(len(moves.get(table_id, [])) + 1):
            if v:
                match.play(*moves[table_id][v - 1])
            if v in steps:
                assert steps[v] == match.view(0)


async def test_a_server_killed_at_any_instant_has_lost_nothing(running: Callable[..., Any], tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    chance = Random(20)
    seen = Seen()
    server = await asyncio.to_thread(running, "--port", port)
    players = [
        asyncio.ensure_future(play_for_ever(server.address, f"Player {n}", seen, Random(n))) for n in range(PLAYERS)
    ]
    try:
        async with asyncio.timeout(600):
            for kill in range(1, KILLS + 1):
                while len(seen.tables) < kill * GAMES / KILLS:
                    await asyncio.sleep(chance.uniform(0, 0.05))
                await asyncio.sleep(chance.uniform(0, 0.3))
                server.kill()
                check_store(server.data / "hoofspiel.db", seen)
                await asyncio.to_thread(server.start)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    server.kill()
    check_store(server.data / "hoofspiel.db", seen)
    check_views(server.data / "hoofspiel.db", seen)
    assert seen.finished > GAMES / 2
    assert len(seen.acks) > GAMES

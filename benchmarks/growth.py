"""How much a server's data grows: bytes of its SQLite file a match of each game, and a guest.

python benchmarks/growth.py [MATCHES]
"""

import asyncio
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from hoofspiel.bots.quick import quick_move
from hoofspiel.bus.memory import MemoryBus
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.live.host import Host
from hoofspiel.live.messages import PutBot
from hoofspiel.live.testing import Paper, PaperPlayers, PaperTime, default_seats
from hoofspiel.live.words import Pace
from hoofspiel.store.port import MoveRow, Person, Session
from hoofspiel.store.sqlite import SqliteStore


def size_of(file: Path) -> int:
    """Everything folded into the one file, and no page of it empty."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with sqlite3.connect(file, isolation_level=None) as connection:
        connection.execute("VACUUM")
    return file.stat().st_size


def played(game: Game, seats: int, seed: int) -> list[MoveRow]:
    """The moves of a whole match between quick bots, as the store keeps them."""
    match, moves = Match(game, seats=seats, seed=seed, options=game.live_options), list[MoveRow]()
    while not match.over:
        seat = match.actors[0]
        move = quick_move(match.game, match.guess(seat, seed), seat, seed + len(moves))
        match.play(seat, move)
        moves.append(MoveRow(len(moves) + 1, seat, move, 1500 * len(moves), secrets.token_hex(8)))
    return moves


async def of_matches(game: Game, times: int, store: SqliteStore) -> float:
    """Play so many matches; the moves of one."""
    host, count, seats = Host(store, MemoryBus(), PaperTime(), PaperPlayers()), 0, default_seats(game.slug)
    for n in range(times):
        given: dict[str, Any] = {
            "options": dict(game.live_options),
            "pace": Pace(),
            "public": False,
            "watch": "all",
            "delay_seconds": 0,
            "sit": True,
            "bots": "casual",
            "start": True,
        }
        person = Person(f"guest{n:06d}", f"Guest {n}")
        row = await host.make_table(person, game.slug, seats, **given)
        moves = played(game, seats, n + 1)
        count += len(moves)
        await store.append(row.id, moves)
    return count / times


async def of_timed_matches(game: Game, times: int, store: SqliteStore) -> float:
    """Real time passes only where somebody looks, so these are whole rooms with a bot in every seat."""
    count = 0
    for n in range(times):
        paper = Paper(store, seed=1000 * n)
        room, (host,) = await paper.table(game.slug, 1, default_seats(game.slug) - 1)
        await paper.say(room, host, PutBot(0, "casual"))
        await paper.until_over(room)
        count += room.v
    return count / times


async def of_guests(times: int, store: SqliteStore) -> float:
    for n in range(times):
        session = Session(secrets.token_hex(32), 1_700_000_000_000, "Firefox on Linux", 1_700_000_000_000)
        await store.add_person(Person(f"guest{n:06d}", f"Guest {n}"), session)
    return 0.0


async def grown(fill: Callable[[int, SqliteStore], Awaitable[float]], times: int, file: Path) -> tuple[float, float]:
    """Bytes each, and moves each."""
    sizes, moves = [], 0.0
    for filled in (False, True):
        store = SqliteStore(file)
        await store.start()
        moves = await fill(times, store) if filled else 0.0
        await store.stop()
        sizes.append(size_of(file))
    return (sizes[1] - sizes[0]) / times, moves


async def main(times: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for game in games().values():
            file = Path(folder) / f"{game.slug}.db"
            timed = game.timed
            fill = partial(of_timed_matches if timed else of_matches, game)
            size, moves = await grown(fill, max(1, times // 10) if timed else times, file)
            print(f"{game.slug:8} {size:8.0f} bytes a match of {moves:5.0f} moves", flush=True)
        size, _ = await grown(of_guests, 20 * times, Path(folder) / "guests.db")
        print(f"{'guest':8} {size:8.0f} bytes a guest")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))

"""`make chaos`: people play at several servers while those are killed, stopped and cut off; then everything is checked.

    python -m tools.chaos [--servers 3] [--tables 300] [--rate 200] [--faults 50] [--seed 1]

Prints what was done, how long moves had to wait for it (median, p99), and every fault that was found; fails if any was.
"""

import argparse
import asyncio
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from hoofspiel.kernel.catalog import games
from hoofspiel.store.postgres import PostgresStore

from .check import STUCK_SECONDS, WAIT_SECONDS, faults, longest, met_by_kind, stuck, waits
from .engines import Fleet
from .hits import KINDS, Hits
from .people import Crowd

MOST_PRINTED = 40
MOST_TRAILS = 4
"""of moves that waited longest, what their people went through"""


async def chaos(
    folder: Path,
    hits: Sequence[str],
    *,
    servers: int,
    tables: int,
    rate: float,
    seed: int = 1,
    pause: float = 3.0,
    flags: Sequence[str] = (),
) -> list[str]:
    """Everything that must not have happened."""
    fleet = Fleet(folder, servers, *flags)
    people = 2
    crowd = Crowd([server.address for server in fleet.servers], tables * people / rate / 2, seed)
    hitting = Hits(fleet, seed)
    try:
        await fleet.start()
        for server in fleet.servers:
            crowd.run(crowd.look_after(server.address))
        slugs = sorted(games())
        for n in range(tables):
            game = games()[slugs[n % len(slugs)]]
            seats = min(game.seats, key=lambda k: abs(k - 3))
            crowd.run(crowd.play_for_ever(game.slug, seats, min(people, seats), n, timed=game.timed))
        async with asyncio.timeout(120 + 2 * tables):
            while len({history.table_id for history in crowd.histories}) < tables:
                await asyncio.sleep(0.1)
        print(f"{tables} tables at {servers} servers", flush=True)
        began = time.monotonic()
        for n, kind in enumerate(hits, 1):
            await asyncio.sleep(pause)
            at = time.monotonic() - began
            print(f"{at:6.1f} s  {n:3} of {len(hits)}: {await hitting.one(kind)}", flush=True)
        whole_since = time.monotonic()
        while (left := stuck(crowd.histories, whole_since)) and time.monotonic() < whole_since + STUCK_SECONDS:
            await asyncio.sleep(0.2)
        for player in crowd.players:
            if any(player.history.table_id in line for line in left):
                print(player.history.table_id, player.standing())
        await crowd.go_home()
        store = PostgresStore(fleet.postgres.address())
        await store.start()
        found = left + await faults(store, crowd.histories)
        await store.stop()
    finally:
        await crowd.go_home()
        await fleet.stop()
    report(crowd, hitting, time.monotonic() - began)
    return found


def report(crowd: Crowd, hits: Hits, seconds: float) -> None:
    histories = crowd.histories
    every = waits(histories, hits.no_store)
    long = [wait for wait in every if wait > WAIT_SECONDS]
    connections = sum(history.connected for history in histories)
    print(f"\n{len(every)} moves acknowledged, {len(every) / seconds:.0f} a second, by {len(histories)} people", end="")
    print(f" over {connections} connections; {dict(hits.done)}")
    for name, some in (("every move", every), (f"those that waited more than {WAIT_SECONDS:g} s", long)):
        if some:
            p99 = some[min(len(some) - 1, int(len(some) * 0.99))]
            print(f"wait of {name} ({len(some)}): median {some[len(some) // 2]:.3f} s,", end=" ")
            print(f"p99 {p99:.2f} s, most {some[-1]:.2f} s, without the time that the database itself was down")
    for sent, history in longest(histories)[:MOST_TRAILS]:
        trail = [f"{at - sent.at:+.1f} {what}" for at, what in history.trail if sent.at - 1 <= at <= (sent.done or at)]
        print(f"{(sent.done or 0) - sent.at:.1f} s at {history.table_id}:", "; ".join(trail))
    for kind, met in sorted(met_by_kind(histories, hits.spans, hits.no_store).items()):
        if met:
            print(f"  met {kind:9} {len(met):5} moves: median {met[len(met) // 2]:.2f} s, longest {met[-1]:.2f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in {"servers": 3, "tables": 300, "rate": 200, "faults": 50, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two faults")
    parser.add_argument("--only", choices=KINDS, help="one kind of fault")
    asked = parser.parse_args()
    chance = Random(asked.seed)
    hits = [asked.only or chance.choice(KINDS) for _ in range(asked.faults)]
    folder = Path(mkdtemp(prefix="hs-chaos-"))
    folder.chmod(0o755)
    numbers = {"servers": asked.servers, "tables": asked.tables, "rate": asked.rate, "seed": asked.seed}
    try:
        found = asyncio.run(chaos(folder, hits, **numbers, pause=asked.pause))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for fault in found[:MOST_PRINTED]:
        print(fault)
    print(f"{len(found)} faults found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

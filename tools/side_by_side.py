"""A release and this checkout on one database and one bus, while people play at both; then everything is checked.

    python -m tools.side_by_side OLD_CHECKOUT [--tables 10] [--seconds 30]

As in a rolling update: two servers of the release play; one is replaced by this version, which migrates the database
under the other; then the second one is. OLD_CHECKOUT is a folder with the release's `src`, for example made by
`git worktree add --detach FOLDER v0.1.0`. It runs on this Python. In 0.1 nobody owned a table, so that of two answers
at the same moment one may be refused as `stale` as long as it runs: for such a release those are counted apart.
"""

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

from hoofspiel.kernel.catalog import games
from hoofspiel.store.postgres import PostgresStore

from .chaos.check import STUCK_SECONDS, faults, stuck
from .chaos.engines import Fleet, Server
from .chaos.people import Crowd

STALE = "was refused as stale"


class OldServer(Server):
    """Of another checkout, which is told as much as it knows."""

    checkout: Path

    def env(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.checkout / "src")}

    def command(self) -> list[str]:
        words = super().command()
        told = subprocess.run([*words[:4], "--help"], env=self.env(), capture_output=True, text=True, check=True).stdout
        flags = zip(words[4::2], words[5::2], strict=True)
        return words[:4] + [word for flag, value in flags if f"{flag} " in told for word in (flag, value)]


def version_of(checkout: Path) -> str:
    lines = (checkout / "pyproject.toml").read_text().splitlines()
    return next(line.partition("=")[2].strip(' "') for line in lines if line.startswith("version"))


async def side_by_side(folder: Path, checkout: Path, tables: int, seconds: float) -> list[str]:
    """What must not have happened."""
    fleet = Fleet(folder, 2)
    new = list(fleet.servers)
    for n, server in enumerate(new):
        old = OldServer(folder, fleet.postgres, fleet.nats)
        old.checkout, old.port = checkout, server.port
        fleet.servers[n] = old
    crowd = Crowd([server.address for server in fleet.servers], 0.5)
    try:
        await fleet.start()
        for n in range(tables):
            game = games()[sorted(games())[n % len(games())]]
            seats = min(game.seats, key=lambda k: abs(k - 3))
            crowd.run(crowd.play_for_ever(game.slug, seats, min(2, seats), n, timed=game.timed))
        await asyncio.sleep(seconds / 3)
        before = moves(crowd)
        print(f"two servers of {version_of(checkout)}: {before} moves", flush=True)
        for n, words in enumerate(("one of each", "two of this version")):
            await fleet.servers[n].end(signal.SIGTERM)
            fleet.servers[n] = new[n]
            await new[n].start()
            since = time.monotonic()
            await asyncio.sleep(seconds / 3)
            print(f"{words}: {moves(crowd) - before} more", flush=True)
            before = moves(crowd)
        while (left := stuck(crowd.histories, since)) and time.monotonic() < since + seconds / 3 + STUCK_SECONDS:
            await asyncio.sleep(0.2)
        await crowd.go_home()
        store = PostgresStore(fleet.postgres.address())
        await store.start()
        found = left + await faults(store, crowd.histories)
        await store.stop()
    finally:
        await crowd.go_home()
        await fleet.stop()
    return found


def moves(crowd: Crowd) -> int:
    return sum(sent.v is not None for history in crowd.histories for sent in history.sent)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=45)
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="hs-side-"))
    folder.chmod(0o755)
    try:
        found = asyncio.run(side_by_side(folder, asked.checkout.resolve(), asked.tables, asked.seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    stale = [fault for fault in found if STALE in fault] if version_of(asked.checkout).startswith("0.1.") else []
    found = [fault for fault in found if fault not in stale]
    print(*found, sep="\n")
    print(f"{len(found)} faults found" + (f"; {len(stale)} answers were refused as stale" if stale else ""))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

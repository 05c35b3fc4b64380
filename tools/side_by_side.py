"""The previous release and this version on one database and one bus, while people play at both; then all is checked.

    python -m tools.side_by_side [--wheel FILE] [--tables 10] [--seconds 15]

As in a rolling update: two servers of the release play; one is replaced by this version, which migrates the database
under the other; then the second one is. Without --wheel, that of the previous release is built from this repository's
history. It runs on this Python. In 0.1 nobody owned a table, so that of two answers at the same moment one may be
refused as `stale` as long as it runs, and a table may stay behind until its server is replaced: for such a release
the first is counted apart.
"""

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from tempfile import mkdtemp

from hoofspiel.kernel.catalog import games
from hoofspiel.store.postgres import PostgresStore

from .chaos.check import faults, stuck
from .chaos.engines import Fleet, Server
from .chaos.people import Crowd

ROOT = Path(__file__).parents[1]
PREVIOUS = "4cc5b15"
"""the commit of the previous release, 0.1.0"""
STALE = "was refused as stale"
PATIENCE_SECONDS = 120.0
"""for tables to go on: a slow machine has its time"""


class NoHistory(Exception):
    """This folder does not know the previous release: no clone, or a shallow one."""


def previous_wheel(folder: Path) -> Path:
    """Built in `folder` from this repository's history, without pages."""
    sources = folder / "sources"
    sources.mkdir()
    packed = folder / "sources.tar"
    wanted = ["src", "pyproject.toml", "README.md", "LICENSE", "hatch_build.py"]
    told = subprocess.run(
        ["git", "archive", "-o", str(packed), PREVIOUS, "--", *wanted], cwd=ROOT, capture_output=True, text=True
    )
    if told.returncode:
        raise NoHistory(told.stderr.strip())
    with tarfile.open(packed) as archive:
        archive.extractall(sources, filter="data")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*pip, str(sources)], check=True, env={**os.environ, "HOOFSPIEL_WITHOUT_PAGES": "1"})
    return next(folder.glob("*.whl"))


class Release:
    """A wheel, unpacked beside the packages that this Python has."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.version = wheel.name.split("-")[1]
        self.packages = folder / "release"
        shutil.unpack_archive(wheel, self.packages, "zip")


class OldServer(Server):
    """Of a release, which is told as much as it knows."""

    release: Release

    def env(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.release.packages)}

    def command(self) -> list[str]:
        words = super().command()
        told = subprocess.run([*words[:4], "--help"], env=self.env(), capture_output=True, text=True, check=True).stdout
        flags = zip(words[4::2], words[5::2], strict=True)
        return words[:4] + [word for flag, value in flags if f"{flag} " in told for word in (flag, value)]


async def side_by_side(folder: Path, release: Release, tables: int, seconds: float) -> list[str]:
    """What must not have happened."""
    fleet = Fleet(folder, 2)
    new = list(fleet.servers)
    for n, server in enumerate(new):
        old = OldServer(folder, fleet.postgres, fleet.nats, fleet.shaft)
        old.release, old.port = release, server.port
        old.to_store, old.to_bus = server.to_store, server.to_bus
        fleet.servers[n] = old
    crowd = Crowd([server.address for server in fleet.servers], 0.5)
    try:
        await fleet.start()
        for n in range(tables):
            game = games()[sorted(games())[n % len(games())]]
            seats = min(game.seats, key=lambda k: abs(k - 3))
            crowd.run(crowd.play_for_ever(game.slug, seats, min(2, seats), n, timed=game.timed))
        await going_on(crowd, tables, seconds, may_stay=tables // 2)
        before = moves(crowd)
        print(f"two servers of {release.version}: {before} moves", flush=True)
        for n, words in enumerate(("one of each", "two of this version")):
            await fleet.servers[n].end(signal.SIGTERM)
            fleet.servers[n] = new[n]
            await new[n].start()
            still = await going_on(crowd, tables, seconds, may_stay=0 if n else tables // 2)
            print(f"{words}: {moves(crowd) - before} more", flush=True)
            before = moves(crowd)
        await crowd.go_home()
        store = PostgresStore(fleet.postgres.address())
        await store.start()
        found = still + await faults(store, crowd.histories)
        await store.stop()
    finally:
        await crowd.go_home()
        await fleet.stop()
    return found


async def going_on(crowd: Crowd, tables: int, seconds: float, *, may_stay: int) -> list[str]:
    """Wait until all tables but a few have gone on, for `seconds` at least; those that have not in all our patience."""
    since, before = time.monotonic(), moves(crowd)
    while (waited := time.monotonic() - since) < PATIENCE_SECONDS:
        made = len({history.table_id for history in crowd.histories})
        played = made >= tables and moves(crowd) - before >= tables
        if waited >= seconds and played and len(stuck(crowd.histories, since)) <= may_stay:
            return []
        await asyncio.sleep(0.2)
    return stuck(crowd.histories, since)


def moves(crowd: Crowd) -> int:
    return sum(sent.v is not None for history in crowd.histories for sent in history.sent)


def judged(found: list[str], version: str) -> tuple[list[str], int]:
    """What is wrong, and how many answers a release without owners refused as stale."""
    stale = [fault for fault in found if STALE in fault] if version.startswith("0.1.") else []
    return [fault for fault in found if fault not in stale], len(stale)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="of the release; else the previous one's is built")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=15, help="for each of the three parts, at least")
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="hs-side-"))
    folder.chmod(0o755)
    try:
        release = Release(asked.wheel or previous_wheel(folder), folder)
        found = asyncio.run(side_by_side(folder, release, asked.tables, asked.seconds))
    except NoHistory as error:
        print(f"{error}\nThe previous release is not in this repository's history: give its wheel by --wheel.")
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found, stale = judged(found, release.version)
    print(*found, sep="\n")
    print(f"{len(found)} faults found" + (f"; {stale} answers were refused as stale" if stale else ""))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Put a backup back, or only find out whether it could be.

  hoofspiel restore FILE               into an empty data folder, or an empty database named by --store
  hoofspiel restore --check FILE       a drill: into a scratch database, where every match is played again

A backup of SQLite is a database file, one of PostgreSQL a dump; for a dump, --store names a PostgreSQL server. A drill
changes nothing and says what it found; the exit code is 1 when something does not fit.
"""

import argparse
import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hoofspiel.kernel.words import Refused, UnknownRules
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import Store, StoreError, TableRow

from .stored import name_a_store, settings_of

SQLITE = b"SQLite format 3\0"
MOST_FAULTS = 20


class Found(NamedTuple):
    """What a drill found in a backup."""

    tables: int
    matches: int
    moves: int
    unknown: int
    """matches by rules that this version does not have"""
    faults: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what hoofspiel backup made")
    parser.add_argument("--check", action="store_true", help="a drill: restore it nowhere, but find out if it could be")
    name_a_store(parser)


def run(asked: argparse.Namespace) -> int:
    settings = settings_of(asked)
    is_dump = _is_dump(asked.file)
    if is_dump and not settings.store.startswith("postgres"):
        raise Refused(f"{asked.file} is a dump of PostgreSQL: name a server for it with --store postgresql://...")
    target = Path(settings.data) / "hoofspiel.db"
    if not is_dump and settings.store and not asked.check:
        raise Refused("This is a copy of SQLite: restore it into a folder with --data DIR, then hoofspiel move it.")
    if not is_dump and not asked.check and target.exists():
        raise Refused(f"{target} exists already: move it away first, or name another folder with --data.")
    try:
        with _tried(asked.file, settings, is_dump=is_dump) as store:
            found = asyncio.run(_looked(store))
        _tell(asked.file, found)
        if found.faults or asked.check:
            return 1 if found.faults else 0
        _put_back(asked.file, settings, is_dump=is_dump)
    except (StoreError, OSError) as error:
        raise Refused(f"{asked.file} cannot be restored: {error}.") from None
    print("It is restored." if is_dump else f"It is restored, as {target}.")
    return 0


def _is_dump(file: Path) -> bool:
    from hoofspiel.store.dumps import DUMP

    try:
        with file.open("rb") as opened:
            first = opened.read(len(SQLITE))
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.") from None
    if not first.startswith((SQLITE, DUMP)):
        raise Refused(f"{file} is no backup: hoofspiel backup makes one.")
    return first.startswith(DUMP)


@contextmanager
def _tried(file: Path, settings: Settings, *, is_dump: bool) -> Iterator[Store]:
    """A store of its own with the backup in it, gone afterwards."""
    if is_dump:
        from hoofspiel.store import dumps
        from hoofspiel.store.postgres import PostgresStore

        with dumps.scratch(settings.store) as place:
            dumps.restore(place, str(file))
            yield PostgresStore(place)
    else:
        from hoofspiel.store.sqlite import SqliteStore

        with TemporaryDirectory(prefix="hoofspiel-drill-") as folder:
            shutil.copyfile(file, Path(folder) / "hoofspiel.db")
            yield SqliteStore(Path(folder) / "hoofspiel.db")


async def _looked(store: Store) -> Found:
    """Bring the schema up to date, and play every match again."""
    await store.start()
    try:
        matches, moves, unknown, faults = 0, 0, 0, []
        rows = await store.tables(("open", "running", "over", "closed"))
        for row in rows:
            try:
                played = await _played_again(store, row)
            except UnknownRules:
                unknown += 1
            except (Refused, ValueError) as error:
                faults.append(f"table {row.id} of {row.game}: {error}")
            else:
                matches += played is not None
                moves += played or 0
        return Found(len(rows), matches, moves, unknown, faults)
    finally:
        await store.stop()


async def _played_again(store: Store, row: TableRow) -> int | None:
    """How many moves a match has; None for a table where none has begun. Refused where it is not what it was."""
    from hoofspiel.kernel.catalog import find_game
    from hoofspiel.live.body import read_body
    from hoofspiel.live.state import TableState

    whole = await store.whole(row.id)
    if whole is None:
        raise Refused("it is listed, but not there")
    find_game(row.game).at(read_body(row).rules)
    if [move.seq for move in whole[1]] != list(range(1, len(whole[1]) + 1)):
        raise Refused("moves are missing")
    state = TableState(row, whole[1], row.changed)
    if state.match is None:
        return None
    if row.state == "over" and not state.match.over:
        raise Refused("it says that the match is over, but its last moves are missing")
    told = state.body.points, state.body.winners
    if row.state == "over" and told != (state.match.points, state.match.winners):
        raise Refused(f"the result is {state.match.points}, won by {state.match.winners}, not {told[0]}")
    return state.v


def _tell(file: Path, found: Found) -> None:
    print(f"{file}: {found.tables:,} tables; {found.matches:,} matches with {found.moves:,} moves were played again.")
    if found.unknown:
        print(f"{found.unknown:,} matches are by rules that this version does not have: kept, but not played again.")
    for fault in found.faults[:MOST_FAULTS]:
        print(f"NOT RIGHT: {fault}")
    if len(found.faults) > MOST_FAULTS:
        print(f"NOT RIGHT: and {len(found.faults) - MOST_FAULTS} more.")
    if not found.faults:
        print("All of it fits.")


def _put_back(file: Path, settings: Settings, *, is_dump: bool) -> None:
    if is_dump:
        from hoofspiel.store import dumps

        dumps.restore(settings.store, str(file))
        return
    target = Path(settings.data) / "hoofspiel.db"
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_name("hoofspiel.db.half")  # a copy that was interrupted is not taken for a whole one
    try:
        shutil.copyfile(file, half)
        with half.open("rb+") as copied:
            os.fsync(copied.fileno())
        half.rename(target)
    finally:
        half.unlink(missing_ok=True)

"""Move everything a server keeps into another store: from one SQLite file to PostgreSQL, or back.

  hoofspiel move --to postgresql://user@host/base
  hoofspiel move --to DIR --store postgresql://user@host/base

Stop the server first, start it on the new store afterwards. The new store must be empty. Everything arrives or nothing
does; what arrived is compared with what was sent, and the old store is left as it is.
"""

import argparse
import asyncio
from dataclasses import replace
from pathlib import Path

from hoofspiel.kernel.words import Refused
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import StoreError

from .stored import name_a_store, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", required=True, metavar="TARGET", help="postgresql://..., or a folder for SQLite")
    name_a_store(parser)


def run(asked: argparse.Namespace) -> int:
    old = settings_of(asked)
    if old.store == "memory:":
        raise Refused("A store in memory keeps nothing to move: name --data DIR or --store postgresql://...")
    if not old.store and not (Path(old.data) / "hoofspiel.db").exists():
        raise Refused(f"There is no hoofspiel.db in {old.data}.")
    to_postgres = asked.to.startswith(("postgresql://", "postgres://"))
    if not to_postgres and "://" in asked.to:
        raise Refused("--to is postgresql://user@host/base, or a folder for SQLite.")
    new = replace(old, store=asked.to) if to_postgres else replace(old, store="", data=asked.to)
    if (new.store, new.data if not new.store else "") == (old.store, old.data if not old.store else ""):
        raise Refused("That is where everything is already: name another store with --to.")
    try:
        counts = asyncio.run(_moved(old, new))
    except (StoreError, OSError) as error:
        raise Refused(f"Nothing was moved: {error}.") from None
    print(", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "There was nothing to move.")
    print(f"All of it is in the new store now. Start the server with {_flag(new)}; the old store is as it was.")
    return 0


def _flag(new: Settings) -> str:
    return "--store postgresql://..." if new.store else f"--data {new.data}"


async def _moved(old: Settings, new: Settings) -> dict[str, int]:
    from hoofspiel.server.engines import store_for
    from hoofspiel.store.moving import copy
    from hoofspiel.store.tables import SqlStore

    source, target = store_for(old), store_for(new)
    assert isinstance(source, SqlStore)
    assert isinstance(target, SqlStore)
    for store in (source, target):
        await store.start()  # brings the schema up to date
    try:
        return await asyncio.to_thread(copy, source, target)
    finally:
        await source.stop()
        await target.stop()

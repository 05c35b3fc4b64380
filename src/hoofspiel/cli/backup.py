"""Copy everything a server keeps, whole and consistent, while it runs.

  hoofspiel backup FILE
  hoofspiel backup FILE --data DIR

The copy of an SQLite store is a database file: put it back as hoofspiel.db in the data folder. PostgreSQL gives a dump
for pg_restore.
"""

import argparse
import asyncio
from pathlib import Path

from hoofspiel.kernel.words import Refused

from .stored import name_a_store, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes; must not exist yet")
    name_a_store(parser)


def run(asked: argparse.Namespace) -> int:
    from hoofspiel.server.engines import store_for

    settings = settings_of(asked)
    if asked.file.exists():
        raise Refused(f"{asked.file} exists already: choose another name.")
    if not settings.store and not (Path(settings.data) / "hoofspiel.db").exists():
        raise Refused(f"There is no hoofspiel.db in {settings.data}.")
    try:
        asyncio.run(store_for(settings).backup(str(asked.file)))
    except OSError as error:
        raise Refused(f"The copy could not be written: {error}.") from None
    print(f"{asked.file}: {asked.file.stat().st_size:,} bytes")
    return 0

"""Copy everything a server keeps, whole and consistent, while it runs.

  hoofspiel backup FILE
  hoofspiel backup FILE --data DIR

The copy of an SQLite store is a database file: put it back as hoofspiel.db in the data folder. PostgreSQL gives a dump
for pg_restore.
"""

import argparse
import asyncio
import os
from pathlib import Path

from hoofspiel.kernel.words import Refused
from hoofspiel.server.settings import BadSetting, load


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes; must not exist yet")
    parser.add_argument("--data", metavar="DIR", help="folder of the SQLite database")
    parser.add_argument("--store", metavar="URL", help="postgresql://...")
    parser.add_argument("--settings", metavar="FILE", help="a TOML file with settings")


def run(asked: argparse.Namespace) -> int:
    from hoofspiel.server.app import store_for

    try:
        settings = load({"data": asked.data, "store": asked.store}, os.environ, asked.settings)
    except BadSetting as error:
        raise Refused(f"{error}.") from None
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

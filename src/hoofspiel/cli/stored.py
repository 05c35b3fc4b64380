"""Which store a command is about: the flags that name it, read as the server reads them."""

import argparse
import os

from hoofspiel.kernel.words import Refused
from hoofspiel.server.settings import BadSetting, Settings, load


def name_a_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder of the SQLite database")
    parser.add_argument("--store", metavar="URL", help="postgresql://...")
    parser.add_argument("--settings", metavar="FILE", help="a TOML file with settings")


def settings_of(asked: argparse.Namespace) -> Settings:
    """A refusal where they cannot be read."""
    try:
        return load({"data": asked.data, "store": asked.store}, os.environ, asked.settings)
    except BadSetting as error:
        raise Refused(f"{error}.") from None

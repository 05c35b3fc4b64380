"""Open the lobby: tables for people and bots, in the browser and over the network.

  hoofspiel serve                      at http://127.0.0.1:8000, matches kept in the user's data folder
  hoofspiel serve --host 0.0.0.0       for everybody on the network
  hoofspiel serve --settings FILE      settings from a TOML file

Every flag is also a variable (HOOFSPIEL_PORT=9000) and a line of the settings file: see docs/reference/settings.md.
"""

import argparse
import os
import socket
from dataclasses import fields

from hoofspiel.kernel.words import Refused
from hoofspiel.server.settings import BadSetting, Settings, load


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", metavar="FILE", help="a TOML file with settings")
    for f in fields(Settings):
        flag = f"--{f.name.replace('_', '-')}"
        if f.type is bool:
            parser.add_argument(flag, action="store_const", const="true", help=f.metadata["what"])
        else:
            parser.add_argument(flag, metavar="X", help=f.metadata["what"])


def run(asked: argparse.Namespace) -> int:
    given = {f.name: getattr(asked, f.name) for f in fields(Settings)}
    try:
        settings = load(given, os.environ, asked.settings)
    except BadSetting as error:
        raise Refused(f"{error}.") from None
    from hoofspiel.server.run import serve

    return serve(settings, listen(settings))


def listen(settings: Settings) -> socket.socket:
    """The port itself, taken before anything is started, so that a taken one is said in one sentence."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        door.close()
        why = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise Refused(f"Cannot listen on {settings.host} port {settings.port}: {why}. Try --port 0.") from None
    return door

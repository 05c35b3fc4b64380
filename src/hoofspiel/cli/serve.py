"""Open the lobby: tables for people and bots, in the browser and over the network.

  hoofspiel serve                      at http://127.0.0.1:8000, matches kept in the user's data folder
  hoofspiel serve --lan                for phones and computers on your network too
  hoofspiel serve --settings FILE      settings from a TOML file
  hoofspiel serve --check              only look whether the settings are right

Every flag is also a variable (HOOFSPIEL_PORT=9000) and a line of the settings file: see docs/reference/settings.md.
"""

import argparse
import errno
import os
import socket
import sys
from dataclasses import fields

from hoofspiel.kernel.words import Refused
from hoofspiel.server.addresses import is_loopback, listens_on
from hoofspiel.server.settings import BadSetting, Settings, load


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--check", action="store_true", help="say whether the settings are right, and do not start")
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
    if asked.check:
        print(f"The settings are right: {', '.join(chosen(settings)) or 'all as they come'}.")
        return 0
    from hoofspiel.server.run import serve

    return serve(settings, listen(settings))


def chosen(settings: Settings) -> list[str]:
    """The names of the settings that somebody set, without their values, which may be secret."""
    usual = Settings()
    return [f.name for f in fields(Settings) if getattr(settings, f.name) != getattr(usual, f.name)]


def listen(settings: Settings) -> socket.socket:
    """The port itself, taken before anything is started, so that a taken one is said in one sentence."""
    host = listens_on(settings)
    if settings.lan and is_loopback(host):
        raise Refused(f"--lan is for other devices, and --host {host} is this computer alone: leave one of them out.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port, and neither know
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, settings.port))
    except OverflowError:
        door.close()
        raise Refused(f"Ports go up to 65535, so {settings.port} is none. --port 0 takes a free one.") from None
    except OSError as error:
        door.close()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise Refused(
                f"Cannot listen on {host}: that is no address of this computer."
                " Leave --host out for this computer alone, or use --lan for your network."
            ) from None
        why = (error.strerror or str(error)).rstrip(".")
        raise Refused(f"Cannot listen on {host} port {settings.port}: {why}. Try --port 0.") from None
    return door

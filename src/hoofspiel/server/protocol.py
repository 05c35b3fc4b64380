"""The wire: every message of the table socket and the lobby socket, and how bytes become one or are refused."""

import msgspec

from hoofspiel.live.messages import Bye, FromClient, FromServer, Ping, TableMessage, TableRequest, encode
from hoofspiel.live.words import MyLine, TableLine, Version

__all__ = [
    "BadFrame",
    "Gone",
    "LineNow",
    "Lobby",
    "LobbyMessage",
    "LobbyPong",
    "LobbyRequest",
    "Mine",
    "TableMessage",
    "TableRequest",
    "encode",
    "read_lobby_request",
    "read_table_request",
]

# --- the lobby socket ---
class LobbyPong(FromClient, tag="pong"):
    """Answer to `ping`."""

    n: Version


LobbyRequest = LobbyPong


class Lobby(FromServer, tag="lobby"):
    """First message: the public tables that are open or running, and one's own."""

    tables: list[TableLine]
    mine: list[MyLine]


class LineNow(FromServer, tag="line"):
    """A public table is new or has changed."""

    line: TableLine


class Gone(FromServer, tag="gone"):
    """A table left the list."""

    id: str


class Mine(FromServer, tag="mine"):
    """One's own tables, after a change."""

    mine: list[MyLine]


LobbyMessage = Lobby | LineNow | Gone | Mine | Ping | Bye

# --- bytes ---

_table: msgspec.json.Decoder[TableRequest] = msgspec.json.Decoder(TableRequest)
_lobby: msgspec.json.Decoder[LobbyRequest] = msgspec.json.Decoder(LobbyRequest)


class BadFrame(ValueError):
    """What came is no message of ours; the text says why, without repeating what was sent."""


def read_table_request(frame: str | bytes) -> TableRequest:
    """One message of a client at a table; BadFrame for anything else."""
    try:
        request: TableRequest = _table.decode(frame)
        return request
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(_plain(error)) from None


def read_lobby_request(frame: str | bytes) -> LobbyRequest:
    """One message of a client in the lobby; BadFrame for anything else."""
    try:
        return _lobby.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(_plain(error)) from None


def _plain(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return str(error)[:200]
    return "this is not a JSON object of the protocol"

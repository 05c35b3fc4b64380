"""The wire: every message of the table socket and the lobby socket, and how bytes become one or are refused."""

import msgspec

from hoofspiel.kernel.words import Refused
from hoofspiel.live.messages import (
    Bye,
    FromClient,
    FromServer,
    Notice,
    Ping,
    Refusal,
    TableMessage,
    TableRequest,
    encode,
)
from hoofspiel.live.words import MyLine, TableLine, Version

from .plain import move_id_in, plain, tags_of

__all__ = [
    "BadMessage",
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


LobbyMessage = Lobby | LineNow | Gone | Mine | Ping | Refusal | Notice | Bye

# --- bytes ---

_table: msgspec.json.Decoder[TableRequest] = msgspec.json.Decoder(TableRequest)
_lobby: msgspec.json.Decoder[LobbyRequest] = msgspec.json.Decoder(LobbyRequest)
NO_JSON = "this is not a JSON object of the protocol"
_TABLE_TAGS, _LOBBY_TAGS = tags_of(TableRequest), tags_of(LobbyRequest)


class BadMessage(Refused):
    """What came is no message of ours; the text says why, without repeating what was sent."""

    def __init__(self, why: str, move_id: str | None = None) -> None:
        super().__init__(why)
        self.move_id = move_id


def read_table_request(frame: str | bytes) -> TableRequest:
    """One message of a client at a table; BadMessage for anything else."""
    try:
        request: TableRequest = _table.decode(frame)
        return request
    except msgspec.ValidationError as error:
        raise BadMessage(plain(error, _TABLE_TAGS), move_id_in(frame)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(NO_JSON) from None


def read_lobby_request(frame: str | bytes) -> LobbyRequest:
    """One message of a client in the lobby; BadMessage for anything else."""
    try:
        return _lobby.decode(frame)
    except msgspec.ValidationError as error:
        raise BadMessage(plain(error, _LOBBY_TAGS)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(NO_JSON) from None

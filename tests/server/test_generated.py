"""The generated files say what the structs say."""

from typing import get_args

from hoofspiel.live import messages
from hoofspiel.server import protocol, typescript


def test_no_generated_file_is_stale() -> None:
    stale = [str(path) for path, text in typescript.files().items() if not path.exists() or path.read_text() != text]
    assert stale == [], "run `python -m hoofspiel.server.typescript`"


def test_every_message_of_the_protocol_is_in_one_of_the_unions() -> None:
    spoken = {protocol.LobbyRequest}
    for union in (protocol.TableRequest, protocol.TableMessage, protocol.LobbyMessage):
        spoken |= set(get_args(union))
    defined = [*typescript.structs(messages), *typescript.structs(protocol)]
    tagged = {kind for kind in defined if kind.__struct_config__.tag is not None}
    assert tagged == spoken

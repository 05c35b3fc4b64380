"""What two processes say to each other about people whose table the other one owns.

A `Post` is all that one process has for another at the end of a turn of its loop. Posts are counted, so that a lost one
is noticed; a `run` is one life of the link between the two, and everything that hangs on it ends with it.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

from hoofspiel.store.port import Person, TableRow

from . import messages as m
from .body import read_body
from .letters import Asks, Joined, Left, Letter
from .ports import Line, Reader


class LineFacts(Struct, array_like=True, frozen=True):
    """A `Line`, as the process that it ends at has measured it."""

    low: float
    high: float
    proven: bool
    answers: float | None
    late: bool

    def rtt(self) -> tuple[float, float]:
        return self.low, self.high


def facts_of(line: Line) -> LineFacts:
    low, high = line.rtt()
    return LineFacts(low, high, line.proven, line.answers, line.late)


class Comes(Struct, tag="c", array_like=True, frozen=True):
    """Somebody looks at a table of yours from here, under this number."""

    n: int
    table_id: str
    person: Person
    since: int | None
    line: LineFacts
    screen: bool = False


class Wants(Struct, tag="w", array_like=True, frozen=True):
    """They ask for something: a request of the protocol, read and found well-formed."""

    n: int
    request: bytes
    line: LineFacts | None = None
    """of timed games, where it counts"""


class Goes(Struct, tag="g", array_like=True, frozen=True):
    """They have left."""

    n: int


class Told(Struct, tag="t", array_like=True, frozen=True):
    """Frames for one of your people, theirs alone: made by the same function as for people here."""

    n: int
    frames: tuple[bytes, ...]


class Ended(Struct, tag="e", array_like=True, frozen=True):
    """The table is not here, or no longer: they have to look for it again."""

    n: int


Item = Comes | Wants | Goes | Told | Ended


class Post(Struct, array_like=True, frozen=True):
    sender: str
    run: int
    number: int
    items: list[Item]


encode_post = msgspec.msgpack.Encoder().encode
decode_post = msgspec.msgpack.Decoder(Post).decode
_request: msgspec.json.Decoder[m.TableRequest] = msgspec.json.Decoder(m.TableRequest)


def read_request(item: Wants) -> m.TableRequest:
    request: m.TableRequest = _request.decode(item.request)
    return request


class FarReader:
    """A reader of a room here, whose connection is at another process."""

    __slots__ = ("_send", "line", "n", "person", "screen", "seats", "table")

    def __init__(self, came: Comes, table: "Mailed", send: Callable[[Item], None]) -> None:
        self.n = came.n
        self.person = came.person
        self.seats: tuple[int, ...] = ()
        self.screen = came.screen
        self.line: Line = came.line
        self.table = table
        self._send = send

    def tell(self, *frames: bytes) -> None:
        self._send(Told(self.n, frames))

    def end(self) -> None:
        self._send(Ended(self.n))


class Mailed(Protocol):
    """Whatever takes letters: a room, or a table that another process owns."""

    def post(self, letter: Letter) -> None: ...


class Carrier(Protocol):
    """What carries somebody's letters to the owner of a table."""

    def come(self, table: "FarTable", reader: Reader, since: int | None) -> None: ...

    def want(self, reader: Reader, request: m.TableRequest) -> None: ...

    def go(self, reader: Reader) -> None: ...


class FarTable:
    """A table that another process owns, for the people who look at it from here."""

    def __init__(self, row: TableRow, owner: str, carrier: Carrier) -> None:
        self.row = row
        self.body = read_body(row)
        self.owner = owner
        self._carrier = carrier

    def post(self, letter: Letter) -> None:
        if isinstance(letter, Asks):
            self._carrier.want(letter.reader, letter.request)
        elif isinstance(letter, Joined):
            self._carrier.come(self, letter.reader, letter.since)
        elif isinstance(letter, Left):
            self._carrier.go(letter.reader)

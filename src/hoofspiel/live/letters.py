"""What lies in a room's mailbox, who sends it, and what all rooms of a process share."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from hoofspiel.bus.port import Bus
from hoofspiel.store.port import Person, Store

from . import messages as m
from .players import Players
from .rest import Rest
from .time import Time

if TYPE_CHECKING:
    from .room import Room


class Line(Protocol):
    """What the server itself measured of a connection."""

    def rtt(self) -> tuple[float, float]:
        """Lowest and 95th percentile of the round trips of the last half minute, in ms."""


class Reader(Protocol):
    """One connection to a table. `tell` never waits: who cannot keep up is cut off and resumes."""

    person: Person
    seats: tuple[int, ...]
    """those this person holds: none for a watcher, several for people around one device"""

    @property
    def line(self) -> Line: ...

    def tell(self, *frames: bytes) -> None: ...


class Joined(Struct, frozen=True):
    reader: Reader
    since: int | None


class Left(Struct, frozen=True):
    reader: Reader


class Asks(Struct, frozen=True):
    reader: Reader
    request: m.TableRequest
    at: int


class Errand(Struct, frozen=True):
    """Somebody outside looks into the match or changes the table, in turn: between two letters all of it is stored."""

    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[Any]

    async def run(self) -> None:
        try:
            found = await self.work()
        except Exception as error:
            self.refuse(error)
        else:
            if not self.done.done():  # or who asked is gone
                self.done.set_result(found)

    def refuse(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Thought(Struct, frozen=True):
    """A bot has made up its mind."""

    seat: int
    moment: int
    move: str


class Tick(Struct, frozen=True):
    """Something is due."""


class Heard(Struct, frozen=True):
    """Another process changed this table."""

    v: int
    revision: int


class Said(Struct, frozen=True):
    """Somebody spoke at this table in another process; the store has the lines up to this number."""

    n: int


class Signed(Struct, frozen=True):
    """Somebody made a sign at this table in another process."""

    sign: m.Emoted


class Who(Struct, frozen=True):
    """Another process has opened this table and asks who is here."""


class Present(Struct, frozen=True):
    """Who with a seat is connected in another process: all of them."""

    worker: str
    people: list[str]


Letter = Joined | Left | Asks | Errand | Thought | Tick | Heard | Said | Signed | Who | Present


def moved_note(v: int, revision: int) -> bytes:
    return b"moved %d %d" % (v, revision)


def said_note(n: int) -> bytes:
    return b"said %d" % n


def sign_note(sign: m.Emoted) -> bytes:
    return b"sign " + m.encode(sign)


def who_note() -> bytes:
    return b"who"


def present_note(people: Iterable[str]) -> bytes:
    return " ".join(["present", *people]).encode()


def read_note(worker: bytes, kind: bytes, rest: bytes) -> Letter | None:
    """What another process told on the bus; None for a kind that only a newer one knows."""
    if kind == b"moved":
        v, revision = rest.split()
        return Heard(int(v), int(revision))
    if kind == b"said":
        return Said(int(rest))
    if kind == b"who":
        return Who()
    if kind == b"present":
        return Present(worker.decode(), rest.decode().split())
    return Signed(_sign.decode(rest)) if kind == b"sign" else None


_sign: msgspec.json.Decoder[m.Emoted] = msgspec.json.Decoder(m.Emoted)


class Surroundings(NamedTuple):
    """What every room of a process shares."""

    store: Store
    bus: Bus
    time: Time
    players: Players
    rest: Rest
    worker: str
    """this process, in bus messages"""
    changed: Callable[["Room"], None]
    """called when what lists say of the table changed"""
    took: Callable[[int], None]
    """called with the milliseconds from the arrival of a request until its room was done with it"""
    rematch: Callable[["Room", Person], Awaitable[str]] | None = None

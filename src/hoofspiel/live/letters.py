"""What lies in a room's mailbox."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from . import messages as m
from .ports import Reader


class Joined(Struct, frozen=True):
    """A connection is there; `since` is the version its page still has."""

    reader: Reader
    since: int | None


class Left(Struct, frozen=True):
    """A connection is gone."""

    reader: Reader


class Asks(Struct, frozen=True):
    """Somebody asks for something, which arrived at this time."""

    reader: Reader
    request: m.TableRequest
    at: int


class Errand(Struct, frozen=True):
    """Code outside looks at the table or changes it, in turn: between two letters everything is stored."""

    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[Any]

    async def run(self) -> None:
        try:
            found = await self.work()
        except Exception as error:
            self.refuse(error)
        else:
            if not self.done.done():  # whoever asked may have given up
                self.done.set_result(found)

    def refuse(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Thought(Struct, frozen=True):
    """A bot has made up its mind."""

    seat: int
    moment: int
    move: str


class Hurried(Struct, frozen=True):
    """The bots here have too little time to think, or enough again."""

    on: bool


class Tick(Struct, frozen=True):
    """Something is due."""


class Leased(Struct, frozen=True):
    """The lease of this table has come to this process or has left it."""


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
    """All who have a seat and are connected in another process."""

    worker: str
    people: list[str]


Letter = Joined | Left | Asks | Errand | Thought | Hurried | Tick | Leased | Heard | Said | Signed | Who | Present

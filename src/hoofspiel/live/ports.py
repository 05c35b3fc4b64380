"""What a room asks of the world around it; the store and the bus have ports of their own.

A server brings sockets, worker processes and the machine's clock, a test brings paper. Nothing else in this package
knows a thread, a process or a socket, so that a room can run wherever there is an event loop.
"""

from collections.abc import Callable
from typing import Any, Protocol

from hoofspiel.kernel.game import Game
from hoofspiel.store.port import Person


class Alarm(Protocol):
    """A call that is due."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """Milliseconds since 1970 that never run backwards, and calls at a given time."""

    def now(self) -> int: ...

    def wake(self, at: int, call: Callable[[], None]) -> Alarm: ...


class Players(Protocol):
    """Whoever thinks for bot seats: handed a guess, never the position."""

    async def think(self, game: Game, guess: Any, seat: int, level: str, whose: tuple[str, str]) -> str:
        """A move for this seat; never fails, and takes hardly longer than the level's time.

        `whose` are the person and the table it is for: where many want bots to think, people get equal shares.
        """

    def prepare(self, game: Game) -> None:
        """A match of this game begins: whoever is idle gets ready for it."""

    def pause_ms(self, game: Game, level: str, share: float = 1.0) -> int:
        """How long a bot waits before it answers, for this share of its usual time; no shorter than it may think.

        Knows nothing of the position, so it can tell nothing.
        """

    def chance(self) -> int:
        """A random number below 2 ** 53 that has nothing to do with any match."""


class Lease(Protocol):
    """Which process runs a table's bots, clocks and deadlines. Any process may take what people ask for."""

    def mine(self, table_id: str) -> bool:
        """Answered from memory. When the answer changes, whoever holds the leases sends the room a `Leased` letter."""


class Line(Protocol):
    """What the server itself measured of a connection."""

    def rtt(self) -> tuple[float, float]:
        """The lowest round trip and a slow one, in ms, as far as they are believed."""

    @property
    def proven(self) -> bool:
        """Does anybody but the client itself vouch for them?"""

    @property
    def answers(self) -> float | None:
        """The lowest round trip of the client's own answers; None while there are too few."""

    @property
    def late(self) -> bool:
        """Do all answers come later than the line explains?"""


class Reader(Protocol):
    """One connection to a table. `tell` never waits: a reader that cannot keep up is cut off and resumes."""

    person: Person
    seats: tuple[int, ...]
    """those this person holds: none for a watcher or a screen, several for people around one device"""
    screen: bool
    """the table on a television: shown what a watcher is shown, whoever opened it"""

    @property
    def line(self) -> Line: ...

    def tell(self, *frames: bytes) -> None: ...

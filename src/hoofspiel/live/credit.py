"""What each seat of a timed match is given for its line, and when that is doubted.

A seat has one timing line. Whoever holds a seat may look through several sockets; the quickest of those that were shown
the present card is the one whose round trips count, wherever the press comes from.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from . import hooks
from .body import Body
from .crowd import Crowd
from .ports import Reader
from .state import TableState

REMEMBERED = 40
"""presses of a seat whose claims are looked at"""


class Trips(NamedTuple):
    """The lowest round trip of a line and a slow one, in ms."""

    low: float
    high: float

    def quicker(self, other: "Trips") -> "Trips":
        return Trips(min(self.low, other.low), min(self.high, other.high))


NOTHING = Trips(0.0, 0.0)


class Credit:
    """The timing lines of one match."""

    def __init__(self, state: TableState, crowd: Crowd) -> None:
        self.state = state
        self.crowd = crowd
        self._quickest: dict[int, Trips] = {}
        """by seat, the quickest line that has been shown the present card, also one that is gone by now"""
        self._lowest: dict[int, float] = {}
        """by seat, the lowest answers of lines nobody vouches for: such a credit never grows within a match"""
        self._claims: dict[int, deque[float]] = {}

    def shown(self) -> None:
        """A new card: those who are connected now are shown it."""
        self._quickest.clear()
        self.look()

    def look(self) -> None:
        """Somebody may have come: whoever joins is shown the card, too."""
        for reader in self.crowd.readers:
            for seat in reader.seats:
                trips = self._believed(reader, seat)
                known = self._quickest.get(seat)
                self._quickest[seat] = trips if known is None else known.quicker(trips)

    def _believed(self, reader: Reader, seat: int) -> Trips:
        line = reader.line
        trips = Trips(*line.rtt())
        if line.proven:
            return trips
        answers, lowest = line.answers, self._lowest.get(seat)
        if answers is not None:
            lowest = self._lowest[seat] = answers if lowest is None else min(lowest, answers)
        return trips if lowest is None else trips.quicker(Trips(lowest, lowest + trips.high - trips.low))

    def is_doubted(self, seat: int) -> bool:
        person = self.state.body.seats[seat].person
        return person is not None and self.state.body.doubted.get(str(seat)) == person

    def of(self, seat: int) -> Trips:
        """What this seat's line is given for the present card."""
        self.look()
        return NOTHING if self.is_doubted(seat) else self._quickest.get(seat, NOTHING)

    def slow(self) -> list[float]:
        """A slow round trip of each seat that somebody looks after."""
        self.look()
        return [0.0 if self.is_doubted(seat) else trips.high for seat, trips in self._quickest.items()]

    def claim(self, seat: int, implied: float) -> None:
        """A press says that its line took so long."""
        self._claims.setdefault(seat, deque(maxlen=REMEMBERED)).append(implied)

    def doubt(self, reader: Reader, seat: int) -> str | None:
        """Why this line's claims do not fit; None while they do, or where that is known already."""
        if self.is_doubted(seat):
            return None
        if reader.line.late:
            return "late"
        game, claims = self.state.playing().game, list(self._claims.get(seat, ()))
        return hooks.doubt(game, claims=claims, answers=reader.line.answers, rtt_p95=self.of(seat).high)


def note_doubt(seat: int) -> Callable[[Body], None]:
    """The table remembers it, over restarts and in the record."""

    def note(body: Body) -> None:
        person = body.seats[seat].person
        if person is not None:
            body.doubted[str(seat)] = person

    return note

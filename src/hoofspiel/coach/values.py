"""The value function of the coach: playouts of one game, called from Python, and the name and hash it goes by."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hoofspiel.bots import search
from hoofspiel.bots.thinking import Thinker
from hoofspiel.coach import playouts, second
from hoofspiel.kernel import bind, defaults
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match

NAME = "playouts-3"
RECKONED_IN = ("apart.py", "judging.py", "values.py")
"""Files beside this one whose every change makes other figures of the same playouts."""
LONGEST_SERIES = 8


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many playouts each question gets."""

    screened: int
    """For every candidate, to find the few that matter."""
    judged: int
    """For those few, on guesses that none of them has met before."""
    steps: int
    """For the value of the position after each move."""
    chances: int
    """For a position that chance has just changed."""
    starts: int
    """For what a seat is worth before anything is dealt."""
    searched: int = 16
    """Iterations of the search that is asked for a second opinion, for each of two choices."""

    def times(self, factor: int) -> "Amounts":
        return Amounts(*(getattr(self, name) * factor for name in self.__slots__))


COMPILED = Amounts(screened=256, judged=2_048, steps=128, chances=768, starts=4_000, searched=4_000)
PLAIN = Amounts(screened=8, judged=24, steps=4, chances=8, starts=40, searched=40)
"""Without the compiler a review is coarse, and says so by its wide intervals."""


class Values:
    """The playouts of one game."""

    def __init__(self, game: Game, *, compiled: bool | None = None, amounts: Amounts | None = None) -> None:
        self.game = game
        self.compiled = bind.available() if compiled is None else compiled
        self.amounts = amounts or (COMPILED if self.compiled else PLAIN)
        self.world = bind.fast(game, playouts) if self.compiled else bind.plain(game, playouts)
        self._rooms: dict[int, tuple[Any, Any, Any]] = {}
        self._mind: Thinker | None = None

    def doubt(self, guess: Any, seat: int, played: int, best: int, *, seed: int) -> float | None:
        """What the search says that an action costs beside another; None where it cannot tell."""
        if self._mind is None:
            self._mind = Thinker(self.game, compiled=self.compiled)
        iterations = self.amounts.searched
        return second.search_says(self._mind, guess, seat, played=played, best=best, seed=seed, iterations=iterations)

    @property
    def hash(self) -> str:
        """Of all sources that decide a value, and of the amounts."""
        return hash_of(self.game, self.amounts)

    def choice(
        self, guess: Any, seat: int, series: Sequence[int], *, seed: int, times: int
    ) -> tuple[list[float], list[int]]:
        """The seat's share of the win on each of its guesses after these actions, and how often each fact was true.

        No actions: whatever a sensible player does.
        """
        shares, counts = self._floats(times * guess.n), self._numbers(playouts.FACTS)
        self._run("choice", guess, seat, self._series(series), len(series), seed, times, shares, counts)
        return [float(share) for share in shares[seat :: guess.n]], [int(n) for n in counts]

    def position(self, s: Any, *, seed: int, times: int, seat: int = 0, series: Sequence[int] = ()) -> list[float]:
        """Each seat's share of the win in a position as it is, all hidden things included, after these actions."""
        shares = self._floats(s.n)
        self._run("position", s, seat, self._series(series), len(series), seed, times, shares)
        return [float(share) / times for share in shares]

    def start(self, blank: Any, *, seed: int, times: int) -> list[float]:
        """What each seat is worth before anything is dealt."""
        shares = self._floats(blank.n)
        self._run("start", blank, seed, times, shares)
        return [float(share) / times for share in shares]

    def _run(self, what: str, s: Any, *given: Any) -> None:
        if self.compiled:
            a, b, c = self._arrays(s)
            getattr(self.world, f"sample_{what}")(a, b, c, *given)
            return
        plain = {"choice": "try_choice_blind", "position": "try_position", "start": "try_start"}[what]
        rooms = [bind.blank(self.game, s.n, {}) for _ in range(2)]
        getattr(self.world, plain)(s, *rooms, *given)

    def _arrays(self, s: Any) -> tuple[Any, Any, Any]:
        found = self._rooms.get(s.n)
        if found is None:
            found = self._rooms[s.n] = (self.world.blank(s.n), self.world.blank(s.n), self.world.blank(s.n))
        bind.pack(self.game, s, found[0])
        return found

    def _series(self, series: Sequence[int]) -> Any:
        room = self._numbers(LONGEST_SERIES)
        room[: len(series)] = list(series)
        return room

    def _numbers(self, n: int) -> Any:
        if not self.compiled:
            return [0] * n
        import numpy as np

        return np.zeros(n, np.int64)

    def _floats(self, n: int) -> Any:
        if not self.compiled:
            return [0.0] * n
        import numpy as np

        return np.zeros(n)


def hash_of(game: Game, amounts: Amounts | None = None) -> str:
    """The hash of a value function, the one used here unless amounts are given; nothing is compiled for it."""
    amounts = amounts or (COMPILED if bind.available() else PLAIN)
    return hashlib.sha256(f"{_sources(game)} {amounts}".encode()).hexdigest()[:16]


@cache
def _sources(game: Game) -> str:
    parts = {part.__name__: part for part in (*bind.modules_of(game, (playouts, search)), second, defaults)}
    digest = hashlib.sha256(f"{game.slug} {game.version}".encode())
    for name in sorted(parts):  # not by file: two modules may share the name of theirs
        digest.update(_text(Path(str(parts[name].__file__))))
    for name in RECKONED_IN:
        digest.update(_text(Path(__file__).with_name(name)))
    return digest.hexdigest()


def _text(file: Path) -> bytes:
    """What stands in a file, wherever it was checked out."""
    return file.read_bytes().replace(b"\r\n", b"\n")


def warm(game: Game) -> None:
    """Compile in advance what a review needs, so that the first one is as fast as any."""
    if game.timed:
        return
    values, match = values_of(game), Match(game, seats=game.seats[0], seed=1)
    seat = match.actors[0]
    values.choice(match.guess(seat, 1), seat, (), seed=1, times=1)
    values.position(match.position, seed=1, times=1)
    values.start(bind.blank(game, match.seats, {}), seed=1, times=1)
    one, *_, other = match.series(seat).values()
    values.doubt(match.guess(seat, 1), seat, one[0], other[0], seed=1)


@cache
def values_of(game: Game) -> Values:
    """This process's one value function for a game."""
    return Values(game)

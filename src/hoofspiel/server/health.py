"""/healthz: not whether the process lives, but whether a move can be played and stored."""

import asyncio
from collections.abc import Callable

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.live.time import SystemTime
from hoofspiel.store.port import MoveRow, Store

GONE_MS = 600_000
"""a health match to which nobody has added for this long is of a process that is gone"""
KEPT_MS = 1000
"""how long an answer is good for: asking costs a commit, and everybody may ask"""
SECONDS = 5


class Health:
    """A private match that nobody sees, one move a question."""

    def __init__(self, store: Store, worker: str, now: Callable[[], int] | None = None) -> None:
        self._store = store
        self._id = f"health{worker}"
        self._now = now or SystemTime().now
        self._match: Match | None = None
        self._v = 0
        self._checking: asyncio.Task[None] | None = None
        self._told: tuple[int, str | None] | None = None
        self.cut_off: Callable[[], bool] = lambda: False
        """can this server not be reached by the others, who reach each other?"""

    async def trouble(self) -> str | None:
        """Why this server is not well, for whoever runs it; None when it is."""
        if self.cut_off():
            return "the other servers cannot be reached"
        if self._told is None or self._now() - self._told[0] >= KEPT_MS:
            try:
                async with asyncio.timeout(SECONDS):
                    await self.check()
            except Exception as error:  # whatever it is, this server is not well
                self._told = self._now(), f"{type(error).__name__}: {error}".rstrip(": ")
            else:
                self._told = self._now(), None
        return self._told[1]

    async def check(self) -> None:
        """Play and store one move; any failure is the caller's to report. Whoever asks meanwhile shares the answer."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self._check())
        await asyncio.shield(self._checking)

    async def tidy(self) -> None:
        """Forget this process's match, and those of processes that are gone."""
        await self._store.forget_health(self._id, self._now() - GONE_MS)

    async def _check(self) -> None:
        if self._match is None or self._match.over:
            await self.tidy()
            game = next(game for game in games().values() if not game.timed)
            self._match, self._v = Match(game, seats=game.seats[0]), 0
        match, self._match = self._match, None  # after any trouble another one begins
        seat = match.actors[0]
        move = match.moves(seat)[0]
        match.play(seat, move)
        self._v += 1
        await self._store.append(self._id, [MoveRow(self._v, seat, move, self._now(), "")])
        if len(await self._store.moves(self._id, self._v - 1)) != 1:
            raise OSError("a stored move is not there")
        self._match = match

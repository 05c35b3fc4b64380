"""/healthz: not whether the process lives, but whether a move can be played and stored."""

import asyncio

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.store.port import MoveRow, Store


class Health:
    """A private match that nobody sees, one move a question."""

    def __init__(self, store: Store, worker: str) -> None:
        self._store = store
        self._id = f"health{worker}"
        self._match: Match | None = None
        self._v = 0
        self._checking: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Play and store one move; any failure is the caller's to report. Who asks meanwhile shares the answer."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self._check())
        await asyncio.shield(self._checking)

    async def _check(self) -> None:
        if self._match is None or self._match.over:
            await self._store.forget_match(self._id)
            game = next(game for game in games().values() if not game.timed)
            self._match, self._v = Match(game, seats=game.seats[0]), 0
        match, self._match = self._match, None  # after any trouble another one begins
        seat = match.actors[0]
        move = match.moves(seat)[0]
        match.play(seat, move)
        self._v += 1
        await self._store.append(self._id, [MoveRow(self._v, seat, move, 0, "")])
        if len(await self._store.moves(self._id, self._v - 1)) != 1:
            raise OSError("a stored move is not there")
        self._match = match

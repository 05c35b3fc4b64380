"""Bots in seats, as rooms see them: handed a guess, asked for a move, given a pause that says nothing."""

from typing import Any, Protocol

from hoofspiel.kernel.game import Game


class Players(Protocol):
    """Whoever thinks for bot seats."""

    async def think(self, game: Game, guess: Any, seat: int, level: str) -> str:
        """A move for this seat; never fails, never takes longer than the level's time and a little."""

    def prepare(self, game: Game) -> None:
        """A match of this game begins: whoever has nothing to do gets ready for it."""

    def pause_ms(self, game: Game, level: str) -> int:
        """How long a bot waits before it answers. Knows nothing of the position, so it can tell nothing."""

    def chance(self) -> int:
        """A random number below 2 ** 53 that has nothing to do with any match."""

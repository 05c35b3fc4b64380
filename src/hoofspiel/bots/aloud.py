"""A move tried on a copy of a guess, action by action, and said in words."""

from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game


class Aloud:
    """Whoever chooses a move, or retells one, does it here: the guess it was handed stays as it is."""

    def __init__(self, game: Game, guess: Any) -> None:
        self._spell = game.names.spell
        self.rules = bind.plain(game)
        self.position = bind.blank(game, guess.n, {})
        self.rules.assign(self.position, guess)

    def act(self, seat: int, action: int) -> str:
        """Take one action; its words."""
        words: str = self._spell(self.position, seat, action)
        self.rules.act(self.position, seat, action)
        self.position.events.clear()
        return words

    def unfinished(self, seat: int) -> bool:
        """Does this seat's move go on after its last action?"""
        return bool(self.rules.unfinished(self.position) == seat)

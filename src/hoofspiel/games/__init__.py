"""The games, one folder each. Nothing imports them by name: kernel.catalog finds them.

The package itself is a mapping of all games by name, those of other packages too: `games["goats"]`, `list(games)`.
"""

import sys
from collections.abc import Iterator, Mapping
from types import ModuleType

from hoofspiel.kernel.catalog import games as _all_games
from hoofspiel.kernel.game import Game


class Games(ModuleType, Mapping[str, Game]):
    """A package of games that can be asked for them."""

    def __call__(self) -> dict[str, Game]:
        return dict(_all_games())

    def __getitem__(self, slug: str) -> Game:
        return _all_games()[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(_all_games())

    def __len__(self) -> int:
        return len(_all_games())

    def __bool__(self) -> bool:
        return True

    __hash__ = ModuleType.__hash__


sys.modules[__name__].__class__ = Games

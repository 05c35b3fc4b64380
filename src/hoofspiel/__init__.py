"""Hoofspiel: table games, every rule of them, for people, bots and research.

    from hoofspiel import Match, games
    m = Match("goats", seats=4, seed=7)
    m.play(0, "bid 7")

`games` maps the name of each game to its Game; README.md and docs/ tell the rest.
"""

import sys
from typing import cast

from hoofspiel.games import Games
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadDeal, BadMatch, IllegalMove

games = cast(Games, sys.modules["hoofspiel.games"])
"""All games by name."""

__all__ = ["BadDeal", "BadMatch", "IllegalMove", "Match", "games"]

"""A second opinion on a choice that seems dear: the master's own search, which fears and hopes other things.

Playouts go on as sensible players do, so they are wrong wherever a good player would go on otherwise; no number of them
shows that. The search looks for the best way on after either choice. Nobody is blamed unless both say so.
"""

from math import inf
from typing import Any

from hoofspiel.bots import search
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel import bind


def search_says(
    mind: Thinker, guess: Any, seat: int, *, played: int, best: int, seed: int, iterations: int
) -> float | None:
    """What the action `played` costs beside `best`, both met by the same guesses; None where the search cannot tell.

    The measure is the game's own `value`, about 0 to 1. An action that masters never consider has no value; beside
    one, whatever they do consider costs nothing.
    """
    plain = bind.plain(mind.game)
    root = bind.blank(mind.game, guess.n, {})
    plain.assign(root, guess)
    plain.study(root, seat)
    considered = plain.considered(root, seat)
    if played == best or not considered >> played & 1:
        return None
    if not considered >> best & 1:
        return 0.0
    worth = [_worth(mind, root, seat, action, seed, iterations) for action in (best, played)]
    return worth[0] - worth[1]


def _worth(mind: Thinker, root: Any, seat: int, action: int, seed: int, iterations: int) -> float:
    style = getattr(mind.game.bot, "SEARCH", {})
    asked = bind.plain(mind.game).actors(root)
    usual = search.OTHERS_MIXED if asked & (asked - 1) else search.NEVER_MIXED
    thought = mind.think(
        root,
        seat,
        seed=seed,
        iterations=iterations,
        seconds=inf,  # by the clock it would say something else on a busy machine
        explore=style.get("explore", 0.7),
        mixed=style.get("mixed", usual),
        allowed=1 << action,
        lined=False,
    )
    return next(found.value for found in thought.choices if found.action == action)

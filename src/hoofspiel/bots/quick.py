"""Two players that need no thinking time: one picks any legal move, the other follows the game's own greedy advice."""

from collections.abc import Callable
from random import Random
from typing import Any

from hoofspiel.bots.aloud import Aloud
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Seat

Player = Callable[[Match, Seat, Random], str]
"""Chooses one of match.moves(seat)."""


def quick_move(game: Game, guess: Any, seat: int, seed: int) -> str:
    """The advice of the game's bot.py, asked of a guess: no search, no compiling, a fraction of a millisecond.

    A move made of several actions is asked for one by one. Should the advice ever not be legal, any move is.
    """
    aloud = Aloud(game, guess)
    rules, s = aloud.rules, aloud.position
    words = []
    x = rules.seed_rng(seed)
    while True:
        x = rules.next_rng(x)
        action = rules.greedy(s, seat, x)
        if not rules.legal(s, seat) >> action & 1:
            action = rules.random_choice(s, seat, x)
        words.append(aloud.act(seat, action))
        if not aloud.unfinished(seat):
            return " ".join(words)


def play_at_random(match: Match, seat: Seat, chance: Random) -> str:
    return chance.choice(match.moves(seat))


def play_greedily(match: Match, seat: Seat, chance: Random) -> str:
    return quick_move(match.game, match.guess(seat, chance.getrandbits(53)), seat, chance.getrandbits(53))


QUICK: dict[str, Player] = {"greedy": play_greedily, "random": play_at_random}

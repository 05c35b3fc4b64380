"""Two players who need no thinking time: one picks any legal move, the other follows the game's own greedy advice."""

from collections.abc import Callable
from random import Random

from hoofspiel.kernel import bind
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch, Seat, either

Player = Callable[[Match, Seat, Random], str]
"""Chooses one of match.moves(seat)."""


def play_at_random(match: Match, seat: Seat, chance: Random) -> str:
    return chance.choice(match.moves(seat))


def play_greedily(match: Match, seat: Seat, chance: Random) -> str:
    """The advice of the game's bot.py, asked of a guess; a move made of several actions is asked for one by one."""
    world = bind.plain(match.game)
    guess = match.guess(seat, chance.getrandbits(53))
    series: list[int] = []
    while True:
        action = world.greedy(guess, seat, world.seed_rng(chance.getrandbits(53)))
        series.append(action)
        world.act(guess, seat, action)
        if world.unfinished(guess) != seat:
            return next(move for move, actions in match.series(seat).items() if actions == tuple(series))


LEVELS: dict[str, Player] = {"greedy": play_greedily, "random": play_at_random}


def player(level: str) -> Player:
    if level not in LEVELS:
        raise BadMatch(f"There is no level called {level!r}: choose {either(list(LEVELS))}.")
    return LEVELS[level]

"""One way to ask for a bot's move, whatever the game and the bot.

A bot is a level (novice, casual, club, master), a level with a limit (`master@2000`: 2,000 iterations),
`greedy`, `random`, or `package.module:name`: a function, or a class to call, with (match, seat, chance), that gives one
of match.moves(seat). What it is handed as `match` is its seat alone, in a process of its own: see seated.py and own.py.
"""

from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from hoofspiel.bots import advice
from hoofspiel.bots.aloud import Aloud
from hoofspiel.bots.levels import LEVELS, Level, choose_actions, find_level
from hoofspiel.bots.own import OwnBot
from hoofspiel.bots.quick import QUICK, Player, quick_move
from hoofspiel.bots.thinking import thinker
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch, Seat, either

__all__ = ["LEVELS", "choose", "player_called", "quick_move", "warm"]


def choose(game: str | Game, guess: Any, seat: int, level: str, seed: int, seconds: float) -> str:
    """The move a bot of this level plays, in words, within about `seconds` of thinking.

    `guess` is a plain position redealt for `seat`; `seed` decides whatever the bot leaves to chance.
    """
    found = find_game(game)
    if found.timed:
        return quick_move(found, guess, seat, seed)
    return _spell(found, guess, seat, choose_actions(found, guess, seat, find_level(level), seed, seconds))


def _spell(game: Game, guess: Any, seat: int, actions: tuple[int, ...]) -> str:
    """The words of a move made of these actions."""
    aloud = Aloud(game, guess)
    return " ".join([aloud.act(seat, action) for action in actions])


def warm(game: str | Game) -> None:
    """Compile in advance whatever `choose` and advice need for a game, so that the first call is as fast as any."""
    found = find_game(game)
    if not found.timed:
        match = Match(found, seats=found.seats[0], seed=1)
        seat = match.actors[0]
        thinker(found).think(match.guess(seat, 1), seat, seed=1, iterations=2)
        advice.advise(game, match.guess(seat, 1), seat, 1, 0.0)


def player_called(name: str) -> Player:
    """The player of that name; raises BadMatch when there is none."""
    if name in QUICK:
        return QUICK[name]
    if ":" in name:
        return OwnBot(name)
    level = level_called(name)

    def play(match: Match, seat: Seat, chance: Random) -> str:
        game, guess = match.game, match.guess(seat, chance.getrandbits(53))
        if game.timed:
            return quick_move(game, guess, seat, chance.getrandbits(53))
        return _spell(game, guess, seat, choose_actions(game, guess, seat, level, chance.getrandbits(53)))

    return play


def level_called(name: str) -> Level:
    """Searches for a fixed number of iterations, so that it plays the same on a busy machine."""
    base, at, so_far = name.partition("@")
    if base not in LEVELS or at and not (so_far.isdecimal() and int(so_far)):
        raise BadMatch(f"There is no bot called {name!r}: choose {either([*LEVELS, *QUICK, 'package.module:name'])}.")
    level = replace(LEVELS[base], seconds=inf)
    return replace(level, iterations=int(so_far)) if at else level

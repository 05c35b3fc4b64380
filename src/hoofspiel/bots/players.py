"""One way to ask for a bot's move, whatever the game and the bot.

A bot is a level (novice, casual, club, master), a level with a limit (`master@2000`: 2,000 iterations),
`greedy`, `random`, or `package.module:name`: a function, or a class to call, with (match, seat, chance), that gives one
of match.moves(seat). What it is handed as `match` is its seat alone: see seated.py.
"""

from dataclasses import replace
from importlib import import_module
from math import inf
from random import Random
from typing import Any

from hoofspiel.bots import advice
from hoofspiel.bots.aloud import Aloud
from hoofspiel.bots.levels import LEVELS, Level, choose_actions, find_level
from hoofspiel.bots.quick import QUICK, Player, quick_move
from hoofspiel.bots.seated import BotFailed, Seated
from hoofspiel.bots.thinking import thinker
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch, Refused, Seat, either

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
        return _own_player(name)
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


def _own_player(name: str) -> Player:
    """A user's bot. Whatever is wrong with it becomes one sentence, because its code is not ours to trust."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise BadMatch(f"A bot of your own is named module:name, such as my_bots:Cautious, not {name!r}.")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        own: Any = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:
        raise BadMatch(f"The bot {name!r} cannot be loaded: {_in_a_sentence(error)}.") from None
    if not callable(own):
        raise BadMatch(f"The bot {name!r} must be a function or a class to call with (match, seat, chance).")

    def play(match: Match, seat: Seat, chance: Random) -> str:
        move = None
        try:
            move = own(Seated(match, seat, chance.getrandbits(53)), seat, chance)
            match.check(seat, move)
        except (Exception, SystemExit) as error:
            raise BotFailed(name, seat, move, _in_a_sentence(error)) from None
        legal: str = move
        return legal

    return play


def _in_a_sentence(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno} of {error.filename} is not Python ({error.msg})"
    said = str(error).rstrip(".")
    return said if isinstance(error, Refused) else f"{type(error).__name__}: {said}" if said else type(error).__name__

"""One way to ask for a bot's move, whatever the game and the bot.

A bot is a level (novice, casual, club, master), a level that looks only so far (`master@2000`: so many iterations),
`greedy`, `random`, or `package.module:name`: a function, or a class to call, with (match, seat, chance), that gives one
of match.moves(seat). It sees match.view(seat) and match.moves(seat); the position is not for it.
"""

from dataclasses import replace
from importlib import import_module
from math import inf
from random import Random
from typing import Any

from hoofspiel.bots import advice
from hoofspiel.bots.levels import LEVELS, Level, choose_actions, find_level
from hoofspiel.bots.quick import QUICK, Player, quick_move
from hoofspiel.bots.thinking import thinker
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch, Seat, either

__all__ = ["LEVELS", "choose", "player_called", "quick_move", "warm"]


def choose(game: str, guess: Any, seat: int, level: str, seed: int, seconds: float) -> str:
    """The move a bot of this level plays, in words, within about `seconds` of thinking.

    `guess` is a plain position redealt for `seat`; `seed` decides whatever the bot leaves to chance.
    """
    found = find_game(game)
    if found.timed:
        return quick_move(game, guess, seat, seed)
    return _spell(found, guess, seat, choose_actions(found, guess, seat, find_level(level), seed, seconds))


def _spell(game: Game, guess: Any, seat: int, actions: tuple[int, ...]) -> str:
    """The words of a move made of these actions."""
    world = bind.plain(game)
    s = bind.blank(game, guess.n, {})
    world.assign(s, guess)
    words = []
    for action in actions:
        words.append(game.names.spell(s, seat, action))
        world.act(s, seat, action)
    return " ".join(words)


def warm(game: str) -> None:
    """Compile ahead whatever `choose` and advice need for a game, so that the first takes no longer than the next."""
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
    level = _level_called(name)

    def play(match: Match, seat: Seat, chance: Random) -> str:
        game, guess = match.game, match.guess(seat, chance.getrandbits(53))
        if game.timed:
            return quick_move(game.slug, guess, seat, chance.getrandbits(53))
        return _spell(game, guess, seat, choose_actions(game, guess, seat, level, chance.getrandbits(53)))
    return play


def _level_called(name: str) -> Level:
    """Looks as far as its iterations alone say: the same on a busy machine."""
    base, at, so_far = name.partition("@")
    if base not in LEVELS or at and not (so_far.isdecimal() and int(so_far)):
        raise BadMatch(f"There is no bot called {name!r}: choose {either([*LEVELS, *QUICK, 'package.module:name'])}.")
    level = replace(LEVELS[base], seconds=inf)
    return replace(level, iterations=int(so_far)) if at else level


def _own_player(name: str) -> Player:
    module, _, attribute = name.partition(":")
    try:
        found: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadMatch(f"The bot {name!r} cannot be loaded: {error}.") from None
    own: Any = found() if isinstance(found, type) else found
    if not callable(own):
        raise BadMatch(f"The bot {name!r} must be a function or a class to call with (match, seat, chance).")
    player: Player = own
    return player

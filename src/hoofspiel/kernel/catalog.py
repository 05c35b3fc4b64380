"""Finds the games: every folder under hoofspiel.games, and every package that registers one."""

import logging
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.words import BadMatch, BrokenGame, either

log = logging.getLogger("hoofspiel.catalog")
FOLDERS = "hoofspiel.games"


@cache
def places() -> dict[str, Callable[[], Any]]:
    """How each game is loaded, by slug, in alphabetical order; nothing is loaded yet."""
    found: dict[str, Callable[[], Any]] = {}
    for folder in iter_modules(import_module(FOLDERS).__path__):
        found[folder.name] = partial(_in_folder, folder.name)
    found |= {point.name: point.load for point in entry_points(group=FOLDERS)}
    return dict(sorted(found.items()))


def _in_folder(name: str) -> Any:
    return import_module(f"{FOLDERS}.{name}").GAME


@cache
def games() -> dict[str, Game]:
    """All games that can be loaded, by slug; one that cannot is named in the log, and the others go on."""
    found: dict[str, Game] = {}
    for slug in places():
        try:
            found[slug] = find_game(slug)
        except BrokenGame as error:
            log.warning("%s The other games are not affected.", error)
    return found


def find_game(slug: object) -> Game:
    """The game of that name, without loading the others."""
    if isinstance(slug, Game):
        return slug
    known = places()
    if not isinstance(slug, str) or slug not in known:
        raise BadMatch(f"There is no game called {slug!r} here: choose {either(list(known))}.")
    try:
        game = known[slug]()
    except Exception as error:  # whatever is wrong in a game's folder must not end more than that game
        raise BrokenGame(f"The game {slug} cannot be loaded: {type(error).__name__}: {error}.") from error
    if not isinstance(game, Game) or game.slug != slug:
        raise BrokenGame(f'The game {slug} cannot be loaded: its GAME must be a Game with slug="{slug}", not {game!r}.')
    return game

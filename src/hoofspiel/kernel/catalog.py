"""Finds the games: every folder under hoofspiel.games, and every package that registers one."""
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.words import BadMatch, either

FOLDERS = "hoofspiel.games"


@cache
def games() -> dict[str, Game]:
    """All games by slug, in alphabetical order."""
    found: list[Game] = []
    for folder in iter_modules(import_module(FOLDERS).__path__):
        found.append(import_module(f"{FOLDERS}.{folder.name}").GAME)
    found += [point.load() for point in entry_points(group=FOLDERS)]
    return {game.slug: game for game in sorted(found, key=lambda game: game.slug)}


def find_game(slug: object) -> Game:
    """The game of that name, without loading the others where it can be helped."""
    if isinstance(slug, Game):
        return slug
    known = games()
    if not isinstance(slug, str) or slug not in known:
        raise BadMatch(f"There is no game called {slug!r} here: choose {either(list(known))}.")
    return known[slug]

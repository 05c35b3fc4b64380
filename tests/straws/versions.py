"""Straws in two versions: a made-up game whose rules have changed, for tests of what was played before."""

from dataclasses import replace

from hoofspiel.kernel.game import Game
from hoofspiel.template import GAME
from tests.straws import before

BEFORE = replace(GAME, version=1, then=before, defaults={"straws": 2})
"""As it was while version 1 was the newest."""


def after(version: int = 2) -> Game:
    """The game as it is now; version 1 is how it was."""
    return replace(GAME, version=version, older={1: {"then": before, "defaults": {"straws": 2}}})

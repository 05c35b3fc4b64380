"""The card game that boardgame.io plays in peer/server.js, as a game of ours: the same rules and the same view."""

from benchmarks.server.cards import bot, names, rules, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="cards",
    version=1,
    seats=range(4, 5),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    parts=(view.public, view.private),
    longest=1_000_000_000,
)

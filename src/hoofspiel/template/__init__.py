"""Straws: everybody shows a straw at once, the longest takes a point. Rules: RULES.md."""

from hoofspiel.kernel.game import Game
from hoofspiel.template import bot, names, rules, view

GAME = Game(
    slug="straws",
    version=1,
    seats=range(2, 6),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    longest=100,
)

"""Gouda Gangster: sneak, spy, reinforce; the strongest rats in each room get its cheese. Rules: RULES.md."""

from hoofspiel.games.gouda import bot, live, names, reasons, rules, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="gouda",
    version=1,
    seats=range(3, 7),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    live=live,
    reasons=reasons,
)

"""French Goats in Trench Coats: the highest bid that nobody else made takes the dish. Rules: RULES.md."""

from hoofspiel.games.goats import bot, live, names, reasons, rules, solve, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="goats",
    version=1,
    seats=range(2, 7),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    parts=(view.public, view.private),
    longest=4_000,
    live_options={"windows": "open"},
    alone={"windows": "beats"},
    live=live,
    reasons=reasons,
    solved=solve.solved,
)

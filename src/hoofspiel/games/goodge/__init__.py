"""The Goodge Rules: bid for the Stash and the trump suit, then make good on it. Rules: RULES.md."""

from hoofspiel.games.goodge import bot, live, names, reasons, rules, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="goodge",
    version=1,
    seats=range(3, 5),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    live=live,
    reasons=reasons,
    most_deals=60,
    alone={"counters": "own"},
)

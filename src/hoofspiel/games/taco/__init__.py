"""Taco Verso Bouc Cheese Pizza: when card and word match, slap; the last hand takes the pile. Rules: RULES.md."""

from hoofspiel.games.taco import bot, live, names, reasons, rules, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="taco",
    version=2,
    older={1: {"defaults": {"strict_gesture": False}}},
    seats=range(2, 9),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    live=live,
    reasons=reasons,
    timed=True,
    longest=1_000_000,
    live_options={"tempo": "adaptive"},
    beginners={"strict_gesture": False},
    one_device={"word": "auto"},
)

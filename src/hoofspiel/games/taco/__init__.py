"""Taco Verso Bouc Cheese Pizza: when card and word agree, slap; the last hand takes the pile. Rules: RULES.md."""
from hoofspiel.games.taco import bot, live, names, rules, view
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="taco",
    version=1,
    seats=range(2, 9),
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    live=live,
    timed=True,
    longest=1_000_000,
    live_options={"tempo": "adaptive"},
    one_device={"word": "auto"},
)

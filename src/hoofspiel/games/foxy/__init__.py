"""Foxy & Woolly: wolves, shepherds and eighteen auctions. Rules: RULES.md; what lies in the box: data.toml."""

from hoofspiel.games.foxy import bot, live, names, reasons, rules, view
from hoofspiel.games.foxy.components import BOX
from hoofspiel.kernel.game import Game

GAME = Game(
    slug="foxy",
    version=1,
    seats=range(BOX.players[0], BOX.players[1] + 1),
    house_seats={n: {"six_players": True} for n in range(BOX.players[1] + 1, BOX.players[2] + 1)},
    rules=rules,
    bot=bot,
    names=names,
    view=view.view,
    parts=(view.public, view.private),
    live=live,
    reasons=reasons,
    longest=2_000,
    one_device={"closed_hands": False},
)

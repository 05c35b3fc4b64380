"""List the games, or the house rules of one.

hoofspiel games
hoofspiel games GAME
"""

import argparse

from rich.console import Console
from rich.table import Table

from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.texts import texts_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="tell more about this game")


def run(asked: argparse.Namespace) -> int:
    console = Console(highlight=False)
    if asked.game:
        console.print(about(find_game(asked.game)))
        return 0
    console.print(list_of_games())
    console.print("\n[dim]hoofspiel play GAME · hoofspiel rules GAME · hoofspiel games GAME for its house rules")
    return 0


def list_of_games() -> Table:
    table = Table("", "game", "players", "minutes", "what it is", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for slug, game in games().items():
        texts = texts_of(game)
        table.add_row(f"[bold]{slug}", texts["title"], players(game), str(texts["minutes"]), texts["blurb"])
    return table


def players(game: Game) -> str:
    return f"{game.seats[0]}–{game.seats[-1]}"


def about(game: Game) -> Table:
    texts = texts_of(game)
    title = f"{texts['title']}: house rules"
    table = Table("option", "values", "by the book", "what it does", title=title, title_justify="left")
    for option in game.options:
        values = option.allowed().replace('"', "")
        default = str(option.default).lower()
        table.add_row(f"[bold]{option.name}", values, default, texts["options"][option.name]["what"])
    return table

"""List the games, or the house rules of one.

  hoofspiel games
  hoofspiel games GAME
"""

import argparse

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

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
    console.print("\n[dim]hoofspiel play GAME · hoofspiel rules GAME · hoofspiel games GAME tells its options")
    return 0


def list_of_games() -> Table:
    table = Table("game", "players", "minutes", "", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for slug, game in games().items():
        texts = texts_of(game)
        what = Text.assemble((f"{texts['title']}\n", "bold"), texts["blurb"])
        table.add_row(Text(slug, "bold cyan"), players(game), str(texts["minutes"]), what)
    return table


def players(game: Game) -> str:
    return f"{game.seats[0]}–{game.seats[-1]}"


def about(game: Game) -> RenderableType:
    """Every house rule: its name, the value by the book, all values, and what it does."""
    texts = texts_of(game)
    title = Text.assemble((str(texts["title"]), "bold"), ": house rules, each for --option NAME=VALUE")
    parts: list[RenderableType] = [title]
    for option in game.options:
        values = option.allowed().replace('"', "")
        head = Text.assemble((option.name, "bold cyan"), f"  {str(option.default).lower()} by the book")
        head.append(f"; takes {values}", "dim")
        parts += [Text(), head, Padding(str(texts["options"][option.name]["what"]), (0, 0, 0, 4))]
    return Group(*parts)

"""List the games, or the options of one.

hoofspiel games
hoofspiel games GAME
"""

import argparse

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hoofspiel.cli.paragraphs import HEADS, MEANINGS
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import ORIGINS, Game, Option, OptionValue
from hoofspiel.kernel.language import said
from hoofspiel.kernel.texts import texts_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="tell more about this game")


def run(asked: argparse.Namespace) -> int:
    console = Console(highlight=False)
    if asked.game:
        console.print(about(find_game(asked.game)))
        return 0
    console.print(list_of_games())
    commands = "hoofspiel play GAME · hoofspiel rules GAME · hoofspiel games GAME tells its options"
    console.print(f"\n[dim]{said(commands)}")
    return 0


def list_of_games() -> Table:
    titles = (said("game"), said("players"), said("minutes"))
    table = Table(*titles, "", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for slug, game in games().items():
        texts = texts_of(game)
        what = Text.assemble((f"{texts['title']}\n", "bold"), texts["blurb"])
        table.add_row(Text(slug, "bold cyan"), players(game), str(texts["minutes"]), what)
    return table


def players(game: Game) -> str:
    return f"{game.seats[0]}–{game.seats[-1]}"


def about(game: Game) -> RenderableType:
    """Every option under where its rule comes from: its name, its default, what the book has, all values."""
    texts = texts_of(game)
    parts: list[RenderableType] = [
        Text.assemble((str(texts["title"]), "bold"), said(": options, each for --option NAME=VALUE"))
    ]
    for origin in ORIGINS:
        options = [option for option in game.options if option.origin == origin]
        if options:
            parts += [Text(), Text(said(HEADS[origin]), "bold underline"), Text(said(MEANINGS[origin]), "dim")]
        for option in options:
            what = Padding(str(texts["options"][option.name]["what"]), (0, 0, 0, 4))
            parts += [Text(), _head(option), what]
    return Group(*parts)


def _head(option: Option) -> Text:
    head = Text.assemble((option.name, "bold cyan"), f"  {said(f'{_said(option.default)} by default')}")
    if option.by_the_book != option.default:
        head.append(said(f", {_said(option.by_the_book)} by the book"))
    values = option.allowed().replace('"', "")
    return head.append(said(f"; takes {values}"), "dim")


def _said(value: OptionValue) -> str:
    return str(value).lower()

"""Read a game's rules.

  hoofspiel rules GAME           all of them
  hoofspiel rules GAME R3.2      one paragraph
  hoofspiel rules GAME ties      the paragraphs with a word in them
"""

import argparse

from rich.console import Console
from rich.markdown import Markdown

from hoofspiel.cli.paragraphs import found_in, rulebook
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("words", nargs="*", metavar="WORD", help="a paragraph's number, or words to look for")


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    console = Console(highlight=False)
    if not asked.words:
        console.print(Markdown(rulebook(game)))
        return 0
    words = " ".join(asked.words)
    paragraphs = found_in(game, words)
    if not paragraphs:
        raise Refused(
            f"The rules of {game.slug} have no paragraph with {words!r}; 'hoofspiel rules {game.slug}' shows all."
        )
    for paragraph in paragraphs:
        console.print(Markdown(paragraph))
        console.print()
    return 0

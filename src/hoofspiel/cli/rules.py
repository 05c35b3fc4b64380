"""Read a game's rules.

hoofspiel rules GAME           all of them
hoofspiel rules GAME R3.2      one paragraph, or with R3 a whole section
hoofspiel rules GAME ties      the paragraphs about a word, the best first
"""

import argparse

from rich.console import Console

from hoofspiel.cli.paragraphs import found_in, some, whole
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "words", nargs="*", default=[], metavar="WORD", help="a paragraph's number, or words to look for"
    )


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    console = Console(highlight=False)
    if not asked.words:
        console.print(whole(game, width=console.width))
        return 0
    words = " ".join(asked.words)
    paragraphs = found_in(game, words)
    if not paragraphs:
        raise Refused(
            f"The rules of {game.slug} say nothing about {words!r}; 'hoofspiel rules {game.slug}' shows them all."
        )
    console.print(some(paragraphs, width=console.width))
    return 0

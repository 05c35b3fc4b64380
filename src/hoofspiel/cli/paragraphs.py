"""A game's RULES.md, whole and by numbered paragraph."""

import re
from pathlib import Path

from hoofspiel.kernel.game import Game

NUMBER = re.compile(r"\*\*(R\d+\.\d+)\*\*")


def rulebook(game: Game) -> str:
    return (Path(str(game.rules.__file__)).parent / "RULES.md").read_text(encoding="utf-8")


def numbered(game: Game) -> dict[str, str]:
    """Every paragraph by its number."""
    found: dict[str, str] = {}
    current = ""
    for line in rulebook(game).splitlines():
        if number := NUMBER.search(line):
            current = number[1]
        elif not line.strip() or line.startswith(("#", "|")):
            current = ""
        if current:
            found[current] = f"{found.get(current, '')}{line}\n"
    return found


def found_in(game: Game, words: str) -> list[str]:
    """The paragraph of that number, or all with these words in them."""
    paragraphs = numbered(game)
    if words.upper() in paragraphs:
        return [paragraphs[words.upper()]]
    return [text for text in paragraphs.values() if words.lower() in text.lower()]

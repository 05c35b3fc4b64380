"""How a table, what happened on it and what one may do are shown in a terminal."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.pretty import Pretty
from rich.table import Table
from rich.text import Text

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.texts import Texts
from hoofspiel.kernel.words import Event, Seat

EXPLAINED, LISTED = 12, 60
"""So many moves are shown with a sentence each, and so many at all."""


def table_of(game: Game, view: Any, who: Sequence[str], texts: Texts) -> RenderableType:
    """The table as one reader may see it: drawn by the game's terminal.py, or else as plain facts."""
    drawing = terminal_of(game)
    if drawing is None:
        return Pretty({name: fact for name, fact in view.items() if name not in ("me", "prompt")})
    drawn: RenderableType = drawing.draw(view, who, texts)
    return drawn


def terminal_of(game: Game) -> Any:
    """The game's terminal.py: draw(view, who, texts), and in a game of reactions play(...), its own way to sit."""
    name = f"{game.rules.__package__}.terminal"
    return import_module(name) if find_spec(name) else None


def happenings(events: Sequence[Event], who: Sequence[str], texts: Texts, reader: Seat | None) -> RenderableType | None:
    """What happened, as one paragraph."""
    told = [sentence for event in events if (sentence := texts.event(event, who, reader))]
    if not told:
        return None
    paragraph = Text(" ".join(sentence[0].upper() + sentence[1:] for sentence in told))
    return Padding(paragraph, (0, 1, 0, 2))


def one_word(moves: Sequence[str], texts: Texts) -> str:
    """The word, if it is the only one with nothing but an amount after it: then the number alone says everything.

    A number that stands for a player or a thing does not speak for itself.
    """
    counted = {move.partition(" ")[0] for move in moves if move.count(" ") == 1 and move.partition(" ")[2].isdecimal()}
    word = counted.pop() if len(counted) == 1 else ""
    return word if "{1}" in str(texts["moves"].get(word, "")) else ""


def offers(moves: Sequence[str], who: Sequence[str], texts: Texts) -> RenderableType:
    """The legal moves: amounts that speak for themselves, or each move with the number that stands for it."""
    if word := one_word(moves, texts):
        numbers = [move.partition(" ")[2] for move in moves if move.startswith(f"{word} ")]
        others = [move for move in moves if not move.startswith(f"{word} ")]
        line = Padding(Text.assemble((f"{word}  ", "dim"), ("  ".join(numbers), "bold cyan")), (0, 0, 0, 2))
        return Group(line, _explained(others, [""] * len(others), who, texts)) if others else line
    return _explained(moves, [f"{number:3}" for number in range(1, len(moves) + 1)], who, texts)


def _explained(moves: Sequence[str], signs: Sequence[str], who: Sequence[str], texts: Texts) -> RenderableType:
    """Each move after its sign, with a sentence if there are not too many."""
    if len(moves) <= EXPLAINED:
        grid = Table.grid(padding=(0, 2))
        for sign, move in zip(signs, moves, strict=True):
            grid.add_row(Text(sign, "bold cyan"), Text(move), Text(texts.move(move, who), "dim"))
        return grid
    shown = [Text.assemble((sign, "bold cyan"), f" {move}") for sign, move in zip(signs, moves, strict=True)]
    columns = Columns(shown[:LISTED], padding=(0, 2), column_first=True)
    if len(moves) <= LISTED:
        return columns
    return Group(columns, Text(f"  and {len(moves) - LISTED} more: type a move, or its beginning to see those", "dim"))


def meant(text: str, moves: Sequence[str], texts: Texts) -> list[str]:
    """The moves a person may have meant: one is clear, several are not, none is no move."""
    typed = " ".join(text.lower().split())
    if exact := [move for move in moves if move.lower() == typed]:
        return exact
    if typed.isdecimal():
        if word := one_word(moves, texts):
            return [move for move in moves if move == f"{word} {int(typed)}"]
        return [moves[int(typed) - 1]] if 1 <= int(typed) <= len(moves) else []
    named = [move for move in moves if move.partition(" ")[2].lower() == typed]
    return named or [move for move in moves if move.lower().startswith(typed)]


def result(who: Sequence[str], points: Sequence[int], winners: Sequence[Seat], me: Seat | None) -> RenderableType:
    """Who won, and everybody's points."""
    names = [who[seat] for seat in winners]
    best = points[winners[0]]
    if len(names) == 1:
        verb = "win" if winners[0] == me else "wins"
        said = f"{names[0]} {verb} with {best} {'point' if best == 1 else 'points'}."
    else:
        said = (
            f"{', '.join(names[:-1])} and {names[-1]} share the win with {best} {'point' if best == 1 else 'points'}."
        )
    grid = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(who)), key=lambda seat: (seat not in winners, -points[seat])):
        grid.add_row("★" if seat in winners else "", who[seat], Text(str(points[seat]), justify="right"))
    return Group(Text(said[0].upper() + said[1:], "bold green" if me in winners else "bold"), "", grid)


def say(console: Console, part: RenderableType | None) -> None:
    if part is not None:
        console.print(part)

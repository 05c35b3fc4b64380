"""How a table, what happened on it and what one may do are shown in a terminal."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.pretty import Pretty
from rich.table import Table
from rich.text import Text

from hoofspiel.cli.typed import own_words, shown
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import PLACE, SOURCE, said
from hoofspiel.kernel.texts import Texts, texts_of
from hoofspiel.kernel.words import Event, Seat

LISTED = 60
"""So many moves are shown at all."""
FOR_THE_TABLE = 16
"""So many lines of the terminal are left to the table when moves are explained, each in a line of its own."""
NOBODY = ("",) * 12
SHORT_LADDER = 14
"""So many amounts in equal steps are all written out."""


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


def happenings(game: Game, events: Sequence[Event], who: Sequence[str], reader: Seat | None) -> RenderableType | None:
    """What happened; the first of several events that the game's terminal.py lists in BEGINS begins a new line."""
    texts, begins = texts_of(game), getattr(terminal_of(game), "BEGINS", ())
    told, before = "", ""
    for event in events:
        if sentence := texts.event(event, who, reader):
            now = event["event"]
            told += "" if not told else "\n" if now in begins and before not in begins else " "
            told += sentence[0].upper() + sentence[1:]
            before = now
    return indented(told) if told else None


def indented(words: str, style: str = "") -> RenderableType:
    """Two columns to the right, however many lines it takes."""
    return Padding(Text(words, style), (0, 1, 0, 2))


def one_word(moves: Sequence[str], texts: Texts) -> str:
    """The word, if it is the only one with nothing but an amount after it: then the number alone says everything.

    A number that stands for a player or a thing does not speak for itself.
    """
    counted = {move.partition(" ")[0] for move in moves if move.count(" ") == 1 and move.partition(" ")[2].isdecimal()}
    word = counted.pop() if len(counted) == 1 else ""
    return word if "{1}" in str(texts["moves"].get(word, "")) else ""


def offers(moves: Sequence[str], who: Sequence[str], texts: Texts, lines: int = 40) -> RenderableType:
    """The legal moves: amounts that speak for themselves, or each move with the number that stands for it."""
    if word := one_word(moves, texts):
        amounts = [int(move.partition(" ")[2]) for move in moves if move.startswith(f"{word} ")]
        others = [move for move in moves if not move.startswith(f"{word} ")]
        only = "  (Enter)" if len(moves) == 1 else ""
        line = Text.assemble((f"{_amount_word(word, texts)}  ", "dim"), (_ladder(amounts), "bold cyan"), (only, "dim"))
        ladder = Padding(line, (0, 0, 0, 2))
        return Group(ladder, _explained(others, [""] * len(others), who, texts, lines)) if others else ladder
    signs = [f"{number:3}" for number in range(1, len(moves) + 1)] if len(moves) > 1 else ["  Enter"]
    return _explained(moves, signs, who, texts, lines)


def _amount_word(word: str, texts: Texts) -> str:
    """What stands before the amounts: bid, or in another language what its sentence for the move says."""
    if texts.language.code == SOURCE:
        return word
    return PLACE.sub("", str(texts["moves"][word])).strip().lower()


def _ladder(amounts: Sequence[int]) -> str:
    """The amounts; of a long row in equal steps the beginning and the end."""
    words = [str(amount) for amount in amounts]
    steps = {high - low for low, high in pairwise(amounts)}
    if len(words) > SHORT_LADDER and len(steps) == 1:
        words[5:-2] = ["…"]
    return "  ".join(words)


def _explained(
    moves: Sequence[str], signs: Sequence[str], who: Sequence[str], texts: Texts, lines: int
) -> RenderableType:
    """Each move after its sign, with a sentence if the terminal has room for that."""
    if len(moves) <= lines - FOR_THE_TABLE:
        grid = Table.grid(padding=(0, 2))
        for sign, move in zip(signs, moves, strict=True):
            written, told = shown(move, who, texts), texts.move(move, who)
            grid.add_row(
                Text(sign, "bold cyan"), Text(written), Text("" if told.lower() == written.lower() else told, "dim")
            )
        return grid
    cells = [
        Text.assemble((sign, "bold cyan"), f" {shown(move, who, texts)}")
        for sign, move in zip(signs, moves, strict=True)
    ]
    columns = Columns(cells[:LISTED], padding=(0, 2), column_first=True)
    if len(moves) <= LISTED:
        return columns
    return Group(
        columns, Text(said(f"  and {len(moves) - LISTED} more: type a move, or its beginning to see those"), "dim")
    )


def meant(text: str, moves: Sequence[str], texts: Texts, who: Sequence[str] = NOBODY) -> list[str]:
    """The moves a person may have meant: one is clear, several are not, none is no move."""
    typed = " ".join(text.lower().split())
    if exact := [move for move in moves if move.lower() == typed]:
        return exact
    things = {move: move.partition(" ")[2].lower() for move in moves}
    if typed.isdecimal():
        if word := one_word(moves, texts):
            return [move for move in moves if move == f"{word} {int(typed)}"]
        at = int(typed) - 1
        return [move for number, move in enumerate(moves) if number == at or _is_card(move, typed, texts)]
    named = [move for move, thing in things.items() if thing == typed]
    begun = [move for move in moves if _begins(move.lower(), typed)]
    found = named or begun or [move for move, thing in things.items() if _begins(thing, typed)]
    return found or own_words(text, moves, texts, who)


def _begins(whole: str, typed: str) -> bool:
    """A 1 is not the beginning of a 10."""
    return whole.startswith(typed) and not (typed[-1:].isdecimal() and whole[len(typed) :][:1].isdecimal())


def _is_card(move: str, number: str, texts: Texts) -> bool:
    """Whether the move names a thing with that number, which a person may mean; the number of a seat nobody means."""
    word, _, thing = move.partition(" ")
    return thing == number and "{1:who}" not in str(texts["moves"].get(word, ""))


def result(
    who: Sequence[str], points: Sequence[int], winners: Sequence[Seat], me: Seat | None, texts: Texts
) -> RenderableType:
    """Who won, and everybody's points, in the game's own word for them."""
    names = [who[seat] for seat in winners]
    best = points[winners[0]]
    unit = texts.fill(str(texts.tables.get("unit", "{points|point|points}")), {"points": best}, who)
    if len(names) == 1:
        told = said(f"you win with {best} {unit}." if winners[0] == me else f"{names[0]} wins with {best} {unit}.")
    else:
        told = said(f"{texts.language.listed(names)} share the win with {best} {unit}.")
    grid = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(who)), key=lambda seat: (seat not in winners, -points[seat])):
        grid.add_row("★" if seat in winners else "", who[seat], Text(str(points[seat]), justify="right"))
    return Group(Text(told[0].upper() + told[1:], "bold green" if me in winners else "bold"), "", grid)


def say(console: Console, part: RenderableType | None) -> None:
    if part is not None:
        console.print(part)

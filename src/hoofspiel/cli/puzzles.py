"""Positions with one clearly best choice: what would you play?

  hoofspiel puzzles GAME                          the puzzles that come with a game
  hoofspiel puzzles GAME --make 10 --to FILE      ten new ones, out of matches of masters
  hoofspiel puzzles GAME --from FILE              those of a file

Type a move as it is offered; Enter shows the answer, q leaves.
"""

import argparse
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from hoofspiel.cli import screen
from hoofspiel.cli.typed import shown
from hoofspiel.cli.wishes import chosen_seats, read_file, whole_number
from hoofspiel.coach import Puzzle, make_puzzles, position_at, puzzles
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import language, said, spoken
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import BadMatch, Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--make", type=whole_number, metavar="N", help="how many new puzzles to make")
    parser.add_argument("--to", metavar="FILE", help="where new puzzles go (default: to the screen, as JSON)")
    parser.add_argument("--from", dest="source", metavar="FILE", help="solve the puzzles of this file")
    parser.add_argument("--level", default="master", help="whose matches they are taken from (default: master)")
    parser.add_argument("--seats", type=whole_number, metavar="N", help="players at the table (default: 4)")
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the first match (default: 1)")


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    console = Console(highlight=False)
    if asked.make is not None:
        return _make(game, asked, Console(stderr=True, highlight=False))
    found = _read(Path(asked.source), game) if asked.source else puzzles(game)
    if not found:
        raise Refused(f"No puzzles come with {game.slug}: make some with --make 10 --to FILE.")
    for number, puzzle in enumerate(found, 1):
        console.print(Text(f"\n{said(f'Puzzle {number} of {len(found)}')}: {texts_of(game)['title']}", "bold"))
        if not _solve(console, game, puzzle):
            break
    return 0


def _make(game: Game, asked: argparse.Namespace, console: Console) -> int:
    found: list[Puzzle] = []
    played = 0
    for puzzle in make_puzzles(game, seats=chosen_seats(game, asked.seats), level=asked.level, first_seed=asked.seed):
        if puzzle is None:
            played += 1
            console.print(said(f"{len(found)} of {asked.make} puzzles after {played} matches"), style="dim")
        else:
            found.append(puzzle)
        if len(found) >= asked.make:
            break
    text = "[\n" + ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in found) + "\n]"
    if asked.to:
        Path(asked.to).write_text(text + "\n", encoding="utf-8")
    else:
        print(text)
    return 0


def _read(path: Path, game: Game) -> list[Puzzle]:
    try:
        found = msgspec.json.decode(read_file(path), type=list[Puzzle])
    except msgspec.MsgspecError as error:
        raise BadMatch(f"{path} is not a file of puzzles: {str(error)[:1].lower()}{str(error)[1:]}.") from None
    other = next((puzzle.game for puzzle in found if puzzle.game != game.slug), None)
    if other is not None:
        raise BadMatch(f"{path} holds puzzles of {other}, not of {game.slug}.")
    return found


def _solve(console: Console, game: Game, puzzle: Puzzle) -> bool:
    """Whether the player wants to go on."""
    match = position_at(puzzle.record, len(puzzle.record["moves"]))
    texts, you = texts_of(game), language(spoken.get()).you
    who = [you if seat == puzzle.seat else said(f"seat {seat}") for seat in range(match.seats)]
    console.print(screen.table_of(game, match.view(puzzle.seat), who, texts))
    moves = match.moves(puzzle.seat)
    console.print(Text(said("You may play: ") + ", ".join(shown(move, who, texts) for move in moves)))
    while True:
        try:
            word = console.input(f"[dim]{said('Your move (Enter: the answer, q: leave) ›')}[/] ").strip()
        except EOFError:
            return False
        if word == "q":
            return False
        found = screen.meant(word, moves, texts, who) if word else []
        if word and len(found) != 1:
            console.print(Text(said(f"{word!r} is not possible here.")), style="yellow")
            continue
        word = found[0] if found else ""
        best = shown(puzzle.best, who, texts)
        costs = {other.move: other.cost for other in puzzle.others}
        if word == puzzle.best:
            console.print(Text(said("Right.")), style="green")
        elif word in costs:
            console.print(Text(said(f"That costs {100 * costs[word]:.1f} points of a hundred. Best: {best}.")))
        else:
            console.print(Text(said(f"Best: {best}.")))
        if puzzle.why:
            console.print(Text(texts.said(puzzle.why)))
        return True

"""Play a game in the terminal against bots.

  hoofspiel play
  hoofspiel play GAME --seats 4
  hoofspiel play GAME --seed 7 --option NAME=VALUE

Choose a move by its number or its words; ? explains. Ctrl-C leaves, and the record of the match is kept.
"""

import argparse
import json
import os
import sys
from pathlib import Path
from random import Random

from rich.console import Console
from rich.rule import Rule

from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.players import player_called, warm
from hoofspiel.bots.quick import QUICK
from hoofspiel.bots.seated import BotFailed
from hoofspiel.cli.games import list_of_games
from hoofspiel.cli.screen import terminal_of
from hoofspiel.cli.sitting import Leave, Sitting
from hoofspiel.cli.wishes import ask_for_table, chosen_options, chosen_seats, whole_number
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import language, said, spoken
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.notation import write_text
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import BadMatch, Refused

BOT_NAMES = ("Anouk", "Bruno", "Clara", "Dario", "Elif", "Farid", "Greta", "Hugo")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="'hoofspiel games' lists them (default: asks)")
    ask_for_table(parser)
    parser.add_argument("--seat", type=whole_number, default=0, metavar="N", help="where you sit, from 0 (default: 0)")
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help=f"how the bots play: {', '.join([*LEVELS, *QUICK])}, or module:name for one of yours (default: casual); "
        "in games of reactions also like-me, which is the default there",
    )
    parser.add_argument(
        "--careful", action="store_true", help="after a sealed choice, wait for Enter: until then it can be taken back"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="where to keep the record (default: in your data folder)"
    )


def run(asked: argparse.Namespace) -> int:
    console = Console(highlight=False)
    game = find_game(asked.game) if asked.game else chosen_by_hand(console)
    gentle = game.beginners if asked.level == "novice" else {}
    options = {**(game.live_options if game.timed else {}), **gentle, **chosen_options(game, asked.option)}
    seats = chosen_seats(game, asked.seats, options)
    if asked.seat >= seats:
        raise BadMatch(f"Seats count from 0 to {seats - 1}: you cannot sit in seat {asked.seat}.")
    own_way = getattr(terminal_of(game), "play", None)
    level = asked.level or "casual"
    sys.path.insert(0, os.getcwd())  # a user's own bot lies in the working directory
    bot = player_called(level if own_way is None else "random")
    match = Match(game, seats=seats, seed=asked.seed, options=options)
    who = list(BOT_NAMES[: seats - 1])
    who.insert(asked.seat, language(spoken.get()).you)
    sitting = Sitting(
        match, seat=asked.seat, who=who, bot=bot, chance=Random(str(match.seed)), console=console, careful=asked.careful
    )
    console.print(Rule(f"[bold]{texts_of(game)['title']}[/]  {said(f'seed {match.seed}')}"))
    more = "" if own_way else "; new to it? ? game tells how it goes"
    console.print(said(f"[dim]? explains, Ctrl-C leaves{more}"))
    if level in LEVELS and own_way is None:
        with console.status(said("The bots get ready: compiling the rules, once for this version …")):
            warm(game.slug)
    try:
        if own_way is None:
            sitting.play()
        else:
            own_way(match, seat=asked.seat, who=who, level=asked.level, console=console)
    except (Leave, KeyboardInterrupt):
        console.print(f"\n\n{said('[bold]You leave the table.[/] The record so far:')}\n")
        console.print(json.dumps(sitting.match.record()), style="dim", soft_wrap=True, markup=False)
    except BotFailed:
        keep(sitting.match, asked.record, console, asked.seat)
        raise
    keep(sitting.match, asked.record, console, asked.seat)
    return 0


def chosen_by_hand(console: Console) -> Game:
    known = list(games())
    if len(known) == 1:
        return find_game(known[0])
    console.print(list_of_games())
    try:
        word = console.input(f"\n{said('Which game? ')}").strip().lower()
    except (EOFError, KeyboardInterrupt):
        raise Refused("Name a game, such as 'hoofspiel play " + known[0] + "'.") from None
    found = [slug for slug in known if word and slug.startswith(word)]
    return find_game(found[0] if len(found) == 1 else word)


def keep(match: Match, path: Path | None, console: Console, seat: int) -> None:
    """Write the record to its file and say how to see it again."""
    if not match.history and path is None:
        return
    if path is None:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "hoofspiel/records"
        path = folder / f"{match.game.slug}-{match.seed}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_text(match.record()), encoding="utf-8")
    except OSError as error:
        raise Refused(f"The record cannot be kept in {path}: {(error.strerror or 'unknown reason').lower()}.") from None
    console.print("\n" + said(f"See it again: [bold]hoofspiel replay {path} --seat {seat}"), soft_wrap=True)

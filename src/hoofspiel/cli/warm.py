"""Compile the rules ahead, so that nobody waits later.

  hoofspiel warm            all games
  hoofspiel warm GAME ...

What was compiled is kept in the user's cache folder (or in $HOOFSPIEL_CACHE) until the sources change.
"""

import argparse
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hoofspiel.bots.players import warm
from hoofspiel.cli.wishes import chosen_games
from hoofspiel.coach import values
from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game
from hoofspiel.lab.pace import our_ways
from hoofspiel.lab.tally import play_many, usual_bot


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")


def run(asked: argparse.Namespace) -> int:
    games = chosen_games(asked.game)
    console = Console(highlight=False)
    if not bind.available():
        console.print("Nothing to compile: Numba is not installed, so the rules run as they stand.")
        console.print("[dim]pip install 'hoofspiel\\[fast]' brings it.")
        return 0
    jobs = [(game, label, job) for game in games for label, job in compilations(game)]
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console
    ) as progress:
        bar = progress.add_task("", total=len(jobs))
        for game, label, job in jobs:
            progress.update(bar, description=f"{game.slug}: {label}")
            job()
            progress.advance(bar)
        progress.update(bar, description="all rules are ready")
    return 0


def compilations(game: Game) -> list[tuple[str, Callable[[], object]]]:
    """A compiled function is made by its first call: one small call of everything that others use."""
    seats = game.seats[0]
    return [
        *(
            (f"mass play, {bot}", lambda bot=bot: play_many(game, seats=seats, bots=[bot], matches=1, compiled=True))
            for bot in dict.fromkeys(["greedy", usual_bot(game)])
        ),
        ("bots", lambda: warm(game.slug)),
        *([] if game.timed else [("reviews", lambda: values.warm(game))]),
        ("playouts and single moves", lambda: [work() for _, _, work in our_ways(game, seats)]),
    ]

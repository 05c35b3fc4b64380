"""Play very many matches between bots and add them up.

hoofspiel simulate GAME --games 100000 --seats 4
hoofspiel simulate GAME --bots greedy,random,random,random --json
"""

import argparse
import json
import time
from dataclasses import asdict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from hoofspiel.cli.wishes import ask_for_table, chosen_options, chosen_seats, whole_number
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.language import figure, said
from hoofspiel.kernel.words import Refused
from hoofspiel.lab.tally import Tally, bots_by_seat, play_many, usual_bot

HEADS = ("seat", "bot", "wins", "95 % interval", "points", "most")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--games", type=whole_number, default=10_000, metavar="N", help="matches to play (default: 10000)"
    )
    ask_for_table(parser)
    parser.add_argument(
        "--bots", metavar="BOT,...",
        help="random or greedy: one for all seats, or one for each (default: random); games that know time also have "
        "novice, casual, club and master, who play in virtual time (there the default is club)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print plain data instead of tables")
    parser.add_argument("--plain", action="store_true", help="run the rules uncompiled, even where Numba is installed")


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    options = chosen_options(game, asked.option)
    seats = chosen_seats(game, asked.seats, options)
    compiled = bind.available() and not asked.plain
    bots = bots_by_seat(game, (asked.bots or usual_bot(game)).split(","), seats)
    if asked.games < 1:
        raise Refused("Play at least one match: --games 1 or more.")
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    ) as progress:  # fmt: skip
        bar = progress.add_task(game.slug, total=asked.games)
        play_many(game, seats=seats, bots=bots, matches=1, options=options, compiled=compiled)  # compiles, if it must
        begin = time.perf_counter()
        tally = play_many(
            game, seats=seats, bots=bots, matches=asked.games, options=options, compiled=compiled,
            first_seed=1 if asked.seed is None else asked.seed, progress=lambda more: progress.advance(bar, more),
        )  # fmt: skip
    seconds = time.perf_counter() - begin
    if asked.json:
        print(json.dumps({**asdict(tally), "choices_a_match": tally.choices_a_match}, indent=2))
    else:
        show(tally, seconds, Console(highlight=False))
    return 0


def show(tally: Tally, seconds: float, console: Console) -> None:
    table = Table(*map(said, HEADS), title=said(title(tally)), title_justify="left")
    for column in table.columns[2:]:
        column.justify = "right"
    for number, seat in enumerate(tally.by_seat):
        table.add_row(
            str(number), seat.bot, figure(f"{seat.win_share:.2%}"), figure(f"{seat.low:.2%} – {seat.high:.2%}"),
            figure(f"{seat.points:.2f} ± {seat.points_margin:.2f}"), str(seat.most_points),
        )  # fmt: skip
    console.print(table)
    choices = f"choices a match: {tally.choices_a_match:.1f} on average, {tally.shortest} to {tally.longest}"
    console.print(f"{said(choices)}   {said(f'shared wins: {tally.shared / tally.matches:.2%}')}")
    if tally.minutes is not None:
        console.print(said(f"a match takes {tally.minutes:.1f} minutes at a table"))
    if tally.stopped:
        console.print(said(f"stopped before the end: {tally.stopped / tally.matches:.2%}"))
    speed = f"{tally.choices / seconds:,.0f} choices a second, {'compiled' if tally.compiled else 'plain'}"
    console.print(f"[dim]{said(speed)}")


def title(tally: Tally) -> str:
    return f"{tally.game}: {tally.matches:,} matches of {tally.seats}, seeds from {tally.first_seed}"

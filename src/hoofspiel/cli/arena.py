"""Let bots play against each other and say who is better, with honest intervals.

  hoofspiel arena GAME --bots master,greedy --games 200
  hoofspiel arena GAME --bots my_bots:Cautious,club --seats 4 --save run.jsonl

Fewer bots than seats: the last one takes the seats that are left. Every deal is played once for each way round the
table. With --save a run that was broken off goes on where it stopped. Games that know time are played in virtual time,
by levels only. A bot of your own sees its seat alone; when it breaks down or plays what is not legal it loses that
match, whose record is kept in the folder --failures for 'hoofspiel replay', and the arena goes on.
"""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from hoofspiel.bots.arena import Pairing, Result, play_deals
from hoofspiel.bots.kept import load, save
from hoofspiel.bots.players import player_called
from hoofspiel.bots.standings import Standing, standings
from hoofspiel.bots.timed import check_paces
from hoofspiel.cli.wishes import ask_for_table, chosen_options, chosen_seats, whole_number
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.language import figure, said
from hoofspiel.kernel.words import BadMatch, Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--bots", required=True, metavar="BOT,...", help="levels, greedy, random, module:name")
    parser.add_argument("--games", type=whole_number, default=100, metavar="N", help="matches (default: 100)")
    ask_for_table(parser)
    parser.add_argument("--jobs", type=whole_number, default=os.cpu_count() or 1, metavar="N", help="processes at once")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep results here, and go on from them")
    parser.add_argument(
        "--failures",
        type=Path,
        default=Path("arena-failures"),
        metavar="FOLDER",
        help="where records of matches that a bot broke off go (default: arena-failures)",
    )
    parser.add_argument("--json", action="store_true", help="print plain data instead of a table")


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    if not asked.games:
        raise BadMatch("Play at least one match: --games 1 or more.")
    if not asked.jobs:
        raise BadMatch("Matches need at least one process: --jobs 1 or more.")
    options = chosen_options(game, asked.option)
    seats = chosen_seats(game, asked.seats, options)
    bots = tuple(asked.bots.split(","))
    if len(bots) > seats:
        raise BadMatch(f"{len(bots)} bots do not fit at a table for {seats}: name at most {seats}, or give --seats.")
    sys.path.insert(0, os.getcwd())  # a user's own bot lies in the working directory
    for bot in bots:
        player_called(bot)
    if game.timed:
        check_paces(game, bots)
    pairing = Pairing(game.slug, seats, bots, options)
    first = 1 if asked.seed is None else asked.seed
    deals = range(first, first + max(1, -(-asked.games // seats)))
    results = load(asked.save, pairing) if asked.save else []
    failures: list[Result] = []
    keep = save(asked.save, pairing) if asked.save else None
    done = {result.deal for result in results}
    to_play = [deal for deal in deals if deal not in done]
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        bar = progress.add_task(said(f"{game.slug}, {seats} seats"), total=len(deals) * seats)
        progress.advance(bar, len(done) * seats)
        for played in play_deals(pairing, to_play, jobs=min(asked.jobs, len(to_play))):
            results += played
            if keep:
                keep(played)
            failures += [result for result in played if result.failed]
            progress.advance(bar, seats)
    table = standings(pairing, results)
    for sentence in tell_failures(failures, asked.failures):
        print(f"hoofspiel: {sentence}", file=sys.stderr)
    if asked.json:
        print(
            json.dumps(
                {"game": game.slug, "seats": seats, "matches": len(results), "bots": [asdict(s) for s in table]},
                indent=2,
            )
        )
    else:
        show(game.slug, len(results), table, Console(highlight=False))
    return 0


def tell_failures(failures: list[Result], folder: Path) -> list[str]:
    """Keep the record of every match a bot broke off, and say for each bot what went wrong first."""
    told: dict[str, list[str]] = {}
    for result in failures:
        failed = result.failed
        assert failed is not None
        file = folder / f"{failed.record['game']}-deal{result.deal}-{result.turn}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(failed.record), encoding="utf-8")
        except OSError as error:
            raise Refused(f"{file} cannot be written: {(error.strerror or 'unknown reason').lower()}.") from None
        played = "" if failed.move is None else f" with {failed.move!r}"
        number = len(failed.record["moves"]) + 1
        what = f"deal {result.deal}, seat {failed.seat}, move {number}{played}: {failed.why}"
        told.setdefault(failed.bot, []).append(f"{what}. See it: hoofspiel replay {file}")
    return [
        f"{bot} failed and so lost {len(why)} {'match' if len(why) == 1 else 'matches'}; the first: {why[0]}"
        for bot, why in told.items()
    ]


def show(slug: str, matches: int, table: list[Standing], console: Console) -> None:
    shown = Table(
        *map(said, ("bot", "wins", "95 % interval", "chance", "points", "Elo", "wins by seat")),
        title_justify="left",
        title=said(f"{slug}: {matches} matches, every deal once for each way round the table"),
    )
    for column in shown.columns[1:6]:
        column.justify = "right"
    for s in table:
        low, high = max(0.0, s.win_share - s.margin), min(1.0, s.win_share + s.margin)
        shown.add_row(
            s.bot,
            figure(f"{s.win_share:.1%}"),
            figure(f"{low:.1%} – {high:.1%}"),
            figure(f"{s.chance:.1%}"),
            figure(f"{s.points:.1f}"),
            f"{s.elo:.0f}",
            figure("  ".join(f"{share:.0%}" for share in s.by_seat)),
        )
    console.print(shown)

"""Measure how fast the rules run on this machine.

  hoofspiel bench                      all games
  hoofspiel bench GAME --seats 2
  make bench                           beside OpenSpiel, from a checkout

One core, CPU time, the median of several runs. A choice is one seat's one decision. 'playouts' are whole random
matches inside compiled code, 'from Python' has a Python loop make every choice, 'plain' needs no compiler at all.
'search' counts iterations of the search the bots use: each one guesses what is hidden, walks down the tree, adds to it
and plays to the end of the deal. A row has a ratio if a relative of the game was measured in the same run: to the
fastest way of the fastest relative.
"""

import argparse
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from hoofspiel.cli.wishes import chosen_games, chosen_seats, whole_number
from hoofspiel.kernel.words import Refused
from hoofspiel.lab.pace import FROM_PYTHON, OURS, PLAIN, PLAYOUTS, SEARCH, Pace, medians, our_paces, pin_to_one_core

GOALS = {
    PLAYOUTS: (PLAYOUTS, 5.0),
    FROM_PYTHON: (FROM_PYTHON, 1.5),
    PLAIN: (FROM_PYTHON, 0.3),
    SEARCH: (SEARCH, 10.0),
}
"""What each kind is compared with, and how many times as fast it should be."""

ROUNDS = 3
"""A peer and ours take turns so often: a machine that grows slower meanwhile is slow for both."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    parser.add_argument("--seats", type=whole_number, metavar="N", help="players (default: 4, if the game allows)")
    parser.add_argument(
        "--runs", type=whole_number, default=7, metavar="N", help="take the median of N runs (default: 7)"
    )
    parser.add_argument(
        "--peer", nargs=2, metavar=("PYTHON", "SCRIPT"), help="a peer's interpreter and the script that measures it"
    )
    parser.add_argument("--json", action="store_true", help="print plain data instead of a table")


def run(asked: argparse.Namespace) -> int:
    console = Console(stderr=True, highlight=False)
    games = chosen_games(asked.game)
    tables = [(game, chosen_seats(game, asked.seats)) for game in games]
    pin_to_one_core()
    rounds = max(1, min(ROUNDS, asked.runs)) if asked.peer else 1
    runs = max(1, asked.runs // rounds)
    found: list[Pace] = []
    with console.status("measuring ...") as status:
        for number in range(1, rounds + 1):
            which = f"round {number} of {rounds}" if rounds > 1 else "the first time its rules are compiled"
            if asked.peer:
                status.update(f"measuring {Path(asked.peer[1]).stem} ... ({which})")
                found += peer_paces(*asked.peer, runs=runs)
            for game, seats in tables:
                status.update(f"measuring {game.slug} ... ({which})")
                found += our_paces(game, seats, runs=runs)
    paces = medians(found)
    if asked.json:
        print(json.dumps([{name: getattr(pace, name) for name in Pace.__slots__} for pace in paces], indent=2))
    else:
        Console(highlight=False).print(table_of(paces))
    return 0


def peer_paces(python: str, script: str, *, runs: int) -> Iterator[Pace]:
    """The script prints one JSON object a line; it finds hoofspiel.lab.pace on its path."""
    source = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    try:
        done = subprocess.run([python, script, str(runs)], env=environment, capture_output=True, text=True)
    except OSError as error:
        raise Refused(f"The peer's interpreter {python} cannot be run: {error.strerror}.") from None
    if done.returncode:
        raise Refused(
            f"{script} failed: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'no reason given'}"
        )
    for line in done.stdout.splitlines():
        yield Pace(**json.loads(line))


def table_of(paces: list[Pace]) -> Table:
    """Ours beside the fastest of its relatives, in the kind it is compared with."""
    peers = [pace for pace in paces if pace.who != OURS]
    table = Table(
        title="Choices (search: iterations) a second, one core, CPU time, medians",
        caption=None if not peers else "Not ours: " + ", ".join(sorted({pace.who for pace in peers})),
        box=SIMPLE_HEAD,
        padding=0,
    )
    for name in ("game", "kind", "how"):
        table.add_column(name)
    for name in ("per s", "±", *(("ratio", "goal") if peers else ())):
        table.add_column(name, justify="right")
    if peers:
        table.add_column("met")
        table.add_column("beside")
    for pace in paces:
        cells = [f"{pace.game} {pace.seats}", pace.kind, pace.how, short(pace.rate), f"{pace.spread:.0%}"]
        against, goal = GOALS.get(pace.kind, ("", 0.0))
        relatives = [peer for peer in peers if (peer.beside, peer.kind) == (pace.game, against)]
        if pace.who == OURS and relatives:
            fastest = max(relatives, key=lambda peer: peer.rate)
            ratio = pace.rate / fastest.rate
            cells += [f"{ratio:.2f}", f"{goal:g}", "[green]yes" if ratio >= goal else "[red]no", fastest.game]
        table.add_row(*cells, end_section=bool(peers) and pace is peers[-1])
    return table


def short(rate: float) -> str:
    return f"{rate / 1e6:.2f} M" if rate >= 1e5 else f"{rate / 1e3:.1f} k"

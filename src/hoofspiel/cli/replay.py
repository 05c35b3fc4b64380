"""Show a recorded match step by step.

  hoofspiel replay FILE
  hoofspiel replay FILE --seat 2       as seat 2 saw it
  hoofspiel replay FILE --all          everything at once
  hoofspiel replay http://127.0.0.1:8000/t/ID

Enter goes on, b goes back, a number jumps to that move, e to the end, q leaves.
"""

import argparse
import sys

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from hoofspiel.cli import screen
from hoofspiel.cli.typed import shown
from hoofspiel.cli.wishes import record_at, whole_number
from hoofspiel.kernel.language import language, said, spoken
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import BadMatch

KEYS = "Enter goes on, b goes back, a number jumps to that move, e to the end, q leaves."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="FILE|ADDRESS", help="a record, as JSON or as text, or a finished match")
    parser.add_argument(
        "--seat", type=whole_number, metavar="N", help="see what this seat saw (default: what a watcher saw)"
    )
    parser.add_argument("--all", action="store_true", help="do not stop after every move")


def run(asked: argparse.Namespace) -> int:
    record = record_at(asked.record)
    whole = Match.from_record(record)
    if asked.seat is not None and asked.seat >= whole.seats:
        raise BadMatch(f"Seats count from 0 to {whole.seats - 1}: there is no seat {asked.seat}.")
    console = Console(highlight=False)
    console.print(Rule(f"[bold]{texts_of(whole.game)['title']}[/]  {said(f'seed {whole.seed}')}"))
    show = Showing(whole, asked.seat, console, names_in(record, whole.seats))
    if asked.all or not sys.stdin.isatty():
        for step in range(len(whole.history) + 1):
            show.step(step, drawn=step in (0, len(whole.history)))
    else:
        walk(show, len(whole.history), console)
    return 0


def names_in(record: Record, seats: int) -> list[str]:
    """Those who sat there, if the record tells; or their seats."""
    names = record.get("names")
    if isinstance(names, list) and len(names) == seats:
        return [str(name) for name in names]
    return [said(f"seat {seat}") for seat in range(seats)]


class Showing:
    """One match as one reader sees it."""

    def __init__(self, whole: Match, reader: int | None, console: Console, names: list[str]) -> None:
        self.whole = whole
        self.record = whole.record()
        self.reader = reader
        self.console = console
        self.texts = texts_of(whole.game)
        you = language(spoken.get()).you
        self.who = [you if seat == reader else name for seat, name in enumerate(names)]

    def step(self, number: int, *, drawn: bool) -> None:
        """What the move of this number did; 0 is the deal."""
        if number:
            seat, move, at = self.whole.history[number - 1]
            name = said("time") if seat is None else self.who[seat]
            when = "" if at is None else f"  {said(f'at {at} ms')}"
            self.console.print(
                Text.assemble((f"\n{number}. {name}: ", "bold"), shown(move, self.who, self.texts), (when, "dim"))
            )
        events = [e for e in self.whole.log[number] if "only" not in e or e["only"] == self.reader]
        screen.say(self.console, screen.happenings(self.whole.game, events, self.who, self.reader))
        if drawn:
            at_that_time = Match.from_record(self.record, moves=number)
            view = at_that_time.view(self.reader)
            self.console.print(screen.table_of(self.whole.game, view, self.who, self.texts))
            if at_that_time.over:
                points, winners = self.whole.points, self.whole.winners
                self.console.print(screen.result(self.who, points, winners, self.reader, self.texts))


def walk(show: Showing, last: int, console: Console) -> None:
    now = 0
    show.step(now, drawn=True)
    while True:
        try:
            word = console.input(f"[dim]{said(f'move {now} of {last}: Enter, b, number, e, q ›')}[/] ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if word == "q" or (not word and now == last):
            return
        asked = {"": now + 1, "b": max(0, now - 1), "e": last}.get(word, int(word) if word.isdecimal() else None)
        if asked is None:
            console.print(said(f"{KEYS} You typed {word!r}."), style="yellow", markup=False)
            continue
        now = min(asked, last)
        show.step(now, drawn=True)

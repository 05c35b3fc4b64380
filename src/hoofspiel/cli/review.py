"""What a finished match teaches the player of a seat.

  hoofspiel review FILE --seat 2
  hoofspiel review http://127.0.0.1:8000/t/ID --seat 2
  hoofspiel review FILE --seat 2 --json        the same as data: docs/reference/coach.md

Every choice is judged by what the player could know then. What it cost is told in points of a hundred chances to win
the match, with its 95 % interval; a choice that may be as good as the best is no mistake.
"""

import argparse

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from hoofspiel.cli.replay import names_in
from hoofspiel.cli.wishes import record_at, whole_number
from hoofspiel.coach import Decision, Review, parts
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.texts import texts_of

SHOWN = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file, or the address of a finished match")
    parser.add_argument("--seat", type=whole_number, default=0, metavar="N", help="whose choices (default: seat 0)")
    parser.add_argument("--json", action="store_true", help="print the whole review as one object")
    parser.add_argument("--all", action="store_true", help="show every decision, not only the dearest")


def run(asked: argparse.Namespace) -> int:
    record = record_at(asked.record)
    review = _with_progress(record, asked.seat)
    if asked.json:
        print(msgspec.json.encode(review).decode())
        return 0
    _show(Console(highlight=False), review, names_in(record, review.seats)[review.seat], every=asked.all)
    return 0


def _with_progress(record: Record, seat: int) -> Review:
    found = None
    console = Console(stderr=True, highlight=False)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Looking at every choice", total=1.0)
        for part in parts(record, seat):
            progress.update(bar, completed=part.progress)
            found = part.review
    assert found is not None, "the last part is the review"
    return found


def _show(console: Console, review: Review, name: str, *, every: bool) -> None:
    texts = texts_of(find_game(review.game))
    console.print(Text(f"{texts['title']}: what {name} could have done", "bold"))
    if review.times:
        for said in review.times.get("told", ()):
            console.print(Text(str(said)))
        return
    mistakes = [d for d in review.decisions if d.mistake]
    shown = review.decisions if every else sorted(mistakes, key=lambda d: -d.cost)[:SHOWN]
    console.print(f"{len(review.decisions)} real decisions, {_counted(len(mistakes))} cost something beyond doubt.")
    if shown:
        console.print(_table(shown))
    for decision in shown:
        if decision.why:
            console.print(Text(f"{decision.move + 1}. {decision.why}"))
    result = review.result
    console.print("\nThe result, in points of a hundred chances to win, beside an even share:")
    parted = [("your decisions", result.own), ("the others' decisions", result.others)]
    parted = [("chance", result.chance), *parted] if review.luck_measured else parted
    rest = result.unexplained if review.luck_measured else result.unexplained + result.chance
    for label, part in [*parted, ("unexplained", rest), ("together", result.total)]:
        console.print(f"  {label:<24}{100 * part:+7.1f}")
    if not review.luck_measured:
        console.print("  The deal carries no measurable luck in this game.")


def _counted(mistakes: int) -> str:
    return "none of them" if not mistakes else f"{mistakes} of them"


def _table(decisions: list[Decision]) -> Table:
    table = Table("move", "played", "better", "cost", "95 %", box=None, pad_edge=False)
    for d in decisions:
        better = "–" if d.best == d.played else d.best
        span = f"{100 * d.low:.1f} to {100 * d.high:.1f}"
        table.add_row(str(d.move + 1), d.played, better, f"{100 * d.cost:.1f}", span)
    return table

"""What a finished match teaches the player of a seat.

  hoofspiel review FILE --seat 2
  hoofspiel review http://127.0.0.1:8000/t/ID --seat 2
  hoofspiel review FILE --seat 2 --json        the same as data: docs/reference/coach.md

Every choice is judged by what the player could know then. What it cost is told in points of a hundred chances to win
the match, with its 95 % interval; a choice that may be as good as the best is no mistake.
"""

import argparse
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from hoofspiel.cli.replay import names_in
from hoofspiel.cli.typed import shown
from hoofspiel.cli.wishes import record_at, whole_number
from hoofspiel.coach import Decision, Review, parts
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.language import figure, said
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.texts import Texts, texts_of

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
    _show(Console(highlight=False), review, names_in(record, review.seats), every=asked.all)
    return 0


def _with_progress(record: Record, seat: int) -> Review:
    found = None
    console = Console(stderr=True, highlight=False)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(said("Looking at every choice"), total=1.0)
        for part in parts(record, seat):
            progress.update(bar, completed=part.progress)
            found = part.review
    assert found is not None, "the last part is the review"
    return found


def _show(console: Console, review: Review, who: Sequence[str], *, every: bool) -> None:
    texts, name = texts_of(find_game(review.game)), who[review.seat]
    console.print(Text(said(f"{texts['title']}: what {name} could have done"), "bold"))
    if review.times:
        for line in review.times.get("told", ()):
            console.print(Text(texts.said(str(line))))
        return
    mistakes = [d for d in review.decisions if d.mistake]
    told = review.decisions if every else sorted(mistakes, key=lambda d: -d.cost)[:SHOWN]
    real, counted = len(review.decisions), _counted(len(mistakes))
    console.print(said(f"{real} real decisions, {counted} cost something beyond doubt."))
    if told:
        console.print(_table(told, who, texts))
    for decision in told:
        if decision.why:
            console.print(Text(f"{decision.move + 1}. {texts.said(decision.why)}"))
    result = review.result
    result_in = "The result, in points of a hundred chances to win, beside an even share:"
    console.print(f"\n{said(result_in)}")
    parted = [("your decisions", result.own), ("the others' decisions", result.others)]
    parted = [("chance", result.chance), *parted] if review.luck_measured else parted
    rest = result.unexplained if review.luck_measured else result.unexplained + result.chance
    for label, part in [*parted, ("unexplained", rest), ("together", result.total)]:
        console.print(f"  {said(label):<28}{figure(f'{100 * part:+.1f}'):>7}")
    if not review.luck_measured:
        console.print(f"  {said('The deal carries no measurable luck in this game.')}")


def _counted(mistakes: int) -> str:
    return "none of them" if not mistakes else f"{mistakes} of them"


def _table(decisions: list[Decision], who: Sequence[str], texts: Texts) -> Table:
    table = Table(*map(said, ("move", "played", "better", "cost", "95 %")), box=None, pad_edge=False)
    for d in decisions:
        better = "–" if d.best == d.played else shown(d.best, who, texts)
        span = figure(f"{100 * d.low:.1f} – {100 * d.high:.1f}")
        table.add_row(str(d.move + 1), shown(d.played, who, texts), better, figure(f"{100 * d.cost:.1f}"), span)
    return table

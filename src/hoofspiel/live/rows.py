"""The row of a table as a move or a change leaves it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hoofspiel.kernel.match import Match
from hoofspiel.store.port import TableRow

from . import orders
from .body import Body, due_of, next_row, read_body
from .clock import Clocks
from .words import Order

if TYPE_CHECKING:
    from .room import Room


def row_after(
    room: "Room",
    match: Match,
    clocks: Clocks,
    now: int,
    *,
    together: Sequence[int],
    followed: tuple[int, Order] | None,
) -> TableRow | None:
    """What is to be stored with the move; None where it changes nothing but the match.

    `followed` is a standing order, with its seat: one for one time is forgotten in the same stroke.
    """
    by_mail = room.body.pace.kind == "mail"
    raced = len(together) > 1
    done = followed is not None and followed[1].once
    if not (match.over or clocks.banks != room.clocks.banks or by_mail or raced or done):
        return None
    body = read_body(room.row)
    if followed is not None:
        seat, order = str(followed[0]), followed[1]
        body.orders[seat] = orders.after(body.orders.get(seat, []), order)
    if raced:
        body.races[str(room.v + 1)] = list(together)
    body.banks, body.holds = list(clocks.banks), list(clocks.holds)
    body.turn = match.actors if by_mail else []
    if match.over:
        body.points, body.winners, body.orders = match.points, match.winners, {}
        return next_row(room.row, body, at=now, state="over", due=None, ended=now)
    body.since = dict(clocks.since) if by_mail else {}
    return next_row(room.row, body, at=now, state="running", due=due_of(body, body.since), ended=None)


def row_changed(room: "Room", alter: Callable[[Body], None], now: int, state: str | None) -> TableRow:
    """The next one, with the table altered."""
    body, clocks = read_body(room.row), room.clocks
    if room.match is not None:
        body.banks, body.holds = list(clocks.banks), list(clocks.holds)
    alter(body)
    asked = dict(clocks.since) if body.paused else clocks.asked_since(now)
    if body.pace.kind == "mail":
        body.since = asked
        body.paused_at = (clocks.paused_at or now) if body.paused else None
    due = due_of(body, first_asked(body) if state == "running" else asked)
    return next_row(room.row, body, at=now, state=state or room.row.state, due=due, ended=room.row.ended)


def first_asked(body: Body) -> dict[int, int]:
    """Nobody knows yet who is asked first; but when."""
    return dict.fromkeys(range(len(body.seats)), body.started or 0)

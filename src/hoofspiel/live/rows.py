"""The row of a table as a move leaves it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoofspiel.kernel.match import Match
from hoofspiel.store.port import TableRow

from .body import next_row, read_body
from .clock import Clocks

if TYPE_CHECKING:
    from .room import Room


def row_after(room: "Room", match: Match, clocks: Clocks, now: int, together: Sequence[int]) -> TableRow | None:
    """What is to be stored with the move; None where it changes nothing but the match."""
    by_mail = room.body.pace.kind == "mail"
    raced = len(together) > 1
    if not match.over and clocks.banks == room.clocks.banks and not by_mail and not raced:
        return None
    body = read_body(room.row)
    if raced:
        body.races[str(room.v + 1)] = list(together)
    body.banks, body.holds = list(clocks.banks), list(clocks.holds)
    body.turn = match.actors if by_mail else []
    if match.over:
        body.points, body.winners, body.orders = match.points, match.winners, {}
        return next_row(room.row, body, at=now, state="over", due=None, ended=now)
    limits = clocks.limits
    due = now + limits.move + limits.grace if by_mail and limits else None
    return next_row(room.row, body, at=now, state="running", due=due, ended=None)

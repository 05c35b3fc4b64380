"""Practice: a private table that goes on from a position of a finished match, so that somebody can choose otherwise.

Its record begins with the moves of that match, so it can be replayed and checked like any other. As the player saw it:
all that the seat could not know is dealt anew there, by a secret that is drawn for it. It counts nowhere.
"""

from collections.abc import Sequence
from typing import NamedTuple

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch
from hoofspiel.store.port import MoveRow, Person

from . import seats as changes
from .body import Body, Place
from .state import TableState
from .words import Level, Pace, Practice

USUAL: Level = "club"
"""the bot that takes the place of other people"""


class Begun(NamedTuple):
    """A table to practise at, before it is stored."""

    body: Body
    moves: list[MoveRow]
    secret: str


def play_on(state: TableState, person: Person, seat: int, move: int, *, anew: str | None, now: int) -> Begun:
    """From a finished match, before a move of its record (counted from 0); BadMatch says why that cannot be.

    `anew` is the secret by which all that the seat could not know is dealt, None: as it was.
    """
    match = state.match
    if state.body.practice is not None:
        raise BadMatch("This is practice already: take your choice back instead.")
    if match is None or not match.over:
        raise BadMatch("A match that runs is not played on elsewhere: this is for finished matches.")
    if match.game.timed:
        raise BadMatch(f"{match.game.slug} is about reactions: there is no position to play on from.")
    if not 0 <= seat < match.seats:
        raise BadMatch(f"Seats count from 0 to {match.seats - 1}: there is no seat {seat}.")
    if not 0 <= move < len(match.history):
        raise BadMatch(f"The match has moves 0 to {len(match.history) - 1}: it cannot be played on from {move}.")
    body = _seated(state.body, person, seat)
    body.practice = Practice(state.row.id, move, seat, seen=anew is not None)
    body.anew = anew
    return _begun(state, match, body, move, now)


def take_back(state: TableState, person: Person, *, again: bool, anew: str | None, now: int) -> Begun:
    """The same practice before the player's last choice; with `again` where it began, dealt by another secret if given.

    BadMatch says why that cannot be.
    """
    practice, match = state.body.practice, state.match
    if practice is None or match is None:
        raise BadMatch("Choices are taken back in practice only: in a match they stand.")
    if state.body.host != person.id:
        raise BadMatch("This is somebody else's practice: begin your own from the review.")
    body = _seated(state.body, person, practice.seat)
    body.practice = practice
    body.anew = anew if again and practice.seen and anew is not None else state.body.anew
    move = practice.move if again else last_choice(match, practice)
    return _begun(state, match, body, move, now)


def last_choice(match: Match, practice: Practice) -> int:
    """The place of the player's last move that was a choice here, or where the practice began."""
    own = [n for n, (seat, _, _) in enumerate(match.history) if seat == practice.seat and n >= practice.move]
    return own[-1] if own else practice.move


def _seated(body: Body, person: Person, seat: int) -> Body:
    """The person in one seat, bots in all others: those who sat there, or usual ones where people were."""
    places = [changes.bot(place.level or USUAL, n) for n, place in enumerate(body.seats)]
    places[seat] = Place(kind="person", person=person.id, name=person.name, ready=True)
    return Body(
        seats=places,
        options=body.options,
        pace=Pace(kind="none"),
        rules=body.rules,
        watch="nobody",
        host=person.id,
        hosts_name=person.name,
    )


def _begun(state: TableState, match: Match, body: Body, move: int, now: int) -> Begun:
    moves = _rows(match.history[:move])
    changes.start(body, now - (moves[-1].at if moves else 0))
    body.races = {n: list(seats) for n, seats in state.body.races.items() if int(n) <= move}
    return Begun(body, moves, state.row.secret)


def _rows(history: Sequence[tuple[int | None, str, int | None]]) -> list[MoveRow]:
    numbered = enumerate(history, 1)
    return [MoveRow(n, -1 if seat is None else seat, move, at or 0, "") for n, (seat, move, at) in numbered]

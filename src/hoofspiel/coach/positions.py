"""Positions to play on from."""

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record, check_record
from hoofspiel.kernel.words import BadMatch, Seat


def position_at(record: Record, move: int, *, seat: Seat | None = None, chance: int = 0) -> Match:
    """The match before a move (its place in the record, from 0), as it was.

    With a seat: as that seat saw it, everything hidden from it dealt anew by `chance`. Such a match has no record.
    """
    moves = check_record(record)["moves"]
    if not isinstance(move, int) or isinstance(move, bool) or not 0 <= move <= len(moves):
        raise BadMatch(f"The record has {len(moves)} moves, counted from 0: there is no position {move!r}.")
    match = Match.from_record(record, moves=move)
    return match if seat is None else match.twin(seat, chance)

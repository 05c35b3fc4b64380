"""Positions to play on from."""

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record, check_record
from hoofspiel.kernel.words import BadMatch, Seat


def position_at(record: Record, move: int, *, seat: Seat | None = None, chance: int = 0) -> Match:
    """The match before a move (its place in the record, from 0), as it was.

    With a seat: as that seat saw it, everything hidden from it dealt anew by `chance`, which also decides what follows;
    the match's record says so.
    """
    moves = check_record(record)["moves"]
    if not isinstance(move, int) or isinstance(move, bool) or not 0 <= move <= len(moves):
        raise BadMatch(f"The record has {len(moves)} moves, counted from 0: there is no position {move!r}.")
    if seat is None:
        return Match.from_record(record, moves=move)
    if "redealt" in record:
        raise BadMatch("This record is practice already: its position is what was dealt anew.")
    anew = {"move": move, "seat": seat, "seed": chance}
    return Match.from_record({**record, "moves": moves[:move], "redealt": anew})

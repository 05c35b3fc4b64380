"""Where several acted at the same time, the secret says who was first: whether a record keeps to that."""

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.secrets import first_of


def unfair_race(record: Record, number: int, before: Match) -> str | None:
    """What is wrong with move `number`, if the secret put another seat first; `before` is the match up to it."""
    seats = next((seats for at, seats in record.get("races") or [] if at == number), None)
    if seats is None:
        return None
    chosen = first_of(record["seed"], before.position.moment, seats)
    if record["moves"][number - 1][0] == chosen:
        return None
    return f"move {number} is of another seat than the secret put first, which is seat {chosen}"


def unfair_races(record: Record) -> list[str]:
    """A sentence for each race that the secret decided otherwise."""
    numbers = sorted({number for number, _ in record.get("races") or []})
    found = (unfair_race(record, number, Match.from_record(record, moves=number - 1)) for number in numbers)
    return [fault for fault in found if fault is not None]

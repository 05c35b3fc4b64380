"""A record as text that a person can read and write.

    game goats
    rules 1
    seats 3
    seed 7
    option windows open
    deal {"food": ...}
    redealt {"move": 12, "seat": 0, "seed": 9}
    0: bid 7
    2: slap palm @1520
    -: time @2200

One line each; moves carry the seat (or - for nobody) and, after @, their time in milliseconds. Empty lines and
lines that begin with # or with a space are skipped, so a transcript is a record too.
"""

import json
from typing import Any

from hoofspiel.kernel.record import Record
from hoofspiel.kernel.words import BadMatch

NUMBERS = ("rules", "seats")


def write_text(record: Record) -> str:
    lines = [f"{key} {record[key]}" for key in ("game", "rules", "seats", "seed")]
    lines += [f"option {name} {_write_value(value)}" for name, value in record["options"].items()]
    if "deal" in record:
        lines.append("deal " + json.dumps(record["deal"]))
    if "redealt" in record:
        lines.append("redealt " + json.dumps(record["redealt"]))
    lines += [write_move(*move) for move in record["moves"]]
    return "\n".join(lines) + "\n"


def write_move(seat: int | None, move: str, at: int | None = None) -> str:
    return f"{'-' if seat is None else seat}: {move}" + ("" if at is None else f" @{at}")


def _write_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_value(word: str) -> bool | int | str:
    """An option's value as people type it: true, 12 or a word."""
    if word.lower() in ("true", "on", "yes", "false", "off", "no"):
        return word.lower() in ("true", "on", "yes")
    return int(word) if word.lstrip("-").isdecimal() else word


def read_text(text: str) -> Record:
    record: Record = {"options": {}, "moves": []}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line[0] in "# ":
            continue
        try:
            _read_line(line.rstrip(), record)
        except ValueError as error:
            raise BadMatch(f"Line {number} of the record, {line[:60]!r}, is not understood: {error}.") from None
    return record


def _read_line(line: str, record: dict[str, Any]) -> None:
    seat, colon, move = line.partition(": ")
    if colon and (seat == "-" or seat.isdecimal()):
        move, _, at = move.partition(" @")
        record["moves"].append([None if seat == "-" else int(seat), move, *([int(at)] if at else [])])
        return
    key, _, rest = line.partition(" ")
    if key == "option":
        name, _, value = rest.partition(" ")
        record["options"][name] = read_value(value)
    elif key in ("deal", "redealt"):
        record[key] = json.loads(rest)
    elif key == "seed":
        record["seed"] = int(rest) if rest.isdecimal() and len(rest) < 20 else rest
    elif key in NUMBERS:
        if not rest.isdecimal():
            raise ValueError(f"a whole number follows {key}")
        record[key] = int(rest)
    elif key == "game":
        record["game"] = rest
    else:
        raise ValueError("a line is game, rules, seats, seed, option, deal, redealt or a move such as 0: bid 7")


def read_any(text: str) -> Record:
    """A record in either form, JSON or text."""
    if text.lstrip().startswith("{"):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadMatch(f"The record is not JSON: {error}.") from None
        if isinstance(record, dict):
            return record
    return read_text(text)

"""A match as plain data: checks what comes from outside before a match is made of it."""

from collections.abc import Mapping
from typing import Any

from hoofspiel.kernel.game import Game, OptionValue
from hoofspiel.kernel.words import BadMatch, either

Record = dict[str, Any]

NEEDED = ("game", "rules", "seats", "seed", "options", "moves")
KNOWN = (*NEEDED, "deal", "names", "result", "commitment", "started", "races", "doubted", "redealt", "practice")
HIGHEST_SEED = 2**53 - 1


def is_secret(seed: int | str) -> bool:
    return isinstance(seed, str)


def check_seed(seed: object) -> int | str:
    if isinstance(seed, str) and len(seed) == 64 and all(c in "0123456789abcdef" for c in seed):
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= HIGHEST_SEED:
        return seed
    raise BadMatch(f"A seed is a whole number from 0 to {HIGHEST_SEED}, or a secret of 64 hexadecimal digits.")


def check_seats(game: Game, seats: object) -> None:
    if not isinstance(seats, int) or isinstance(seats, bool) or seats not in game.tables:
        raise BadMatch(f"{game.slug} is for {game.seats[0]} to {game.seats[-1]} players, not {seats!r}.")


def check_house_seats(game: Game, seats: int, options: Mapping[str, OptionValue]) -> None:
    """A seat count that is not by the book needs its house rule."""
    for name, value in game.house_seats.get(seats, {}).items():
        if options[name] != value:
            wanted = name if value is True else f"{name}={value}"
            raise BadMatch(
                f"{game.slug} is for {game.seats[0]} to {game.seats[-1]} players;"
                f" {seats} can play with the option {wanted}."
            )


def read_options(game: Game, given: object) -> tuple[dict[str, OptionValue], dict[str, int]]:
    """All options of a match as people write them, and as the position holds them."""
    if not isinstance(given, Mapping):
        raise BadMatch(f"Options are a table of names and values, not {given!r}.")
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise BadMatch(f"{game.slug} has no option {name!r}: it has {either(list(known), most=20)}.")
    shown: dict[str, OptionValue] = {}
    numbers: dict[str, int] = {}
    for name, option in known.items():
        value = given.get(name, game.default(option))
        number = option.read(value)
        if number is None:
            raise BadMatch(f"The option {name} of {game.slug} takes {option.allowed()}, not {value!r}.")
        numbers[name] = number
        shown[name] = option.show(number)
    return shown, numbers


def check_record(record: object) -> Record:
    """The record, if its shape is right; whether its moves are legal shows when they are played."""
    if not isinstance(record, Mapping):
        raise BadMatch(f"A record is a table with {either(NEEDED).replace(' or ', ' and ')}, not {record!r:.60}.")
    missing = [key for key in NEEDED if key not in record]
    if missing:
        raise BadMatch(f"The record lacks {either(missing).replace(' or ', ' and ')}.")
    strange = [key for key in record if key not in KNOWN]
    if strange:
        raise BadMatch(f"A record has no entry {strange[0]!r}: it may have {either(KNOWN, most=20)}.")
    if not isinstance(record["rules"], int) or isinstance(record["rules"], bool):
        raise BadMatch(f"The record's rules are a version number such as 1, not {record['rules']!r}.")
    moves = record["moves"]
    if not isinstance(moves, list | tuple):
        raise BadMatch("The record's moves are a list of [seat, text] or [seat, text, milliseconds].")
    for number, move in enumerate(moves):
        if not _is_move(move):
            raise BadMatch(
                f"Move {number + 1} of the record is {move!r:.50}, not [seat, text] or [seat, text, milliseconds]."
            )
    races = record.get("races", [])
    if not isinstance(races, list | tuple) or not all(_is_race(race, len(moves)) for race in races):
        raise BadMatch("The record's races are a list of [number of the move, seats that acted at the same time].")
    if "redealt" in record:
        check_redealt(record["redealt"])
        if record["redealt"]["move"] > len(moves):
            raise BadMatch(f"The record has {len(moves)} moves: nothing can be redealt after more of them.")
    practice = record.get("practice", 0)
    if not isinstance(practice, int) or isinstance(practice, bool) or not 0 <= practice <= len(moves):
        raise BadMatch(f"The record's practice is how many of its {len(moves)} moves come from another match.")
    doubted = record.get("doubted", [])
    if not isinstance(doubted, list | tuple) or not all(type(seat) is int and seat >= 0 for seat in doubted):
        raise BadMatch("The record's doubted are a list of seats whose lines were not believed.")
    return dict(record)


def check_redealt(given: object) -> dict[str, Any]:
    """What a match says of having been dealt anew: after how many moves, as seen by whom, by which chance."""
    if not isinstance(given, Mapping) or sorted(map(str, given)) != ["move", "seat", "seed"]:
        raise BadMatch(f"What was redealt is a table with move, seat and seed, not {given!r:.60}.")
    for name in ("move", "seat"):
        if type(given[name]) is not int or given[name] < 0:
            raise BadMatch(f"The {name} of what was redealt is a whole number from 0, not {given[name]!r}.")
    check_seed(given["seed"])
    return dict(given)


def _is_race(race: object, moves: int) -> bool:
    if not isinstance(race, list | tuple) or len(race) != 2 or not isinstance(race[1], list | tuple) or not race[1]:
        return False
    numbers = [race[0], *race[1]]
    whole = all(isinstance(number, int) and not isinstance(number, bool) and number >= 0 for number in numbers)
    return whole and 1 <= race[0] <= moves


def _is_move(move: object) -> bool:
    if not isinstance(move, list | tuple) or len(move) not in (2, 3):
        return False
    seat, text, *at = move
    return (
        (seat is None or (isinstance(seat, int) and not isinstance(seat, bool)))
        and isinstance(text, str)
        and all(isinstance(t, int) and not isinstance(t, bool) and t >= 0 for t in at)
    )

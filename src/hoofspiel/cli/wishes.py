"""What several commands ask for in the same words: a game, seats, options, a seed, a record."""

import argparse
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Choice, Game, Number, Option, OptionValue, Switch
from hoofspiel.kernel.notation import read_any
from hoofspiel.kernel.record import (
    HIGHEST_SEED,
    Record,
    check_house_seats,
    check_record,
    check_seats,
    read_options,
)
from hoofspiel.kernel.words import BadMatch, Refused, either

SWITCH_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def ask_for_table(parser: argparse.ArgumentParser, *, seats: int = 4) -> None:
    """--seats, --seed and --option."""
    parser.add_argument(
        "--seats", type=whole_number, metavar="N", help=f"players at the table (default: {seats}, if the game allows)"
    )
    parser.add_argument(
        "--seed", type=whole_number, metavar="N", help="the same number gives the same game (default: drawn)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a rule to change; 'hoofspiel games GAME' lists them; may be given several times",
    )  # fmt: skip


def whole_number(word: str) -> int:
    if not word.isdecimal() or int(word) > HIGHEST_SEED:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 0 to {HIGHEST_SEED}")
    return int(word)


def chosen_games(slugs: list[str]) -> list[Game]:
    """These games, or all of them."""
    return [find_game(slug) for slug in slugs] if slugs else list(games().values())


def chosen_seats(game: Game, seats: int | None, options: Mapping[str, OptionValue] | None = None) -> int:
    """As asked, if the options allow it; or four if the game can be played by four, or as near to that as it can."""
    if seats is None:
        return min(game.seats, key=lambda n: abs(n - 4))
    check_seats(game, seats)
    check_house_seats(game, seats, read_options(game, options or {})[0])
    return seats


def chosen_options(game: Game, pairs: list[str]) -> dict[str, OptionValue]:
    known = {option.name: option for option in game.options}
    found: dict[str, OptionValue] = {}
    for pair in pairs:
        name, equals, word = pair.partition("=")
        if not equals:
            raise BadMatch(f"An option is written NAME=VALUE, such as --option {next(iter(known))}=..., not {pair!r}.")
        if name not in known:
            raise BadMatch(f"{game.slug} has no option {name!r}: it has {either(list(known), most=20)}.")
        value = read_value(known[name], word)
        if value is None:
            raise BadMatch(f"The option {name} of {game.slug} takes {known[name].allowed()}, not {word!r}.")
        found[name] = value
    return found


def read_value(option: Option, word: str) -> OptionValue | None:
    """The value a word stands for, or None when the option cannot have it."""
    value: OptionValue | None
    match option:
        case Switch():
            value = SWITCH_WORDS.get(word.lower())
        case Number():
            value = int(word) if word.isdecimal() else None
        case Choice():
            value = word
    return None if value is None or option.read(value) is None else value


def read_file(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} cannot be read: it is not text.") from None


def read_record(path: Path) -> Record:
    """A record from a file, as JSON or as text."""
    return check_record(read_any(read_file(path)))


def record_at(place: str) -> Record:
    """A record from a file, or from the address of a finished match."""
    if not place.startswith(("http://", "https://")):
        return read_record(Path(place))
    address = place if "/api/" in place else place.replace("/t/", "/api/tables/").rstrip("/") + "/record"
    try:
        with urlopen(address, timeout=20) as answer:
            text = answer.read(50_000_000).decode()
    except HTTPError as error:
        known = {404: "there is no such match", 409: "that match is not over yet"}
        raise Refused(f"{place}: {known.get(error.code, f'the server answered {error.code}')}.") from None
    except (URLError, HTTPException, ValueError, OSError) as error:
        raise Refused(f"{place} cannot be reached: {getattr(error, 'reason', error)}.") from None
    return check_record(read_any(text))

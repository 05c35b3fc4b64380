"""Count the paths of a game: how many different series of choices there are, depth by depth.

  hoofspiel perft GAME                            from the first position on
  hoofspiel perft GAME --record FILE              from where a record ends
  hoofspiel perft GAME --positions perft.toml     every counted position; the exit code is 1 if a count is wrong

Seats that choose at once are walked in seat order. Small numbers can be worked out by hand, and that is what makes them
a test: tests/perft.toml of a game holds positions, their counts and the sentence that derives them.
"""

import argparse
import tomllib
from pathlib import Path

from hoofspiel.cli.wishes import ask_for_table, chosen_options, chosen_seats, read_file, read_record, whole_number
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.transcript import count_paths, divide, perft, position_of
from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--depth", type=whole_number, default=3, metavar="N", help="choices to look ahead (default: 3)")
    parser.add_argument("--divide", action="store_true", help="also how many paths begin with each choice")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--record", type=Path, metavar="FILE", help="begin where this record ends")
    start.add_argument("--positions", type=Path, metavar="FILE", help="count the positions of a perft.toml again")
    ask_for_table(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    if (asked.record or asked.positions) and (asked.seats is not None or asked.seed is not None or asked.option):
        raise Refused("--seats, --seed and --option set up a new match: leave them out, the file says what is played.")
    if asked.positions:
        return _count_again(game, asked.positions)
    match = _from_record(game, asked.record) if asked.record else _new(game, asked)
    print("depth  paths")
    for depth in range(asked.depth + 1):
        print(f"{depth:5}  {perft(match, depth)}", flush=True)
    if asked.divide and asked.depth and not match.over:
        print(f"of depth {asked.depth}, seat {match.actors[0]} beginning with")
        for choice, paths in divide(match, asked.depth).items():
            print(f"  {choice}: {paths}")
    return 0


def _new(game: Game, asked: argparse.Namespace) -> Match:
    options = chosen_options(game, asked.option)
    return Match(game, seats=chosen_seats(game, asked.seats, options), seed=asked.seed, options=options)


def _from_record(game: Game, path: Path) -> Match:
    record = read_record(path)
    if record["game"] != game.slug:
        raise Refused(f"{path} is a match of {record['game']}, not of {game.slug}.")
    return Match.from_record(record)


def _count_again(game: Game, path: Path) -> int:
    try:
        positions = tomllib.loads(read_file(path)).get("position")
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path} is not TOML: {error}.") from None
    if not isinstance(positions, list) or not positions:
        raise Refused(f"{path} has no positions: each is a table [[position]] with name, seats and paths.")
    wrong = 0
    for number, case in enumerate(positions, 1):
        try:
            match = position_of(game, case)
        except Refused as refusal:
            raise Refused(f"Position {number} of {path}: {refusal}") from None
        counted = count_paths(match, len(case["paths"]))
        wrong += counted != case["paths"]
        right = "as written" if counted == case["paths"] else f"NOT RIGHT, the file says {case['paths']}"
        print(f"{case['name']}\n  {counted}, {right}", flush=True)
    return 1 if wrong else 0

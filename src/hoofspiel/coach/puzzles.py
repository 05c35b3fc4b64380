"""Puzzles out of played matches: positions with one clearly best choice, checked by twenty times as many playouts."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from hoofspiel.bots.players import player_called
from hoofspiel.coach.judging import Question, compare, interval, question
from hoofspiel.coach.shapes import Other, Value
from hoofspiel.coach.values import NAME, Values
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.words import BadMatch, Seat

DEEPER = 20
CLEARLY = 0.03
"""Every other choice costs at least this for certain."""
MOST_A_MATCH = 2
"""Puzzles of one match resemble each other."""
SHIPPED = "puzzles.json"


class Puzzle(msgspec.Struct, frozen=True):
    """What would you play? `record` leads to the position; show its seat no more than its view."""

    game: str
    seat: Seat
    record: Record
    best: str
    others: list[Other]
    why: str
    value: Value


def shipped(game: str | Game) -> list[Puzzle]:
    """The puzzles that come with a game."""
    found = find_game(game)
    file = Path(str(found.rules.__file__)).with_name(SHIPPED)
    return msgspec.json.decode(file.read_bytes(), type=list[Puzzle]) if file.exists() else []


def make_puzzles(
    game: str | Game, *, seats: int, level: str, first_seed: int = 1, values: Values | None = None
) -> Iterator[Puzzle | None]:
    """Puzzles without end, as they are found; None after each match, for those who wait."""
    found = find_game(game)
    if found.timed:
        raise BadMatch(f"{found.slug} is about reactions: there are no puzzles for it.")
    quick = values or Values(found)
    deep = Values(found, compiled=quick.compiled, amounts=quick.amounts.times(DEEPER))
    seed = first_seed
    while True:
        yield from _out_of(found, seats, level, seed, quick, deep)
        yield None
        seed += 1


def _out_of(game: Game, seats: int, level: str, seed: int, quick: Values, deep: Values) -> Iterator[Puzzle]:
    match = Match(game, seats=seats, seed=seed)
    play, chance = player_called(level), Random(f"puzzles {seed}")
    left = MOST_A_MATCH
    while not match.over and left and match.position.deals < game.most_deals:
        seat = chance.choice(match.actors)
        move = play(match, seat, chance)
        asked = question(match, seat, move, len(match.history))
        if len(asked.series) > 2 and _clearly_best(quick, asked) and (puzzle := _checked(deep, asked, match)):
            left -= 1
            yield puzzle
        match.play(seat, move)


def _clearly_best(values: Values, asked: Question) -> str | None:
    """The one choice that beats all others beyond doubt, and is not what a glance would find."""
    tried = compare(values, asked).tried
    gaps = [interval(tried[0].shares, other.shares) for other in tried[1:]]
    return tried[0].move if all(gap - half >= CLEARLY for gap, half in gaps) else None


def _checked(deep: Values, asked: Question, match: Match) -> Puzzle | None:
    best = _clearly_best(deep, asked)
    if best is None:
        return None
    found = compare(deep, asked)
    others = [Other(t.move, round(found.tried[0].mean - t.mean, 4)) for t in found.tried[1:]]
    why = found.why(found.tried[0], found.tried[1])
    record = json.loads(json.dumps(match.record()))
    return Puzzle(asked.game.slug, asked.seat, record, best, others, why, Value(NAME, deep.hash))

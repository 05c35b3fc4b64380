"""Every game beside a second, naive implementation of its rules: the same random matches, compared move by move.

A model in tests/reference is written from the rules text alone, by somebody who has not read the game's rules.py. It
has a class Referee(seats, deal, options) with the same actors, moves, play, over, points and winners as a Match, a
function random_deal(seats, options, rng), and may have

    MATCHES                     how many matches the suite compares
    LONGEST                     a match is left unfinished after so many moves
    fits(seats, options)        whether this table is allowed
    choose(referee, rng)        the next move to try, as (seat, move, time); it need not be legal
    Referee.view                what everybody's view must show as well
    Referee.told                where it finds the events of the move, to learn what chance has decided

A long model keeps all but the Referee in tests/reference/hands.
"""

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Choice, Number, Option

FOLDER = Path(__file__).parent / "reference"
MODELS = sorted(path.stem for path in FOLDER.glob("*.py"))
PARTS = 4


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def model(name: str) -> ModuleType:
    module, hands = load(FOLDER / f"{name}.py"), FOLDER / "hands" / f"{name}_hands.py"
    if hands.exists():
        dealer = load(hands)
        dealer.__dict__["Referee"] = module.Referee
        return dealer
    return module


def draw_option(option: Option, rng: random.Random) -> bool | int | str:
    if isinstance(option, Choice):
        return rng.choice(option.values)
    if isinstance(option, Number):
        return rng.choice([option.low, option.default, option.default, rng.randint(option.low, option.high)])
    return rng.random() < 0.5


def draw_table(name: str, reference: ModuleType, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Seats and options; now and then without any house rule, and never a table the game does not allow."""
    game, fits = find_game(name), getattr(reference, "fits", lambda seats, options: True)
    while True:
        seats = rng.choice(game.tables)
        wanted = [] if rng.random() < 0.25 else [option for option in game.options if rng.random() < 0.7]
        options: dict[str, Any] = {option.name: draw_option(option, rng) for option in wanted}
        if fits(seats, options):
            return seats, options


def any_move(referee: Any, rng: random.Random) -> tuple[int | None, str, int | None]:
    seat = rng.choice(referee.actors)
    return seat, rng.choice(sorted(referee.moves(seat))), None


def both_play(match: Match, referee: Any, seat: int | None, move: str, at: int | None) -> None:
    """Play the move on both; they must accept it or refuse it together."""
    ours = theirs = ""
    referee.told = None
    try:
        referee.told = list(match.play(seat, move, at))
    except IllegalMove as refused:
        ours = str(refused)
    try:
        referee.play(seat, move, at)
    except ValueError as refused:
        theirs = str(refused)
    assert bool(ours) == bool(theirs), f"{ours or 'accepted'}, but the model: {theirs or 'accepted'}"


def differences(match: Match, referee: Any) -> list[str]:
    pairs: dict[str, tuple[Any, Any]] = {
        "actors": (match.actors, referee.actors),
        "points": (match.points, referee.points),
        "over": (match.over, referee.over),
        "winners": (match.winners, referee.winners),
    }
    for key, theirs in getattr(referee, "view", {}).items():
        pairs[key] = (match.view(None)[key], theirs)
    for seat in range(match.seats):
        pairs[f"moves of {seat}"] = (sorted(match.moves(seat)), sorted(referee.moves(seat)))
    return [f"{what}: {ours} but the model says {theirs}" for what, (ours, theirs) in pairs.items() if ours != theirs]


def compare(name: str, reference: ModuleType, seed: int) -> int:
    """One match; the number of moves it took. On a difference the record is shown, ready to be replayed."""
    rng = random.Random(f"{name} {seed}")
    seats, options = draw_table(name, reference, rng)
    deal = reference.random_deal(seats, options, rng)
    match = Match(name, seats=seats, seed=seed, options=options, deal=deal)
    referee = reference.Referee(seats, deal, options)
    choose = getattr(reference, "choose", any_move)
    longest: int = getattr(reference, "LONGEST", 10_000)
    number, seat, move, at = 0, None, "", None
    try:
        while True:
            different = differences(match, referee)
            assert not different, "\n".join(different)
            if match.over or number == longest:
                return number
            seat, move, at = choose(referee, rng)
            both_play(match, referee, seat, move, at)
            number += 1
    except Exception:
        print(f"{name}, match {seed}: seat {seat}, {move!r}, at {at} as move {number}")
        print(json.dumps(match.record()))
        raise


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", MODELS)
def test_the_game_and_its_model_play_the_same_matches(name: str, part: int) -> None:
    reference = model(name)
    matches: int = getattr(reference, "MATCHES", 100)
    moves = sum(compare(name, reference, seed) for seed in range(part, matches, PARTS))
    assert moves > matches / PARTS, "the matches were too short to show anything"

"""What is written once for everybody reads for each as if it had been written for them alone."""

import json
from dataclasses import replace
from random import Random

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import seen_by
from hoofspiel.live.clock import Clocks
from hoofspiel.live.fanout import Telling
from hoofspiel.live.testing import default_seats

STILL = Clocks(None, [0] * 8, [0] * 8)
TABLES: list[tuple[str, dict[str, bool]]] = [(game.slug, {}) for game in games().values() if not game.timed]
TABLES += [("goats", {"memory": True}), ("foxy", {"closed_hands": True})]


@pytest.mark.parametrize(("slug", "options"), TABLES)
def test_every_reader_is_told_their_own_view_moves_and_events(slug: str, options: dict[str, bool]) -> None:
    chance = Random(4)
    match = Match(slug, seats=default_seats(slug), seed=f"{3:064x}", options=options)
    for v in range(1, 60):
        if match.over:
            break
        seat = chance.choice(match.actors)
        events = match.play(seat, chance.choice(match.moves(seat)))
        telling = Telling(match, events, STILL, 0)
        for reader in (None, *range(match.seats)):
            seats = () if reader is None else (reader,)
            step = json.loads(telling.step(seats, v))
            assert step["view"] == match.view(reader)
            assert step["moves"] == ([] if reader is None else match.moves(reader))
            assert step["events"] == seen_by(events, reader)
            assert step["actors"] == match.actors
            assert json.loads(Telling(match, [], STILL, 0).state(seats, v))["view"] == match.view(reader)


def test_holds_are_each_readers_own_in_whatever_order_they_are_told() -> None:
    match = Match("goats", seats=4, seed=f"{3:064x}")
    clocks = Clocks(None, [0] * 4, [5, 3, 5, 2])
    events = match.play(0, match.moves(0)[0])
    telling = Telling(match, events, clocks, 7)
    for reader in (0, None, 1, 2, None, 3, 0):
        seats = () if reader is None else (reader,)
        clock = json.loads(telling.step(seats, 1))["clock"]
        assert clock["holds_left"] == (0 if reader is None else clocks.holds[reader])
        assert clock["now"] == 7


@pytest.mark.parametrize("shared", [{}, {"pot": 7, "dish": {"}": "},"}}])
@pytest.mark.parametrize("own", [{}, {"me": 1}, {"pot": "what only this seat sees"}])
def test_a_view_in_parts_is_one_view_whatever_is_private(shared: dict[str, object], own: dict[str, object]) -> None:
    """Nothing of one's own, something more, or something in the place of what the others see."""
    match = Match("goats", seats=2, seed=f"{3:064x}")
    match.game = replace(match.game, parts=(lambda _: shared, lambda *_: own), view=lambda *_: shared | own)
    telling = Telling(match, [], STILL, 0)
    for seats, moves in (((0,), match.moves(0)), ((), [])):
        step = json.loads(telling.step(seats, 1))
        assert step["view"] == shared | own
        assert step["moves"] == moves
        assert step["actors"] == match.actors

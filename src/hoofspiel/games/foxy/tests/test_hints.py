"""Reasons for advice: true of the farm, and no word about cubes that are not there."""

import pytest

from hoofspiel.games.foxy import GAME
from hoofspiel.games.foxy.live import reason
from hoofspiel.games.foxy.tests.table import A, farm, play, table
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.texts import texts_of


def why(m: Match, move: str) -> str:
    seat = m.actors[0]
    given = reason(m.view(seat), move)
    assert given is not None
    text = texts_of(GAME)
    return text.fill(str(text["reasons"][given["reason"]]), given, ())


@pytest.mark.parametrize(
    ("sheep", "cubes", "said"),
    [
        ([1, 2, 6], 9, "It costs you 7 points as things stand, but you keep your cubes for later wolves."),
        ([1, 2], 9, "As things stand, this wolf costs you nothing."),
        ([1, 6], 0, "You have no cube left to chase with."),
    ],
)
def test_a_field_without_cubes_is_not_praised_for_them(sheep: list[int], cubes: int, said: str) -> None:
    m = table(3, 6)
    farm(m, A, sheep=sheep, cubes=cubes)
    assert m.view(A)["pot"] == 0
    assert why(m, "take") == said


def test_cubes_on_the_field_are_a_reason() -> None:
    m = play(table(3, 6), "chase", "chase", "chase")
    assert why(m, "take") == "It costs you 5 points as things stand, but the 3 cubes will help against later wolves."

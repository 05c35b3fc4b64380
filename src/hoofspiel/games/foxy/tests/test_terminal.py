"""The table in a terminal of 80 columns, as the player, another reader and a watcher see it."""

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from hoofspiel import Match
from hoofspiel.games.foxy import GAME
from hoofspiel.games.foxy.terminal import draw
from hoofspiel.games.foxy.tests.table import A, ending, farm, play, table
from hoofspiel.kernel.texts import texts_of

NAMES = ["Ada", "Bertrand", "Clara", "Dagmar", "Emil", "Friederike"]


def drawn(m: Match, reader: int | None) -> str:
    out = StringIO()
    Console(file=out, width=80).print(draw(m.view(reader), NAMES[: m.seats], texts_of(GAME)))
    return out.getvalue()


@pytest.mark.parametrize("options", [{}, {"closed_hands": True, "wolf_left": True, "shuffled_farms": True}])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_moment_of_a_match_can_be_drawn(seats: int, options: dict[str, bool]) -> None:
    m = Match("foxy", seats=seats, seed=3, options=options)
    chance = Random(3)
    while not m.over:
        for reader in (0, None):
            assert drawn(m, reader)
        seat = chance.choice(m.actors)
        m.play(seat, chance.choice(m.moves(seat)))
    words = " ".join(drawn(m, 0).split())
    assert words.count(" sheep live") == seats


def test_sheep_wolves_cubes_and_prices() -> None:
    m = play(table(3, "TOP", 6), "chase", "chase", "take")
    farm(m, A, sheep=[7, 9, 4])
    text = drawn(m, A)
    assert "Wolf 6 (2 of 18)   0 cubes on the field" in text
    assert "loses the sheep on slot 6" in text
    assert "(7) 8 (9)" in text
    assert "◂TOP" in text
    assert "11 cubes" in text
    assert "after chase: 25; after take: 25" in text


def test_a_special_tells_what_it_is_and_what_it_would_bring() -> None:
    text = drawn(play(table(3, "HERD", dealt=["SHEAR", "BREED", "PASTURE"]), "offer 2"), 1)
    assert "highest offer 2, by Ada" in text
    assert "1 point for every surviving sheep" in " ".join(text.split())
    assert "with this special for 3 cubes: 54" in " ".join(text.split())


def test_others_cubes_are_not_drawn_when_hands_are_closed() -> None:
    text = drawn(table(3, 6, closed_hands=True), A)
    assert text.count("? cubes") == 2
    assert text.count("9 cubes") == 1


def test_at_the_end_the_best_way_is_shown_and_then_the_sums() -> None:
    mine = {"sheep": [9, 3, 2], "cubes": 7, "held": ["MOVE_V", "SHEAR", "HERD"], "wolves": ["TOP", "MID"]}
    m = ending(mine, {"cubes": 3})
    assert (
        "Best from here: the MID wolf attacks; then move ↕: sheep from 9 to 6; then the TOP wolf attacks."
        in " ".join(drawn(m, A).split())
    )
    m.play(A, "finish")
    words = " ".join(drawn(m, A).split())
    assert "Ada: 25 sheep with a cube 6 + 3; Shear 12; 2 cubes left over 1; Herd 3; 3 sheep live" in words
    assert "Bertrand: 1 3 cubes left over 1; 0 sheep live" in words

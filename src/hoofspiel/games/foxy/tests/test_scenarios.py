"""The scenarios 1 to 26 of the rules file, by number."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.foxy import GAME
from hoofspiel.games.foxy.tests.table import A, B, C, D, cubes, ending, farm, play, sheep, table, verbs
from hoofspiel.kernel import bind


def test_a7_01_set_up() -> None:
    m = Match("foxy", seats=4, seed=5)
    view = m.view(None)
    kinds = ["S" if isinstance(t, str) and t not in ("TOP", "MID", "LOW") else "W" for t in view["path"]]
    assert "".join(kinds) == "WWWSSWWWSSWWWSSWWW"
    assert Counter(kinds) == {"W": 12, "S": 6}
    assert [len(f["tokens"]) for f in view["farms"]] == [1, 1, 1, 1]
    assert len(view["box"]) == 2
    assert sum(cubes(m)) == 36
    assert all(f["sheep"] == list(range(1, 10)) for f in view["farms"])


def test_a7_02_chase_and_take() -> None:
    m = play(table(4, 6), "chase", "chase", "take")
    assert cubes(m) == [8, 8, 11, 9]
    assert m.view(None)["pot"] == 0
    assert 6 not in sheep(m, C)
    assert m.actors == [D]


def test_a7_03_forced_take() -> None:
    m = table(4, 6, dealt=["MOVE_V"])
    farm(m, A, cubes=0, sheep=[1, 2, 3])
    assert verbs(m, A) == {"take", "move"}


def test_a7_04_the_printed_steal_example() -> None:
    m = table(4, 6, dealt=["HERD", "SHEAR", "BREED", "STEAL"], starter=B)
    play(m, "chase", "chase", "steal")
    assert m.view(None)["pot"] == 0
    assert cubes(m) == [9, 8, 8, 11]
    assert m.view(None)["farms"][D]["tokens"] == []
    assert m.actors == [A]
    assert m.moves(A) == ["chase", "take"]


@pytest.mark.parametrize(("chases", "gain"), [(1, 1), (0, 0)])
def test_a7_05_steal_from_a_small_field(chases: int, gain: int) -> None:
    m = table(2, 6, dealt=["HERD", "STEAL"], starter=B if chases == 0 else A)
    play(m, *["chase"] * chases)
    before = cubes(m)[B]
    play(m, "steal")
    assert cubes(m)[B] == before + gain
    assert m.actors == [A]
    assert m.view(None)["farms"][B]["tokens"] == []


def test_a7_06_steal_with_an_empty_hand() -> None:
    m = table(4, 6, dealt=["STEAL"])
    farm(m, A, cubes=0)
    m.position.pot = 3
    assert set(m.moves(A)) == {"steal", "take"}
    play(m, "steal")
    assert (cubes(m)[A], m.view(None)["pot"]) == (2, 1)


def test_a7_07_no_steal_in_a_special_auction() -> None:
    m = table(3, "GUN", dealt=["STEAL"])
    with pytest.raises(IllegalMove) as refused:
        m.play(A, "steal")
    assert refused.value.rule == "R2.9"


def test_a7_08_special_auction() -> None:
    m = table(4, "GUN", "MOVE_V", 6)
    play(m, "offer 0", "offer 2", "pass", "offer 3", "pass", "pass")
    assert cubes(m) == [9, 9, 9, 6]
    assert m.view(None)["farms"][D]["tokens"] == ["GUN", "PASTURE"]
    assert m.view(None)["pot"] == 3
    assert m.actors == [A]
    play(m, "offer 0", "offer 1", "pass", "pass", "pass")
    assert m.view(None)["pot"] == 4
    assert m.actors == [C]
    play(m, "take")
    assert cubes(m) == [9, 8, 13, 6]


def test_a7_09_free_special() -> None:
    m = play(table(4, "GUN"), "offer 0", "pass", "pass", "pass")
    assert "GUN" in m.view(None)["farms"][A]["tokens"]
    assert cubes(m) == [9, 9, 9, 9]
    assert m.view(None)["pot"] == 0
    assert m.actors == [B]


def test_a7_10_no_offer_above_the_cubes_in_hand() -> None:
    m = play(table(3, "GUN"), "offer 2")
    farm(m, B, cubes=2)
    assert m.moves(B) == ["pass"]
    m = table(3, "GUN")
    farm(m, A, cubes=0)
    assert m.moves(A) == ["offer 0", "pass"]


def test_a7_11_all_pass() -> None:
    m = table(4, "GUN")
    m.position.pot = 2
    play(m, "pass", "pass", "pass", "pass")
    assert m.view(None)["gone"] == ["GUN"]
    assert m.view(None)["pot"] == 2
    assert m.actors == [B]


@pytest.mark.parametrize(("wolf", "lost"), [(8, None), (3, None), (4, 1)])
def test_a7_12_gun(wolf: int, lost: int | None) -> None:
    m = table(3, wolf, dealt=["GUN"])
    home = [1, 2, 3, 4, 6, 7, 8, 9]
    farm(m, A, sheep=home)
    play(m, "take", "gun")
    assert sheep(m, A) == [slot for slot in home if slot != lost]
    assert m.view(None)["farms"][A]["tokens"] == []
    assert m.actors == [B]


def test_a7_12_no_gun_against_a_row_wolf() -> None:
    m = table(3, "TOP", dealt=["GUN"])
    assert m.moves(A) == ["chase", "take"]
    play(m, "take")
    assert m.actors == [B]
    with pytest.raises(IllegalMove) as refused:
        m.play(B, "gun")
    assert refused.value.rule == "R2.6"


def test_a7_13_dodge() -> None:
    m = table(3, 8, dealt=["MOVE_V"])
    farm(m, A, sheep=[1, 8])
    play(m, "take", "move MOVE_V 8 5")
    assert sheep(m, A) == [1, 5]
    assert m.actors == [B]


def test_a7_13_with_another_token_left_the_wolf_is_let_loose_by_hand() -> None:
    m = table(3, 8)
    farm(m, A, sheep=[1, 8], held=["MOVE_V", "MOVE_H"])
    play(m, "take", "move MOVE_V 8 5")
    assert m.actors == [A]
    play(m, "resolve")
    assert sheep(m, A) == [1, 5]


@pytest.mark.parametrize(
    ("token", "home", "move", "rule"),
    [
        ("MOVE_V", [8, 5], "move MOVE_V 8 5", "R4.1"),
        ("MOVE_H", [9, 1], "move MOVE_H 9 7", "R4.2"),
        ("MOVE_NN", [5], "move MOVE_NN 5 1", "R4.2"),
        ("MOVE_V", [8], "move MOVE_V 7 4", "R4.1"),
    ],
)
def test_a7_14_illegal_moves(token: str, home: Sequence[int], move: str, rule: str) -> None:
    m = table(3, 1, dealt=[token])
    farm(m, A, sheep=home)
    assert move not in m.moves(A)
    with pytest.raises(IllegalMove) as refused:
        m.play(A, move)
    assert refused.value.rule == rule


def test_a7_14_an_upward_token_offers_its_two_ways_only() -> None:
    m = table(3, 1, dealt=["MOVE_NN"])
    farm(m, A, sheep=[5])
    assert [move for move in m.moves(A) if "move" in move] == ["move MOVE_NN 5 7", "move MOVE_NN 5 9"]


@pytest.mark.parametrize(("home", "left"), [([7, 8], [7]), ([4, 5, 6], [4, 5, 6])])
def test_a7_15_the_side_of_a_row_wolf(home: Sequence[int], left: Sequence[int]) -> None:
    m = ending({"sheep": home, "wolves": ["TOP"]})
    play(m, "attack TOP")
    assert sheep(m, A) == left


SCORES = [
    # number, sheep, cubes, tokens, row wolves, points, survivors
    ("16", [9], 1, ["MOVE_V"], ["TOP", "MID"], 6, 1),
    ("16b", [9], 1, ["MOVE_H"], ["TOP"], 0, 0),
    ("17", [7, 8, 4, 5, 6], 5, [], [], 30, 5),
    ("17b", [7, 8, 4, 5, 6], 6, [], [], 30, 5),
    ("18", [7, 6, 4, 3, 1], 9, ["SHEAR"], [], 33, 5),
    ("18b", [7, 6, 4, 3, 2, 1], 7, ["BREED"], [], 31, 6),
    ("19", [9, 8, 7, 6, 5, 4], 10, ["SHEAR", "FARMHANDS", "HERD"], [], 56, 6),
    ("20", [9, 8], 3, ["PASTURE"], [], 17, 2),
    ("20b", [6, 7], 1, ["BREED"], [], 10, 2),
    ("20c", [6, 7], 1, ["PASTURE"], [], 8, 2),
    ("21", [], 7, [], [], 3, 0),
    ("21b", [], 7, ["FARMHANDS"], [], 9, 0),
    ("22", [1], 2, ["FARMHANDS"], [], 3, 1),
    ("22b", [1, 2], 3, ["FARMHANDS"], [], 5, 2),
    ("23", [1, 2, 3, 4, 5, 6, 7, 8, 9], 9, [], ["TOP", "MID", "LOW"], 28, 6),
    ("24", [9, 8, 7], 3, ["MOVE_H"], ["TOP"], 16, 2),
]


@pytest.mark.parametrize(
    ("home", "cubes", "held", "wolves", "points", "survivors"),
    [case[1:] for case in SCORES],
    ids=[f"A7-{case[0]}" for case in SCORES],
)
def test_scores(home: list[int], cubes: int, held: list[str], wolves: list[str], points: int, survivors: int) -> None:
    one: dict[str, Any] = {"sheep": home, "cubes": cubes, "held": held, "wolves": wolves}
    m = ending(one, {"wolves": ["TOP"]})
    assert m.points[A] == points
    now = m.view(None)["farms"][A]["now"]
    assert (now["points"], now["survivors"]) == (points, survivors)
    if A in m.actors:
        m.play(A, "finish")
    m.play(B, "finish")
    assert m.points[A] == points
    assert m.view(None)["farms"][A]["now"]["survivors"] == len(sheep(m, A)) == survivors


def test_a7_16_the_best_order_by_hand() -> None:
    m = ending({"sheep": [9], "cubes": 1, "held": ["MOVE_V"], "wolves": ["TOP", "MID"]})
    play(m, "attack MID", "move MOVE_V 9 6", "attack TOP")
    assert m.over
    assert m.points[A] == 6


@pytest.mark.parametrize(("other", "winners"), [([9, 8, 7, 6, 5], [A]), ([9, 8, 7, 6, 5, 1], [A, B])])
def test_a7_25_tie_break(other: list[int], winners: list[int]) -> None:
    """Both have 40 points: 9 + 8 + 7 + 6 + 5 and 10 cubes left over; a sheep on 1 would earn no more."""
    m = ending({"sheep": [9, 8, 7, 6, 5, 1], "cubes": 15}, {"sheep": other, "cubes": 15, "wolves": []})
    assert m.over
    assert m.points == [40, 40]
    assert m.winners == winners


@pytest.mark.parametrize("seats", GAME.tables)
def test_a7_26_nothing_is_lost(seats: int) -> None:
    """2,000 random matches a table, 10,000 in all: the cubes after every action."""
    rules = bind.plain(GAME)
    blank, s = rules.blank(seats), rules.blank(seats)
    for seed in range(2_000):
        rules.begin_match(s, blank, seed)
        x = rules.seed_rng(seed + 77)
        while s.waiting:
            x = rules.next_rng(x)
            seat = rules.pick(s.waiting, rules.below(x, rules.count(s.waiting)))
            rules.apply(s, seat, rules.random_choice(s, seat, rules.next_rng(x)))
            assert sum(s.hand[:seats]) + s.pot == 9 * seats
            assert s.place < 18 or s.pot == 0
            s.events.clear()
        assert rules.sound(s)
        assert sum(9 - s.sheep[p].bit_count() for p in range(seats)) <= 12

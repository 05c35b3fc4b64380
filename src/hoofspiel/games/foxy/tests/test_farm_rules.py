"""Foxy & Woolly, paragraph by paragraph: moving sheep, the end and counting. Names follow RULES.md."""

import pytest

from hoofspiel import BadDeal, Match
from hoofspiel.games.foxy.tests.table import A, B, D, deal, ending, farm, play, refused, sheep, table, verbs

ALL = list(range(1, 10))

# --- 4 moving sheep ---


STEPS = {
    "MOVE_V": "14 41 47 74 25 52 58 85 36 63 69 96",
    "MOVE_H": "12 21 23 32 45 54 56 65 78 87 89 98",
    "MOVE_NWSE": "24 35 57 68 42 53 75 86",
    "MOVE_NESW": "15 26 48 59 51 62 84 95",
    "MOVE_NN": "24 35 57 68 15 26 48 59",
}


@pytest.mark.parametrize("token", STEPS)
def test_r4_1_one_step_to_a_free_neighbour(token: str) -> None:
    found = set()
    for slot in ALL:
        m = table(2, 6, dealt=[token])
        farm(m, A, sheep=[slot])
        found |= {move for move in m.moves(A) if move.startswith("move")}
    assert found == {f"move {token} {step[0]} {step[1]}" for step in STEPS[token].split()}
    m = table(2, 6, dealt=[token])
    assert verbs(m, A) == {"chase", "take"}


def test_r4_2_tokens_lie_upright_unless_they_may_be_turned() -> None:
    for turned, ways in ((False, [7, 9]), (True, [1, 3, 7, 9])):
        m = table(2, 6, dealt=["MOVE_NN"], rotatable_moves=turned)
        farm(m, A, sheep=[5])
        assert sorted(m.moves(A)) == sorted(["chase", "take", *(f"move MOVE_NN 5 {way}" for way in ways)])
    m = table(2, 6, dealt=["MOVE_V"], rotatable_moves=True)
    farm(m, A, sheep=[1])
    assert {"move MOVE_V 1 4", "move MOVE_V 1 2"} <= set(m.moves(A))


def test_r4_3_one_token_one_move_and_it_blocks_nothing() -> None:
    m = table(2, 6)
    farm(m, A, sheep=[5, 2], held=["MOVE_V", "MOVE_NN"])
    play(m, "move MOVE_V 5 8")
    assert m.view(None)["farms"][A]["spent"] == ["MOVE_V"]
    assert refused(m, A, "move MOVE_V 8 5") == "R4.3"
    farm(m, A, sheep=[2, 8], held=["MOVE_H", "MOVE_NN"])
    play(m, "move MOVE_H 2 1", "move MOVE_NN 1 5")
    assert sheep(m, A) == [5, 8]


def test_r4_4_moves_in_every_window_of_ones_own() -> None:
    m = table(2, 6, 5, 4, "GUN")
    farm(m, A, sheep=[9], held=["MOVE_V"])
    farm(m, B, sheep=[9], held=["MOVE_H"])
    assert "move MOVE_V 9 6" in m.moves(A)
    assert m.moves(B) == []
    play(m, "move MOVE_V 9 6")
    assert m.actors == [A]
    play(m, "chase")
    assert "move MOVE_H 9 8" in m.moves(B)
    m = table(2, "GUN")
    farm(m, A, sheep=[9], held=["MOVE_V"])
    play(m, "move MOVE_V 9 6")
    assert m.actors == [A]
    assert "offer 0" in m.moves(A)


def test_r4_5_moves_can_be_chained() -> None:
    m = table(2, 6)
    farm(m, A, sheep=[1], held=["MOVE_V", "MOVE_H", "MOVE_NN"])
    play(m, "move MOVE_V 1 4", "move MOVE_H 4 5", "move MOVE_NN 5 9")
    assert sheep(m, A) == [9]


# --- 5 the end ---


def test_r5_1_all_who_are_busy_act_at_once() -> None:
    m = ending(
        {"sheep": [9], "wolves": ["TOP"]},
        {"sheep": [1], "held": ["MOVE_V"]},
        {"sheep": [1]},
        {"sheep": [], "held": ["MOVE_H"]},
    )
    assert m.actors == [A, B]
    m.play(B, "move MOVE_V 1 4")
    assert m.actors == [A]
    assert refused(m, B, "finish") == "R5.4"
    assert not m.over
    m.play(A, "attack TOP")
    assert m.over


def test_r5_2_row_wolves_attack_in_any_order() -> None:
    m = ending({"sheep": [1, 5, 8], "wolves": ["TOP", "MID", "LOW"]})
    assert m.moves(A) == ["attack TOP", "attack MID", "attack LOW", "finish"]
    play(m, "attack MID")
    assert sheep(m, A) == [1, 8]
    assert m.moves(A) == ["attack TOP", "attack LOW", "finish"]
    assert refused(m, A, "attack MID") == "R5.2"
    m = ending({"sheep": [1], "wolves": ["TOP"]})
    play(m, "attack TOP")
    assert sheep(m, A) == [1]
    assert refused(table(2, 6), A, "attack TOP") == "R5.2"


def test_r5_3_moves_before_between_and_after_attacks() -> None:
    m = ending({"sheep": [3, 9], "held": ["MOVE_V", "MOVE_H", "MOVE_NN"], "wolves": ["TOP", "MID"]})
    play(m, "move MOVE_H 3 2", "attack TOP", "move MOVE_V 2 5", "attack MID")
    assert sheep(m, A) == []
    assert m.over


def test_r5_4_finish_does_the_rest_in_the_best_way() -> None:
    one = {"sheep": [9], "cubes": 1, "held": ["MOVE_V"], "wolves": ["TOP", "MID"]}
    m = ending(one)
    assert m.view(A)["farms"][A]["now"]["steps"] == ["attack MID", "move MOVE_V 9 6", "attack TOP"]
    events = m.play(A, "finish")
    happened = [event["event"] for event in events]
    assert happened == ["attacked", "row-spared", "moved", "attacked", "row-spared", "finished"]
    assert m.over
    assert m.points[A] == 6


def test_r5_4_equal_points_are_decided_by_survivors() -> None:
    """The sheep on 9 is eaten, unless it steps out of the row where it earns nothing for want of a cube."""
    m = ending({"sheep": [9], "cubes": 0, "held": ["MOVE_V"], "wolves": ["TOP"]})
    m.play(A, "finish")
    assert m.points[A] == 0
    assert sheep(m, A) == [6]


def test_r5_4_whoever_has_nothing_to_do_is_finished() -> None:
    m = ending({"sheep": [4], "cubes": 3})
    assert m.over
    assert m.points == [5, 0]


# --- 6 counting ---


def score(home: list[int], cubes: int, *held: str) -> int:
    return ending({"sheep": home, "cubes": cubes, "held": list(held)}).points[A]


def test_r6_1_a_sheep_with_a_cube_earns_its_slot() -> None:
    assert score([9, 7], 1) == 9
    assert score([9, 7], 2) == 16
    assert score([9], 2) == 9


def test_r6_2_sets() -> None:
    assert score([1], 3, "SHEAR") == 12
    assert score([1, 2], 1, "BREED") == 10
    assert score([1, 2], 0, "PASTURE") == 8
    assert score([1, 2, 3, 4], 0, "PASTURE") == 8
    assert score([9, 8], 2, "PASTURE") == 17
    assert score([1, 2, 3, 4, 5], 4, "SHEAR", "BREED", "PASTURE") == 30
    assert score([1], 2, "SHEAR") == 1


def test_r6_3_farmhands() -> None:
    assert score([], 5, "FARMHANDS") == 6
    assert score([2], 2, "FARMHANDS") == 3


def test_r6_4_herd() -> None:
    assert score([1, 2, 3], 0, "HERD") == 3
    assert score([1, 2, 3], 0, "HERD", "PASTURE") == 11


def test_r6_5_idle_cubes() -> None:
    assert [score([], n) for n in range(5)] == [0, 0, 1, 1, 2]


def test_r6_6_the_best_use_is_found_and_shown_at_any_time() -> None:
    m = table(2, 6, dealt=["SHEAR"])
    assert m.points == [51, 54]
    now = m.view(B)["farms"][A]["now"]
    assert now["sets"] == [{"token": "SHEAR", "sheep": [1], "cubes": 3, "points": 12}]
    assert now["with_cube"] == [4, 5, 6, 7, 8, 9]
    assert now["without_cube"] == [2, 3]
    assert m.view(A)["outlook"] == {"chase": 47, "take": 48}


def test_r6_7_sums_are_what_they_are() -> None:
    assert score([7, 6, 4, 3, 1], 9, "SHEAR") == 20 + 12 + 1
    assert score([7, 6, 4, 3, 2, 1], 7, "BREED") == 20 + 10 + 1


def test_r6_8_most_points_then_most_sheep() -> None:
    assert ending({"sheep": [9], "cubes": 1}, {"sheep": [1, 2, 3], "cubes": 3}).winners == [A]
    level = ending({"sheep": [9], "cubes": 1, "held": []}, {"sheep": [4, 3, 2], "cubes": 3})
    assert level.points == [9, 9]
    assert level.winners == [B]


def test_r6_9_still_level_is_shared() -> None:
    m = ending({"sheep": [9, 1], "cubes": 1}, {"sheep": [5, 4], "cubes": 2}, {"sheep": [9], "cubes": 1})
    assert m.points == [9, 9, 9]
    assert m.winners == [A, B]


def test_r6_10_what_was_not_used_earns_nothing() -> None:
    assert score([], 0, "GUN", "STEAL", "MOVE_V") == 0


# --- 7 a deal by hand ---


def test_r7_1_a_deal_by_hand() -> None:
    given = deal(4, 6, "TOP", 1, "GUN", "STEAL", 5, dealt=["MOVE_V", "HERD", "SHEAR", "BREED"], starter=D)
    m = Match("foxy", seats=4, deal=given)
    view = m.view(None)
    assert m.actors == [D]
    assert view["path"] == given["field"]
    assert view["path"][:6] == [6, "TOP", 1, "GUN", "STEAL", 5]
    assert [one["tokens"] for one in view["farms"]] == [["MOVE_V"], ["HERD"], ["SHEAR"], ["BREED"]]
    assert Match.from_record(m.record()).view(None) == view


def test_r7_2_farms_by_hand() -> None:
    farms = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]]
    m = Match("foxy", seats=2, deal=deal(2, farms=farms), options={"shuffled_farms": True})
    assert [one["slots"] for one in m.view(None)["farms"]] == farms
    with pytest.raises(BadDeal, match="Without the option shuffled_farms"):
        Match("foxy", seats=2, deal=deal(2, farms=farms))

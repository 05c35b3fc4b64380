"""Foxy & Woolly, paragraph by paragraph: the table and the auctions. Names follow RULES.md."""

from collections import Counter

import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.games.foxy import GAME
from hoofspiel.games.foxy.components import TOKEN_IDS
from hoofspiel.games.foxy.tests.table import (
    A,
    B,
    C,
    cubes,
    deal,
    ending,
    farm,
    play,
    refused,
    sheep,
    table,
    told,
    verbs,
)

ALL = list(range(1, 10))


# --- 1 the table ---


def test_r1_1_two_to_five_and_six_as_a_house_rule() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    for seats in (1, 7):
        with pytest.raises(BadMatch, match="2 to 5"):
            Match("foxy", seats=seats)
    with pytest.raises(BadMatch, match="option six_players"):
        Match("foxy", seats=6)
    m = Match("foxy", seats=6, seed=1, options={"six_players": True})
    assert m.view(None)["box"] == []


def test_r1_2_nine_slots_nine_sheep_nine_cubes() -> None:
    for one in Match("foxy", seats=3, seed=2).view(None)["farms"]:
        assert one["slots"] == [7, 8, 9, 4, 5, 6, 1, 2, 3]
        assert one["sheep"] == ALL
        assert one["cubes"] == 9


@pytest.mark.parametrize(("left", "lost"), [(False, 9), (True, 7)])
def test_r1_3_row_wolves_stand_on_the_right(left: bool, lost: int) -> None:  # noqa: FBT001
    m = ending({"sheep": ALL, "wolves": ["TOP"]}, wolf_left=left)
    play(m, "attack TOP")
    assert lost not in sheep(m, A)
    assert len(sheep(m, A)) == 8


def test_r1_4_twelve_specials_and_one_for_everybody() -> None:
    assert len(TOKEN_IDS) == len(set(TOKEN_IDS)) == 12
    m = Match("foxy", seats=5, seed=3)
    assert [len(one["tokens"]) for one in m.view(None)["farms"]] == [1] * 5
    assert len(told(m, "dealt")) == 5


def test_r1_5_eighteen_tokens_with_every_wolf() -> None:
    for seed in range(20):
        view = Match("foxy", seats=4, seed=seed).view(None)
        wolves = [token for token in view["path"] if token not in TOKEN_IDS]
        assert Counter(wolves) == Counter([*ALL, "TOP", "MID", "LOW"])
        own = [token for one in view["farms"] for token in one["tokens"]]
        specials = [token for token in view["path"] if token in TOKEN_IDS]
        assert sorted([*own, *specials, *view["box"]]) == sorted(TOKEN_IDS)


def test_r1_6_chance_decides_who_begins() -> None:
    assert {Match("foxy", seats=4, seed=seed).actors[0] for seed in range(40)} == {0, 1, 2, 3}


def test_r1_7_all_lies_open_unless_hands_are_closed() -> None:
    m = Match("foxy", seats=3, seed=4)
    assert m.view(None) == {**m.view(0), "me": None, "prompt": "watch", "outlook": {}}
    closed = Match("foxy", seats=3, seed=4, options={"closed_hands": True})
    for reader, known in ((0, [9, None, None]), (None, [None, None, None])):
        farms = closed.view(reader)["farms"]
        assert [one["cubes"] for one in farms] == known
        assert [one["now"] is None for one in farms] == [count is None for count in known]
    while not closed.over:
        closed.play(closed.actors[0], closed.moves(closed.actors[0])[-1])
    assert None not in [one["cubes"] for one in closed.view(None)["farms"]]


def test_r1_8_every_farm_its_own() -> None:
    m = Match("foxy", seats=4, seed=5, options={"shuffled_farms": True})
    layouts = [tuple(one["slots"]) for one in m.view(None)["farms"]]
    assert len(set(layouts)) == 4
    assert all(sorted(slots) == ALL for slots in layouts)
    one = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    m = Match(
        "foxy",
        seats=2,
        seed=1,
        deal=deal(2, "TOP", dealt=["MOVE_V"], farms=[one, one]),
        options={"shuffled_farms": True},
    )
    farm(m, A, sheep=[2, 9])
    assert {"move MOVE_V 2 5", "move MOVE_V 9 6"} <= set(m.moves(A))
    play(m, "take")
    m.position.place = 18
    m.world.begin_end(m.position)
    m.refresh()
    m.play(A, "attack TOP")
    assert sheep(m, A) == [9]


def test_r1_9_cubes_are_neither_made_nor_lost() -> None:
    m = play(table(3, 6, 5, 4, "GUN", dealt=["STEAL"]), "chase", "chase", "chase", "steal", "take")
    assert sum(cubes(m)) + m.view(None)["pot"] == 27
    assert m.world.sound(m.position)
    m.position.hand[A] += 1
    assert not m.world.sound(m.position)


# --- 2 wolves ---


def test_r2_1_a_wolf_goes_round_until_it_is_taken() -> None:
    m = table(3, 6, starter=C)
    assert verbs(m, C) == {"chase", "take"}
    assert refused(m, A, "take") == "R2.1"
    assert [play(m, "chase").actors for _ in range(4)] == [[A], [B], [C], [A]]
    play(m, "take")
    assert m.view(None)["place"] == 1


def test_r2_2_chasing_costs_a_cube() -> None:
    m = play(table(3, 6), "chase")
    assert cubes(m) == [8, 9, 9]
    assert m.view(None)["pot"] == 1
    assert m.actors == [B]
    farm(m, B, cubes=0)
    assert m.moves(B) == ["take"]
    assert refused(m, B, "chase") == "R2.2"


def test_r2_3_taking_brings_the_cubes_and_the_neighbour_begins() -> None:
    m = play(table(3, 6), "chase", "chase", "take")
    assert cubes(m) == [8, 8, 11]
    assert m.view(None)["starter"] == A
    assert m.actors == [A]


def test_r2_4_a_number_wolf_takes_the_sheep_on_its_slot() -> None:
    m = play(table(3, 6), "chase", "take")
    assert sheep(m, B) == [1, 2, 3, 4, 5, 7, 8, 9]
    assert told(m, "lost") == [{"event": "lost", "seat": B, "slot": 6}]


def test_r2_4_an_empty_slot_costs_nothing() -> None:
    m = play(table(3, 6), "chase")
    farm(m, B, sheep=[1, 2])
    play(m, "take")
    assert sheep(m, B) == [1, 2]
    assert cubes(m)[B] == 10
    assert told(m, "spared") == [{"event": "spared", "seat": B, "slot": 6}]


def test_r2_5_the_taker_may_answer_before_the_strike() -> None:
    m = table(3, 6)
    farm(m, A, sheep=[6, 8], held=["GUN", "MOVE_V"])
    play(m, "take")
    assert m.actors == [A]
    assert m.view(A)["target"] == 6
    assert verbs(m, A) == {"resolve", "gun", "move"}
    play(m, "move MOVE_V 6 9", "gun")
    assert sheep(m, A) == [8, 9]
    assert m.actors == [B]


def test_r2_5_nobody_is_asked_who_has_neither_gun_nor_move() -> None:
    assert play(table(3, 6), "take").actors == [B]
    m = play(table(3, 6, dealt=["MOVE_H"]), "take")
    assert m.moves(A) == ["resolve"]
    assert refused(m, A, "gun") == "R2.6"


def test_r2_6_the_gun_takes_three_off() -> None:
    m = play(table(3, 8, "TOP", 4, dealt=["GUN"]), "take", "gun")
    assert sheep(m, A) == [1, 2, 3, 4, 6, 7, 8, 9]
    assert m.view(None)["farms"][A] | {"now": None} == {
        "cubes": 9,
        "slots": [7, 8, 9, 4, 5, 6, 1, 2, 3],
        "sheep": [1, 2, 3, 4, 6, 7, 8, 9],
        "tokens": [],
        "spent": ["GUN"],
        "wolves": [],
        "passed": False,
        "done": False,
        "now": None,
    }
    m = play(table(3, 2, dealt=["GUN"]), "chase", "chase", "chase", "take", "gun")
    assert sheep(m, A) == ALL
    assert cubes(m)[A] == 11
    assert told(m, "missed") == [{"event": "missed", "seat": A}]
    m = table(3, "TOP", dealt=["GUN"])
    assert refused(m, A, "gun") == "R2.6"


def test_r2_7_one_gun_a_wolf() -> None:
    m = table(3, 8)
    farm(m, A, sheep=[1, 5, 8], held=["GUN", "MOVE_V"])
    play(m, "take", "gun")
    assert m.view(A)["shot"]
    assert m.view(A)["target"] == 5
    m.position.tokens[A] |= m.position.spent[A]
    m.refresh()
    assert verbs(m, A) == {"resolve", "move"}
    assert refused(m, A, "gun") == "R2.7"


def test_r2_8_a_row_wolf_waits_beside_the_farm() -> None:
    m = play(table(3, "MID", dealt=["MOVE_V"]), "take")
    assert sheep(m, A) == ALL
    assert m.view(None)["farms"][A]["wolves"] == ["MID"]
    assert m.actors == [B]
    farm(m, B, sheep=[3], held=["MOVE_V"], wolves=["MID"])
    assert "move MOVE_V 3 6" in m.moves(B)


def test_r2_9_steal_on_the_own_turn_against_a_wolf() -> None:
    m = play(table(3, "LOW", dealt=["HERD", "STEAL"]), "chase", "steal")
    assert cubes(m) == [8, 10, 9]
    assert m.actors == [C]
    play(m, "chase", "chase")
    assert m.moves(B) == ["chase", "take"]
    assert refused(m, B, "steal") == "R2.9"
    assert refused(table(3, "GUN", dealt=["STEAL"]), A, "steal") == "R2.9"


def test_r2_10_steal_from_an_empty_field() -> None:
    m = play(table(3, 6, dealt=["STEAL"]), "steal")
    assert cubes(m) == [9, 9, 9]
    assert m.actors == [B]


@pytest.mark.parametrize(("pot", "gain"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_r2_11_steal_takes_as_many_as_it_can(pot: int, gain: int) -> None:
    m = table(3, 6, dealt=["STEAL"])
    m.position.pot = pot
    play(m, "steal")
    assert cubes(m)[A] == 9 + gain
    assert m.view(None)["pot"] == pot - gain


def test_r2_12_steal_without_a_cube() -> None:
    m = table(3, 6, dealt=["STEAL"])
    farm(m, A, cubes=0)
    assert set(m.moves(A)) == {"take", "steal"}
    assert play(m, "steal").actors == [B]


# --- 3 specials ---


def test_r3_1_offers_go_round_from_the_one_who_begins() -> None:
    m = table(3, "GUN", starter=B)
    assert m.moves(B) == [*(f"offer {n}" for n in range(10)), "pass"]
    assert refused(m, A, "offer 3") == "R3.1"
    assert refused(m, B, "chase") == "R2.2"
    assert [play(m, f"offer {n}").actors for n in range(3)] == [[C], [A], [B]]


def test_r3_2_the_first_offer_may_be_nothing_and_later_ones_are_higher() -> None:
    m = play(table(3, "GUN"), "pass")
    assert "offer 0" in m.moves(B)
    play(m, "offer 4")
    assert m.moves(C) == [*(f"offer {n}" for n in range(5, 10)), "pass"]
    assert refused(m, C, "offer 4") == "R3.2"


def test_r3_3_nobody_offers_more_than_they_have() -> None:
    m = table(3, "GUN")
    farm(m, A, cubes=2)
    assert m.moves(A) == ["offer 0", "offer 1", "offer 2", "pass"]
    assert refused(m, A, "offer 3") == "R3.3"


def test_r3_4_a_pass_is_for_good() -> None:
    m = play(table(3, "GUN"), "pass", "offer 1", "offer 2")
    assert m.actors == [B]
    assert m.view(None)["farms"][A]["passed"]
    play(m, "offer 3")
    assert m.actors == [C]
    assert refused(m, A, "offer 9") == "R3.1"


def test_r3_5_the_highest_offer_wins_and_only_it_is_paid() -> None:
    m = play(table(3, "GUN", starter=B), "offer 1", "offer 2", "offer 3", "pass", "pass")
    assert cubes(m) == [6, 9, 9]
    assert m.view(None)["pot"] == 3
    assert "GUN" in m.view(None)["farms"][A]["tokens"]
    assert m.actors == [B]
    m = play(table(3, "GUN"), "offer 0", "pass", "pass")
    assert told(m, "won-free") == [{"event": "won-free", "seat": A, "token": "GUN", "cubes": 0}]
    assert cubes(m) == [9, 9, 9]


def test_r3_6_what_nobody_wants_leaves_the_game() -> None:
    m = play(table(3, "GUN", starter=B), "pass", "pass")
    assert "offer 0" in m.moves(A)
    play(m, "pass")
    assert m.view(None)["gone"] == ["GUN"]
    assert m.actors == [C]


def test_r3_7_the_price_goes_to_the_taker_of_the_next_wolf() -> None:
    m = play(table(2, "GUN", "STEAL", 6), "offer 3", "pass", "offer 2", "pass", "chase", "take")
    assert m.view(None)["pot"] == 0
    assert cubes(m) == [5, 13]


def test_r3_8_house_rule_whoever_begins_must_open() -> None:
    m = table(3, "GUN", starter_must_open=True)
    assert "pass" not in m.moves(A)
    assert refused(m, A, "pass") == "R3.8"
    play(m, "offer 0")
    assert "pass" in m.moves(B)

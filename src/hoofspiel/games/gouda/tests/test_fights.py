"""Gouda Gangster, paragraphs 6 and 7: who gets cheese, and what a night brings."""

from collections.abc import Mapping
from typing import Any

import pytest

from hoofspiel.games.gouda import GAME
from hoofspiel.games.gouda.tests.scene import A, B, C, D, cards, fed, named, night, reinforcing, sneak, spying, through
from hoofspiel.kernel.texts import texts_of


def told(event: Mapping[str, Any], reader: int | None = None) -> str:
    return texts_of(GAME).event(dict(event), ["Anouk", "Bruno", "Clara", "Dan"], reader)


def test_r6_1_gt18_traps_turned_now_do_nothing() -> None:
    m = sneak(night("", "trap 3", "", cheese="bath bed"), "bath", "trap bath 3", "bed")
    spying(m, A="2 0", B="0 0", C="1 2")
    turned = named(m.log[-1], "turned")
    assert [(e["seat"], e["place"], e["card"]) for e in turned] == [(B, 0, "trap"), (B, 1, "bath")]
    assert fed(m) == {A: ("bath", 0, False), B: ("bath", 3, True), C: ("bed", 0, True)}
    assert m.view(None)["discards"] == {"3": 1, "trap": 1}


def test_r6_1_cards_are_turned_from_the_king_on() -> None:
    m = sneak(night("1 2", "3 4", "5 6", king=B), "1 2 bath", "3 4 bath", "5 6 bath")
    spying(m)
    seats = [e["seat"] for e in named(m.log[-1], "turned")]
    assert seats == sorted(seats, key=[B, C, A].index)
    assert set(seats) == {A, B, C}


def test_r6_2_strength_is_all_weapons_less_the_injury() -> None:
    m = sneak(night("1 8 19", "trap", ""), "1 bath 8", "bath trap", "bath")
    spying(m, A="1 1")
    reinforcing(m, A="add 19")
    assert fed(m)[A] == ("bath", 18, False)


@pytest.mark.parametrize(
    ("floor_zero", "winners", "strengths"), [(False, [A, C], [-7, -10, 0, 0]), (True, [A, C], [0, 0, 0, 0])]
)
def test_r6_2_g8_gt9_strength_may_be_below_nothing(
    *, floor_zero: bool, winners: list[int], strengths: list[int]
) -> None:
    """GT9: 3 injured (−7), unarmed and injured (−10), 0: two pieces for three. With a floor, 3 beats nothing."""
    m = night("3", "", "", "trap trap", cheese="bath bath bed", options={"floor_zero": floor_zero})
    got = through(m, "3 bath", "bath", "bath", "bed trap trap", spies={"A": "3 1", "B": "3 2"})
    assert [fed(m)[p][1] for p in range(4)] == strengths
    assert got == ([*winners, D] if not floor_zero else [A, B, C, D])


def test_r6_3_gt2_the_strongest_takes_the_cheese_another_brought() -> None:
    m = night("10 cheese", "15", "", cheese="bath bath")
    assert through(m, "basement 10 cheese", "basement 15", "bath") == [B, C]


def test_r6_3_gt3_a_cheese_card_makes_enough() -> None:
    m = night("cheese", "", "", cheese="children bath")
    assert through(m, "cheese children", "children", "bed") == [A, B]


def test_r6_3_two_cheese_cards_in_one_room() -> None:
    m = night("cheese", "cheese", "", cheese="bath bath")
    assert through(m, "cheese bed", "bed cheese", "bed") == [A, B, C]  # the third shares: nobody is armed
    m = night("cheese 1", "cheese 2", "", cheese="bath bath")
    assert through(m, "cheese bed 1", "bed cheese 2", "bed") == [A, B]


def test_r6_4_g9_enough_food_for_the_injured() -> None:
    m = night("", "trap", "", cheese="bath bed")
    assert through(m, "bath", "trap bed", "basement", spies={"A": "1 0"}) == [A, B]
    assert fed(m)[A] == ("bath", -10, True)


def test_r6_4_gt14_more_cheese_than_rats() -> None:
    m = night("", "", "", "", cheese="bed bed bed")
    assert through(m, "bed", "bath", "bath", "bath") == [A]
    assert m.points == [1, 0, 0, 0]


def test_r6_5_gt1_the_strongest_eat() -> None:
    m = night("15", "17", "1 8 19", "trap", cheese="bath bath bed")
    got = through(m, "15 bath", "bath 17", "1 8 bath 19", "bed trap", spies={"B": "3 1"})
    assert [fed(m)[p][1] for p in (A, B, C)] == [15, 7, 28]
    assert got == [A, C, D]


def test_r6_5_no_cheese_no_winner() -> None:
    m = night("20", "", "", cheese="bath bath")
    assert through(m, "20 bed", "basement", "children") == []
    assert m.points == [0, 0, 0]


def test_r6_5_gt8_below_zero_loses_to_nothing() -> None:
    m = night("", "", "trap", cheese="bath bed")
    assert through(m, "bath", "bath", "trap bed", spies={"B": "2 0"}) == [A, C]


def test_r6_6_gt4_equal_strength_the_greater_weapon() -> None:
    m = night("16 5", "15 6", "", cheese="bath bed")
    assert through(m, "16 5 bath", "15 6 bath", "bed") == [A, C]


def test_r6_6_everybody_is_told_why_21_beats_21() -> None:
    m = night("16 5", "15 6", "", cheese="bath bed")
    through(m, "16 5 bath", "15 6 bath", "bed")
    won, lost = named(m.log[-1], "ate")[0], named(m.log[-1], "starved")[0]
    assert [(e["seat"], e["strength"], e["weapon"], e["against"], e["rank"]) for e in (won, lost)] == [
        (A, 21, 16, 15, 1),
        (B, 21, 15, 16, 1),
    ]
    assert told(won) == "Anouk (16 + 5 = 21, best weapon 16) beats 15 and gets cheese."
    assert told(lost) == "Bruno (15 + 6 = 21, best weapon 15) loses to 16 and goes hungry."
    assert told(lost, B) == "You (15 + 6 = 21, best weapon 15) lose to 16 and go hungry."


def test_r6_6_the_second_weapon_is_named_where_it_decides() -> None:
    m = night("10 7 3", "10 6 4", "", cheese="bath bed")
    through(m, "10 7 3 bath", "bath 10 6 4", "bed")
    assert told(named(m.log[-1], "starved")[0]) == (
        "Bruno (10 + 6 + 4 = 20, second weapon 6) loses to 7 and goes hungry."
    )


def test_r6_6_a_night_without_a_tie_speaks_of_none() -> None:
    m = night("16", "15", "", cheese="bath bed")
    through(m, "16 bath", "15 bath", "bed")
    assert told(named(m.log[-1], "starved")[0]) == "Bruno (15) goes hungry."
    assert not any("said" in event for event in m.log[-1])


def test_r6_6_gt13_the_weapon_counts_even_when_injured() -> None:
    m = night("17", "7", "trap", cheese="bath bed")
    assert through(m, "17 bath", "7 bath", "trap bed", spies={"A": "2 0"}) == [A, C]
    assert [fed(m)[p][1] for p in (A, B)] == [7, 7]


@pytest.mark.parametrize(("biggest_only", "winners"), [(False, [A, C]), (True, [A, B, C])])
@pytest.mark.parametrize("rows", [("10 10", "10 6 4"), ("10 7 3", "10 6 4")], ids=["GT12", "GT12 with two tens"])
def test_r6_6_g10_gt12_then_the_next_greatest(*, rows: tuple[str, str], biggest_only: bool, winners: list[int]) -> None:
    m = night("", "", "", cheese="bath bed", options={"biggest_only": biggest_only})
    m.position.hand[:2] = [cards(row) for row in rows]  # GT12 to the letter takes one ten more than the deck has
    m.refresh()
    assert through(m, rows[0] + " bath", "bath " + rows[1], "bed") == winners


def test_r6_7_g11_gt6_two_unarmed_rats_share() -> None:
    m = night("", "", "", cheese="bath bed")
    assert through(m, "bath", "bath", "bed") == [A, B, C]


def test_r6_8_g12_gt7_a_weapon_beats_none_at_equal_strength() -> None:
    m = night("", "10", "trap", cheese="bath bed")
    assert through(m, "bath", "10 bath", "bed trap", spies={"B": "2 1"}) == [B, C]
    assert [fed(m)[p][1] for p in (A, B)] == [0, 0]
    assert told(named(m.log[-1], "starved")[0]) == "Anouk (0, no weapon) loses to 10 and goes hungry."
    assert told(named(m.log[-1], "ate")[0]) == "Bruno (10 − 10 = 0) wins the tie, being better armed, and gets cheese."


def test_r6_9_gt5_the_same_weapon_shares() -> None:
    m = night("10", "10", "", cheese="bath bed")
    assert through(m, "10 bath", "bath 10", "bed") == [A, B, C]
    assert m.points == [1, 1, 1]


def test_r6_9_g13_gt10_the_last_piece_is_shared() -> None:
    m = night("20", "15", "15", "", cheese="bath bath bed")
    assert through(m, "20 bath", "bath 15", "15 bath", "bed") == [A, B, C, D]
    assert [e["seat"] for e in named(m.log[-1], "shared")] == [B, C]


def test_r6_10_g14_gt11_no_sharing_where_there_is_enough() -> None:
    m = night("15", "15", "9", "", cheese="bath bath bed")
    assert through(m, "15 bath", "bath 15", "9 bath", "bed") == [A, B, D]
    assert named(m.log[-1], "shared") == []


# --- 7 removing the traces ---


def test_r7_1_g15_one_rat_a_night() -> None:
    m = night("cheese", "", "", "", cheese="bed bed bed")
    assert through(m, "bed cheese", "bath", "bath", "bath") == [A]
    assert m.points == [1, 0, 0, 0]


def test_r7_2_played_cards_are_discarded_and_others_kept() -> None:
    m = sneak(night("15 trap 4", "trap cheese 20", "3 gouda-gangster"), "15 bath trap", "bath trap cheese", "bed")
    spying(m, A="1 1", B="0 0", C="0 1")
    reinforcing(m, C="gangster basement bed")
    discards = m.view(None)["discards"]
    assert discards == {"15": 1, "trap": 2, "cheese": 1, "gouda-gangster": 1}
    assert "4" in m.view(A)["my_hand"]
    assert "20" in m.view(B)["my_hand"]
    assert "3" in m.view(C)["my_hand"]


def test_r7_3_the_king_moves_one_seat_on() -> None:
    m = night("", "", "", king=C)
    for king in (C, A, B, C):
        assert m.view(None)["king"] == king
        through(m, "bath", "bath", "bath")


def test_r7_4_g24_five_rats_win_when_all_rooms_are_settled() -> None:
    m = night("", "", "", rats=[4, 3, 0], cheese="bath bed")
    assert through(m, "bath", "bed", "basement") == [A, B]
    assert m.over
    assert m.winners == [A]
    assert m.points == [5, 4, 0]


def test_r7_4_several_rooms_count_together() -> None:
    m = night("", "", "", rats=[4, 4, 0], cheese="bath bed")
    through(m, "bath", "bed", "basement")
    assert not m.over
    assert m.actors == [A, B]

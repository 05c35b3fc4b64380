"""Gouda Gangster, paragraphs 8 to 10: play-offs, Last-Rat-Standing, and what everybody may know."""

from collections.abc import Mapping

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.gouda.tests.scene import A, B, C, D, fed, named, night, sneak, spying, through
from hoofspiel.games.gouda.words import ROOM_NAMES


def playoff(first: str = "", second: str = "", third: str = "", options: Mapping[str, bool] | None = None) -> Match:
    """A and B have won their fifth rat in the same night, seat 0 is king; these cards are in hand."""
    m = night(first, second, third, "", rats=[4, 4, 0, 0], king=D, cheese="bath bath bed", options=options)
    assert through(m, "bath", "bath", "basement", "basement") == [A, B]
    assert m.view(None)["playoff"] == 1
    return m


def drop_into(m: Match, name: str) -> None:
    """The single piece falls into that room."""
    m.position.pieces[:] = [int(room == name) for room in ROOM_NAMES]
    m.position.fallen[:] = m.position.pieces
    m.refresh()


def one_more(m: Match, *rows: str, into: str = "bath") -> None:
    """A play-off in which nobody reinforces."""
    drop_into(m, into)
    through(m, *rows)


# --- 8 play-offs ---


def test_r8_1_gt26_those_with_five_rats_play_on_about_one_piece() -> None:
    m = night("", "", "", "", rats=[4, 4, 3, 2], cheese="bath bath bath")
    through(m, "bath", "bath", "bath", "basement")
    assert m.points == [5, 5, 4, 2]
    assert m.actors == [A, B]
    view = m.view(C)
    assert (view["playoff"], view["pieces"], view["prompt"]) == (1, 1, "out")
    assert sum(room["pieces"] for room in view["rooms"]) == 1
    with pytest.raises(IllegalMove, match="R8.1"):
        m.play(C, "room bath")


def test_r8_2_g25_a_play_off_is_a_whole_round() -> None:
    m = playoff("3", "", "7")
    dealt = {e["seat"]: e["cards"] for e in named(m.log[-1], "dealt")}
    assert dealt == {A: 2, B: 2}
    assert [p["cards"] for p in m.view(None)["players"]] == [3, 2, 1, 0]
    assert m.view(None)["king"] == A
    sneak(m, "bath", "bath")
    assert m.moves(A) == ["spy 1 0"]


def test_r8_2_the_king_is_the_next_who_takes_part() -> None:
    m = night("", "", "", "", rats=[0, 0, 4, 4], king=D, cheese="bath bath bed")
    through(m, "basement", "basement", "bath", "bath")
    assert m.view(None)["king"] == C


def test_r8_2_actions_work_in_a_play_off() -> None:
    m = playoff("gouda-gangster", "")
    drop_into(m, "bath")
    spying(sneak(m, "bed", "bath"))
    m.play(A, "gangster bath bed")
    if not m.over:
        m.play(B, "pass")
    assert m.winners == [A]


@pytest.mark.parametrize("decoy", [False, True])
def test_r8_3_g27_cheese_cards_count_nothing(*, decoy: bool) -> None:
    m = playoff("cheese 9", "cheese 8", options={"cheese_decoy": decoy})
    drop_into(m, "bed")
    assert ("lay cheese" in m.moves(A)) == decoy
    if not decoy:
        with pytest.raises(IllegalMove, match="R8.3"):
            m.play(A, "lay cheese")
    spying(sneak(m, "bath 9 cheese" if decoy else "bath 9", "bath 8"))
    while m.view(None)["phase"] == "reinforce":
        seat = m.actors[0]
        assert "add cheese" not in m.moves(seat)
        m.play(seat, "pass")
    assert m.view(None)["playoff"] == 2
    assert fed(m)[A] == ("bath", 9, False)


def test_r8_4_gt27_sharing_leads_to_another_play_off() -> None:
    m = playoff("12", "12")
    one_more(m, "12 bath", "bath 12")
    assert m.view(None)["playoff"] == 2
    assert m.actors == [A, B]
    assert m.points == [6, 6, 0, 0]


def test_r8_4_gt28_nobody_with_cheese_leads_to_another() -> None:
    m = playoff("gouda-gangster", "")
    drop_into(m, "bath")
    spying(sneak(m, "bath", "bath"))
    m.play(A, "gangster bath bed")
    while m.view(None)["phase"] == "reinforce":
        m.play(m.actors[0], "pass")
    assert m.view(None)["playoff"] == 2
    assert m.actors == [A, B]
    assert m.points == [5, 5, 0, 0]


def test_r8_4_only_those_who_share_go_on() -> None:
    m = night("7", "7", "", "", rats=[4, 4, 4, 0], cheese="bath bath bath")
    through(m, "bath", "bath", "bath", "basement")
    one_more(m, "7 bath", "7 bath", "bath")
    assert m.actors == [A, B]
    assert m.points == [6, 6, 5, 0]


def test_r8_4_g26_five_undecided_play_offs_are_shared() -> None:
    m = playoff()
    for number in range(1, 6):
        assert m.view(None)["playoff"] == number
        one_more(m, "bath", "bath", into="bed")
    assert m.over
    assert m.winners == [A, B]
    assert m.points == [5, 5, 0, 0]


def test_r8_4_those_who_would_play_the_sixth_share() -> None:
    m = night("7", "7", "", "", rats=[4, 4, 4, 0], cheese="bath bath bath")
    through(m, "bath", "bath", "bath", "basement")
    for _ in range(4):
        one_more(m, "bath", "bath", "bath", into="bed")
    one_more(m, "7 bath", "bath 7", "bath")
    assert m.winners == [A, B]


@pytest.mark.parametrize(("into", "winners"), [("bath", [A, B]), ("bed", [A, B, C])])
def test_r8_4_share_playoff_settles_at_once(into: str, winners: list[int]) -> None:
    m = night("7", "7", "", "", rats=[4, 4, 4, 0], cheese="bath bath bath", options={"share_playoff": True})
    through(m, "bath", "bath", "bath", "basement")
    assert not m.over
    one_more(m, "7 bath", "bath 7", "bath", into=into)
    assert m.winners == winners


def test_r8_5_the_winner_of_a_play_off_has_one_more() -> None:
    m = playoff("12", "3")
    one_more(m, "12 bath", "bath 3")
    assert m.over
    assert m.winners == [A]
    assert m.points == [6, 5, 0, 0]


# --- 9 variants ---


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_r9_1_gt35_prolong_takes_a_piece_away(seats: int) -> None:
    m = Match("gouda", seats=seats, seed=1, options={"prolong": True})
    assert sum(room["pieces"] for room in m.view(None)["rooms"]) == seats - 2


LAST_RAT = {"last_rat_standing": True}


def lives(*numbers: int, cheese: str, options: Mapping[str, bool] = LAST_RAT) -> Match:
    return night("3", "3", *[""] * (len(numbers) - 2), rats=numbers, cheese=cheese, options=options)


def test_r9_2_no_cheese_costs_a_life() -> None:
    m = Match("gouda", seats=3, seed=1, options={"last_rat_standing": True})
    assert m.points == [3, 3, 3]
    m = lives(3, 3, 3, cheese="bath bath")
    through(m, "bath", "bed", "bed")
    assert m.points == [3, 2, 2]


def test_r9_2_the_last_one_left_wins() -> None:
    m = lives(2, 1, 1, cheese="bath bath")
    through(m, "bath", "bed", "bed")
    assert m.over
    assert m.winners == [A]
    assert m.points == [2, 0, 0]
    assert m.world.sound(m.position)


def test_r9_3_g28_gt29_a_piece_goes_with_every_player() -> None:
    m = lives(1, 1, 2, 3, cheese="bath bath bath")
    through(m, "bed", "bed", "bed", "bath")
    assert m.points == [0, 0, 1, 3]
    assert m.actors == [C, D]
    assert m.view(None)["pieces"] == sum(room["pieces"] for room in m.view(None)["rooms"]) == 1


@pytest.mark.parametrize("shared", [False, True])
def test_r9_4_g29_gt30_all_out_at_once(*, shared: bool) -> None:
    m = lives(1, 1, 1, cheese="bath bath", options={**LAST_RAT, "share_last_rats": shared})
    through(m, "bath", "bed", "bed")  # B and C are out, A has won
    assert m.winners == [A]
    m = lives(1, 1, 1, 1, cheese="bath bath bath", options={**LAST_RAT, "share_last_rats": shared})
    through(m, "bath", "bath", "bed", "bed")
    assert m.actors == [A, B]
    drop_into(m, "basement")
    through(m, "bath", "bed")
    if shared:
        assert m.winners == [A, B]
        assert m.points == [0, 0, 0, 0]
    else:
        assert m.points == [1, 1, 0, 0]
        assert m.actors == [A, B]
        assert m.view(None)["pieces"] == 1


def test_r9_5_prolong_leaves_at_least_one_piece() -> None:
    m = lives(1, 1, 1, 1, 1, cheese="bath bath bath", options={**LAST_RAT, "prolong": True})
    assert m.view(None)["pieces"] == 3
    through(m, "bath", "bath", "bed", "bed", "bed")
    assert m.actors == [A, B]
    assert m.view(None)["pieces"] == 1


def test_r9_6_g30_the_hand_of_the_eliminated_is_discarded() -> None:
    m = night("3", "17 trap", "", "", rats=[3, 1, 3, 3], cheese="bath bath bath", options=LAST_RAT)
    through(m, "bath", "bed", "bath", "bath")
    assert m.view(None)["discards"] == {"17": 1, "trap": 1}
    assert m.view(None)["players"][B]["cards"] == 0
    assert m.moves(B) == []
    with pytest.raises(IllegalMove, match="R9.6"):
        m.play(B, "room bath")


def test_r9_6_gt31_the_king_skips_the_eliminated() -> None:
    m = night("", "", "", "", "", rats=[3, 3, 3, 1, 3], king=C, cheese="bath bath bath bath", options=LAST_RAT)
    through(m, "bath", "bath", "bath", "bed", "bath")
    assert m.view(None)["king"] == 4
    assert m.view(None)["order"] == [4, A, B, C]


# --- 10 at the table ---


def test_r10_1_who_knows_what() -> None:
    m = sneak(night("15 trap 2", "7", "", cheese="bath bed"), "15 bath trap", "7 bed", "bed")
    m.play(A, "spy 1 0")
    mine, other, watcher = m.view(A), m.view(C), m.view(None)
    assert [c["card"] for c in mine["players"][A]["row"]] == ["15", "bath", "trap"]
    assert mine["my_hand"] == ["2"]
    assert (mine["players"][A]["room"], mine["players"][A]["strength"]) == ("bath", 15)
    assert [c["card"] for c in other["players"][A]["row"]] == [None] * 3
    assert [other["players"][A][key] for key in ("room", "strength", "unknown")] == [None, 0, 2]
    assert [c["card"] for c in watcher["players"][B]["row"]] == ["7", None]
    assert watcher["my_hand"] == []
    for view in (mine, other, watcher):
        assert [p["cards"] for p in view["players"]] == [1, 0, 0]
        assert [room["pieces"] for room in view["rooms"]] == [0, 1, 1, 0]
        assert view["pile"] == 55 - 4


def test_r10_1_the_last_night_stays_open_to_all() -> None:
    """Also what nobody would ask about: the void room card of a rat that went through the wall."""
    m = sneak(night("15 hole-in-the-wall", "trap gouda-gangster", "", cheese="bath bed"), "15 bath", "bed trap", "bed")
    spying(m, A="1 1", B="0 0", C="0 1")
    m.play(A, "hole bed")
    m.play(B, "gangster bath bed")
    for reader in (A, C, None):
        assert m.view(reader)["last"][:2] == [
            {
                "room": "bed",
                "strength": 5,
                "ate": True,
                "row": ["15", "bath"],
                "added": "hole-in-the-wall",
                "moved": [],
                "spied": {"target": B, "place": 1},
            },
            {
                "room": "bed",
                "strength": 0,
                "ate": True,
                "row": ["bed", "trap"],
                "added": "gouda-gangster",
                "moved": ["bath", "bed"],
                "spied": {"target": A, "place": 0},
            },
        ]


def test_r10_2_g34_talk_is_no_move() -> None:
    m = night("", "", "")
    with pytest.raises(IllegalMove, match="R10.2"):
        m.play(A, "say I am in the bathroom")

"""Gouda Gangster, paragraph 5: the last, open card."""

from hoofspiel import Match
from hoofspiel.games.gouda.tests.scene import A, B, C, D, fed, named, night, refused, reinforcing, sneak, spying
from hoofspiel.games.gouda.words import ROOM_NAMES


def at_reinforcement(*hands: str, rows: tuple[str, ...], cheese: str = "", king: int = A) -> Match:
    return spying(sneak(night(*hands, cheese=cheese, king=king), *rows))


def test_r5_1_one_open_card_or_none_in_order() -> None:
    m = at_reinforcement("15 3 cheese nailed-down", "4", "", rows=("bath", "bath", "bath"))
    assert m.actors == [A]
    assert m.moves(A) == ["add 3", "add 15", "add cheese", "pass", "nailed-down"]
    m.play(A, "add 15")
    assert m.view(C)["players"][A]["added"] == "15"
    assert m.actors == [B]


def test_r5_2_g21_a_pass_is_final() -> None:
    m = at_reinforcement("15", "4", "", rows=("bath", "bath", "bath"))
    m.play(A, "pass")
    assert refused(m, A, "add 15") == "R5.1"
    m.play(B, "add 4")
    assert fed(m)[A][1] == 0


def test_r5_3_gt33_no_traps() -> None:
    m = at_reinforcement("trap", "", "", rows=("bath", "bath", "bath"))
    assert refused(m, A, "add trap") == "R5.3"
    assert m.actors == [A]
    assert m.moves(A) == ["pass"]


def test_r5_4_only_a_player_without_cards_is_not_asked() -> None:
    m = at_reinforcement("trap trap", "3", "4", rows=("bath", "3 bath", "bath"))
    assert m.actors == [A]
    m.play(A, "pass")
    assert m.actors == [C]


def test_r5_5_g17_gt21_nailed_down_ends_the_phase_not_the_night() -> None:
    m = at_reinforcement(
        "15", "nailed-down", "20", "19", rows=("bath", "bed", "bath", "bath"), cheese="bath bed basement"
    )
    m.play(A, "add 15")
    events = m.play(B, "nailed-down")
    assert named(events, "nailed-down") == [{"event": "nailed-down", "seat": B}]
    assert fed(m) == {A: ("bath", 15, True), B: ("bed", 0, True), C: ("bath", 0, False), D: ("bath", 0, False)}
    assert [p["cards"] for p in m.view(None)["players"]] == [2, 2, 3, 3]


def test_r5_5_gt22_the_last_in_order_may_nail_too() -> None:
    m = at_reinforcement("", "", "", "nailed-down", rows=("bath",) * 4, cheese="bath bath bath")
    assert m.moves(D) == ["pass", "nailed-down"]
    m.play(D, "nailed-down")
    assert m.points == [1, 1, 1, 1]


def test_r5_6_g33_the_gangster_moves_one_piece_somewhere_else() -> None:
    m = at_reinforcement("gouda-gangster", "", "", rows=("bath",) * 3, cheese="bath bed")
    assert sorted(m.moves(A)) == sorted(
        ["pass", *(f"gangster {a} {b}" for a in ("bath", "bed") for b in ROOM_NAMES if a != b)]
    )
    assert refused(m, A, "gangster bath bath") == "R5.6"
    assert refused(m, A, "gangster children bath") == "R5.6"
    assert m.play(A, "gangster bed bath")[0] == {"event": "gangster", "seat": A, "from": "bed", "to": "bath"}


def test_r5_7_gangsters_work_one_after_the_other_and_leave_cheese_cards_alone() -> None:
    m = at_reinforcement(
        "gouda-gangster cheese", "gouda-gangster", "", rows=("children cheese", "bed", "bed"), cheese="bath bed"
    )
    assert "gangster children bed" not in m.moves(A)
    m.play(A, "gangster bath bed")
    assert [room["pieces"] for room in m.view(None)["rooms"]] == [0, 0, 2, 0]
    assert refused(m, B, "gangster bath children") == "R5.6"
    m.play(B, "gangster bed basement")
    assert fed(m) == {A: ("children", 0, True), B: ("bed", 0, True), C: ("bed", 0, True)}


def test_r5_8_g18_through_the_wall_into_another_room() -> None:
    m = at_reinforcement("hole-in-the-wall", "", "", rows=("bath", "bed", "bed"), king=B)
    assert m.moves(A) == ["pass", "hole children", "hole bed", "hole basement"]
    assert refused(m, A, "hole bath") == "R5.8"


def test_r5_9_g19_the_old_room_card_stays_as_it_lies() -> None:
    m = sneak(night("15 hole-in-the-wall", "3", ""), "15 bath", "bath", "bath")
    spying(m, A="2 0", B="0 0", C="1 0")
    m.play(A, "hole bed")
    assert [c["card"] for c in m.view(B)["players"][A]["row"]] == ["15", None]
    assert m.view(B)["players"][A]["room"] == "bed"
    for rng in range(50):
        assert m.twin(B, rng).position.room[A] != ROOM_NAMES.index("bed")
    assert named(m.play(B, "pass"), "turned")[0] == {"event": "turned", "seat": A, "place": 1, "card": "bath"}


def test_r5_10_g20_gt19_everything_goes_through_the_wall() -> None:
    m = sneak(night("cheese 17 hole-in-the-wall", "trap 1", "2"), "bath cheese 17", "bath 1 trap", "bed 2")
    spying(m, A="1 2", C="1 0")
    events = reinforcing(m, A="hole bed")
    assert {e["room"]: e["cheese"] for e in named(events, "fight")} == {"bath": 0}
    assert {e["room"]: e["cheese"] for e in named(events, "fight-with-cards")} == {"bed": 1}
    assert fed(m) == {A: ("bed", 7, True), B: ("bath", 1, False), C: ("bed", 2, False)}


def test_r5_11_gt20_an_open_cheese_card_in_a_secret_room() -> None:
    m = sneak(night("cheese 5", "1", "", cheese="bath bath"), "5 basement", "bath", "bath")
    spying(m, A="2 0", B="0 0", C="1 0")
    m.play(A, "add cheese")
    view = m.view(B)
    assert view["players"][A]["room"] is None
    assert view["stray_cheese_cards"] == 1
    assert [room["cheese_cards"] for room in view["rooms"]] == [0, 0, 0, 0]
    events = m.play(B, "pass")
    assert named(events, "fight-with-cards") == [
        {"event": "fight-with-cards", "room": "basement", "pieces": 0, "cards": 1, "cheese": 1, "rats": 1}
    ]

"""Gouda Gangster, paragraphs 1 to 4: the box, cheese and cards, sneaking, spying."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from hoofspiel import Match
from hoofspiel.games.gouda import GAME, position
from hoofspiel.games.gouda.cards import FIRST_ROOM, TRAP, put_all
from hoofspiel.games.gouda.deals import WHOLE_DECK
from hoofspiel.games.gouda.tests.scene import (
    DECK,
    A,
    B,
    C,
    D,
    cards,
    fed,
    lay,
    named,
    names_left,
    night,
    refused,
    sneak,
    spying,
    through,
)
from hoofspiel.games.gouda.words import ROOM_NAMES, card_name

BOX = tomllib.loads((Path(__file__).parents[1] / "data.toml").read_text())


# --- 1 what lies on the table ---


def test_r1_1_fifty_five_cards() -> None:
    assert sum(WHOLE_DECK.values()) == FIRST_ROOM == 55
    copies = {name: number for name, number in BOX["deck"].items() if name != "weapons"}
    assert {name: WHOLE_DECK[name] for name in copies} == copies
    assert BOX["table"]["pieces"] <= position.PIECES_A_ROUND
    numbers = [BOX["table"][key] for key in ("rats_to_win", "lives", "injury", "sets_of_rooms")]
    assert numbers == [position.RATS_TO_WIN, position.LIVES, position.INJURY, position.SEATS]


def test_r1_2_g1_every_strength_twice() -> None:
    strengths = [str(v) for v in range(1, BOX["table"]["strongest"] + 1)]
    assert [WHOLE_DECK[v] for v in strengths] == [BOX["deck"]["weapons"]] * 20


def test_r1_3_room_cards_come_back() -> None:
    m = night("", "", "")
    assert list(ROOM_NAMES) == BOX["table"]["rooms"]
    for _ in range(3):
        assert [move for move in m.moves(A) if move.startswith("room")] == [f"room {r}" for r in ROOM_NAMES]
        through(m, "bath", "bath", "bath")
    assert not set(m.view(None)["discards"]) & set(ROOM_NAMES)


def test_r1_4_g2_backs_look_alike() -> None:
    m = sneak(night("15 trap", "cheese", ""), "15 bath trap", "bed cheese", "bed")
    backs = m.view(C)["players"][A]["row"]
    assert backs == [{"card": None, "open": False, "gone": False, "surely_room": False}] * 3


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_r1_5_one_piece_fewer_than_players(seats: int) -> None:
    view = Match("gouda", seats=seats, seed=seats).view(None)
    assert sum(room["pieces"] for room in view["rooms"]) == view["pieces"] == seats - 1


def test_r1_6_g31_gt34_rats_never_run_out() -> None:
    m = night("", "", "", "", "", "cheese", cheese="bath bath bath bath bath", rats=[4] * 6)
    assert through(m, *["bath"] * 5, "bath cheese") == [0, 1, 2, 3, 4, 5]
    assert m.points == [5] * 6
    assert sum(m.points) > 25
    assert m.actors == [0, 1, 2, 3, 4, 5]
    assert m.view(None)["playoff"] == 1
    assert m.view(None)["pieces"] == 1


def test_r1_7_three_to_six_players() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6]


# --- 2 cheese and cards ---


def test_r2_1_g5_chance_makes_the_first_king_and_the_order_is_clockwise() -> None:
    kings = {Match("gouda", seats=4, seed=seed).view(None)["king"] for seed in range(60)}
    assert kings == {0, 1, 2, 3}
    assert night("", "", "", "", king=C).view(None)["order"] == [C, D, A, B]


def test_r2_2_g16_gt23_all_pieces_fall_anew() -> None:
    """GT23: the only piece of the bathroom goes to the empty bedroom; next night everything falls again."""
    m = night("gouda-gangster", "", "", cheese="bath basement")
    assert through(m, "bath", "bath", "basement", A="gangster bath bed") == [C]
    assert sum(room["pieces"] for room in m.view(None)["rooms"]) == 2
    falls = set()
    for seed in range(40):
        again = Match("gouda", seats=3, seed=seed, deal={"king": 0, "deck": DECK, "rain": [["bath", "bath"]]})
        through(again, "bath", "bath", "bath")
        falls.add(tuple(room["pieces"] for room in again.view(None)["rooms"]))
    assert len(falls) > 5


@pytest.mark.parametrize("clumpy", [False, True])
def test_r2_3_g3_each_piece_falls_anywhere(*, clumpy: bool) -> None:
    together = Counter[bool]()
    rooms = Counter[int]()
    for seed in range(2000):
        pieces = Match("gouda", seats=3, seed=seed, options={"clumpy_rain": clumpy}).position.pieces
        together[max(pieces) == 2] += 1
        rooms.update(dict(enumerate(pieces)))
    assert all(900 < rooms[room] < 1100 for room in range(4))
    expected = 1250 if clumpy else 500  # 1/2 + 1/2 * 1/4, or 1/4
    assert abs(together[True] - expected) < 80


def test_r2_4_three_cards_then_two() -> None:
    m = Match("gouda", seats=4, seed=3)
    assert [p["cards"] for p in m.view(None)["players"]] == [3] * 4
    through(m, "bath", "bath", "bath", "bath")
    assert [p["cards"] for p in m.view(None)["players"]] == [5] * 4


def test_r2_5_g22_one_card_at_a_time_from_the_king() -> None:
    m = Match("gouda", seats=3, seed=1, deal={"king": 1, "deck": DECK, "rain": []})
    assert [m.view(p)["my_hand"] for p in (B, C, A)] == [["7", "4", "1"], ["8", "5", "2"], ["9", "6", "3"]]


def test_r2_5_gt24_the_discards_become_the_pile_when_a_card_is_needed() -> None:
    m = night(*["20"] * 2, *["18"] * 2, *["16"] * 2, pile="1")
    known = sum(m.view(None)["discards"].values())
    assert known == 48
    through(m, *["bath"] * 6)  # king is now B, who gets the last card of the pile
    events = m.log[-1]
    assert [e["event"] for e in events if e["event"] in ("drew", "shuffled")] == ["drew", "shuffled"] + ["drew"] * 11
    assert named(events, "drew")[0] == {"event": "drew", "seat": B, "card": "1", "only": B}
    assert named(events, "shuffled") == [{"event": "shuffled", "cards": 48}]
    assert m.view(None)["pile"] == 48 - 11
    assert m.view(None)["discards"] == {}


def test_r2_5_gt25_no_card_when_there_are_none() -> None:
    hands = [" ".join(DECK[seat:54:6]) for seat in range(6)]
    m = night(*hands, pile=DECK[54])
    m.position.discard = 0
    through(m, *["bath"] * 6)
    assert named(m.log[-1], "dealt") == [{"event": "dealt", "seat": B, "cards": 1}]
    assert [e["seat"] for e in named(m.log[-1], "no-card")] == [C, D, 4, 5, A]


def test_r2_5_a_reshuffle_can_be_laid_by_an_explicit_deal() -> None:
    """The discards come in the order in which the list first names them."""
    order = ["20", "20", *[c for c in DECK if c != "20"]]
    m = Match("gouda", seats=3, seed=9, deal={"king": 0, "deck": DECK[::-1], "rain": [], "reshuffles": [order]})
    s = m.position
    s.discard, s.pile = s.pile, 0
    s.discard ^= s.discard & cards("20 20")
    s.discard |= cards("20")
    s.hand[A] = cards(" ".join([*m.view(A)["my_hand"], "20"]))
    m.refresh()
    assert m.world.sound(s)
    through(m, "bath", "bath", "bath")
    assert [e["card"] for e in named(m.log[-1], "drew")] == ["20", "1", "2", "3", "4", "5"]


def test_r2_6_g23_no_hand_limit() -> None:
    m = Match("gouda", seats=3, seed=3, options={"last_rat_standing": True})
    m.position.rats[:3] = [50, 50, 50]
    for _ in range(7):
        through(m, "bath", "bath", "bath")
    assert [p["cards"] for p in m.view(None)["players"]] == [17] * 3


def test_r2_5_a_guess_draws_the_pile_from_the_cards_that_were_shuffled() -> None:
    """Traps that nobody had discarded cannot lie in the new pile."""
    m = night("trap 1", "trap 2", "trap 3", "20 20", pile="4")
    through(m, "bath", "bath", "bath", "bath")
    assert m.view(None)["discards"] == {}
    fresh = cards(" ".join(names_left(cards("trap trap trap 1 2 3 4 20 20"))))
    for reader in (A, D, None):
        for rng in range(40):
            s = m.twin(reader, rng).position
            pile = put_all(0, s.pile)
            assert pile & ~fresh == 0
            assert m.world.sound(s)


# --- 3 sneaking in ---


def test_r3_1_a_room_and_any_equipment_in_any_order() -> None:
    m = night("15 trap cheese 3", "15", "")
    sneak(m, "3 trap bath cheese 15", "bed", "bed")
    assert [c["card"] for c in m.view(A)["players"][A]["row"]] == ["3", "trap", "bath", "cheese", "15"]
    assert m.view(A)["my_hand"] == []
    assert m.view(B)["my_hand"] == ["15"]


def test_r3_1_gt32_a_row_needs_a_room() -> None:
    m = night("15", "", "")
    m.play(A, "lay 15")
    assert refused(m, A, "ready") == "R3.1"
    assert A in m.actors


def test_r3_2_g4_nothing_of_a_row_is_seen_until_all_are_ready() -> None:
    m = night("15 trap", "7", "")
    before = m.view(None)
    seen = m.view(B)
    for move in ("lay 15", "room bath", "lay trap"):
        assert m.play(A, move) == []
        assert m.view(B) == seen
        assert m.view(None) == before
    assert m.play(A, "ready") == []
    assert m.view(B)["players"][A] == {**seen["players"][A], "ready": True}
    lay(m, B, "bed")
    assert named(m.play(C, "room bed") + m.play(C, "ready"), "laid") == [
        {"event": "laid", "seat": A, "cards": 3},
        {"event": "laid", "seat": B, "cards": 1},
        {"event": "laid", "seat": C, "cards": 1},
    ]


def test_r3_3_g32_gt32_no_actions_and_no_second_room() -> None:
    m = night("nailed-down 15", "", "")
    assert refused(m, A, "lay nailed-down") == "R3.3"
    assert refused(m, A, "nailed-down") == "R3.3"
    m.play(A, "room bath")
    assert refused(m, A, "room bed") == "R3.3"
    assert m.moves(A) == ["lay 15", "ready"]


def test_r3_4_a_laid_card_stays_and_ready_is_final() -> None:
    m = night("15 3", "", "")
    lay(m, A, "15 bath")
    assert A not in m.actors
    assert refused(m, A, "lay 3") == "R3.4"


# --- 4 spying ---


def test_r4_1_g6_spying_is_a_must_and_goes_in_order() -> None:
    m = sneak(night("", "", "", king=B), "bath", "bath", "bath")
    assert m.actors == [B]
    assert m.moves(B) == ["spy 0 0", "spy 2 0"]
    assert refused(m, B, "pass") == "R5.1"
    assert refused(m, C, "spy 0 0") == "R4.1"
    m.play(B, "spy 0 0")
    assert m.actors == [C]


def test_r4_2_g7_gt15_nothing_left_to_turn() -> None:
    m = sneak(night("1", "1", ""), "bath", "bath", "bath")
    m.play(A, "spy 1 0")
    assert named(m.play(B, "spy 0 0"), "no-target") == [{"event": "no-target", "seat": C}]
    assert m.view(None)["phase"] == "reinforce"


def test_r4_2_nobody_turns_a_card_of_their_own() -> None:
    m = sneak(night("15", "", ""), "bath 15", "bath", "bath")
    assert refused(m, A, "spy 0 0") == "R4.2"


def test_r4_3_turned_cards_stay_and_places_keep_their_numbers() -> None:
    m = sneak(night("", "trap 8 9", "", ""), "bath", "8 trap 9 bed", "bath", "bath")
    m.play(A, "spy 1 1")
    assert [(c["card"], c["gone"]) for c in m.view(C)["players"][B]["row"]] == [
        (None, False),
        ("trap", True),
        (None, False),
        (None, False),
    ]
    m.play(B, "spy 0 0")
    assert refused(m, C, "spy 0 0") == "R4.3"
    assert refused(m, C, "spy 1 1") == "R4.3"
    assert m.play(C, "spy 1 2")[0] == {"event": "spied", "seat": C, "target": B, "place": 2, "card": "9"}
    assert m.view(D)["players"][B]["row"][2]["card"] == "9"


def test_r4_4_a_trap_hurts_the_spy() -> None:
    m = sneak(night("15", "trap", ""), "15 bath", "bath trap", "bed")
    assert m.play(A, "spy 1 1")[0] == {"event": "trapped", "seat": A, "target": B, "place": 1, "card": "trap"}
    view = m.view(C)
    assert [p["injured"] for p in view["players"]] == [True, False, False]
    assert view["players"][B]["row"][1]["gone"]
    spying(m)
    assert fed(m)[A] == ("bath", 5, False)


def test_r4_4_gt16_two_traps_hurt_two_spies() -> None:
    m = sneak(night("", "trap trap", "", ""), "bath", "trap bath trap", "bath", "bath")
    m.play(A, "spy 1 0")
    m.play(B, "spy 0 0")
    m.play(C, "spy 1 2")
    view = m.view(D)
    assert [p["strength"] for p in view["players"]] == [-10, 0, -10, 0]
    assert [c["card"] for c in view["players"][B]["row"] if not c["gone"]] == [None]


def test_r4_5_gt17_the_last_card_is_the_room() -> None:
    m = sneak(night("1", "trap trap", "", ""), "bath", "trap bath trap", "bath", "bath")
    m.play(A, "spy 1 0")
    m.play(B, "spy 0 0")
    m.play(C, "spy 1 2")
    assert m.view(D)["players"][B]["row"][1]["surely_room"]
    assert m.play(D, "spy 1 1")[0]["card"] == "bath"
    assert m.view(None)["players"][B]["room"] == "bath"


def test_r4_5_guesses_conclude_the_same() -> None:
    """A row of one card is a room in every guess, an open room leaves only equipment, play goes on from there."""
    m = sneak(night("15 trap", "7 8", ""), "15 bath trap", "7 bed 8", "basement")
    m.play(A, "spy 1 1")
    rows = set()
    rooms = set()
    for rng in range(200):
        s = m.twin(A, rng).position
        row = [card_name(position.lies(s, B, place)) for place in range(3)]
        assert row[1] == "bed"
        assert row[0] not in ROOM_NAMES
        rooms.add(card_name(position.lies(s, C, 0)))
        assert "15" not in [row[0], row[2]] or row.count("15") == 1
        rows.add(tuple(row))
    assert rooms == set(ROOM_NAMES)
    assert len(rows) > 50
    assert any("trap" in row for row in rows)


def test_r4_5_a_guess_never_doubles_what_is_seen() -> None:
    m = sneak(night("trap trap trap", "trap 7", "", discard="20 20"), "bath trap", "7 bed trap", "basement")
    for rng in range(100):
        s = m.twin(A, rng).position
        held = [position.lies(s, B, place) for place in range(3)]
        assert held.count(TRAP) <= 1
        assert "20" not in map(card_name, held)
        assert m.world.sound(s)

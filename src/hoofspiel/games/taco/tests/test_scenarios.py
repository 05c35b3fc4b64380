"""The 26 situations that a table of Taco must get right, by their numbers."""

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.taco.fair import fair_time
from hoofspiel.games.taco.position import DECK_SIZE
from hoofspiel.games.taco.tests.table import (
    A,
    B,
    C,
    D,
    begins,
    centre,
    chant,
    ending,
    gesture,
    names,
    now,
    piles,
    say,
    shown_at,
    slap,
    slaps,
    table,
    turned,
    wait,
)


@pytest.mark.parametrize(
    ("seats", "each", "left"), [(2, 12, 40), (3, 12, 28), (4, 12, 16), (5, 12, 4), (6, 10, 4), (7, 8, 8), (8, 8, 0)]
)
def test_c1_deal(seats: int, each: int, left: int) -> None:
    m = Match("taco", seats=seats, seed=1)
    assert piles(m) == [each] * seats
    assert DECK_SIZE[0] - sum(piles(m)) == left


def test_c2_chant() -> None:
    m = table("goat goat", "taco", "cat", "taco", "goat")
    words = [say(m)[0]["word"] for _ in range(6)]
    assert words == ["taco", "cat", "goat", "cheese", "pizza", "taco"]


def five_on_pizza(card: str) -> Match:
    """Pizza is said and this card turned, the fifth of the pile."""
    m = table("goat cat", "taco cat", "taco cat", f"goat {card} cat", dealer=D)
    chant(m, 5)
    assert (m.view(None)["word"], m.view(None)["top"], centre(m)) == ("pizza", card, 5)
    return m


def test_c3_rulebook_match() -> None:
    m = five_on_pizza("pizza")
    slaps(m, "palm", A=410, B=455, C=520, D=610)
    assert ending(m) == (D, "last", 5)
    assert begins(m, D)
    assert say(m)[0]["word"] == "taco"


def test_c4_reversed_match_and_false_slap() -> None:
    m = five_on_pizza("pizza/back")
    slaps(m, "back", A=410, C=455, D=520, B=610)
    assert ending(m) == (B, "last", 5)
    m = table("goat goat", "goat", "cheese/back")
    chant(m, 3)
    assert m.view(None)["word"] == "goat"
    slap(m, A, "back", 400)
    assert ending(m) == (A, "false-slap", 3)


def test_c5_wrong_side() -> None:
    m = table("taco/back goat", "goat", "goat", "goat")
    say(m)
    slap(m, B, "palm", 390)
    slap(m, A, "back", 400)
    slap(m, C, "palm", 420)
    wait(m, 2501 - 420)
    assert ending(m) == (B, "wrong-side", 1)


def test_c6_special() -> None:
    m = table("goat goat", "panda goat", "goat", "goat")
    chant(m, 2)
    assert m.view(None)["word"] == "cat"
    for seat in (A, B, C, D):
        gesture(m, seat, "panda", 300 + seat)
    slaps(m, "palm", B=500, A=510, C=520, D=530)
    assert ending(m) == (D, "last", 2)
    m = table("goat goat", "panda goat", "goat", "goat")
    chant(m, 2)
    slap(m, A, "palm", 300)
    for seat in (B, C, D):
        gesture(m, seat, "panda", 400)
    slaps(m, "palm", B=500, C=520, D=530)
    assert ending(m) == (A, "wrong-gesture", 2)


def test_c7_reversed_special() -> None:
    m = table("seal/back goat", "goat", "goat")
    say(m)
    for seat, claps in ((A, 2), (B, 1), (C, 2)):
        for _ in range(claps):
            gesture(m, seat, "seal", 400)
    slap(m, A, "back", 500)
    slap(m, B, "back", 510)
    slap(m, C, "palm", 520)
    assert [hand["verdict"] for hand in m.view(None)["hands"]] == ["right", "wrong-gesture", "wrong-side"]
    assert ending(m) == (B, "wrong-gesture", 1)


def test_c8_all_wrong() -> None:
    m = table("taco/back", "goat", "goat", "goat")
    say(m)
    slaps(m, "palm", A=380, B=390, C=400, D=410)
    assert ending(m) == (A, "wrong-side", 1)
    assert not m.over


def test_c9_false_slaps() -> None:
    m = table("goat goat", "goat", "taco", "goat")
    chant(m, 3)
    slap(m, A, "palm", 450)
    with pytest.raises(IllegalMove):
        slap(m, C, "palm", 500)
    assert ending(m) == (A, "false-slap", 3)
    assert begins(m, A)


def test_c10_word_only_is_no_match() -> None:
    m = table("pizza", "goat goat", "", "pizza")
    chant(m, 3)
    assert (m.view(None)["word"], m.view(None)["top"], m.view(None)["by"]) == ("goat", "goat", C)
    assert say(m)[0] == {"event": "flipped", "seat": D, "word": "cheese", "card": "pizza", "reveal": 4}
    m = table("pizza", "goat goat", "", "pizza")
    chant(m, 3)
    slap(m, B, "palm", 400)
    assert ending(m) == (B, "false-slap", 2)


def cat_on_cat() -> Match:
    """C has no cards; B turns a cat and says Cat."""
    m = table("goat goat", "cat goat", "", "goat")
    chant(m, 2)
    return m


def test_c11_win() -> None:
    m = cat_on_cat()
    slap(m, C, "palm", 400)
    assert m.winners == [C]
    assert centre(m) == 2
    assert piles(m) == [1, 1, 0, 1]


def test_c12_cardless_not_first() -> None:
    m = cat_on_cat()
    slaps(m, "palm", A=390, C=400, B=450, D=480)
    assert not m.over
    assert ending(m) == (D, "last", 2)
    assert piles(m)[C] == 0
    assert begins(m, D)


def test_c13_cardless_last() -> None:
    m = cat_on_cat()
    slaps(m, "palm", A=390, B=450, D=480, C=500)
    assert ending(m) == (C, "last", 2)
    assert say(m)[0] == {"event": "flipped", "seat": C, "word": "taco", "card": "goat", "reveal": 3}


def test_c14_last_card_is_the_event() -> None:
    m = table("moose", "goat", "goat")
    say(m)
    gesture(m, A, "moose", 300)
    slap(m, A, "palm", 400)
    assert m.winners == [A]


def test_c15_a_wrong_slap_cannot_block() -> None:
    m = table("goat goat", "cat/back goat", "", "goat")
    chant(m, 2)
    slap(m, B, "palm", 350)
    slap(m, C, "back", 400)
    assert m.winners == [C]


def test_c16_wrong_word() -> None:
    m = table("goat goat", "goat goat", "taco", "goat goat")
    chant(m, 3)
    assert names(say(m, "goat")) == ["flipped", "picked-up"]
    assert ending(m) == (D, "wrong-word", 4)
    with pytest.raises(IllegalMove):
        slap(m, A, "palm", 300)
    assert piles(m)[A] == 1


def test_c17_slow() -> None:
    m = table("goat goat", "goat", "taco", "goat")
    chant(m, 3)
    m.play(D, "say cheese", at=shown_at(m) + 2300)
    assert ending(m) == (D, "slow", 3)
    assert m.view(None)["reveal"] == 3
    assert piles(m)[D] == 4
    m = table("goat goat", "goat")
    assert names(m.play(B, "gesture panda", at=5001)) == ["by-itself", "flipped", "gestured"]


def test_c18_missing() -> None:
    m = table("taco goat", "goat", "goat", "goat")
    say(m)
    slaps(m, "palm", A=400, B=410)
    wait(m, 2501 - 410)
    found = ending(m)
    assert found is not None
    assert found[0] in (C, D)
    assert found[1] == "missing"
    m = table("taco goat", "goat", "goat", "goat")
    say(m)
    assert names(wait(m, 2501)) == ["lapsed"]
    assert say(m, after=0)[0]["word"] == "cat"


def test_c19_two_players() -> None:
    m = table("goat goat taco", "goat cat goat")
    assert [(event["seat"], event["word"]) for _ in range(3) for event in say(m)] == [
        (A, "taco"),
        (B, "cat"),
        (A, "goat"),
    ]
    m = table("goat goat", "cat goat")
    chant(m, 2)
    slaps(m, "palm", A=400, B=401)
    assert ending(m) == (B, "last", 2)


def test_c20_first_in_first_out() -> None:
    m = table("goat", "pizza goat goat", "cheese")
    chant(m, 3)
    slap(m, B, "palm", 300)
    assert ending(m) == (B, "false-slap", 3)
    assert turned(m, 13) == ["goat", "goat", "goat", "pizza", "cheese"]


def test_c21_two_cardless() -> None:
    for firsts, winners in (({"C": 380, "A": 390}, [C]), ({"B": 370, "C": 380}, [])):
        m = table("", "cat goat goat", "", "goat", dealer=A)
        chant(m, 2)
        for name, ms in firsts.items():
            if not m.over:
                slap(m, "ABCD".index(name), "palm", ms)
        assert m.winners == winners


def test_c22_anticipation() -> None:
    m = table("taco goat", "goat", "goat")
    say(m)
    slaps(m, "palm", A=90, B=400, C=410)
    assert ending(m) == (A, "too-fast", 1)


@pytest.mark.parametrize(("reported", "counts"), [(300, 385), (410, 410), (600, 440)])
def test_c23_clamp(reported: int, counts: int) -> None:
    assert fair_time(reported, 0, 520, 80, 110, 25, 60) == counts


def test_c24_late_fault_earlier_reveal() -> None:
    m = table("pizza pizza pizza pizza", "taco taco goat goat", "cheese cheese cat")
    chant(m, 8)
    assert (m.view(None)["reveal"], m.view(None)["word"], m.view(None)["top"]) == (8, "goat", "goat")
    slap(m, A, "palm", 300)
    m.play(B, "slap palm #7", at=shown_at(m) + 310)
    assert ending(m) == (B, "false-slap", 8)
    assert [hand["seat"] for hand in m.view(None)["hands"]] == [B], "slaps on reveal 8 are void"
    assert begins(m, B)


def test_c25_dead_pile() -> None:
    m = Match("taco", seats=2, seed=1, deal={"dealer": 0, "piles": [["goat"] * 12, ["taco/back"] * 12]})
    turned(m, 24)
    assert centre(m) == 24
    assert say(m)[0] == {"event": "sudden-death"}
    assert (centre(m), m.view(None)["stock"]) == (1, 23)


def test_c26_conservation() -> None:
    for seats in range(2, 9):
        m = Match("taco", seats=seats, seed=seats)
        total = sum(piles(m))
        for step in range(60):
            m.play(None, "time", at=now(m) + 137 * (step % 9))
            moves = m.moves(step % seats)
            m.play(step % seats, moves[step * 7 % len(moves)], at=now(m))
            assert sum(piles(m)) + centre(m) == total
            assert m.world.sound(m.position)

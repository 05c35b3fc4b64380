"""Taco, paragraph by paragraph: the box, the deal, the chant, and when to slap. Names follow RULES.md."""

from collections import Counter

import pytest

from hoofspiel import BadMatch, IllegalMove, Match
from hoofspiel.games.taco import GAME
from hoofspiel.games.taco.names import CARDS, card_name
from hoofspiel.games.taco.position import MIXED_BOX, VERSO_BOX
from hoofspiel.games.taco.tests.table import (
    BEAT,
    WORDS,
    A,
    B,
    C,
    begins,
    centre,
    chant,
    ending,
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

# --- 1 the box ---


def box(counts: tuple[int, ...]) -> Counter[str]:
    return Counter({card_name(card): number for card, number in enumerate(counts) if number})


def test_r1_1_sixty_four_cards_of_eight_pictures() -> None:
    assert sum(VERSO_BOX) == 64
    pictures = {name.removesuffix("/back") for name in box(VERSO_BOX)}
    assert pictures == {*WORDS, "panda", "moose", "seal"}


def test_r1_2_a_card_from_behind_lies_face_up_like_any_other() -> None:
    m = table("cat/back", "goat")
    say(m)
    assert m.view(None)["top"] == "cat/back"


def test_r1_3_eleven_of_each_word_three_of_each_special() -> None:
    """T-R1"""
    cards = box(VERSO_BOX)
    for word in WORDS:
        assert (cards[word], cards[f"{word}/back"]) == (7, 4)
    for special in ("panda", "moose", "seal"):
        assert (cards[special], cards[f"{special}/back"]) == (2, 1)


def test_r1_3_a_match_is_dealt_from_that_box() -> None:
    m = Match("taco", seats=8, seed=5)
    before = m.position.unseen[:]
    m.play(None, "time", at=3_000_000)
    turned = [first - last for first, last in zip(before, m.position.unseen, strict=True)]
    assert tuple(before) == VERSO_BOX
    assert sum(turned) == m.position.slots
    assert 40 < sum(turned) <= 64


def test_r1_4_two_to_eight_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]
    for seats in (1, 9):
        with pytest.raises(BadMatch, match="2 to 8"):
            Match("taco", seats=seats)


def test_r1_5_the_mixed_deck() -> None:
    """T-R21"""
    cards = box(MIXED_BOX)
    assert sum(cards.values()) == 128
    classic = {"gorilla*", "groundhog*", "narwhal*", *(f"{word}*" for word in WORDS)}
    assert {name for name in CARDS if name.endswith("*")} == classic
    assert cards["taco*"] == 11
    assert cards["gorilla*"] == 3
    assert piles(Match("taco", seats=6, options={"deck": "mixed"})) == [10] * 6


# --- 2 the deal ---


@pytest.mark.parametrize(("seats", "each"), [(2, 12), (3, 12), (4, 12), (5, 12), (6, 10), (7, 8), (8, 8)])
def test_r2_1_cards_for_each_player(seats: int, each: int) -> None:
    m = Match("taco", seats=seats, seed=3)
    assert piles(m) == [each] * seats
    assert m.position.cards == seats * each


def test_r2_2_nobody_knows_a_card_before_it_is_turned() -> None:
    shown = table("goat", "cat"), table("pizza/back", "seal")
    for seat in (A, B, None):
        assert shown[0].view(seat) == shown[1].view(seat)


def test_r2_2_what_was_picked_up_is_not_shown_again() -> None:
    m = table("goat cat", "cat goat")
    say(m)
    slap(m, B, "palm", 400)
    assert begins(m, B)
    assert say(m)[0]["card"] == "cat"
    assert "goat" not in str(m.view(B))


def test_r2_3_the_dealer_begins() -> None:
    assert begins(table("goat", "cat", "taco", dealer=C), C)
    assert {Match("taco", seats=3, seed=seed).view(None)["turn"] for seed in range(20)} == {0, 1, 2}


def test_r2_4_no_card_is_lost() -> None:
    m = table("goat cat goat", "cheese goat cat", "pizza pizza")
    for number in range(6):
        say(m)
        assert sum(piles(m)) + centre(m) == 8
        if number == 3:
            slap(m, C, "back", 500)
            assert sum(piles(m)) + centre(m) == 8


# --- 3 the chant ---


def test_r3_1_word_and_card_go_round() -> None:
    """T-R3: every round begins with Taco."""
    m = table("goat", "goat", "cat")
    assert say(m, "taco") == [{"event": "flipped", "seat": A, "word": "taco", "card": "goat", "reveal": 1}]
    assert say(m, "cat")[0]["seat"] == B
    slap(m, C, "palm", 300)
    assert m.view(None)["turn"] == C
    assert say(m, "taco")[0] == {"event": "flipped", "seat": C, "word": "taco", "card": "cat", "reveal": 3}


@pytest.mark.parametrize("why", ["last", "false-slap", "wrong-word", "slow"])
def test_r3_2_whoever_picks_up_begins_the_next_round(why: str) -> None:
    """T-R2"""
    m = table("goat goat", "cat cat", "pizza pizza")
    say(m)
    if why == "last":
        say(m)
        slaps(m, "palm", A=400, C=410, B=420)
    elif why == "false-slap":
        slap(m, B, "palm", 300)
    elif why == "wrong-word":
        say(m, "pizza")
    else:
        wait(m, 2201)
    turned = 2 if why in ("last", "wrong-word") else 1
    assert ending(m) == (B, why, turned)
    assert begins(m, B)
    assert piles(m) == [1, 3, 2]


def test_r3_3_the_card_laid_first_is_turned_first() -> None:
    """T-R13"""
    m = table("goat", "pizza", "cheese")
    chant(m, 2)
    slap(m, C, "palm", 300)
    assert piles(m) == [0, 0, 3]
    assert turned(m, 7) == ["cheese", "goat", "pizza"]


def test_r3_4_five_words_in_order() -> None:
    m = table("goat pizza", "goat", "taco", "cat", "taco")
    assert [say(m)[0]["word"] for _ in range(6)] == ["taco", "cat", "goat", "cheese", "pizza", "taco"]
    assert not any("verso" in move for seat in range(5) for move in m.moves(seat))
    with pytest.raises(IllegalMove, match="taco, cat, goat, cheese or pizza") as refused:
        m.play(B, "say verso", at=now(m) + BEAT)
    assert refused.value.rule == "R3.4"


@pytest.mark.parametrize("card", ["goat", "taco", "panda"])
def test_r3_5_not_before_the_beat_whatever_was_turned(card: str) -> None:
    m = table(card, "goat")
    say(m)
    with pytest.raises(IllegalMove) as refused:
        m.play(B, "say cat", at=shown_at(m) + 699)
    assert refused.value.rule == ("R3.5" if card == "goat" else "R3.11")
    assert m.view(B)["prompt"] == "next"
    assert not any(move.startswith("say") for move in m.moves(B))


def test_r3_5_from_the_beat_on() -> None:
    m = table("goat", "goat")
    say(m)
    wait(m, 700)
    assert [move for move in m.moves(B) if move.startswith("say")] == [f"say {word}" for word in WORDS]
    assert m.moves(A) == ["slap palm", "slap back", "gesture panda", "gesture moose", "gesture seal"]
    assert m.view(B)["prompt"] == "say"


def test_r3_6_too_slow() -> None:
    m = table("goat goat", "goat goat")
    say(m)
    assert names(wait(m, 2200)) == []
    assert wait(m, 1) == [{"event": "picked-up", "seat": B, "cards": 1, "why": "slow"}]
    assert begins(m, B)


def test_r3_6_the_deadline_after_a_lapse_counts_from_its_end() -> None:
    m = table("taco", "goat goat")
    say(m)
    assert names(wait(m, 2501)) == ["lapsed"]
    assert names(wait(m, 2199)) == []
    assert names(wait(m, 1)) == ["picked-up"]


def test_r3_7_the_first_card_of_a_round_turns_itself() -> None:
    """T-R15"""
    m = table("goat", "goat")
    assert names(m.play(None, "time", at=5000)) == []
    assert m.play(None, "time", at=5001) == [
        {"event": "by-itself", "seat": A},
        {"event": "flipped", "seat": A, "word": "taco", "card": "goat", "reveal": 1},
    ]
    assert shown_at(m) == 5000


@pytest.mark.parametrize(
    ("tempo", "beat", "deadline"),
    [("relaxed", 1000, 3500), ("normal", 700, 2200), ("fast", 550, 1500), ("adaptive", 1000, 3000)],
)
def test_r3_8_tempo(tempo: str, beat: int, deadline: int) -> None:
    m = table("goat", "goat goat", tempo=tempo)
    say(m)
    assert (m.view(None)["beat"], m.view(None)["deadline"]) == (beat, deadline)
    with pytest.raises(IllegalMove):
        say(m, after=beat - 1)
    wait(m, deadline)
    assert "say cat" in m.moves(B)
    assert names(wait(m, 1)) == ["picked-up"]


def test_r3_8_the_adaptive_tempo_rises_and_falls() -> None:
    m = table("goat " * 9, "taco/back " * 9, tempo="adaptive")
    beats = []
    for _ in range(11):
        say(m, after=1000)
        beats.append(m.position.beat)
        if m.view(None)["word"] == m.view(None)["card"].removesuffix("/back"):
            wait(m, 2501)
    assert beats == [1_000_000] * 9 + [970_000] * 2
    assert m.view(None)["deadline"] == 2910
    slap(m, A, "palm", 100)
    assert m.position.beat == 1_000_000
    assert GAME.live_options == {"tempo": "adaptive"}


def test_r3_8_the_adaptive_tempo_has_a_floor() -> None:
    m = table("goat " * 6, "cheese " * 6, tempo="adaptive")
    m.position.beat = 551_000
    m.position.reveal = 9
    say(m)
    assert m.position.beat == 550_000
    slap(m, B, "palm", 300)
    assert m.position.beat == 605_000


def test_r3_9_a_mistake_while_the_centre_is_empty() -> None:
    """T-R14"""
    m = table("goat taco", "goat")
    with pytest.raises(IllegalMove) as refused:
        m.play(B, "slap palm", at=10)
    assert refused.value.rule == "R3.9"
    say(m, "pizza")
    assert ending(m) == (A, "wrong-word", 1)
    assert begins(m, A)
    assert say(m)[0]["card"] == "taco"


def test_r3_9_a_dealer_without_cards() -> None:
    m = table("", "goat goat", "goat")
    assert say(m, "cat") == [
        {"event": "said", "seat": A, "word": "cat", "reveal": 1},
        {"event": "nothing-to-take", "seat": A, "why": "wrong-word"},
    ]
    assert begins(m, A)
    assert names(say(m)) == ["said"]
    assert m.moves(C) == ["gesture panda", "gesture moose", "gesture seal"]
    assert names(wait(m, 5000)) == []
    assert wait(m, 1) == [
        {"event": "by-itself", "seat": B},
        {"event": "flipped", "seat": B, "word": "cat", "card": "goat", "reveal": 3},
    ]


def test_r3_10_a_late_word_is_used_up() -> None:
    m = table("goat goat", "cat cat")
    say(m)
    events = m.play(B, "say cat", at=shown_at(m) + 2300)
    assert names(events) == ["picked-up", "used-up"]
    assert events[1]["only"] == B
    assert m.view(None)["reveal"] == 1
    assert begins(m, B)
    assert names(m.play(B, "say taco", at=shown_at(m) + 2900)) == ["used-up"]
    assert names(m.play(B, "say cat", at=shown_at(m) + 4000)) == ["used-up"]
    assert names(m.play(B, "say taco", at=shown_at(m) + 4001)) == ["flipped"]


@pytest.mark.parametrize("at", [2201, 2900, 2901, 5000])
@pytest.mark.parametrize("word", ["cat", "taco", "goat"])
def test_r3_10_it_does_not_matter_when_the_clock_is_looked_at(at: int, word: str) -> None:
    ends = []
    for ticks in ((), (2201,), (2201, at)):
        m = table("goat goat", "cat cat")
        say(m)
        begin = shown_at(m)
        for tick in ticks:
            m.play(None, "time", at=begin + tick)
        m.play(B, f"say {word}", at=begin + at)
        ends.append(m.view(B))
    assert ends[0] == ends[1] == ends[2]
    late = at <= 2900 or word == "cat"
    assert ends[0]["reveal"] == (1 if late else 2)


def test_r3_11_out_of_turn_and_during_an_event_words_are_refused() -> None:
    """T-R16, T-R17"""
    m = table("taco taco", "goat", "goat")
    for seat in (B, C):
        with pytest.raises(IllegalMove) as refused:
            m.play(seat, "say taco", at=100)
        assert refused.value.rule == "R3.11"
    say(m)
    before = m.view(B)
    with pytest.raises(IllegalMove, match="one to slap") as refused:
        say(m, "cat", after=900)
    assert refused.value.rule == "R3.11"
    assert m.view(B) == before


def test_r3_12_without_cards_one_only_says_the_word() -> None:
    m = table("goat", "", "pizza")
    say(m)
    assert say(m) == [{"event": "said", "seat": B, "word": "cat", "reveal": 2}]
    assert centre(m) == 1
    assert m.view(None)["turn"] == C

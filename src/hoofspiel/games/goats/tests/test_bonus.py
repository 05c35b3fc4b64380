"""French Goats, paragraph by paragraph: the bonus cards and their windows. Names follow RULES.md."""

from collections.abc import Sequence

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.goats import live
from hoofspiel.games.goats.tests.table import (
    COUP,
    TETE,
    VU,
    A,
    B,
    C,
    D,
    all_pass,
    bid,
    give,
    hands,
    last_event,
    leader,
    reveal,
    table,
)
from hoofspiel.kernel.texts import texts_of

# --- 4 the bonus cards ---


def test_r4_1_a_played_card_is_out_for_the_match() -> None:
    m = reveal(table(3, held={A: [COUP]}), 3, 8, 9)
    m.play(A, COUP)
    assert m.view(B)["played"] == [COUP]
    assert m.view(A)["my_bonus"] == []


def test_r4_1_a_card_may_be_played_without_effect() -> None:
    m = reveal(table(3, held={A: ["baapoleon"]}), 10, 8, 9)
    m.play(A, "baapoleon 1")
    assert last_event(m, "won")["winner"] == B


def test_r4_1_the_last_card_played_can_still_be_seen_when_its_auction_is_over() -> None:
    m = reveal(table(3, held={A: ["baapoleon"]}), 10, 8, 9)
    assert m.view(None)["newest"] is None
    m.play(A, "baapoleon 1")
    assert m.view(C)["auction"] == 2
    assert m.view(C)["newest"] == m.view(None)["newest"] == {"seat": A, "move": "baapoleon 1"}


def test_r4_2_baa_de_deux_swaps_two_bids_unseen() -> None:
    m = bid(table(3, held={A: ["baa-de-deux", TETE]}), 9, 2, 5)
    assert m.play(A, "baa-de-deux 1 2") == [{"event": "baa-de-deux", "seat": A, "target": 1, "other": 2}]
    assert [p["whose"] for p in m.view(None)["players"]] == [A, C, B]
    assert m.view(B)["my_bid"] == 2
    for wrong in ("baa-de-deux 1 1", "baa-de-deux 2 1", "baa-de-deux 1", "baa-de-deux 0 3"):
        with pytest.raises(IllegalMove):
            m.play(A, wrong)


def test_r4_3_sa_baa_teur_gives_all_others_a_random_bid() -> None:
    orders = [list(range(10, 0, -1))] * 3
    m = bid(table(3, held={A: ["sa-baa-teur", TETE]}, dealt={"sabotage": orders}), 9, 2, 5)
    events = m.play(A, "sa-baa-teur")
    assert [e for e in events if e["event"] == "new-bid"] == [
        {"event": "new-bid", "seat": B, "card": 10, "only": B},
        {"event": "new-bid", "seat": C, "card": 10, "only": C},
    ]
    assert [m.view(p)["my_bid"] for p in (A, B, C)] == [9, 10, 10]


def test_r4_3_the_card_taken_back_may_come_again() -> None:
    bids = set()
    for seed in range(60):
        m = Match("goats", seats=2, seed=seed, options={"windows": "open"})
        give(m, {A: ["sa-baa-teur", TETE]})
        bid(m, 9, 2)
        m.play(A, "sa-baa-teur")
        bids.add(m.view(B)["my_bid"])
    assert bids == set(range(1, 11))


def test_r4_4_coup_the_lowest_lonely_bid_wins() -> None:
    m = reveal(table(4, held={A: [COUP, TETE]}), 2, 2, 9, 4)
    assert leader(m) == C
    m.play(A, COUP)
    assert leader(m) == D


@pytest.mark.parametrize(("bids", "winner"), [((7, 9, 2), A), ((7, 10, 2), C), ((10, 10, 9), A)])
def test_r4_5_baapoleon_adds_three_without_limit(bids: Sequence[int], winner: int) -> None:
    m = reveal(table(3, held={A: ["baapoleon", VU]}), *bids)
    m.play(A, "baapoleon 0")
    assert leader(m) == winner
    assert m.view(None)["players"][A]["counts"] == bids[A] + 3


def test_r4_6_de_baa_vu_bids_again_and_keeps_only_the_coup() -> None:
    m = reveal(table(3, held={A: ["baapoleon", TETE, COUP], B: [VU]}), 8, 8, 9)
    m.play(A, TETE)
    m.play(A, "baapoleon 0")
    m.play(A, COUP)
    m.play(B, VU)
    view = m.view(None)
    assert (view["phase"], view["coup"], view["plus3"], view["players"][A]["tete"]) == ("bidding", True, None, 0)
    assert "bid 8" in m.moves(A)
    assert [p["bonus_cards"] for p in view["players"]] == [0, 0, 0]


def test_r4_7_baa_sez_faire_bids_before_the_flip_for_one_auction() -> None:
    m = table(3, 1, 9, 8)
    m.play(A, "bid 1")
    m.play(B, "bid 2")
    give(m, {A: ["baa-sez-faire"]})
    m.play(C, "bid 3")
    all_pass(all_pass(m))
    assert m.view(None)["phase"] == "before-flip"
    m.play(A, "baa-sez-faire")
    assert m.view(A)["dish"] is None
    assert m.view(A)["blind"]
    bid(m, 4, 5, 6)
    assert not m.view(None)["blind"]
    assert m.view(None)["dish"] == 8


def test_r4_8_a_swapped_card_goes_home() -> None:
    m = bid(table(3, held={A: ["baa-de-deux"]}), 9, 2, 5)
    m.play(A, "baa-de-deux 0 1")
    assert [9 in hands(m)[A], 2 in hands(m)[B]] == [False, False]
    assert [2 in hands(m)[A], 9 in hands(m)[B]] == [True, True]


def test_r4_9_tete_needs_a_tie_of_ones_own() -> None:
    m = reveal(table(3, held={C: [TETE]}), 8, 8, 1)
    assert m.moves(C) == ["pass"]
    with pytest.raises(IllegalMove) as refused:
        m.play(C, TETE)
    assert refused.value.rule == "R4.9"


def test_r4_10_the_first_tete_wins_the_tie() -> None:
    m = reveal(table(3, held={A: [TETE], B: [TETE]}), 8, 8, 8)
    m.play(A, TETE)
    assert leader(m) == A
    with pytest.raises(IllegalMove) as refused:
        m.play(B, TETE)
    assert refused.value.rule == "R4.10"
    assert m.view(B)["my_bonus"] == [TETE]


def test_r4_10_house_rule_the_last_tete_wins() -> None:
    m = reveal(table(3, held={A: [TETE, VU], B: [TETE]}, last_tete_wins=True), 8, 8, 8)
    m.play(A, TETE)
    m.play(B, TETE)
    assert leader(m) == B


def test_r4_10_a_higher_bid_still_takes_the_dish_and_one_is_warned_before() -> None:
    m = reveal(table(3, held={A: [TETE], B: [TETE]}), 6, 6, 9)
    assert m.view(A)["prompt"] == m.view(B)["prompt"] == "after-reveal-outbid"
    warned = texts_of(m.game).prompt(m.view(A))
    assert "would break your tie, but another bid would still take the dish" in warned
    m.play(A, TETE)
    told = texts_of(m.game).event(last_event(m, TETE), ["Ann", "Bob", "Cat"])
    assert told == "Ann plays Tête-Baa-Tête and goes first among the tied bids."
    all_pass(m)
    assert last_event(m, "won")["winner"] == C


@pytest.mark.parametrize(
    ("bids", "prompt"),
    [((6, 6, 5), "after-reveal"), ((6, 6, 9, 9), "after-reveal"), ((6, 6, 6), "after-reveal")],
    ids=["the highest", "under a pair that cancels", "everybody"],
)
def test_r4_10_nobody_is_warned_of_a_tie_that_wins(bids: tuple[int, ...], prompt: str) -> None:
    assert reveal(table(len(bids), held={A: [TETE]}), *bids).view(A)["prompt"] == prompt


def test_r4_10_under_a_coup_a_lower_bid_takes_the_dish_and_one_is_warned() -> None:
    m = reveal(table(3, held={A: [TETE], C: [COUP]}), 6, 6, 4)
    assert m.view(A)["prompt"] == "after-reveal"
    m.play(C, COUP)
    assert m.view(A)["prompt"] == "after-reveal-outbid"


def test_r4_10_a_hint_does_not_promise_what_a_broken_tie_cannot_do() -> None:
    m = reveal(table(3, held={A: [TETE]}), 6, 6, 9)
    assert live.reason(m.view(A), TETE) == {"reason": "tete-outbid", "leader": C}


def test_r4_11_tete_lasts_and_the_earlier_one_is_stronger() -> None:
    m = reveal(table(4, held={A: [TETE, VU], B: [TETE], C: ["baapoleon"]}), 6, 9, 6, 9)
    m.play(A, TETE)
    m.play(B, TETE)
    assert leader(m) == B
    m.play(C, "baapoleon 0")
    assert leader(m) == A


# --- 5 windows ---


def test_r5_1_every_card_has_its_window() -> None:
    m = bid(table(3, held={A: [COUP, "sa-baa-teur", "baa-sez-faire"]}), 3, 8, 9)
    assert m.moves(A) == ["pass", "sa-baa-teur"]
    with pytest.raises(IllegalMove) as refused:
        m.play(A, COUP)
    assert refused.value.rule == "R5.1"
    m.play(A, "pass")
    assert m.moves(A) == ["pass", COUP]
    m.play(A, "pass")
    assert m.moves(A) == ["pass", "baa-sez-faire"]


def test_r5_2_the_second_window_opens_when_all_bids_lie() -> None:
    m = table(3, held={A: ["sa-baa-teur"]})
    m.play(A, "bid 3")
    assert m.moves(A) == []
    m.play(B, "bid 4")
    m.play(C, "bid 5")
    assert m.actors == [A]


def test_r5_2_de_baa_vu_repeats_two_windows() -> None:
    m = reveal(table(3, held={A: [VU, "sa-baa-teur"]}), 3, 4, 5)
    m.play(A, VU)
    bid(m, 3, 4, 5)
    assert m.view(None)["phase"] == "before-reveal"
    m.play(A, "pass")
    assert m.view(None)["phase"] == "after-reveal"


def test_r5_3_every_holder_is_asked_whatever_the_card() -> None:
    m = bid(table(3, held={A: [TETE], C: ["baa-sez-faire"]}), 3, 4, 5)
    assert m.view(None)["phase"] == "before-reveal"
    assert m.actors == [A, C]
    assert m.moves(C) == ["pass"]


def test_r5_4_all_may_answer_a_card() -> None:
    m = reveal(table(3, held={A: [COUP], B: ["baapoleon"]}), 3, 8, 9)
    m.play(B, "pass")
    m.play(A, COUP)
    assert m.actors == [B]


def test_r5_5_beats_play_one_card_and_give_the_others_back() -> None:
    m = reveal(table(3, held={A: [COUP], B: ["baapoleon"]}, windows="beats", dealt={"priority": B}), 3, 8, 9)
    assert m.play(A, COUP) == []
    assert m.play(B, "baapoleon 1")[0]["event"] == "baapoleon"
    assert m.view(A)["my_bonus"] == [COUP]
    assert m.actors == [A]


def test_r5_6_the_marker_moves_on_and_who_played_comes_last() -> None:
    m = table(3, held={A: [COUP, "baapoleon"], B: [TETE]}, windows="beats", dealt={"priority": A})
    assert last_event(m, "marked")["seat"] == A
    reveal(m, 8, 8, 9)
    m.play(A, COUP)
    m.play(B, TETE)
    assert m.view(None)["coup"]
    m.play(A, "baapoleon 2")
    m.play(B, TETE)
    assert m.view(None)["players"][B]["tete"] == 1
    all_pass(m)
    assert m.view(None)["priority"] == B


def test_r5_6_bidding_again_does_not_move_the_marker() -> None:
    m = reveal(table(3, held={A: [VU]}, dealt={"priority": C}), 3, 4, 5)
    m.play(A, VU)
    assert m.view(None)["priority"] == C
    bid(m, 3, 4, 5)
    assert m.view(None)["priority"] == A


def test_r5_7_open_windows_play_a_card_at_once() -> None:
    m = reveal(table(3, held={A: [COUP], B: ["baapoleon"], C: [TETE]}), 3, 8, 9)
    m.play(C, "pass")
    m.play(A, COUP)
    assert m.view(None)["coup"]
    assert m.actors == [B, C]


def test_r5_8_one_bonus_card_an_auction_as_a_house_rule() -> None:
    held = {A: [COUP, "baapoleon"]}
    free = reveal(table(3, held=held), 3, 8, 9)
    free.play(A, COUP)
    assert "baapoleon 0" in free.moves(A)
    strict = reveal(table(3, held=held, one_bonus_per_auction=True), 3, 8, 9)
    strict.play(A, COUP)
    assert strict.moves(A) == ["pass"]
    with pytest.raises(IllegalMove) as refused:
        strict.play(A, "baapoleon 0")
    assert refused.value.rule == "R5.8"

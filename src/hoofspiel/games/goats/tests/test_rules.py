"""French Goats, paragraph by paragraph: the box, rounds, dishes, the end. Names follow RULES.md."""

from collections import Counter
from collections.abc import Sequence

import pytest

from hoofspiel import BadMatch, IllegalMove, Match
from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.tests.table import (
    BONUS_ORDER,
    COUP,
    DISHES,
    TETE,
    A,
    B,
    C,
    all_pass,
    bid,
    deal,
    give,
    hands,
    last_event,
    table,
)
from hoofspiel.kernel.texts import texts_of

# --- 1 the box ---


def test_r1_1_thirteen_food_cards() -> None:
    view = Match("goats", seats=3, seed=4).view(None)
    assert Counter([view["dish"], *view["to_come"]]) == Counter([*DISHES, "draw", "draw", "draw"])


def test_r1_2_ten_bid_cards() -> None:
    assert hands(Match("goats", seats=2, seed=4)) == [list(range(1, 11))] * 2


def test_r1_3_nine_bonus_cards() -> None:
    assert Counter(Match("goats", seats=2, seed=4).view(None)["unseen_bonus"]) == Counter(BONUS_ORDER)


def test_r1_4_two_to_six_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(BadMatch, match="2 to 6"):
            Match("goats", seats=seats)


@pytest.mark.parametrize("cards", [3, 13])
def test_r1_5_the_size_of_the_game(cards: int) -> None:
    m = Match("goats", seats=2, seed=1, options={"cards": cards, "rounds": 1, "bonus": False})
    assert hands(m)[0] == list(range(1, cards + 1))
    assert m.view(None)["unseen_bonus"] == []
    for card in range(1, cards + 1):
        bid(m, card, card)
    assert m.over


# --- 2 a round ---


def play_round(m: Match) -> None:
    for card in range(1, 11):
        bid(m, *((card + seat - 1) % 10 + 1 for seat in range(m.seats)))
        while m.actors and m.view(None)["phase"] != "bidding":
            all_pass(m)


def test_r2_1_all_ten_cards_come_back_for_each_of_three_rounds() -> None:
    m = table(3)
    for number in (1, 2, 3):
        assert m.view(None)["round"] == number
        assert all(len(hand) == 10 for hand in hands(m))
        play_round(m)
    assert m.over


def test_r2_2_three_food_cards_stay_unseen() -> None:
    m = Match("goats", seats=3, seed=9, options={"windows": "open"})
    play_round(m)
    flipped = [e["dish"] for step in m.log for e in step if e["event"] == "flipped"]
    assert len(flipped[:10]) == 10
    assert len(m.view(None)["to_come"]) in (12, 13)  # round 2: all are back, one may lie face up already


def test_r2_3_the_last_round_has_no_draw_cards() -> None:
    m = table(2)
    play_round(m)
    play_round(m)
    assert "draw" not in [m.view(None)["dish"], *m.view(None)["to_come"]]


def test_r2_4_everybody_bids_one_unused_card() -> None:
    m = table(3)
    assert m.actors == [A, B, C]
    bid(m, 5, 6, 7)
    with pytest.raises(IllegalMove, match="no 5 left") as refused:
        m.play(A, "bid 5")
    assert refused.value.rule == "R2.4"
    with pytest.raises(IllegalMove, match="nobody can pass"):
        m.play(A, "pass")


def test_r2_5_a_bid_stays_as_it_was_made() -> None:
    m = table(3)
    m.play(A, "bid 5")
    with pytest.raises(IllegalMove) as refused:
        m.play(A, "bid 6")
    assert refused.value.rule == "R2.5"
    assert m.view(A)["my_bid"] == 5
    assert m.view(B)["my_bid"] is None


def test_r2_6_bids_are_turned_up_together() -> None:
    m = table(3)
    assert m.play(A, "bid 5") == []
    assert m.play(B, "bid 6") == []
    shown = [(e["seat"], e["card"]) for e in m.play(C, "bid 7") if e["event"] == "revealed"]
    assert shown == [(A, 5), (B, 6), (C, 7)]


def test_r2_7_losers_have_used_their_card_too() -> None:
    assert [len(hand) for hand in hands(bid(table(3), 5, 6, 7))] == [9, 9, 9]


def test_r2_8_the_rules_wait_for_a_late_bid_and_the_clock_is_the_tables() -> None:
    """A bot in a seat that is out of time: tests/live/test_clock.py; an open window: tests/live/test_windows.py."""
    m = table(3)
    m.play(A, "bid 5")
    assert m.actors == [B, C]


# --- 3 who gets the dish ---


def test_r3_1_the_highest_bid_takes_the_dish() -> None:
    assert bid(table(3, 8), 4, 9, 2).points == [0, 8, 0]


def test_r3_2_equal_bids_cancel() -> None:
    m = bid(table(3, 8), 5, 5, 3)
    assert m.points == [0, 0, 8]
    assert last_event(m, "cancelled") == {"event": "cancelled", "times": 2, "value": 5}


def test_r3_3_ties_cascade_down() -> None:
    assert bid(table(5, 8), 5, 5, 3, 3, 1).points == [0, 0, 0, 0, 8]


@pytest.mark.parametrize("bids", [(6, 6, 6, 6), (5, 5, 3, 3)])
def test_r3_4_no_lonely_bid_throws_the_dish_away(bids: Sequence[int]) -> None:
    m = bid(table(4, 8), *bids)
    assert m.points == [0, 0, 0, 0]
    assert last_event(m, "thrown-away")["dish"] == 8


def test_r3_4_a_dish_thrown_away_is_still_known_in_the_next_round() -> None:
    m = Match(
        "goats", seats=2, options={"cards": 3, "rounds": 2, "bonus": False}, deal={"food": [[3, 1, 2], [1, 2, 3]]}
    )
    assert m.view(None)["last_dish"] is None
    for card in (1, 2, 3):
        bid(m, card, card)
    assert m.view(None)["round"] == 2
    assert m.view(None)["last_dish"] == 2


def test_r3_5_a_draw_card_gives_a_secret_bonus_card() -> None:
    m = bid(table(3, "draw"), 2, 9, 4)
    assert m.points == [0, 0, 0]
    assert m.view(B)["my_bonus"] == [BONUS_ORDER[0]]
    assert [p["bonus_cards"] for p in m.view(A)["players"]] == [0, 1, 0]
    assert all(e["event"] != "found" for e in m.events_for(A))


def test_r3_6_nobody_wins_nobody_draws() -> None:
    m = bid(table(3, "draw"), 4, 4, 4)
    assert all(e["event"] != "drew" for e in m.events_for(None))


def test_r3_6_an_empty_pile_gives_nothing() -> None:
    m = table(3, "draw")
    m.position.spent, m.position.pile = m.position.pile, 0
    bid(m, 2, 9, 4)
    assert [p["bonus_cards"] for p in m.view(None)["players"]] == [0, 0, 0]


def test_r3_6_a_draw_card_thrown_away_throws_no_bonus_card_away() -> None:
    m = bid(table(2, "draw"), 5, 5)
    lost = last_event(m, "thrown-away")
    assert texts_of(GAME).event(lost, ["A", "B"]) == "No bid stands alone: nobody draws a bonus card."


def test_r3_5_a_draw_card_won_is_told_once() -> None:
    m = bid(table(2, "draw"), 5, 4)
    told = [texts_of(GAME).event(last_event(m, name), ["Ann", "Bob"]) for name in ("won", "drew")]
    assert told == ["Ann takes the Draw card.", "Ann draws a bonus card."]


def test_r3_7_leftovers_go_with_the_next_dish() -> None:
    m = table(3, 8, "draw", 5, carry_over=True)
    bid(m, 6, 6, 6)
    assert last_event(m, "carried")["dish"] == 8
    bid(m, 7, 7, 7)
    assert m.view(None)["kept"] == [8, "draw"]
    bid(m, 1, 2, 3)
    assert m.points == [0, 0, 13]
    assert m.view(C)["my_bonus"] == [BONUS_ORDER[0]]


def test_r3_7_what_is_left_at_the_end_of_a_round_is_lost() -> None:
    m = Match("goats", seats=2, seed=1, options={"carry_over": True, "bonus": False, "cards": 3, "rounds": 2})
    for card in (1, 2, 3):
        bid(m, card, card)
    assert m.view(None)["kept"] == []
    bid(m, 3, 1)
    assert m.points[0] == m.log[-1][2]["dish"]


# --- 6 the end ---


def finished(points: Sequence[int], last: Sequence[int], **options: bool) -> Match:
    """A match just before its last bids, of which nothing more is to be won."""
    m = Match("goats", seats=3, seed=1, options={"rounds": 1, "bonus": False, "cards": 3, **options})
    bid(m, 1, 1, 1)
    bid(m, 2, 2, 2)
    for seat in range(3):
        m.position.score[seat] = points[seat] - last[seat]
        m.position.won[seat] = last[seat]
    return bid(m, 3, 3, 3)


def test_r6_1_rounds_are_written_down() -> None:
    m = table(2)
    play_round(m)
    scored = [e["points"] for step in m.log for e in step if e["event"] == "scored"]
    assert [p["recorded"] for p in m.view(None)["players"]] == scored


def test_r6_2_most_points_win() -> None:
    assert finished((30, 41, 12), (0, 0, 12)).winners == [B]


def test_r6_3_level_on_points_share() -> None:
    assert finished((30, 41, 41), (0, 9, 12)).winners == [B, C]
    assert finished((30, 41, 41), (0, 9, 12), last_round_breaks_ties=True).winners == [C]
    assert finished((30, 41, 41), (0, 9, 9), last_round_breaks_ties=True).winners == [B, C]


def test_r6_4_bonus_cards_left_count_nothing() -> None:
    m = table(2)
    for _ in range(3):
        for card in range(1, 11):
            if m.view(None)["auction"] == 10 and m.view(None)["round"] == 3:
                give(m, {A: [COUP]})
            bid(m, card, card % 10 + 1)
            while m.actors and m.view(None)["phase"] != "bidding":
                all_pass(m)
    assert m.over
    assert m.view(A)["my_bonus"] == [COUP]
    won = [e["dish"] for step in m.log for e in step if e["event"] == "won"]
    assert sum(m.points) == sum(dish for dish in won if dish != "draw")


def test_r6_5_points_are_open_unless_played_from_memory() -> None:
    shown = bid(table(3, 8), 4, 9, 2)
    assert [p["points"] for p in shown.view(A)["players"]] == [0, 8, 0]
    hidden = bid(table(3, 8, memory=True), 4, 9, 2)
    assert [p["points"] for p in hidden.view(A)["players"]] == [0, None, None]
    assert [p["points"] for p in hidden.view(B)["players"]] == [None, 8, None]
    assert hidden.points == [0, 8, 0]


# --- 7 a deal by hand ---


def test_r7_1_a_deal_by_hand_fixes_every_food_and_bonus_card() -> None:
    food = [deal("draw", 3)["food"][0], [*reversed(DISHES), "draw", "draw", "draw"], DISHES]
    m = Match("goats", seats=2, seed=5, deal={"food": food, "bonus": BONUS_ORDER[::-1]}, options={"windows": "open"})
    assert m.view(None)["dish"] == "draw"
    bid(m, 2, 1)
    assert m.view(A)["my_bonus"] == [TETE]
    all_pass(m)
    assert m.view(None)["dish"] == 3


def test_r7_2_sabotage_and_priority_may_be_fixed() -> None:
    orders = [[*range(1, 11)], [7, 1, 2, 3, 4, 5, 6, 8, 9, 10], [*range(1, 11)]]
    m = table(3, held={A: ["sa-baa-teur"]}, dealt={"sabotage": orders, "priority": 2})
    assert m.view(None)["priority"] == 2
    bid(m, 3, 4, 5)
    m.play(A, "sa-baa-teur")
    assert [e["card"] for e in m.log[-1] if e["event"] == "new-bid"] == [7, 1]

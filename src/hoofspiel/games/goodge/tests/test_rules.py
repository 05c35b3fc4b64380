"""Cards, deal, auction and Stash in the order of RULES.md; B7 numbers are the test scenarios of the rules file."""

from itertools import combinations

import pytest

from hoofspiel import BadMatch, IllegalMove, Match
from hoofspiel.games.goodge.names import CARD_NAMES, card_names
from hoofspiel.games.goodge.table import ALL_CARDS, CROWN, NO_SUIT, points_in
from hoofspiel.games.goodge.tests.positions import Options, auction, bids, goodge_of_four, mask, play, tricks

# --- 1. cards ---


def test_r1_1_three_or_four_play() -> None:
    for seats in (2, 5):
        with pytest.raises(BadMatch):
            Match("goodge", seats=seats, seed=1)
    assert [len(Match("goodge", seats=seats, seed=1).points) for seats in (3, 4)] == [3, 4]


def test_r1_2_b7_1_the_pack() -> None:
    assert len(set(CARD_NAMES)) == 51
    assert [sum(name[0] == letter for name in CARD_NAMES[:50]) for letter in "sdthc"] == [10] * 5
    assert CARD_NAMES[CROWN] == "crown"


def test_r1_3_b7_1_points() -> None:
    assert [points_in(mask(f"s{number}")) for number in range(1, 11)] == [20, 0, 0, 0, 15, 0, 0, 0, 0, 10]
    assert [points_in(mask(" ".join(n for n in CARD_NAMES if n[0] == x and n != "crown"))) for x in "sdthc"] == [45] * 5
    assert points_in(mask("crown")) == 25
    assert points_in(ALL_CARDS) == 250


def test_r1_4_b7_14_the_one_is_the_weakest_card() -> None:
    match = tricks("s1 c2", "s2 c3", "h3 c4")
    play(match, "s1", "s2", "h3")
    assert match.view(None)["last_trick"] == {
        "cards": [{"seat": 0, "card": "s1"}, {"seat": 1, "card": "s2"}, {"seat": 2, "card": "h3"}],
        "winner": 1,
        "points": 20,
    }


def test_r1_4_the_crown_is_above_the_ten_of_trumps() -> None:
    match = tricks("t10 c2", "crown c3", "t9 c4")
    play(match, "t10", "crown", "t9")
    assert match.actors == [1]


def test_r1_5_the_one_may_be_played_high() -> None:
    high: Options = {"one_is_high": True}
    match = tricks("s10 c2", "s1 c3", "s9 c4", options=high)
    play(match, "s10", "s1", "s9")
    assert match.actors == [1]
    match = tricks("t1 c2", "crown c3", "t10 c4", options=high)
    play(match, "t1", "crown", "t10")
    assert match.actors == [1]


# --- 2. the deal ---


def test_r2_1_the_first_dealer_is_drawn_and_the_left_neighbour_begins() -> None:
    dealers = set()
    for seed in range(40):
        match = Match("goodge", seats=4, seed=seed)
        dealers.add(match.view(None)["dealer"])
        assert match.actors == [(match.view(None)["dealer"] + 1) % 4]
    assert dealers == {0, 1, 2, 3}


def test_r2_1_the_deal_passes_to_the_left() -> None:
    match = auction(3, 2, {"redeal_when_all_pass": True})
    for dealer in (2, 0, 1, 2):
        assert match.view(None)["dealer"] == dealer
        assert match.actors == [(dealer + 1) % 3]
        bids(match, "pass", "pass", "pass")


@pytest.mark.parametrize(("seats", "size"), [(3, 16), (4, 12)])
def test_r2_2_b7_2_three_cards_to_the_stash_and_the_others_evenly(seats: int, size: int) -> None:
    for seed in range(20):
        s = Match("goodge", seats=seats, seed=seed).position
        assert [s.hand[p].bit_count() for p in range(seats)] == [size] * seats
        assert s.stash.bit_count() == 3
        assert sum(s.hand) + s.stash == ALL_CARDS


def test_r2_3_everybody_sees_his_own_hand_and_nobody_the_stash() -> None:
    match = Match("goodge", seats=3, seed=4)
    for reader in (None, 0, 1, 2):
        view = match.view(reader)
        assert sorted(view["hand"]) == sorted([] if reader is None else card_names(match.position.hand[reader]))
        assert view["stash"] is None
        assert [event["seat"] for event in match.events_for(reader) if event["event"] == "hand"] == (
            [] if reader is None else [reader]
        )


# --- 3. the auction ---


def test_r3_1_b7_4_at_least_fifty_then_five_more_and_jumps() -> None:
    match = auction()
    assert match.moves(0) == ["pass", *(f"bid {bid}" for bid in range(50, 251, 5))]
    with pytest.raises(IllegalMove, match=r"R3\.1"):
        match.play(0, "bid 45")
    match.play(0, "bid 50")
    match.play(1, "bid 55")
    with pytest.raises(IllegalMove, match="stands at 55.*R3.1"):
        match.play(2, "bid 55")
    match.play(2, "bid 120")
    assert match.moves(3)[:2] == ["pass", "bid 125"]


@pytest.mark.parametrize("bid", ["57", "255", "62.5", "-50", "0", "1000000000000"])
def test_r3_2_b7_4_multiples_of_five_up_to_250(bid: str) -> None:
    match = auction()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, f"bid {bid}")
    assert refused.value.rule in ("R3.1", "R3.2")
    assert match.actors == [0]


def test_r3_3_b7_3_a_pass_is_final() -> None:
    match = auction()
    bids(match, "bid 50", "pass", "bid 55", "pass", "bid 60", "pass")
    assert [seat for seat, _, _ in match.history] == [0, 1, 2, 3, 0, 2]
    match = auction()
    bids(match, "bid 50", "pass", "bid 55")
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        match.play(1, "bid 60")


def test_r3_4_b7_3_the_highest_bidder_is_the_goodge() -> None:
    match = auction()
    bids(match, "bid 50", "pass", "bid 55", "pass", "bid 60", "pass")
    view = match.view(None)
    assert (view["goodge"], view["bid"], view["phase"], match.actors) == (0, 60, "burying", [0])


def test_r3_5_b7_5_a_bid_of_250_ends_the_auction() -> None:
    match = auction()
    bids(match, "bid 50", "bid 250")
    assert (match.view(None)["goodge"], match.actors) == (1, [1])
    assert match.moves(1)[0].startswith("bury")
    opening = auction()
    bids(opening, "bid 250")
    assert (opening.view(None)["goodge"], opening.view(None)["bid"]) == (0, 250)


def test_r3_6_b7_6_the_last_player_left_has_to_bid() -> None:
    match = auction(3, 2)
    bids(match, "pass", "pass")
    assert match.moves(2) == [f"bid {bid}" for bid in range(50, 251, 5)]
    assert match.view(2)["prompt"] == "bid-must"
    with pytest.raises(IllegalMove, match=r"R3\.6"):
        match.play(2, "pass")
    match.play(2, "bid 75")
    assert (match.view(None)["goodge"], match.view(None)["bid"]) == (2, 75)


def test_r3_7_all_may_pass_where_the_table_deals_again() -> None:
    match = auction(3, 2, {"redeal_when_all_pass": True})
    before = match.view(0)["hand"]
    bids(match, "pass", "pass", "pass")
    view = match.view(0)
    assert (view["round"], view["dealer"], match.actors, match.points) == (2, 0, [1], [0, 0, 0])
    assert view["hand"] != before
    assert view["last_round"]["goodge"] is None
    bids(match, "pass", "pass", "bid 50")
    assert match.view(None)["goodge"] == 0


# --- 4. Stash and trumps ---


def test_r4_1_b7_7_three_of_fifteen_cards_are_buried() -> None:
    match = goodge_of_four()
    hand = match.view(0)["hand"]
    assert len(hand) == 15
    assert len(list(combinations(hand, 3))) == 455
    assert sorted(match.moves(0)) == sorted(f"bury {card}" for card in hand)
    bids(match, "bury c9", "bury c10", "bury crown")
    assert match.position.stash == mask("c9 c10 crown")
    assert [player["cards"] for player in match.view(None)["players"]] == [12] * 4
    three = auction(3, 2)
    bids(three, "bid 50", "pass", "pass")
    assert len(list(combinations(three.view(0)["hand"], 3))) == 969


def test_r4_2_anything_may_be_buried() -> None:
    match = goodge_of_four()
    bids(match, "bury crown", "bury s1", "bury s10")
    assert (match.view(0)["stash_points"], match.view(0)["phase"]) == (55, "trump")


def test_r4_3_burying_without_points() -> None:
    match = goodge_of_four({"bury": "no-points"})
    assert match.moves(0) == [f"bury {card}" for card in ("s2", "s3", "s4", "s6", "s7", "s8", "s9", "d2", "c9")]
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        match.play(0, "bury s1")
    match.position.hand[0] = mask("s1 s5 s10 d1 d5 d10 t1 t5 t10 h1 h5 h10 c1 c5 c2")
    match.refresh()
    assert match.moves(0) == ["bury c2"]
    match.play(0, "bury c2")
    assert len(match.moves(0)) == 14


def test_r4_3_burying_anything_but_the_crown() -> None:
    match = goodge_of_four({"bury": "no-crown"})
    assert len(match.moves(0)) == 14
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        match.play(0, "bury crown")


def test_r4_4_only_the_goodge_knows_what_is_buried() -> None:
    one, other = goodge_of_four(), goodge_of_four()
    bids(one, "bury c9", "bury c10", "bury crown", "trump hearts")
    bids(other, "bury s1", "bury s2", "bury s3", "trump hearts")
    for reader in (None, 1, 2, 3):
        assert one.view(reader) == other.view(reader)
        assert one.events_for(reader) == other.events_for(reader)
    assert sorted(one.view(0)["stash"]) == ["c10", "c9", "crown"]


def test_r4_4_the_stash_is_shown_when_the_round_is_scored() -> None:
    match = tricks("h2", "h3", "h4", stash="s1 s5 s7")
    play(match, "h2", "h3", "h4")
    assert match.view(None)["last_round"]["stash"] == ["s1", "s5", "s7"]
    assert {"event": "stash-taken", "seat": 2, "cards": ["s1", "s5", "s7"]} in match.log[-1]


def test_r4_5_trumps_are_named_after_burying_and_may_be_any_suit() -> None:
    match = goodge_of_four()
    with pytest.raises(IllegalMove, match=r"R4\.1"):
        match.play(0, "trump hearts")
    bids(match, "bury c9", "bury c10")
    with pytest.raises(IllegalMove, match=r"R4\.1"):
        match.play(0, "trump hearts")
    bids(match, "bury crown", "trump hearts")
    assert match.view(3)["trump"] == "hearts"


def test_r4_6_there_is_always_a_trump_suit() -> None:
    match = goodge_of_four()
    assert match.position.trump == NO_SUIT
    bids(match, "bury c9", "bury c10", "bury crown")
    assert match.moves(0) == [f"trump {suit}" for suit in ("spades", "diamonds", "stars", "hearts", "clubs")]
    for words in ("trump none", "trump", "trump s"):
        with pytest.raises(IllegalMove, match=r"R4\.5"):
            match.play(0, words)


# --- 8. at the table ---


def test_r8_1_no_move_says_anything() -> None:
    match = goodge_of_four({"claims": True})
    bids(match, "bury c9", "bury d1", "bury d2", "trump spades")
    said = {"bid", "pass", "bury", "trump"} | {move.split()[0] for move in match.moves(0)}
    assert said == {"bid", "pass", "bury", "trump", "play", "claim"}
    with pytest.raises(IllegalMove, match="not a move in this game"):
        match.play(0, "say I hold the crown")


@pytest.mark.parametrize("seats", [3, 4])
def test_r8_2_a_bot_can_take_over_any_hand(seats: int) -> None:
    match = Match("goodge", seats=seats, seed=8)
    for number in range(120):
        seat = match.actors[0]
        guess = match.guess(seat, number)
        action = match.world.greedy(guess, seat, match.world.seed_rng(number))
        match.play(seat, match.game.names.spell(match.position, seat, action))
    assert match.position.deals >= 1

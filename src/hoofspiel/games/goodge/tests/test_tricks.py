"""Tricks, scoring and the end of the match in the order of RULES.md; B7 numbers are scenarios of the rules file."""

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.tests.positions import auction, bids, last_trick, play, tricks
from hoofspiel.kernel.game import Number
from hoofspiel.kernel.texts import texts_of

# --- 5. tricks ---


def test_r5_1_the_goodge_leads_any_card_and_all_follow_clockwise() -> None:
    match = auction(4, 0)
    bids(match, "pass", "bid 50", "pass", "pass", "bury c9", "bury c10", "bury crown", "trump spades")
    assert match.actors == [2]
    assert sorted(match.moves(2)) == sorted(f"play {card}" for card in match.view(2)["hand"])
    order = []
    for _ in range(4):
        order.append(match.actors[0])
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    assert order == [2, 3, 0, 1]


def test_r5_2_follow_suit_if_you_can() -> None:
    match = tricks("h2 c2", "h3 h9 t1", "c4 c5")
    play(match, "h2")
    assert match.moves(1) == ["play h3", "play h9"]
    with pytest.raises(IllegalMove, match=r"R5\.2"):
        match.play(1, "play t1")


@pytest.mark.parametrize(
    ("lead", "hand", "asked"),
    [
        pytest.param("h2", "h3 c5", "Your turn: follow with hearts.", id="hearts"),
        pytest.param("crown", "t3 c5", "Your turn: follow with stars.", id="the Crown is a trump"),
        pytest.param("h2", "t3 c5", "Your turn: you have no hearts, so play any card.", id="nothing to follow with"),
    ],
)
def test_r5_2_whoever_is_asked_is_told_the_suit(lead: str, hand: str, asked: str) -> None:
    match = tricks(f"{lead} c2", hand, "d4 d5")
    assert match.view(1)["led"] is None
    play(match, lead)
    assert texts_of(GAME).prompt(match.view(1)) == asked


CROWN_HAND = "crown h3 c5"


@pytest.mark.parametrize(
    ("lead", "hand", "able"),
    [
        pytest.param("h2", CROWN_HAND, ["h3"], id="B7-8-hearts"),
        pytest.param("t3", CROWN_HAND, ["crown"], id="B7-8-stars"),
        pytest.param("s2", CROWN_HAND, ["h3", "c5", "crown"], id="B7-8-spades"),
        pytest.param("t3", "crown t2 h3", ["t2", "crown"], id="B7-9"),
    ],
)
def test_r5_3_the_crown_follows_trumps(lead: str, hand: str, able: list[str]) -> None:
    match = tricks(f"{lead} d2 d3", hand, "d4 d5 d6")
    play(match, lead)
    assert match.moves(1) == [f"play {card}" for card in able]


def test_r5_3_the_crown_led_is_trumps_led() -> None:
    match = tricks("crown d2", "t2 h3", "h4 h5")
    play(match, "crown")
    assert match.moves(1) == ["play t2"]
    play(match, "t2")
    assert match.moves(2) == ["play h4", "play h5"]
    match = tricks("h2 d2", "h3 crown", "h4 h5")
    play(match, "h2")
    with pytest.raises(IllegalMove, match=r"R5\.3"):
        match.play(1, "play crown")


def test_r5_4_without_the_suit_anything_goes() -> None:
    match = tricks("h2 d2", "t3 c3", "t2 t10 c4 s5", trump="stars")
    play(match, "h2", "t3")
    assert match.moves(2) == ["play s5", "play t2", "play t10", "play c4"]


@pytest.mark.parametrize(
    ("laid", "winner", "points"),
    [
        pytest.param("h7 h10 c10 h1", 1, 40, id="B7-10"),
        pytest.param("h10 t2 h9 t4", 3, 10, id="B7-11"),
        pytest.param("h10 t10 crown h1", 2, 65, id="B7-12"),
        pytest.param("crown t10 t1 c10", 0, 65, id="B7-13"),
        pytest.param("s2 h10 c10 d10", 0, 30, id="other-suits-never-win"),
        pytest.param("t2 t3 h10 t1", 1, 30, id="trumps-led"),
    ],
)
def test_r5_5_who_wins_the_trick(laid: str, winner: int, points: int) -> None:
    spare = ["d2", "d3", "d4", "d6"]
    match = tricks(*(f"{card} {other}" for card, other in zip(laid.split(), spare, strict=True)))
    play(match, *laid.split())
    trick = match.view(None)["last_trick"]
    assert (trick["winner"], trick["points"], match.actors) == (winner, points, [winner])
    assert match.position.captured[winner] == points


@pytest.mark.parametrize(("seats", "rounds"), [(3, 16), (4, 12)])
def test_r5_6_the_winner_leads_until_all_hands_are_empty(seats: int, rounds: int) -> None:
    match = Match("goodge", seats=seats, seed=6)
    bids(match, "bid 50", *["pass"] * (seats - 1))
    while match.view(None)["round"] == 1:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    told = [event for step in match.log for event in step]
    leads = [i for i, event in enumerate(told) if event["event"] == "played"][::seats]
    won = [event["winner"] for event in told if event["event"] == "trick"]
    assert len(won) == rounds
    assert [told[i]["seat"] for i in leads][1:] == won[:-1]


def test_r5_7_b7_15_the_last_trick_brings_the_stash() -> None:
    match = tricks("h10", "h2", "h3", stash="s1 d5 c7", captured=(50, 100, 55))
    play(match, "h10", "h2", "h3")
    assert match.view(None)["last_round"]["captured"] == [95, 100, 55]


def test_r5_7_the_stash_counts_for_the_contract() -> None:
    match = tricks("h10", "h2", "h3", stash="s1 d5 c7", captured=(50, 100, 55), contract=95)
    play(match, "h10", "h2", "h3")
    assert match.points == [95, 100, 55]


def test_r5_7_a_buried_crown_goes_with_the_last_trick() -> None:
    match = tricks("h2", "h3", "t2", stash="crown c2 c3", captured=(125, 100, 0))
    play(match, "h2", "h3", "t2")
    assert match.view(None)["last_round"]["captured"] == [125, 100, 25]


def test_r5_8_only_the_last_trick_is_shown() -> None:
    match = tricks("h2 c2 d2", "h3 c3 d3", "h4 c4 d4")
    assert match.view(0)["last_trick"] is None
    play(match, "h2", "h3", "h4", "c4", "c2", "c3")
    assert [laid["card"] for laid in match.view(0)["last_trick"]["cards"]] == ["c4", "c2", "c3"]
    assert "h2" not in str(match.view(None))


@pytest.mark.parametrize(
    ("counters", "seen"),
    [("none", [None, None, None]), ("own", [None, 30, None]), ("all", [20, 30, 200])],
)
def test_r5_8_counters(counters: str, seen: list[int | None]) -> None:
    match = tricks("h2", "h3", "h4", captured=(20, 30, 200), options={"counters": counters})
    assert [player["captured"] for player in match.view(1)["players"]] == seen
    watched = [player["captured"] for player in match.view(None)["players"]]
    assert watched == (seen if counters == "all" else [None] * 3)


def test_r5_9_a_claim_takes_everything_left() -> None:
    match = tricks(
        "crown t10 s10", "t1 h5 s1", "t9 s2 s3", stash="d1 d2 d3", captured=(0, 45, 85), options={"claims": True}
    )
    assert "claim" in match.moves(0)
    events = match.play(0, "claim")
    assert match.points == [120, 45, 85]
    shown = [card for event in events if event["event"] == "laid-open" for card in event["cards"]]
    assert sorted(shown) == ["crown", "s10", "t10"]


def test_r5_9_claims_are_a_house_rule_for_the_leader() -> None:
    hands = "crown t10 s10", "t1 h5 s1", "t9 s2 s3"
    match = tricks(*hands)
    with pytest.raises(IllegalMove, match=r"R5\.9"):
        match.play(0, "claim")
    match = tricks(*hands, options={"claims": True})
    with pytest.raises(IllegalMove, match="seat 0 is to play"):
        match.play(1, "claim")
    play(match, "s10")
    with pytest.raises(IllegalMove, match=r"R5\.9"):
        match.play(1, "claim")


def test_r5_10_a_claim_that_is_not_proved_is_refused() -> None:
    match = tricks("crown t9 s10", "t1 h5 s1", "t10 s2 s3", options={"claims": True})
    with pytest.raises(IllegalMove, match=r"R5\.10"):
        match.play(0, "claim")


def test_r5_10_the_proof_does_not_look_at_hidden_cards() -> None:
    """Seat 1 holds both top cards and the Stash the ten of stars, but seat 1 did not bury it and cannot know."""
    hands, claims = ("t9 s9", "h2 h3", "h4 h6"), {"claims": True}
    known = tricks(*hands, goodge=0, stash="t10 s10 c2", options={**claims})
    unknown = tricks(*hands, goodge=1, stash="t10 s10 c2", options={**claims})
    assert "claim" in known.moves(0)
    assert "claim" not in unknown.moves(0)


# --- 6. scoring ---


def test_r6_1_b7_21_all_points_are_taken_every_round() -> None:
    match = Match("goodge", seats=4, seed=3)
    while match.position.deals < 3:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0 if match.view(None)["phase"] != "auction" else -1])
        last = match.view(None)["last_round"]
        assert last is None or sum(last["captured"]) == 250
        s = match.position
        held = [s.hand[p] for p in range(4)]
        assert sum(cards.bit_count() for cards in (*held, s.stash, s.played)) == 51


@pytest.mark.parametrize(("captured", "change"), [(120, 120), (165, 165)], ids=["B7-16-equal", "B7-16-more"])
def test_r6_2_a_goodge_who_makes_it_scores_what_he_took(captured: int, change: int) -> None:
    match = last_trick((captured, 250 - captured, 0), contract=120)
    assert match.points == [change, 250 - captured, 0]


def test_r6_3_b7_16_a_goodge_who_falls_short_loses_the_contract() -> None:
    match = last_trick((115, 100, 35), contract=120)
    assert match.points == [-120, 100, 35]
    assert sum(match.points) == 15


def test_r6_3_b7_17_totals_may_fall_below_zero() -> None:
    assert last_trick((95, 155, 0), (60, 0, 0), contract=100).points == [-40, 155, 0]


def test_r6_4_the_others_score_what_they_took_whatever_they_bid() -> None:
    match = auction(3, 2)
    bids(match, "bid 50", "bid 200", "bid 205", "pass", "pass")
    match.position.bid = 0
    while match.view(None)["round"] == 1:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    assert match.points == match.view(None)["last_round"]["captured"]


# --- 7. the end of the match ---


def test_r7_1_b7_18_the_highest_total_at_the_target_wins() -> None:
    match = last_trick((30, 60, 160), (480, 470, 300), contract=50, goodge=2)
    assert (match.points, match.over, match.winners) == ([510, 530, 460], True, [1])
    assert match.view(0)["prompt"] == "over"


def test_r7_1_two_targets_are_offered_and_others_taken() -> None:
    target = next(option for option in GAME.options if option.name == "target")
    assert isinstance(target, Number)
    assert target.offered == (500, 1000)
    assert all(target.low <= size <= target.high for size in (*target.offered, 50, 1234))
    assert target.allowed() == "500, 1000, or a whole number from 50 to 5000"


def test_r7_1_the_target_is_an_option() -> None:
    assert not last_trick((30, 60, 160), (480, 470, 300), goodge=2, options={"target": 1000}).over
    assert last_trick((30, 60, 160), goodge=2, options={"target": 160}).winners == [2]
    assert not last_trick((30, 60, 160), goodge=2, options={"target": 165}).over


def test_r7_2_totals_change_after_the_round_only() -> None:
    match = tricks("h10 c2", "h3 c3", "h4 c4", totals=(495, 0, 0), stash="s2 s3 s4", captured=(200, 0, 40))
    play(match, "h10", "h3", "h4")
    assert (match.points, match.over) == ([495, 0, 0], False)
    play(match, "c2", "c3", "c4")
    assert (match.points, match.winners) == ([705, 0, 40], [0])


def test_r7_2_the_higher_total_wins_even_against_the_goodge() -> None:
    assert last_trick((120, 130, 0), (400, 400, 0), contract=120).winners == [1]


def test_r7_3_b7_19_a_tie_is_played_on_by_all() -> None:
    match = last_trick((40, 60, 150), (480, 460, 260), goodge=2)
    assert (match.points, match.over, len(match.actors)) == ([520, 520, 410], False, 1)
    match = last_trick((40, 15, 195), (520, 520, 410), goodge=2)
    assert (match.points, match.winners) == ([560, 535, 605], [2])


def test_r7_3_b7_20_a_tied_goodge_may_fall_back() -> None:
    match = last_trick((80, 60, 110), (500, 500, 200), contract=100)
    assert (match.points, match.winners) == ([400, 560, 310], [1])


def test_r7_4_there_is_no_limit_on_rounds() -> None:
    match = auction(3, 2, {"redeal_when_all_pass": True})
    for number in range(200):
        assert match.view(None)["round"] == number + 1
        bids(match, "pass", "pass", "pass")
    assert not match.over

"""The scenarios FT1 to FT32: bids, then bonus cards one by one, and who wins after each."""

from collections.abc import Sequence

import pytest

from hoofspiel import IllegalMove, Match
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
    deal,
    give,
    hands,
    last_event,
    leader,
    reveal,
    table,
)

# name, bids, cards played after the reveal with the leader that follows; None: nobody
AFTER_THE_REVEAL = [
    ("FT1", (5, 5, 3), [], C),
    ("FT2", (6, 6, 6), [], None),
    ("FT3", (5, 5, 3, 3), [], None),
    ("FT4", (5, 5, 3, 3, 1), [], 4),
    ("FT5", (6, 6, 6), [(B, TETE, B)], B),
    ("FT6", (10, 10, 9), [(A, "baapoleon 0", A)], A),
    ("FT7", (7, 10, 2), [(A, "baapoleon 0", C), (A, TETE, A)], A),
    ("FT8", (7, 9, 2), [(A, "baapoleon 0", A)], A),
    ("FT9", (2, 2, 9, 4), [(A, COUP, D)], D),
    ("FT9b", (2, 2, 9, 9), [(A, COUP, None)], None),
    ("FT10", (2, 2, 9), [(A, COUP, C), (B, TETE, B)], B),
    ("FT11", (3, 2, 8), [(C, COUP, B), (A, "baapoleon 1", A)], A),
    ("FT12", (5, 2, 8), [(C, COUP, B), (A, "baapoleon 1", C)], C),
    ("FT13", (9, 9, 5, 5), [(C, TETE, C), (A, TETE, A)], A),
    ("FT16", (9, 9, 2, 2), [(A, TETE, A), (C, COUP, A), (D, TETE, D)], D),
    ("FT17", (9, 9, 6), [(A, TETE, A), (C, "baapoleon 2", A)], A),
    ("FT31", (8, 8, 8), [(A, TETE, A), (B, "baapoleon 0", A), (C, TETE, A)], A),
    ("FT32", (4, 4), [], None),
]


@pytest.mark.parametrize(
    ("bids", "cards", "winner"), [case[1:] for case in AFTER_THE_REVEAL], ids=[case[0] for case in AFTER_THE_REVEAL]
)
def test_after_the_reveal(
    bids: Sequence[int], cards: Sequence[tuple[int, str, int | None]], winner: int | None
) -> None:
    held: dict[int, list[str]] = {}
    for seat, text, _ in cards:
        held.setdefault(seat, []).append(text.split()[0])
    m = table(len(bids), 10, held=held)
    reveal(m, *bids)
    for seat, text, leads in cards:
        m.play(seat, text)
        if m.view(None)["phase"] == "after-reveal":
            assert leader(m) == leads
    if m.view(None)["phase"] == "after-reveal":
        all_pass(m)
    if winner is None:
        assert last_event(m, "thrown-away")["dish"] == 10
        assert m.points == [0] * len(bids)
    else:
        assert last_event(m, "won") == {"event": "won", "winner": winner, "dish": 10}
        assert m.points == [10 if seat == winner else 0 for seat in range(len(bids))]
    assert all(len(hand) == 9 for hand in hands(m))


def test_ft6_without_baapoleon_the_nine_would_have_won() -> None:
    assert leader(reveal(table(3, 10, held={A: ["baapoleon"]}), 10, 10, 9)) == C


@pytest.mark.parametrize(("seat", "rule"), [(A, "R4.10"), (C, "R4.9")], ids=["FT14", "FT15"])
def test_a_tete_that_is_refused_stays_in_hand(seat: int, rule: str) -> None:
    m = reveal(table(3, 10, held={A: [TETE], B: [TETE], C: [TETE]}), 8, 8, 1)
    if seat == A:
        m.play(B, TETE)
    with pytest.raises(IllegalMove) as refused:
        m.play(seat, TETE)
    assert refused.value.rule == rule
    assert m.view(seat)["my_bonus"] == [TETE]
    all_pass(m)
    assert last_event(m, "won")["winner"] == (B if seat == A else C)


def test_ft18_a_swap_moves_the_bid_and_not_the_card() -> None:
    m = bid(table(3, 10, held={A: ["baa-de-deux"]}), 9, 2, 5)
    m.play(A, "baa-de-deux 0 1")
    assert last_event(m, "won")["winner"] == B
    assert 9 not in hands(m)[A]
    assert 2 not in hands(m)[B]
    assert [len(hand) for hand in hands(m)] == [9, 9, 9]


@pytest.mark.parametrize(("wipes", "winner"), [(False, B), (True, A)], ids=["FT19", "FT20"])
def test_swap_coup_and_de_baa_vu(wipes: bool, winner: int) -> None:  # noqa: FBT001
    m = bid(table(3, 10, held={A: ["baa-de-deux", COUP], B: [VU]}, vu_wipes_everything=wipes), 9, 2, 5)
    m.play(A, "baa-de-deux 0 1")
    all_pass(m)
    m.play(A, COUP)
    m.play(B, VU)
    assert "bid 9" in m.moves(A)
    bid(m, 9, 1, 5)
    assert last_event(m, "won")["winner"] == winner
    assert [len(hand) for hand in hands(m)] == [9, 9, 9]


def sabotage_first(*cards: int) -> list[list[int]]:
    """For each seat an order of its cards that begins with this one."""
    return [[c, *(v for v in range(1, 11) if v != c)] for c in cards]


def test_ft21_sa_baa_teur_undoes_a_swap() -> None:
    m = table(3, 10, held={A: ["baa-de-deux", "sa-baa-teur"]}, dealt={"sabotage": sabotage_first(1, 7, 4)})
    bid(m, 9, 2, 5)
    m.play(A, "baa-de-deux 0 1")
    m.play(A, "sa-baa-teur")
    assert [e["card"] for e in m.log[-1] if e["event"] == "revealed"] == [9, 7, 4]
    assert [len(hand) for hand in hands(m)] == [9, 9, 9]


def test_ft22_a_swap_after_sa_baa_teur_stands() -> None:
    m = table(3, 10, held={C: ["sa-baa-teur"], B: ["baa-de-deux"]}, dealt={"sabotage": sabotage_first(1, 7, 4)})
    bid(m, 9, 2, 5)
    m.play(C, "sa-baa-teur")
    m.play(B, "baa-de-deux 1 2")
    assert [e["card"] for e in m.log[-1] if e["event"] == "revealed"] == [1, 5, 7]


def at_the_last_auction(held: dict[int, Sequence[str]], *last: int) -> Match:
    """The tenth auction of round 1: everybody has one card left."""
    m = table(len(last), 10)
    orders = [[v for v in range(1, 11) if v != card] for card in last]
    for turn in range(9):
        bid(m, *(order[turn] for order in orders))
        give_back(m)
    give(m, held)
    return m


def give_back(m: Match) -> None:
    """Bonus cards drawn on the way go back to the pile: they do not matter here."""
    s = m.position
    for seat in range(m.seats):
        s.pile |= s.held[seat]
        s.held[seat] = 0
    if m.view(None)["phase"] != "bidding":
        s.waiting = 0
        m.world.go_on(s)
    m.refresh()


def test_ft23_sa_baa_teur_with_one_card_left_changes_nothing() -> None:
    m = bid(at_the_last_auction({A: ["sa-baa-teur"]}, 4, 7, 7), 4, 7, 7)
    m.play(A, "sa-baa-teur")
    assert last_event(m, "won")["winner"] == A


def test_ft24_de_baa_vu_in_the_last_auction_erases_baapoleon() -> None:
    m = reveal(at_the_last_auction({A: ["baapoleon"], B: [VU]}, 6, 8, 1), 6, 8, 1)
    m.play(A, "baapoleon 0")
    assert leader(m) == A
    m.play(B, VU)
    assert m.moves(A) == ["bid 6"]
    bid(m, 6, 8, 1)
    assert last_event(m, "won")["winner"] == B


def blind_auction(*dishes: int | str, held: dict[int, Sequence[str]]) -> Match:
    """The second auction, with Baa Sez-Faire just played by seat 0."""
    m = table(3, 1, *dishes)
    m.play(0, "bid 1")
    m.play(1, "bid 2")
    give(m, held)
    m.play(2, "bid 3")
    while m.view(None)["phase"] != "before-flip":
        all_pass(m)
    m.play(0, "baa-sez-faire")
    if m.view(None)["phase"] == "before-flip":
        all_pass(m)
    return m


def test_ft25_a_blind_bid_for_a_draw_card() -> None:
    m = blind_auction("draw", held={A: ["baa-sez-faire"]})
    assert m.view(1)["dish"] is None
    assert m.view(1)["prompt"] == "bid-blind"
    bid(m, 4, 9, 5)
    assert last_event(m, "won") == {"event": "won", "winner": B, "dish": "draw"}
    assert last_event(m, "found")["only"] == B
    assert m.points == [0, 0, 1]


def test_ft26_bidding_again_after_a_blind_bid_sees_the_dish() -> None:
    m = blind_auction(9, held={A: ["baa-sez-faire", VU]})
    reveal(m, 4, 9, 5)
    m.play(A, VU)
    assert m.view(1)["dish"] == 9
    assert m.view(1)["prompt"] == "bid"


def test_ft27_sa_baa_teur_picks_bid_cards_only() -> None:
    for seed in range(40):
        m = Match("goats", seats=3, seed=seed, options={"windows": "open"})
        give(m, {A: ["sa-baa-teur"], B: [TETE, TETE]})
        m.position.hand[B] = 0b1110  # the bid cards 1, 2 and 3
        m.position.hand[C] = 0b1110
        m.refresh()
        bid(m, 9, 2, 3)
        m.play(A, "sa-baa-teur")
        assert m.view(B)["my_bid"] in (1, 2, 3)
        assert len(m.view(B)["my_bonus"]) == 2


def test_ft28_what_a_round_leaves_behind() -> None:
    m = table(3, 10)
    for _ in range(2):
        for card in range(1, 11):
            bid(m, card, card % 10 + 1, (card + 1) % 10 + 1)
            give_back(m)
    assert m.view(None)["round"] == 3
    assert sorted([*m.view(None)["to_come"], m.view(None)["dish"]]) == list(range(1, 11))
    assert all(len(hand) == 10 for hand in hands(m))


def test_ft28_bonus_cards_survive_the_end_of_a_round() -> None:
    m = at_the_last_auction({}, 4, 7, 8)
    m.play(0, "bid 4")
    m.play(1, "bid 7")
    give(m, {C: [COUP]})
    m.play(2, "bid 8")
    while m.view(None)["round"] == 1:
        m.play(C, "pass")
    assert m.view(C)["my_bonus"][0] == COUP


def test_ft29_two_cards_in_one_beat() -> None:
    m = table(3, 10, held={A: [COUP], B: [VU]}, windows="beats", dealt={"priority": A})
    reveal(m, 3, 8, 9)
    m.play(B, VU)
    m.play(A, COUP)
    assert m.view(None)["coup"]
    assert m.actors == [B]
    assert VU in m.moves(B)
    m.play(B, VU)
    assert m.view(None)["phase"] == "bidding"
    assert m.view(None)["coup"]


def test_ft30_a_full_tie_on_a_draw_card_draws_nothing() -> None:
    m = bid(table(3, "draw"), 6, 6, 6)
    assert last_event(m, "thrown-away")["dish"] == "draw"
    assert [p["bonus_cards"] for p in m.view(None)["players"]] == [0, 0, 0]
    assert len(m.view(None)["unseen_bonus"]) == 9


def test_the_whole_deal_is_used() -> None:
    m = Match("goats", seats=3, deal=deal(4, 10, "draw"), seed=1)
    assert m.view(None)["dish"] == 4

"""Two bonus cards on one dish, in both orders: the table of how they meet."""

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.games.goats.tests.table import A, B, C, D, all_pass, bid, give, last_event, leader, reveal, table

SEZ, DEUX, SABOTEUR, COUP, BAAPOLEON, VU, TETE = (
    "baa-sez-faire",
    "baa-de-deux",
    "sa-baa-teur",
    "coup-dbaa",
    "baapoleon",
    "de-baa-vu",
    "tete-baa-tete",
)
WINDOW = {SEZ: 0, DEUX: 1, SABOTEUR: 1, COUP: 2, BAAPOLEON: 2, VU: 2, TETE: 2}
TARGET = {DEUX: f"{DEUX} 0 1", BAAPOLEON: f"{BAAPOLEON} 0"}
ORDERS = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [6, 1, 2, 3, 4, 5, 7, 8, 9, 10],
    [4, 1, 2, 3, 5, 6, 7, 8, 9, 10],
    [3, 1, 2, 4, 5, 6, 7, 8, 9, 10],
]
PHASES = ("before-flip", "before-reveal", "after-reveal")


def at_window(held: dict[int, list[str]]) -> Match:
    """The second auction of four players, dish 10, with its first window open."""
    m = table(4, 1, 10, dealt={"sabotage": ORDERS})
    for seat in range(3):
        m.play(seat, "bid 1")
    give(m, held)
    m.play(3, "bid 1")
    while m.view(None)["phase"] != "before-flip":
        all_pass(m)
    return m


def go_to(m: Match, window: int, bids: tuple[int, ...]) -> None:
    """Let everybody pass and bid until that window is open."""
    while m.view(None)["phase"] != PHASES[window]:
        if m.view(None)["phase"] == "bidding":
            bid(m, *bids)
        else:
            all_pass(m)


@pytest.mark.parametrize("first", [DEUX, SABOTEUR, COUP, BAAPOLEON, VU, TETE])
def test_nothing_comes_before_baa_sez_faire(first: str) -> None:
    m = at_window({A: [first, SEZ]})
    go_to(m, WINDOW[first], (5, 5, 6, 4))
    m.play(A, TARGET.get(first, first))
    with pytest.raises(IllegalMove) as refused:
        m.play(A, SEZ)
    assert refused.value.rule == "R5.1"


@pytest.mark.parametrize("later", [DEUX, SABOTEUR])
@pytest.mark.parametrize("first", [COUP, BAAPOLEON, TETE])
def test_after_the_reveal_bids_cannot_be_moved_unless_made_again(first: str, later: str) -> None:
    m = at_window({A: [first, later], B: [VU]})
    go_to(m, 2, (5, 5, 6, 4))
    m.play(A, TARGET.get(first, first))
    with pytest.raises(IllegalMove) as refused:
        m.play(A, TARGET.get(later, later))
    assert refused.value.rule == "R5.1"
    m.play(B, VU)
    bid(m, 5, 7, 2, 3)
    m.play(A, TARGET.get(later, later))
    shown = [e["card"] for e in m.log[-1] if e["event"] == "revealed"]
    assert shown == ([7, 5, 2, 3] if later == DEUX else [5, 6, 4, 3])
    assert m.over is False


# first, later, bids, who wins at the end (after De Baa Vu the bids are 2, 3, 4, 5)
PAIRS = [
    (SEZ, DEUX, (2, 9, 5, 4), A),
    (SEZ, SABOTEUR, (5, 9, 8, 7), B),
    (SEZ, COUP, (2, 9, 5, 4), A),
    (SEZ, BAAPOLEON, (7, 8, 5, 4), A),
    (SEZ, VU, (7, 8, 5, 4), D),
    (SEZ, TETE, (7, 7, 5, 4), A),
    (DEUX, SABOTEUR, (9, 2, 5, 4), A),  # the swap is undone: A bids the 9
    (DEUX, COUP, (9, 2, 5, 4), A),  # the 2 lies in front of A
    (DEUX, BAAPOLEON, (9, 7, 5, 4), A),  # 7 + 3 in front of A
    (DEUX, VU, (9, 2, 5, 4), D),
    (DEUX, TETE, (9, 2, 2, 4), B),  # A's seat ties with the 2 of C; B's seat has the 9
    (SABOTEUR, DEUX, (9, 2, 5, 4), B),  # B's new 6 goes to A, the 9 to B
    (SABOTEUR, COUP, (9, 2, 5, 4), D),  # 9, 6, 4, 3
    (SABOTEUR, BAAPOLEON, (4, 2, 5, 7), A),  # 4 + 3 against 6
    (SABOTEUR, VU, (9, 2, 5, 4), D),
    (SABOTEUR, TETE, (6, 2, 5, 4), A),  # ties with the new 6 of B
    (COUP, BAAPOLEON, (2, 4, 6, 8), B),  # 2 + 3 is no longer the lowest
    (COUP, VU, (2, 9, 5, 4), A),  # the Coup stays: 2 is the lowest
    (COUP, TETE, (2, 2, 5, 4), A),
    (BAAPOLEON, COUP, (2, 4, 6, 8), B),
    (BAAPOLEON, VU, (8, 9, 5, 4), D),  # the 3 is lost
    (BAAPOLEON, TETE, (7, 10, 5, 4), A),  # makes a tie and wins it
    (VU, COUP, (9, 8, 7, 6), A),
    (VU, BAAPOLEON, (9, 8, 7, 6), C),  # 2 + 3 ties with the 5: the 4 stands alone
    (VU, DEUX, (9, 8, 7, 6), D),
    (VU, SABOTEUR, (9, 8, 7, 6), B),
    (TETE, COUP, (9, 9, 2, 2), A),
    (TETE, BAAPOLEON, (8, 8, 8, 4), A),
    (TETE, VU, (9, 9, 5, 4), D),
]
AGAIN = (2, 3, 4, 5)


@pytest.mark.parametrize(("first", "later", "bids", "winner"), PAIRS, ids=[f"{a}+{b}" for a, b, *_ in PAIRS])
def test_one_card_after_the_other(first: str, later: str, bids: tuple[int, ...], winner: int) -> None:
    m = at_window({A: [first, later]})
    go_to(m, WINDOW[first], bids)
    m.play(A, TARGET.get(first, first))
    if first == VU:
        bids = AGAIN
    go_to(m, WINDOW[later], bids)
    m.play(A, TARGET.get(later, later))
    if later == VU:
        bids = AGAIN
    auction = m.view(None)["auction"]
    while m.view(None)["auction"] == auction == 2:
        if m.view(None)["phase"] == "bidding":
            bid(m, *bids)
        else:
            all_pass(m)
    assert last_event(m, "won") == {"event": "won", "winner": winner, "dish": 10}


def test_a_tete_after_a_tete_in_the_same_tie_is_refused_and_in_another_allowed() -> None:
    m = reveal(table(4, held={A: [TETE], B: [TETE], C: [TETE]}), 9, 9, 5, 5)
    m.play(A, TETE)
    with pytest.raises(IllegalMove) as refused:
        m.play(B, TETE)
    assert refused.value.rule == "R4.10"
    m.play(C, TETE)
    assert leader(m) == A


@pytest.mark.parametrize("card", [SEZ, DEUX, SABOTEUR, COUP, BAAPOLEON, VU])
def test_there_is_one_copy_of_each_other_card(card: str) -> None:
    m = at_window({A: [card]})
    go_to(m, WINDOW[card], (5, 5, 6, 4))
    m.play(A, TARGET.get(card, card))
    assert m.view(B)["played"] == [card]
    assert card not in m.view(B)["unseen_bonus"]

"""The option by which the last Tête-Baa-Tête in a tie wins it (F10), with two of the three cards in one hand."""

import pytest

from hoofspiel import IllegalMove, Match

OTHERS = ["baapoleon", "de-baa-vu", "coup-dbaa", "baa-sez-faire", "baa-de-deux", "sa-baa-teur"]
DEAL = {
    "food": [["draw", "draw", "draw", 1, 2, 3, 4], [4, 1, 2, 3]],
    "bonus": ["tete-baa-tete", "tete-baa-tete", "tete-baa-tete", *OTHERS],
}
OPTIONS: dict[str, bool | int | str] = {"cards": 4, "rounds": 2, "windows": "open", "last_tete_wins": True}


def bids(match: Match, *cards: int) -> None:
    while "pass" in match.moves(match.actors[0]):
        match.play(match.actors[0], "pass")
    for seat, card in enumerate(cards):
        match.play(seat, f"bid {card}")


@pytest.fixture
def tied() -> Match:
    """Seat 1 holds two Têtes and seat 0 the third; both have bid 4 for the dish worth 4, and the bids lie open."""
    match = Match("goats", seats=2, seed=1, options=OPTIONS, deal=DEAL)
    for cards in [(1, 4), (4, 1), (2, 3), (3, 2), (4, 4)]:
        bids(match, *cards)
    match.play(0, "pass")
    match.play(1, "pass")
    return match


def test_f10_a_tete_is_answered_by_the_next_and_that_one_again(tied: Match) -> None:
    before = tied.points
    tied.play(1, "tete-baa-tete")
    tied.play(0, "tete-baa-tete")
    tied.play(1, "tete-baa-tete")
    assert tied.points == [before[0], before[1] + 4]


def test_f10_nobody_answers_his_own_tete(tied: Match) -> None:
    tied.play(1, "tete-baa-tete")
    with pytest.raises(IllegalMove):
        tied.play(1, "tete-baa-tete")
    assert "tete-baa-tete" in tied.moves(0)

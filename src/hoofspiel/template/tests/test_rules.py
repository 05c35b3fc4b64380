"""The rules of Straws, paragraph by paragraph."""

from typing import Any

import pytest

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadDeal, IllegalMove
from hoofspiel.template import GAME


def dealt(*hands: list[int], **options: Any) -> Match:
    """A match in which the seats hold these straws."""
    agreed = {"straws": len(hands[0]), **options}
    return Match(GAME, seats=len(hands), seed=1, deal={"straws": list(hands)}, options=agreed)


def show(match: Match, *straws: int) -> list[dict[str, Any]]:
    """All seats show a straw; the events of the last one."""
    events: list[dict[str, Any]] = []
    for seat, straw in enumerate(straws):
        events = match.play(seat, f"show {straw}")
    return events


def test_r1_1_everybody_gets_three_straws_and_sees_only_their_own() -> None:
    match = Match(GAME, seats=5, seed=3)
    hands = [match.view(seat)["my_straws"] for seat in range(5)]
    assert all(len(hand) == 3 for hand in hands)
    assert len({straw for hand in hands for straw in hand}) == 15
    assert match.view(None)["my_straws"] == []
    assert [event["straw"] for event in match.events_for(2)] == hands[2]
    assert match.events_for(None) == []


def test_r2_1_nobody_sees_a_choice_before_all_have_chosen() -> None:
    match = dealt([9, 4], [3, 20])
    assert match.play(0, "show 9") == []
    assert match.actors == [1]
    assert match.view(1) == dealt_and_chosen(4).view(1)
    with pytest.raises(IllegalMove, match="R2.1"):
        match.play(0, "show 4")


def dealt_and_chosen(straw: int) -> Match:
    match = dealt([9, 4], [3, 20])
    match.play(0, f"show {straw}")
    return match


def test_r2_2_the_longest_takes_a_point() -> None:
    match = dealt([9, 4], [3, 20], [8, 7])
    assert show(match, 9, 3, 8)[-1] == {"event": "took", "seat": 0}
    assert match.points == [1, 0, 0]


def test_r2_3_straws_are_shown_once_until_none_is_left() -> None:
    match = dealt([9, 4], [3, 20])
    show(match, 9, 3)
    assert match.moves(0) == ["show 4"]
    assert match.view(0)["shown"] == [3, 9]
    show(match, 4, 20)
    assert match.over


def test_r3_1_most_points_win_and_equals_share() -> None:
    match = dealt([9, 4], [3, 20])
    show(match, 9, 3)
    assert match.winners == []
    show(match, 4, 20)
    assert match.winners == [0, 1]
    alone = dealt([9, 21], [3, 20])
    show(alone, 9, 3)
    show(alone, 21, 20)
    assert alone.winners == [0]


def test_r3_2_the_shortest_takes_the_point_by_option() -> None:
    match = dealt([9], [3], [8], shortest=True)
    show(match, 9, 3, 8)
    assert match.points == [0, 1, 0]
    last = dealt([9], [8], [3], shortest=True)
    show(last, 9, 8, 3)
    assert last.winners == [2]


def test_r4_1_a_move_shows_a_straw_one_holds() -> None:
    match = dealt([9, 4], [3, 20])
    for wrong in ("show 3", "hide 9", "show", "show nine"):
        with pytest.raises(IllegalMove, match="you hold 4 and 9"):
            match.play(0, wrong)


@pytest.mark.parametrize(
    "deal",
    [{}, {"straws": [[1, 2]]}, {"straws": [[1, 2], [3]]}, {"straws": [[1, 2], [2, 3]]}, {"straws": [[0, 2], [1, 3]]},
     {"straws": [[1, 2], [3, 4]], "more": 1}, {"straws": "all"}],
)  # fmt: skip
def test_r4_1_a_deal_that_cannot_be_is_refused(deal: dict[str, Any]) -> None:
    with pytest.raises(BadDeal):
        Match(GAME, seats=2, options={"straws": 2}, deal=deal)

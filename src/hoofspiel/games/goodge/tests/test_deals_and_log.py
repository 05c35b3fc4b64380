"""A deal by hand (R9), and a log that remembers no more than a player may look up (R5.8)."""

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from hoofspiel import BadDeal, Match
from hoofspiel.bots.quick import play_at_random
from hoofspiel.cli.sitting import Sitting
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.names import CARD_NAMES
from hoofspiel.games.goodge.tests.positions import bids, play, tricks
from hoofspiel.kernel.texts import texts_of


@pytest.mark.parametrize("seats", [3, 4])
def test_r9_1_a_round_dealt_by_hand(seats: int) -> None:
    size = 48 // seats
    hands = [list(CARD_NAMES[3 + seat * size : 3 + (seat + 1) * size]) for seat in range(seats)]
    match = Match("goodge", seats=seats, seed=1, deal={"dealer": 2, "hands": hands, "stash": ["s1", "s2", "s3"]})
    assert match.view(None)["dealer"] == 2
    assert [sorted(match.view(seat)["hand"]) for seat in range(seats)] == [sorted(hand) for hand in hands]
    bids(match, *["bid 50"], *["pass"] * (seats - 1))
    goodge = match.view(None)["goodge"]
    assert sorted(match.view(goodge)["found"]) == ["s1", "s2", "s3"]
    with pytest.raises(BadDeal, match="s1 twice"):
        Match("goodge", seats=seats, deal={"dealer": 2, "hands": hands, "stash": ["s1", "s1", "s3"]})


def test_r9_2_several_rounds_dealt_by_hand() -> None:
    hands = [list(CARD_NAMES[seat * 16 : seat * 16 + 16]) for seat in range(3)]
    first = {"dealer": 1, "hands": hands, "stash": list(CARD_NAMES[48:])}
    second = {"hands": hands[::-1], "stash": list(CARD_NAMES[48:])}
    for later in (second, {**second, "dealer": 2}):
        match = Match("goodge", seats=3, seed=1, options={"redeal_when_all_pass": True}, deal={"deals": [first, later]})
        bids(match, "pass", "pass", "pass")
        assert match.view(None)["dealer"] == 2
        assert sorted(match.view(0)["hand"]) == sorted(hands[2])
    with pytest.raises(BadDeal, match="passes to the left"):
        Match("goodge", seats=3, deal={"deals": [first, {**second, "dealer": 0}]})


def shown(match: Match) -> list[str]:
    """The log as the page and the terminal keep it, as names of events."""
    events = match.events_for(0)
    faded = texts_of(GAME).faded(events)
    return [event["event"] for place, event in enumerate(events) if place not in faded]


def test_r5_8_the_log_keeps_the_last_trick_and_the_one_on_the_table() -> None:
    match = tricks("h10 d9 c9", "h2 d2 c2", "h3 d3 c3", stash="s1 s2 s3")
    before = shown(match)
    play(match, "h10", "h2", "h3")
    assert shown(match) == [*before, "played", "played", "played", "trick"]
    play(match, "d9", "d2", "d3", "c9")
    assert shown(match) == [*before, "played", "played", "played", "trick", "played"]
    play(match, "c2", "c3")
    told = [event["event"] for event in match.events_for(0)]
    assert told.count("trick") == 3
    assert shown(match) == told, "the round has been scored"


def test_r5_8_the_log_of_the_terminal_forgets_earlier_tricks() -> None:
    match = tricks("h10 d9 c9", "h2 d2 c2", "h3 d3 c3", stash="s1 s2 s3")
    play(match, "h10", "h2", "h3", "d9", "d2", "d3")
    out = StringIO()
    console = Console(file=out, width=100, color_system=None)
    person = Sitting(
        match,
        seat=0,
        who=["you", "Bruno", "Clara"],
        bot=play_at_random,
        chance=Random(1),
        console=console,
        careful=False,
    )
    person.answer("log")
    words = " ".join(out.getvalue().split())
    assert "the 9 of diamonds" in words
    assert "the 10 of hearts" not in words
    assert "Earlier tricks of this round lie face down" in words

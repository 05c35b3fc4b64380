"""The table in a terminal: it fits 80 columns, names cards as they are typed, and shows each reader his own."""

import re
from io import StringIO

import pytest
from rich.console import Console

from hoofspiel import Match
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.terminal import draw
from hoofspiel.games.goodge.tests.positions import bids, goodge_of_four, last_trick, tricks
from hoofspiel.kernel.texts import texts_of

WHO = ["Anouk", "Bruno", "Clara", "you"]


def drawn(match: Match, reader: int | None) -> str:
    out = StringIO()
    who = [("you" if seat == reader else name) for seat, name in enumerate(WHO)]
    Console(file=out, width=200, color_system=None).print(draw(match.view(reader), who, texts_of(GAME)))
    return out.getvalue()


@pytest.mark.parametrize("seats", [3, 4])
def test_every_position_of_a_round_can_be_drawn_for_everybody(seats: int) -> None:
    match = Match("goodge", seats=seats, seed=3, options={"counters": "own"})
    while match.position.deals < 1:
        for reader in (None, *range(seats)):
            text = drawn(match, reader)
            assert max(len(line) for line in text.splitlines()) <= 80
            assert ("Your hand" in text) == bool(reader is not None and match.view(reader)["hand"])
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    assert "Last round" in drawn(match, None)


def test_players_who_are_level_above_the_target_are_told_that_this_round_decides() -> None:
    match = goodge_of_four()
    assert "Round 1, playing to 500" in drawn(match, 0)
    match.position.total[:4] = 510, 510, 495, 0
    assert "Round 1, tied at 510: this round decides" in drawn(match, 0)


def test_the_goodge_sees_what_he_found_and_buried_and_the_others_do_not() -> None:
    match = goodge_of_four()
    assert "c9*" in drawn(match, 0)
    bids(match, "bury c9", "bury s1")
    assert "You buried ♠1₂₀ ♣9, worth 20" in drawn(match, 0)
    assert "you need 50 as the Goodge" in drawn(match, 0)
    for reader in (None, 1):
        text = drawn(match, reader)
        assert "buried" not in text
        assert "Anouk needs 50 as the Goodge" in text


def test_the_trick_the_trumps_and_the_points_are_seen() -> None:
    match = tricks("h10 d2", "h1 d3", "t2 crown")
    match.play(0, "play h10")
    match.play(1, "play h1")
    text = drawn(match, 2)
    assert "This trick, 30 points, Anouk ahead: Anouk ♥10₁₀  Bruno ♥1₂₀" in text
    assert "★ trumps t2  ♛ crown₂₅" in text


def test_how_the_last_round_went() -> None:
    text = drawn(last_trick((95, 155, 0), contract=100), 0)
    assert "Last round: you bid 100 and fell short." in text
    rows = [line.strip(" ▸").split()[:3] for line in text.splitlines() if re.match(r"[ ▸]+(you|Bruno|Clara) ", line)]
    assert rows == [["you", "-100", "-100"], ["Bruno", "155", "+155"], ["Clara", "0", "+0"]]


def test_a_long_hand_is_folded_between_suits() -> None:
    match = Match("goodge", seats=3, seed=1)
    while match.view(match.actors[0])["phase"] == "auction":
        match.play(match.actors[0], match.moves(match.actors[0])[-1])
    hand = drawn(match, match.actors[0]).split("Your hand:")[1]
    assert len(re.findall(r"[sdthc]\d|crown", hand)) == 19
    assert "(* from the Stash)" in hand
    assert all(re.match(r" +([♠♦★♥♣♛]|\()", line) for line in hand.splitlines() if line.strip())

"""The last tricks counted out, against every line of play tried by the rules, and found by a master at the table."""

from dataclasses import replace
from itertools import combinations
from math import inf
from random import Random
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.standing import share_of
from hoofspiel.games.goodge.tests.positions import Options, mask, play, tricks
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members

RULES = bind.plain(GAME)


def by_the_rules(s: Any) -> list[float]:
    """What the round is worth to each seat when all cards are open: every line of play, by the rules themselves."""
    if s.deals:
        return [RULES.value(s, p) for p in range(s.n)]
    best: list[float] = []
    for card in members(RULES.legal(s, s.turn)):
        after = bind.blank(GAME, s.n, {})
        RULES.assign(after, s)
        RULES.apply(after, s.turn, card)
        worth = by_the_rules(after)
        if not best or worth[s.turn] > best[s.turn]:
            best = worth
    return best


def an_ending(seed: int, seats: int, left: int, options: Options) -> Any:
    """A round played by chance until some seat has so many cards, in the middle of a trick or not."""
    match, chance = Match("goodge", seats=seats, seed=seed, options=options), Random(seed)
    s, stop_at = match.position, seed % seats
    while not (s.phase == RULES.PLAYING and RULES.tricks_left(s) == left and s.trick_size >= stop_at):
        RULES.act(s, s.turn, chance.choice(members(RULES.legal(s, s.turn))))
    s.bid = 50 + 5 * chance.randrange(20)
    return s


@pytest.mark.parametrize("options", [{}, {"one_is_high": True, "target": 100}])
@pytest.mark.parametrize(("seats", "left"), [(3, 2), (3, 3), (4, 2)])
def test_counting_out_finds_what_every_line_of_play_gives(seats: int, left: int, options: Options) -> None:
    choices = 0
    for seed in range(30 if left == 2 else 10):
        s = an_ending(seed, seats, left, options)
        before = {name: str(value) for name, value in vars(s).items()}
        outcome = RULES.count_out(s)
        assert {name: str(value) for name, value in vars(s).items()} == before
        assert sum(share_of(outcome, p) for p in range(seats)) == 250 // 5
        mine = RULES.worth_of_outcome(s, outcome, s.turn)
        assert mine == pytest.approx(by_the_rules(s)[s.turn]), seed
        choices += RULES.count(RULES.legal(s, s.turn)) > 1
    assert choices > 4


def test_cards_that_do_the_same_are_tried_once() -> None:
    s = tricks("h2 h3 h5 h7 d8 d9", "h6 d1 d2 c2 c3 c4", "s2 s3 s4 s6 s7 s8").position
    assert RULES.different_cards(s, s.hand[0], s.hand[0]) == mask("h2 h5 h7 d8")
    s = tricks("h2 h4 d2", "h3 d3 d4", "s2 s3 s4").position
    play_out = RULES.different_cards(s, s.hand[0], s.hand[0])
    assert play_out == s.hand[0], "the 3 lies between 2 and 4, and hearts are not diamonds"


def counting(match: Match, level: str, iterations: int) -> set[str]:
    """The moves of many bots of this level, who think no further than so many iterations."""
    thrifty = replace(LEVELS[level], iterations=iterations, seconds=inf)
    seat = match.actors[0]
    moves = set()
    for seed in range(8):
        (action,) = choose_actions(GAME, match.guess(seat, seed), seat, thrifty, seed)
        moves.add(GAME.names.spell(match.position, seat, action))
    return moves


def test_the_master_draws_the_last_trump_to_bring_the_stash_home() -> None:
    """Wherever the 5 of trumps lies, only the 7 takes it: any other lead loses a trick, and all are needed."""
    hidden = ["t5", "d2", "d5", "d7", "d8", "h6"]
    for theirs in combinations(hidden, 3):
        others = " ".join(card for card in hidden if card not in theirs)
        match = tricks("t2 t4 t7", " ".join(theirs), others, stash="s10 c5 c1", contract=120, captured=(50, 60, 70))
        made = set()
        for card in members(RULES.legal(match.position, 0)):
            after = bind.blank(GAME, 3, {})
            RULES.assign(after, match.position)
            RULES.apply(after, 0, card)
            if by_the_rules(after)[0] > 0.5:
                made.add(GAME.names.spell(match.position, 0, card))
        assert made == {"play t7"}
    assert counting(match, "master", 30) == {"play t7"}
    assert GAME.names.spell(match.position, 0, RULES.greedy(match.guess(0, 1), 0, 1)) != "play t7", "a sensible player"


def test_a_master_counts_further_than_a_club_player() -> None:
    root = bind.blank(GAME, 4, {})
    for reads, left in ((False, 2), (True, 3)):
        for held in (2, 3, 4, 5):
            hands = [" ".join(f"{suit}{rank}" for rank in range(2, 2 + held)) for suit in "hdcs"]
            match = tricks(*hands)
            RULES.assign(root, match.position)
            if reads:
                RULES.study(root, 0)
            near = held <= (4 if reads else 2)
            assert RULES.counted(root) == (left if near else 1)
            assert not RULES.far_enough(root, root), "the first choice is the player's own"
            play(match, "h2")
            assert RULES.far_enough(match.position, root) == (near and held <= left)

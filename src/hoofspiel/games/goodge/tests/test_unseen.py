"""Guesses at the hidden cards fit all that was seen and are even; a claim is proved when nothing can go wrong."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.games.goodge import GAME
from hoofspiel.games.goodge.names import card_names
from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    AUCTION,
    NO_POINTS,
    SUITS,
    State,
    cards_of,
    rank_of,
    suit_of,
)
from hoofspiel.games.goodge.tests.positions import Options, mask, tricks
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members

RULES = bind.plain(GAME)
Deal = tuple[int, ...]


def dealt(s: State) -> Deal:
    """All hands, then the Stash."""
    return (*s.hand[: s.n], s.stash)


def guess(s: State, seat: int, seed: int) -> State:
    copy: State = RULES.blank(s.n)
    RULES.assign(copy, s)
    RULES.redeal(copy, seat, RULES.seed_rng(seed))
    return copy


def without(match: Match, **suits: str) -> State:
    """The position, after players have shown to be out of suits: without(match, p1="hearts stars")."""
    s: State = match.position
    for name, out in suits.items():
        for suit in out.split():
            s.barred[int(name[1])] |= cards_of(["spades", "diamonds", "stars", "hearts", "clubs"].index(suit), s.trump)
    assert RULES.sound(s) or sum(s.captured) == 0
    return s


# --- one deal fits, and it is found ---

ONLY_ONE: dict[str, tuple[State, int]] = {
    "each has one suit": (
        without(
            tricks("c2 c3", "s2 s3", "h2 h3", "d2 d3", stash="c4 c6 c7"),
            p1="hearts diamonds",
            p2="spades diamonds",
            p3="spades hearts",
        ),
        0,
    ),
    "a chain": (
        without(
            tricks("c2 c3", "s2 s3", "h3 h4", "d3 d4", stash="c4 c6 c7"), p1="diamonds", p2="spades", p3="spades hearts"
        ),
        0,
    ),
    "the Stash takes what nobody can have": (
        without(
            tricks("c2 c3", "s2 s3", "d2 d3", goodge=1, stash="h4 h6 h7"), p1="hearts diamonds", p2="hearts spades"
        ),
        0,
    ),
    "the Crown follows trumps": (
        without(tricks("c2 c3", "s2 s3", "crown d3", stash="h4 h6 h7"), p1="stars diamonds", p2="spades"),
        0,
    ),
    "the Crown is buried": (
        without(
            tricks("c2 c3", "s2 s3", "s4 d3", goodge=1, stash="crown t2 t3"), p0="spades stars", p1="stars diamonds"
        ),
        2,
    ),
    "for somebody who watches": (
        without(
            tricks("c2 c3", "s2 s3", "d2 d3", goodge=1, stash="h4 h6 h7"),
            p0="spades diamonds hearts",
            p1="hearts diamonds clubs",
            p2="hearts spades clubs",
        ),
        -1,
    ),
}


@pytest.mark.parametrize("name", ONLY_ONE)
def test_the_only_deal_is_found(name: str) -> None:
    s, seat = ONLY_ONE[name]
    assert set(fitting_deals(s, seat)) == {dealt(s)}
    assert {dealt(guess(s, seat, seed)) for seed in range(60)} == {dealt(s)}


def fitting_deals(s: State, seat: int) -> Iterator[Deal]:
    """All deals of the hidden cards that fit the voids, by trying everything."""
    hidden = members(RULES.hidden_cards(s, seat))
    places = members(RULES.hidden_places(s, seat))
    yield from _deal_on(s, list(dealt(s)), hidden, places)


def _deal_on(s: State, held: list[int], hidden: list[int], places: list[int]) -> Iterator[Deal]:
    if not places:
        yield tuple(held)
        return
    place, *rest = places
    for cards in combinations(hidden, held[place].bit_count()):
        hand = sum(1 << card for card in cards)
        if place == s.n or not hand & s.barred[place]:
            then = [*held]
            then[place] = hand
            yield from _deal_on(s, then, [card for card in hidden if card not in cards], rest)


# --- guesses are even ---

CROSSING: dict[str, tuple[State, int]] = {
    "nothing known": (tricks("c2 c3", "s2 h2", "d2 s3", goodge=1, stash="h4 h6 d7").position, 0),
    "voids that cross, Stash known": (
        without(tricks("c2 c3", "s2 h2", "h3 d2", "d3 s3", stash="c4 c6 c7"), p1="diamonds", p2="spades", p3="hearts"),
        0,
    ),
    "voids that cross, Stash hidden": (
        without(tricks("c2 c3", "s2 h2", "h3 d2", goodge=1, stash="s6 h7 d9"), p1="diamonds", p2="spades"),
        0,
    ),
    "voids within voids": (
        without(
            tricks("c2 c3", "s2 s4", "s3 h2", "h3 d2", goodge=2, stash="d3 d4 h6"), p1="diamonds hearts", p2="diamonds"
        ),
        0,
    ),
}


@pytest.mark.parametrize("name", CROSSING)
def test_every_fitting_deal_is_equally_likely(name: str) -> None:
    s, seat = CROSSING[name]
    deals = set(fitting_deals(s, seat))
    each, chance = 30, Random(1)
    found = Counter(dealt(guess(s, seat, chance.getrandbits(50))) for _ in range(each * len(deals)))
    assert set(found) == deals
    excess = sum((found[deal] - each) ** 2 / each for deal in deals)
    spread = (2 * len(deals)) ** 0.5
    assert excess < len(deals) + 5 * spread, "chi-square says that some deals are favoured"


@pytest.mark.parametrize("name", [*CROSSING, *ONLY_ONE])
def test_the_careful_deal_finds_every_fitting_deal_and_no_other(name: str) -> None:
    s, seat = {**CROSSING, **ONLY_ONE}[name]
    deals = set(fitting_deals(s, seat))
    found = set()
    for seed in range(15 * len(deals)):
        copy = guess(s, seat, seed)
        cards, places = RULES.hidden_cards(s, seat), RULES.hidden_places(s, seat)
        RULES.deal_carefully(copy, cards, places, RULES.room_of(s, places), 0)
        found.add(dealt(copy))
    assert found == deals


# --- a deal is always found ---


def random_ending(chance: Random, seats: int, options: Options) -> State:
    """Hands of some size, the rest played; players have shown as many voids as their hands allow, or fewer."""
    match = Match("goodge", seats=seats, seed=chance.getrandbits(30), options=options)
    size = chance.randrange(1, 9)
    pack = members(ALL_CARDS)
    chance.shuffle(pack)
    if chance.random() < 0.5:  # long suits, so that there are many voids
        pack.sort(key=lambda card: card // 10 * 7 + chance.randrange(12))
    hands = [" ".join(card_names(sum(1 << c for c in pack[p * size : (p + 1) * size]))) for p in range(seats)]
    stash = " ".join(card_names(sum(1 << c for c in pack[seats * size : seats * size + 3])))
    s: State = tricks(
        *hands, trump=chance.choice(["stars", "clubs"]), goodge=chance.randrange(seats), stash=stash, options=options
    ).position
    assert s.n == match.seats
    for p in range(seats):
        for suit in range(SUITS):
            if not s.hand[p] & cards_of(suit, s.trump) and chance.random() < 0.8:
                s.barred[p] |= cards_of(suit, s.trump)
    return s


@pytest.mark.parametrize("seats", [3, 4])
def test_a_fitting_deal_is_found_whatever_is_known(seats: int) -> None:
    chance = Random(seats)
    for _ in range(120):
        s = random_ending(chance, seats, {})
        for seat in (-1, *range(seats)):
            for copy in (guess(s, seat, chance.getrandbits(30)), carefully(s, seat, chance.getrandbits(30))):
                check_guess(s, copy, seat)


def carefully(s: State, seat: int, seed: int) -> State:
    copy = guess(s, seat, seed)
    cards, places = RULES.hidden_cards(s, seat), RULES.hidden_places(s, seat)
    RULES.deal_carefully(copy, cards, places, RULES.room_of(s, places), 0)
    return copy


def check_guess(s: State, copy: State, seat: int) -> None:
    together = 0
    for p in range(s.n):
        assert copy.hand[p].bit_count() == s.hand[p].bit_count()
        assert not copy.hand[p] & (copy.barred[p] | together)
        together |= copy.hand[p]
    assert copy.stash.bit_count() == s.stash.bit_count()
    assert together | copy.stash | copy.played == ALL_CARDS
    assert not copy.stash & together
    if seat >= 0:
        assert copy.hand[seat] == s.hand[seat]
        if seat == s.goodge:
            assert copy.stash == s.stash


def test_the_stash_is_hidden_from_everybody_in_the_auction() -> None:
    s = Match("goodge", seats=4, seed=2).position
    assert s.phase == AUCTION
    for seat in range(4):
        assert len({guess(s, seat, seed).stash for seed in range(20)}) > 15


@pytest.mark.parametrize("bury", ["no-points", "no-crown"])
def test_a_guess_respects_what_may_not_be_buried(bury: str) -> None:
    s = tricks("s1 s2 s3", "d1 crown d5", "h1 h2 h3", goodge=1, stash="c2 c3 c4", options={"bury": bury}).position
    forbidden = mask("crown s1 d1 d5 h1") if bury == "no-points" else mask("crown")
    assert all(not guess(s, 0, seed).stash & forbidden for seed in range(60))


def test_a_goodge_with_nothing_but_points_may_have_buried_some() -> None:
    """R4.3: seat 1 had no card without points left to bury; every fitting guess leaves him none."""
    s = tricks("s2 s3", "d1 crown", "h1 h5", goodge=1, stash="c1 c5 c2", options={"bury": "no-points"}).position
    assert s.bury == NO_POINTS
    for seed in range(60):
        copy = guess(s, 0, seed)
        check_guess(s, copy, 0)
        assert copy.hand[1] & mask("c2") == 0


# --- claims ---


def plan_of(s: State, seat: int) -> list[int]:
    """Trumps from the top, then each other suit from the top."""

    def place(card: int) -> tuple[bool, int, int]:
        suit = suit_of(card, s.trump)
        return suit != s.trump, suit, -rank_of(card, s.one_is_high)

    return sorted(members(s.hand[seat]), key=place)


def plan_can_fail(s: State, seat: int, plan: list[int]) -> bool:
    """Whether the others can take a trick by some way of playing."""
    if s.trick_size == 0 and s.turn != seat or s.deals:
        return not s.deals
    actions = [plan[0]] if s.turn == seat else members(RULES.legal(s, s.turn))
    for action in actions:
        then: State = RULES.blank(s.n)
        RULES.assign(then, s)
        RULES.apply(then, s.turn, action)
        if then.deals:
            if then.was_last != seat:
                return True
        elif plan_can_fail(then, seat, plan[1:] if s.turn == seat else plan):
            return True
    return False


def some_deal_breaks(s: State, seat: int) -> bool:
    for deal in fitting_deals(s, seat):
        other: Any = RULES.blank(s.n)
        RULES.assign(other, s)
        other.hand[: s.n], other.stash = deal[:-1], deal[-1]
        if plan_can_fail(other, seat, plan_of(s, seat)):
            return True
    return False


@pytest.mark.parametrize("one_is_high", [False, True])
def test_r5_10_a_claim_is_possible_exactly_when_nothing_can_go_wrong(one_is_high: bool) -> None:  # noqa: FBT001
    chance = Random(11)
    answers: Counter[bool] = Counter()
    while answers[True] < 35 or answers[False] < 35:
        size = chance.choice([1, 2, 2, 3])
        pack = chance.sample(members(mask("crown t10 t9 t4 s10 s9 s3 s1 h10 h6 h2")), 3 * size + 1)
        hands = [" ".join(card_names(sum(1 << c for c in pack[p * size : (p + 1) * size]))) for p in range(3)]
        stash = " ".join(card_names(sum(1 << c for c in pack[3 * size :])))
        s = tricks(
            *hands,
            goodge=chance.randrange(2),
            stash=stash,
            options={"claims": True, "one_is_high": one_is_high, "target": 5000},
        ).position
        for p in (1, 2):
            for suit in range(SUITS):
                if not s.hand[p] & cards_of(suit, s.trump) and chance.random() < 0.7:
                    s.barred[p] |= cards_of(suit, s.trump)
        proved = RULES.claim_is_proved(s, 0)
        if answers[proved] < 35:
            answers[proved] += 1
            assert proved != some_deal_breaks(s, 0), (hands, stash, s.goodge, s.barred[:3])

"""What the bots read off bids that everybody saw."""

from collections.abc import Callable
from random import Random

from hoofspiel import Match
from hoofspiel.games.goats.position import BIDDING
from hoofspiel.games.goats.styles import NEARLY, THOUSAND, aims_at, dish_place, dish_worth, nearest, study
from hoofspiel.kernel.bits import bit, count, pick


def test_a_bid_by_value_is_the_nearest_card() -> None:
    chance = Random(4)
    for _ in range(5_000):
        cards = chance.sample(range(1, 14), chance.randint(1, 13))
        hand = sum(map(bit, cards))
        card, worth = chance.choice(cards), chance.randint(0, 40)
        aims = [nearest(hand, worth + off) for off in range(-NEARLY, NEARLY + 1)]
        assert aims_at(hand, card, worth) == aims.count(card)


def bid_on(match: Match, choose: Callable[[int, int, int], int]) -> None:
    """Play to the first bid of the second round; `choose` gets a seat, its hand and the worth of the dish."""
    s = match.position
    while s.deals == 0 or s.phase != BIDDING:
        for seat in match.actors:
            bids = s.phase == BIDDING
            card = choose(seat, s.hand[seat], dish_worth(s)) if bids else 0
            match.play(seat, f"bid {card}" if bids else "pass")


def at_random(match: Match, seat: int, hand: int, worth: int, chance: Random) -> int:
    return pick(hand, chance.randrange(count(hand)))


def by_value(match: Match, seat: int, hand: int, worth: int, chance: Random) -> int:
    return nearest(hand, worth + chance.randint(-2, 2))


def by_place(match: Match, seat: int, hand: int, worth: int, chance: Random) -> int:
    return pick(hand, dish_place(match.position, seat))


def studied(seed: int, *styles: Callable[[Match, int, int, int, Random], int]) -> list[tuple[float, float]]:
    """How wild and how valuing each of four players seems to the first after a round."""
    match, chance = Match("goats", seats=4, seed=seed), Random(seed)
    bid_on(match, lambda seat, hand, worth: styles[seat](match, seat, hand, worth, chance))
    s = match.position
    study(s, 0)
    return [(s.wild[p] / THOUSAND, s.valuing[p] / THOUSAND) for p in range(4)]


def test_a_round_of_bids_tells_random_bids_from_bids_by_value_and_by_place() -> None:
    for seed in range(5):
        assert all(wild > 0.5 and valuing < 0.1 for wild, valuing in studied(seed, by_place, *[at_random] * 3)[1:])
        assert all(wild < 0.1 and valuing > 0.5 for wild, valuing in studied(seed, by_place, *[by_value] * 3)[1:])
        assert all(wild < 0.1 for wild, _ in studied(seed, at_random, *[by_place] * 3)[1:])


def test_one_who_bids_otherwise_than_the_rest_of_the_table_is_found_out() -> None:
    for seed in range(5):
        _, one, two, odd = studied(seed, by_place, at_random, at_random, by_value)
        assert odd[1] > 0.5 > one[1] + two[1]


def test_the_position_keeps_the_bids_of_this_round_and_the_last() -> None:
    match = Match("goats", seats=2, seed=3, options={"cards": 4, "rounds": 2, "bonus": False})
    s = match.position
    bids: list[int] = []
    dishes: list[int] = []
    while len(bids) < 6:
        bids.append(int(match.moves(0)[0].split()[1]))
        dishes.append(s.dish)
        match.play(0, match.moves(0)[0])
        match.play(1, match.moves(1)[-1])
    assert [s.last_bids[0] >> 4 * k & 15 for k in (3, 2, 1, 0)] == bids[:4] == [1, 2, 3, 4]
    assert [s.bids[1] >> 4 * k & 15 for k in (1, 0)] == [4, 3]
    assert [s.last_dishes >> 4 * k & 15 for k in (3, 2, 1, 0)] + [s.dishes >> 4, s.dishes & 15] == dishes

"""What the bots read off bids that everybody saw."""
from random import Random

from hoofspiel.games.goats.styles import NEARLY, aims_at, nearest
from hoofspiel.kernel.bits import bit


def test_a_bid_by_value_is_the_nearest_card() -> None:
    chance = Random(4)
    for _ in range(5_000):
        cards = chance.sample(range(1, 14), chance.randint(1, 13))
        hand = sum(map(bit, cards))
        card, worth = chance.choice(cards), chance.randint(0, 40)
        aims = [nearest(hand, worth + off) for off in range(-NEARLY, NEARLY + 1)]
        assert aims_at(hand, card, worth) == aims.count(card)

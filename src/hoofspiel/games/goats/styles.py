"""How a player bids, read off the bids everybody saw.

A bid at random is as likely as any other. A bid by value lies near the points on the table. A clever bid is one that a
master makes: hard to foresee, but seldom a high card for a poor dish. Each style makes a player's bids
so much likelier than chance does; a bot weighs them up once, before it thinks, and notes what it makes of everybody.
"""

from math import exp, log

from hoofspiel.games.goats.position import FIRST_DRAW, State
from hoofspiel.kernel.bits import bit, count, highest, lowest

DRAW_IS_WORTH = 5  # dish points a Draw card is bid for
NEARLY = 2  # how far from the worth a bid by value may aim
SLIPS = 0.1  # share of bids by value that are not
THOUSAND = 1000

WILD_TABLES = 0.3  # how common we think tables are at which most bid at random,
VALUING_TABLES = 0.1  # or by value; at the others most are clever
ALIKE = 0.9  # how many at a table bid as most of them do
ONE_OF_TWO = 0.05  # the rest are half and half
SUSPECTED = 0.5  # from here on a player counts as one who bids at random,
CONVINCED = 0.6  # or by value
TENTHS = 10
# fmt: off
CLEVER = (
    8, 12, 18, 16, 12, 14, 16, 3, 1, 1,
    5, 8, 12, 16, 14, 12, 14, 15, 3, 1,
    4, 7, 9, 13, 14, 12, 11, 15, 14, 1,
    4, 6, 9, 13, 15, 11, 9, 12, 16, 3,
    4, 6, 9, 13, 14, 12, 8, 11, 17, 6,
    4, 5, 8, 9, 12, 13, 9, 9, 17, 14,
    4, 6, 7, 9, 11, 12, 10, 8, 16, 17,
    4, 5, 7, 9, 11, 12, 10, 8, 14, 19,
    3, 4, 6, 8, 11, 13, 11, 10, 12, 21,
    4, 5, 6, 8, 9, 12, 11, 11, 11, 22,
)
# fmt: on
"""Of a hundred bids of masters for a dish of each worth, from 1 to 10, so many are for a card of each value while it is
in hand: counted by `benchmarks/goat_bids.py --fit --matches 240`."""


def dish_worth(s: State) -> int:
    """Points that lie on the table, those carried over too."""
    prize = s.kept | bit(s.dish)
    total = 0
    while prize:
        dish = lowest(prize)
        prize &= prize - 1
        total += dish if dish < FIRST_DRAW else DRAW_IS_WORTH
    return total


def nearest(hand: int, wanted: int) -> int:
    best = lowest(hand)
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if abs(card - wanted) < abs(best - wanted):
            best = card
    return best


def dish_place(s: State, seat: int) -> int:
    """The place in a hand that the dish has among the dishes still to come."""
    return place_for(dish_worth(s), s.food & (bit(FIRST_DRAW) - 1), count(s.food >> FIRST_DRAW), count(s.hand[seat]))


def place_for(worth: int, food: int, draws: int, cards: int) -> int:
    """The same for a dish of this worth, when this many draws and this food come after it and a hand has `cards`."""
    below_it = count(food & (bit(min(worth, FIRST_DRAW)) - 1))
    if worth > DRAW_IS_WORTH:
        below_it += draws
    others = count(food) + draws
    return (below_it * (cards - 1) + others // 2) // others if others else 0


def aims_at(hand: int, card: int, worth: int) -> int:
    """Out of how many of the worths a bid by value may aim at this card is the nearest; the lower of two as near."""
    low = worth - NEARLY
    high = worth + NEARLY
    under = hand & (bit(card) - 1)
    over = hand >> card + 1
    if under:
        low = max(low, (highest(under) + card) // 2 + 1)
    if over:
        high = min(high, (card + lowest(over) + card + 1) // 2)
    return max(high - low + 1, 0)


def likelier_by_value(hand: int, card: int, worth: int) -> float:
    """How much likelier somebody bids this card who bids by value than somebody who bids at random."""
    share = float(aims_at(hand, card, worth)) / float(2 * NEARLY + 1)
    return SLIPS + (1.0 - SLIPS) * share * float(count(hand))


def tenth(worth: int, most: int) -> int:
    """Where a card or dish stands among `most`, from 0 to 9."""
    return min(max((TENTHS * worth - TENTHS // 2) // most, 0), TENTHS - 1)


def likelier_when_clever(hand: int, card: int, worth: int, most: int) -> float:
    """The same for somebody who bids as we would; the highest card of a suit is `most`."""
    row = TENTHS * tenth(worth, most)
    every = 0
    left = hand
    while left:
        every += CLEVER[row + tenth(lowest(left), most)]
        left &= left - 1
    return float(CLEVER[row + tenth(card, most)] * count(hand)) / float(every)


def read_round(s: State, dishes: int, bids: int, auctions: int) -> tuple[float, float]:
    """The bids of a player in the auctions of one round: how much likelier by value and when clever, as logarithms.

    Dishes carried over are left out, and a bid for a dish nobody saw is read like any other: it happens once a match.
    """
    hand = bit(s.cards + 1) - bit(1)
    by_value = 0.0
    clever = 0.0
    for k in range(auctions - 1, -1, -1):
        dish = dishes >> 4 * k & 15
        card = bids >> 4 * k & 15
        worth = DRAW_IS_WORTH if dish == FIRST_DRAW else dish
        by_value += log(likelier_by_value(hand, card, worth))
        clever += log(likelier_when_clever(hand, card, worth, s.cards))
        hand ^= bit(card)
    return by_value, clever


def study(s: State, seat: int) -> None:
    """Note how likely each player is to bid at random or by value, from this round and the one before.

    Those who sit together are often alike: what the others of a table do says something about each of them.
    """
    wild = WILD_TABLES
    valuing = VALUING_TABLES
    clever = 1.0 - WILD_TABLES - VALUING_TABLES
    for p in range(s.n):
        if p != seat:
            by_value, by_skill = read_player(s, p)
            wild *= at_table(1.0, by_value, by_skill)
            valuing *= at_table(by_value, 1.0, by_skill)
            clever *= at_table(by_skill, by_value, 1.0)
    every = wild + valuing + clever
    for p in range(s.n):
        by_value, by_skill = read_player(s, p)
        of_wild = wild / every / at_table(1.0, by_value, by_skill)
        of_valuing = valuing / every / at_table(by_value, 1.0, by_skill)
        of_clever = clever / every / at_table(by_skill, by_value, 1.0)
        s.wild[p] = when_sure(ALIKE * of_wild + ONE_OF_TWO * (of_valuing + of_clever), SUSPECTED)
        s.valuing[p] = when_sure(by_value * (ALIKE * of_valuing + ONE_OF_TWO * (of_wild + of_clever)), CONVINCED)


def when_sure(likely: float, enough: float) -> int:
    """In thousandths; nothing where it is only a suspicion: who half believes in it loses to the clever."""
    return int(float(THOUSAND) * likely) if likely >= enough else 0


def at_table(style: float, another: float, third: float) -> float:
    """How much likelier a player's bids are at a table of a style than chance makes them, given the same for styles."""
    return ALIKE * style + ONE_OF_TWO * (another + third)


def read_player(s: State, seat: int) -> tuple[float, float]:
    """How much likelier the bids of a player are by value and when clever than at random."""
    by_value, clever = read_round(s, s.dishes, s.bids[seat], s.auction - 1)
    if s.deals > 0:
        earlier = read_round(s, s.last_dishes, s.last_bids[seat], s.cards)
        by_value += earlier[0]
        clever += earlier[1]
    return exp(by_value), exp(clever)

"""How a player bids, read off the bids everybody saw.

A bid at random is as likely as any other. A bid by value lies near the points on the table, a bid by place has the
same place in the hand as the dish has among the dishes to come. Each style makes a player's bids so much likelier than
chance does; a bot weighs them up once, before it thinks, and notes what it makes of everybody.
"""
from math import exp, log

from hoofspiel.games.goats.position import FIRST_DRAW, State
from hoofspiel.kernel.bits import bit, count, highest, lowest

DRAW_IS_WORTH = 5       # dish points a Draw card is bid for
NEARLY = 2              # how far from the worth a bid by value may aim
SLIPS = 0.1             # share of bids by value that are not
FREELY = 0.5            # share of bids by place that are not
THOUSAND = 1000

WILD_BEFORE = 0.3       # how common we think the styles are
VALUE_BEFORE = 0.3
PLACE_BEFORE = 0.4


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
    """The same for a dish of this worth, when so many draws and this food come after it and a hand has `cards`."""
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


def likelier_by_place(hand: int, card: int, place: int) -> float:
    """The same for somebody who bids by place, give or take one."""
    cards = count(hand)
    band = min(place + 1, cards - 1) - max(place - 1, 0) + 1
    near = abs(count(hand & (bit(card) - 1)) - place) <= 1
    return FREELY + ((1.0 - FREELY) * float(cards) / float(band) if near else 0.0)


def read_round(s: State, dishes: int, bids: int, auctions: int, draws: int) -> tuple[float, float]:
    """The bids of a player in the auctions of one round: how much likelier by value and by place, as logarithms.

    Dishes carried over are left out, and a bid for a dish nobody saw is read like any other: it happens once a match.
    """
    hand = bit(s.cards + 1) - bit(1)
    food = hand
    by_value = 0.0
    by_place = 0.0
    for k in range(auctions - 1, -1, -1):
        dish = dishes >> 4 * k & 15
        card = bids >> 4 * k & 15
        worth = dish
        if dish == FIRST_DRAW:
            draws -= 1
            worth = DRAW_IS_WORTH
        else:
            food ^= bit(dish)
        by_value += log(likelier_by_value(hand, card, worth))
        by_place += log(likelier_by_place(hand, card, place_for(worth, food, draws, count(hand))))
        hand ^= bit(card)
    return by_value, by_place


def study(s: State) -> None:
    """Note how likely each player is to bid at random or by value, from this round and the one before."""
    for p in range(s.n):
        by_value, by_place = read_round(s, s.dishes, s.bids[p], s.auction - 1, draws_in(s, s.deals))
        if s.deals > 0:
            earlier = read_round(s, s.last_dishes, s.last_bids[p], s.cards, draws_in(s, s.deals - 1))
            by_value += earlier[0]
            by_place += earlier[1]
        value = VALUE_BEFORE * exp(by_value)
        every = WILD_BEFORE + value + PLACE_BEFORE * exp(by_place)
        s.wild[p] = int(float(THOUSAND) * WILD_BEFORE / every)
        s.valuing[p] = int(float(THOUSAND) * value / every)


def draws_in(s: State, deal: int) -> int:
    return 3 if s.bonus and deal + 1 < s.rounds else 0

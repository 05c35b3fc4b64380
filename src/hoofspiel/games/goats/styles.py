"""How a player bids, read off the bids everybody saw.

A bid at random is as likely as any other. A bid by value lies near the points on the table, a clever bid has about the
same place in the hand as the dish has among the dishes to come, or saves a good card. Each style makes a player's bids
so much likelier than chance does; a bot weighs them up once, before it thinks, and notes what it makes of everybody.
"""
from math import exp, log

from hoofspiel.games.goats.position import FIRST_DRAW, State
from hoofspiel.kernel.bits import bit, count, highest, lowest

DRAW_IS_WORTH = 5       # dish points a Draw card is bid for
NEARLY = 2              # how far from the worth a bid by value may aim
SLIPS = 0.1             # share of bids by value that are not
THOUSAND = 1000

WILD_TABLES = 0.28      # how common we think tables are at which most bid at random,
VALUING_TABLES = 0.1    # or by value; at the others most are clever
ALIKE = 0.9             # how many at a table bid as most of them do
ONE_OF_TWO = 0.05       # the rest are half and half
SUSPECTED = 0.3         # from here on a player counts as one who bids at random,
CONVINCED = 0.5         # or by value
QUARTERS = 4
CLEVER = (55, 26, 18, 1, 36, 32, 23, 9, 32, 18, 33, 17, 21, 14, 30, 35)
"""In which quarter of the hand clever players find their bid, of a hundred bids for a dish of each quarter: what those
who search bid in twelve matches of four."""


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
    """The same for somebody clever, who mostly bids by place."""
    cards = count(hand)
    row = QUARTERS * (QUARTERS * place // cards)
    every = 0
    for k in range(cards):
        every += CLEVER[row + QUARTERS * k // cards]
    this = CLEVER[row + QUARTERS * count(hand & (bit(card) - 1)) // cards]
    return float(this * cards) / float(every)


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


def study(s: State, seat: int) -> None:
    """Note how likely each player is to bid at random or by value, from this round and the one before.

    Those who sit together are often alike: what the others of a table do says something about each of them.
    """
    wild = WILD_TABLES
    valuing = VALUING_TABLES
    clever = 1.0 - WILD_TABLES - VALUING_TABLES
    for p in range(s.n):
        if p != seat:
            by_value, by_place = read_player(s, p)
            wild *= at_table(1.0, by_value, by_place)
            valuing *= at_table(by_value, 1.0, by_place)
            clever *= at_table(by_place, by_value, 1.0)
    every = wild + valuing + clever
    for p in range(s.n):
        by_value, by_place = read_player(s, p)
        of_wild = wild / every / at_table(1.0, by_value, by_place)
        of_valuing = valuing / every / at_table(by_value, 1.0, by_place)
        of_clever = clever / every / at_table(by_place, by_value, 1.0)
        s.wild[p] = when_sure(ALIKE * of_wild + ONE_OF_TWO * (of_valuing + of_clever), SUSPECTED)
        s.valuing[p] = when_sure(by_value * (ALIKE * of_valuing + ONE_OF_TWO * (of_wild + of_clever)), CONVINCED)


def when_sure(likely: float, enough: float) -> int:
    """In thousandths; nothing where it is only a suspicion: who half believes in it loses to the clever."""
    return int(float(THOUSAND) * likely) if likely >= enough else 0


def at_table(style: float, another: float, third: float) -> float:
    """How much likelier a player's bids are at a table of a style than chance makes them, given the same for styles."""
    return ALIKE * style + ONE_OF_TWO * (another + third)


def read_player(s: State, seat: int) -> tuple[float, float]:
    """How much likelier the bids of a player are by value and by place than at random."""
    by_value, by_place = read_round(s, s.dishes, s.bids[seat], s.auction - 1, draws_in(s, s.deals))
    if s.deals > 0:
        earlier = read_round(s, s.last_dishes, s.last_bids[seat], s.cards, draws_in(s, s.deals - 1))
        by_value += earlier[0]
        by_place += earlier[1]
    return exp(by_value), exp(by_place)


def draws_in(s: State, deal: int) -> int:
    return 3 if s.bonus and deal + 1 < s.rounds else 0

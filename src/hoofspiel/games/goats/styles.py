"""How a player bids, read off the bids everybody saw.

A bid at random is as likely as any other. A bid by value lies near the points on the table, a bid by place has the
same place in the hand as the dish has among the dishes to come. Each style keeps a sum for each player: the logarithm
of how much likelier it makes that player's bids than chance does, in hundredths.
"""
from math import exp, log

from hoofspiel.games.goats.position import FIRST_DRAW, State
from hoofspiel.kernel.bits import bit, count, highest, lowest

DRAW_IS_WORTH = 5       # dish points a Draw card is bid for
NEARLY = 2              # how far from the worth a bid by value may aim
SLIPS = 0.1             # share of bids by value that are not
FREELY = 0.5            # share of bids by place that are not
HUNDRED = 100.0

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
    now = dish_worth(s)
    below_it = count(s.food & (bit(min(now, FIRST_DRAW)) - 1))
    if now > DRAW_IS_WORTH:
        below_it += count(s.food >> FIRST_DRAW)
    others = count(s.food)
    cards = count(s.hand[seat])
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


def watch_style(s: State, seat: int) -> None:
    """Everybody sees a bid: add it up. The card is still in the hand."""
    hand = s.hand[seat]
    cards = count(hand)
    share = float(aims_at(hand, s.bid[seat], dish_worth(s))) / float(2 * NEARLY + 1)
    s.by_value[seat] += int(HUNDRED * log(SLIPS + (1.0 - SLIPS) * share * float(cards)))
    place = dish_place(s, seat)
    band = min(place + 1, cards - 1) - max(place - 1, 0) + 1
    near = abs(count(hand & (bit(s.bid[seat]) - 1)) - place) <= 1
    s.by_place[seat] += int(HUNDRED * log(FREELY + ((1.0 - FREELY) * float(cards) / float(band) if near else 0.0)))


def odds_of(before: float, hundredths: int) -> float:
    return before * exp(float(hundredths) / HUNDRED)


def wildness(s: State, seat: int) -> float:
    """How likely it is that a player bids any card at any time."""
    reasoned = odds_of(VALUE_BEFORE, s.by_value[seat]) + odds_of(PLACE_BEFORE, s.by_place[seat])
    return WILD_BEFORE / (WILD_BEFORE + reasoned)


def valueness(s: State, seat: int) -> float:
    """How likely it is that a player bids by value."""
    by_value = odds_of(VALUE_BEFORE, s.by_value[seat])
    return by_value / (WILD_BEFORE + by_value + odds_of(PLACE_BEFORE, s.by_place[seat]))

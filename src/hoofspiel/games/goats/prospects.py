"""What a position between two auctions is worth: the points each player has and will win, and who comes out ahead.

The cards of a hand are matched to the dishes to come place by place, which wins most against bids at random, and each
counts by how often it would win against a random card of every other hand.
"""

from math import exp, sqrt

from hoofspiel.games.goats.position import FACE_DOWN, FIRST_DRAW, State
from hoofspiel.games.goats.styles import DRAW_IS_WORTH
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.engine import mix

HELD_IS_WORTH = 5.0  # points that a bonus card in hand is worth early in the match
HELD_HALF_TIME = 4.0  # with this many auctions left it is worth half of that
SQUARES_A_ROUND = 385.0  # the sum of all dishes squared
SPREAD = 0.5  # of that, how much the difference of two players varies
THOUSANDTHS = 1000.0
STEEP = 1.7  # makes a logistic curve of a normal one


def auctions_left(s: State) -> int:
    return (s.rounds - s.deals) * s.cards - s.auction + 1


def bonus_worth(s: State) -> float:
    left = float(auctions_left(s))
    return HELD_IS_WORTH * left / (left + HELD_HALF_TIME)


def card_wins(s: State, seat: int, card: int) -> float:
    """How often a card wins against random cards of all others: all lower, or two that cancel and the rest lower."""
    low = bit(card) - 1
    high = ~(bit(card + 1) - 1)
    alone = 1.0
    for p in range(s.n):
        if p != seat:
            alone *= float(count(s.hand[p] & low)) / float(count(s.hand[p]))
    for p in range(s.n):
        for q in range(p):
            both = s.hand[p] & s.hand[q] & high
            if p != seat and q != seat and both:
                odds = float(count(both)) / float(count(s.hand[p]) * count(s.hand[q]))
                for r in range(s.n):
                    if r not in (p, q, seat):
                        odds *= float(count(s.hand[r] & low)) / float(count(s.hand[r]))
                alone += odds
    return alone


def to_come(s: State) -> int:
    """Dishes that may still be won in this round, the one on the table too."""
    return s.food | (bit(s.dish) if s.dish != FACE_DOWN else 0)


def hand_worth(s: State, seat: int) -> float:
    """Points that a hand will win, place by place."""
    cards = s.hand[seat]
    many = count(cards)
    dishes = count(to_come(s))
    draws = count(to_come(s) >> FIRST_DRAW)
    left = to_come(s) & (bit(FIRST_DRAW) - 1)
    points = 0.0
    wins = 0.0
    room = 0  # in the card in question: it takes `dishes` parts, and every dish fills `many`
    while left or draws:
        if draws and (left == 0 or lowest(left) >= DRAW_IS_WORTH):
            dish = DRAW_IS_WORTH
            draws -= 1
        else:
            dish = lowest(left)
            left &= left - 1
        fill = many
        while fill:
            if room == 0:
                wins = card_wins(s, seat, lowest(cards))
                cards &= cards - 1
                room = dishes
            part = min(fill, room)
            points += float(part * dish) * wins
            fill -= part
            room -= part
    return points / float(max(dishes, 1))


def prospect(s: State, seat: int) -> float:
    """Points at the end of the match, as far as they differ from one player to the other."""
    points = float(s.score[seat] + s.won[seat]) + bonus_worth(s) * float(count(s.held[seat]))
    return points if s.auction == 1 else points + hand_worth(s, seat)


def spread(s: State) -> float:
    """How far the difference of two players will still vary."""
    squares = float(s.rounds - s.deals - 1) * SQUARES_A_ROUND
    left = to_come(s) & (bit(FIRST_DRAW) - 1)
    while left:
        squares += float(lowest(left) * lowest(left))
        left &= left - 1
    return sqrt(SPREAD * squares + 1.0)


def reckon(s: State) -> None:
    """Note what everybody will have: each of those who chose asks for it in turn."""
    seen = mix(mix(mix(s.shown, s.food), s.dish + 1), s.deals << 8 | s.auction)
    for p in range(s.n):
        seen = mix(mix(seen, s.hand[p]), s.score[p] + s.won[p] << 8 | count(s.held[p]))
    if seen != s.reckoned:
        s.reckoned = seen
        for p in range(s.n):
            s.points_ahead[p] = int(THOUSANDTHS * prospect(s, p))


def comes_first(s: State, seat: int) -> float:
    """How likely a seat is to end ahead of every other."""
    reckon(s)
    steep = STEEP / spread(s) / THOUSANDTHS
    odds = 1.0
    for p in range(s.n):
        if p != seat:
            odds /= 1.0 + exp(-steep * float(s.points_ahead[seat] - s.points_ahead[p]))
    return odds

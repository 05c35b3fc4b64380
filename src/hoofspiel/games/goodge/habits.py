"""How people bid who have not played this often: they look at what is pretty in a hand, and hope for what they make.

What a hand promises depends on who plays it: on average a novice takes some 40 points less with the same cards than a
sensible player, a casual player 25. So each has figures of their own, fitted to rounds of players like them.
"""

from hoofspiel.games.goodge.player import UNCERTAIN, as_trumps, bid_up_to
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.table import AUCTION, CROWN, NO_SUIT, RANKS, SUITS, State, ladder, points_in
from hoofspiel.kernel.bits import count
from hoofspiel.kernel.chance import below
from hoofspiel.kernel.engine import NOBODY

NEW_HERE = 0  # how much a player has learned
SOME_EVENINGS = 1

# Chosen with benchmarks/contracts.py: 15 more, and somebody who never bids and plays any card beats novices.
NOVICE_HOPES = 50
CASUAL_HOPES = 62


def habit(s: State, seat: int, learned: int, x: int) -> int:
    """Bids by what is overlooked; with more experience, and in everything else, one thinks."""
    if s.phase != AUCTION or learned > SOME_EVENINGS:
        return NOBODY
    hope = pretty_cards(s, s.hand[seat]) if learned == NEW_HERE else one_good_suit(s, s.hand[seat])
    return bid_up_to(s, legal(s, seat), hope + below(x, 2 * UNCERTAIN + 1) - UNCERTAIN)


def pretty_cards(s: State, hand: int) -> int:
    """Points in the hand as if they were home already, and high cards; no thought of how long a suit is."""
    high = 0
    for suit in range(SUITS):
        high += count(ladder(hand, suit, NO_SUIT, s.one_is_high) >> RANKS - 2 + s.one_is_high)
    return NOVICE_HOPES + 2 * points_in(hand) // 5 + 7 * high + 10 * (hand >> CROWN & 1)


def one_good_suit(s: State, hand: int) -> int:
    """The best suit and the best cards; no thought of short suits, and the Crown is just one more high card."""
    longest = 0
    high = hand >> CROWN & 1
    for suit in range(SUITS):
        longest = max(longest, as_trumps(s, hand, suit))
        high += ladder(hand, suit, NO_SUIT, s.one_is_high) >> RANKS - 1 + s.one_is_high
    return CASUAL_HOPES + 3 * longest // 5 + 9 * high

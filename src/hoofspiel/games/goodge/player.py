"""A player who counts cards, bids by experience and takes rich tricks cheaply."""

from hoofspiel.games.goodge.rules import legal, one_left
from hoofspiel.games.goodge.table import (
    AUCTION,
    BID_STEP,
    BURYING,
    CLAIM,
    CROWN,
    LEAST_BID,
    NAMING_TRUMP,
    NO_SUIT,
    PASS,
    RANKS,
    RICH,
    SUITS,
    State,
    cards_above,
    cards_of,
    ladder,
    points_in,
    rank_of,
    suit_of,
)
from hoofspiel.games.goodge.unseen import hidden_cards
from hoofspiel.kernel.bits import bit, count, highest, lowest
from hoofspiel.kernel.chance import below, next_rng

# Found by matches of this player against variants of itself.
HELD_BACK = 30  # points below one's limit at which one begins: nobody likes an auction of thirty calls
CAUTION = 5  # points bid below what the hand promises: a Goodge who fails loses all he bid
THINKERS_TAKE = 15  # points that a Goodge loses to others who think: with 15 to 20 club players beat those with less
UNCERTAIN = 10  # so far above or below its promise a hand is bid, lest somebody read the bids like a book
THROWN_IN_LATER = 1.5  # points that each player still to come adds to a trick
OWN_POINTS_HOME = 1.5  # a point of one's own brought home counts more than one of somebody else
DRAWING_TRUMPS = 8.0  # to the Goodge, while there are trumps out


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == AUCTION:
        return greedy_bid(s, seat, x)
    if s.phase == BURYING:
        return card_to_bury(s, seat)
    if s.phase == NAMING_TRUMP:
        return best_trump(s, s.hand[seat])
    return card_to_play(s, seat)


# --- the auction, the Stash, trumps ---


def greedy_bid(s: State, seat: int, x: int) -> int:
    """About what the hand promises."""
    return bid_up_to(s, legal(s, seat), promise_of(s, seat) + below(next_rng(x), 2 * UNCERTAIN + 1) - UNCERTAIN)


def promise_of(s: State, seat: int) -> int:
    return best_prospects(s, s.hand[seat]) - CAUTION


def among_thinkers(s: State, seat: int) -> int:
    """How far to go with a hand where the others play well."""
    return promise_of(s, seat) - THINKERS_TAKE


def bid_up_to(s: State, moves: int, most: int) -> int:
    """A bid well below the most, or the lowest that counts; a pass when that is too high."""
    needed = s.bid + BID_STEP if s.bid else LEAST_BID
    if moves & bit(PASS) and (most < needed or moves == bit(PASS)):
        return PASS
    bids = moves & ~bit(PASS)
    if one_left(s):
        return lowest(bids)
    brisk = (most - HELD_BACK - LEAST_BID) // BID_STEP + 1
    return max(lowest(bids), min(brisk, highest(bids)))


def best_trump(s: State, hand: int) -> int:
    best = 0
    most = -1000
    for suit in range(SUITS):
        gain = as_trumps(s, hand, suit) - beside_trumps(s, hand, suit)
        if gain > most:
            most = gain
            best = suit
    return best


def prospects(s: State, hand: int, trump: int) -> int:
    """Points the Goodge takes on average with this hand and trump suit, fitted to many rounds of this very player."""
    promise = 54 - 18 * s.one_is_high + 42 * (hand >> CROWN & 1) + as_trumps(s, hand, trump)
    for suit in range(SUITS):
        if suit != trump:
            promise += beside_trumps(s, hand, suit)
    return promise


def best_prospects(s: State, hand: int) -> int:
    """The same for the best trump suit."""
    promise = 54 - 18 * s.one_is_high + 42 * (hand >> CROWN & 1)
    most = -1000
    for suit in range(SUITS):
        side = beside_trumps(s, hand, suit)
        promise += side
        most = max(most, as_trumps(s, hand, suit) - side)
    return promise + most


def as_trumps(s: State, hand: int, suit: int) -> int:
    ranks = ladder(hand, suit, NO_SUIT, s.one_is_high)
    tops = ranks >> RANKS - 3 + s.one_is_high
    return 12 * count(ranks) + 11 * (tops >> 2 & 1) + 12 * (tops >> 1 & 1) + 5 * (tops & 1)


def beside_trumps(s: State, hand: int, suit: int) -> int:
    ranks = ladder(hand, suit, NO_SUIT, s.one_is_high)
    tops = ranks >> RANKS - 2 + s.one_is_high
    promise = 9 * (tops >> 1 & 1) + 3 * (tops & 1)
    if ranks & (ranks - 1) == 0:
        promise += 2 if ranks else 6
    return promise


def card_to_bury(s: State, seat: int) -> int:
    """Rich losers and short suits, no trumps if that is possible; the last trick brings them back."""
    hand = s.hand[seat]
    trump = best_trump(s, hand)
    moves = legal(s, seat)
    if moves & ~cards_of(trump, trump):
        moves &= ~cards_of(trump, trump)
    best = lowest(moves)
    least = 10000
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        suit = suit_of(card, trump)
        rank = rank_of(card, s.one_is_high)
        keep = rank + 4 * count(hand & cards_of(suit, trump))
        if RICH >> card & 1:
            keep -= points_in(bit(card))
        if rank >= RANKS - 1:
            keep += 60
        if keep < least:
            least = keep
            best = card
    return best


# --- the tricks ---


def card_to_play(s: State, seat: int) -> int:
    moves = legal(s, seat)
    if moves >> CLAIM & 1:
        return CLAIM
    hidden = hidden_cards(s, seat)
    best = lowest(moves)
    most = -1.0e9
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        worth = worth_of(s, seat, card, hidden)
        if worth > most:
            most = worth
            best = card
    return best


def worth_of(s: State, seat: int, card: int, hidden: int) -> float:
    """Points a card is expected to gain or to give away in this trick, less what it could do later."""
    suit = suit_of(card, s.trump)
    wins = 0.0
    if s.trick_size == 0 or s.beating >> card & 1:
        follow = cards_of(suit, s.trump) if s.trick_size == 0 else s.following
        wins = chance_to_hold(s, seat, follow, cards_above(card, s.trump, s.one_is_high), hidden)
    to_come = float(s.n - 1 - s.trick_size) * THROWN_IN_LATER
    there = float(points_in(s.trick)) + to_come
    own = float(points_in(bit(card)))
    worth = wins * (there + own * OWN_POINTS_HOME) - (1.0 - wins) * own - later_use(s, seat, card, suit, hidden)
    if s.trick_size == 0 and suit == s.trump and seat == s.goodge and hidden & cards_of(suit, s.trump):
        worth += DRAWING_TRUMPS
    return worth


def chance_to_hold(s: State, seat: int, follow: int, above: int, hidden: int) -> float:
    """The chance that nobody still to play has one of the cards above and is free to play it."""
    chance = 1.0
    all_hidden = float(max(count(hidden), 1))
    for k in range(1, s.n - s.trick_size):
        p = (seat + k) % s.n
        share = float(count(s.hand[p])) / all_hidden
        can = hidden & ~s.barred[p]
        void = without(share, count(can & follow))
        in_suit = without(share, count(can & follow & above)) - void
        chance *= max(in_suit, 0.0) + void * without(share, count(can & above & ~follow))
    return chance


def without(share: float, cards: int) -> float:
    """The chance that a player with this share of the hidden cards has none of this many."""
    chance = 1.0
    for _ in range(cards):
        chance *= 1.0 - share
    return chance


def later_use(s: State, seat: int, card: int, suit: int, hidden: int) -> float:
    """What a card could still win in a later trick."""
    rank = rank_of(card, s.one_is_high)
    higher = count(ladder(hidden, suit, s.trump, s.one_is_high) >> rank + 1)
    if suit == s.trump:
        return max(24.0 - 3.0 * float(higher), 5.0)
    return 1.0 if higher == 0 else 0.0

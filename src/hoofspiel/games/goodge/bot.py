"""How good a position is, and a player who counts cards, bids by experience and takes rich tricks cheaply."""
from hoofspiel.games.goodge.last_tricks import outcome_of, tricks_left, value_of_points, worth_of_outcome
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    AUCTION,
    BID_STEP,
    BURYING,
    CLAIM,
    CROWN,
    LEAST_BID,
    NAMING_TRUMP,
    NO_SUIT,
    OVER,
    PASS,
    PLAYING,
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
from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

SEARCH = {"explore": 0.15}
"""Values of one round lie close together."""

# Found by matches of this player against variants of itself.
BOLDNESS = 10           # points bid above what the hand promises: who is not the Goodge gets little
SEARCHING = 12          # who searches plays the hand better, and bids that much more; 10 to 20 did equally well
THROWN_IN_LATER = 1.5   # points that each player still to come adds to a trick
OWN_POINTS_HOME = 1.5   # a point of one's own brought home counts more than one of somebody else
DRAWING_TRUMPS = 8.0    # to the Goodge, while there are trumps out
COUNTED = 2             # tricks that everybody who thinks can count out at the end,
MASTERLY = 1            # and so many more who also reads the others; a fourth would cost 50 times as much as the third


def study(s: State, seat: int) -> None:
    """Who reads the others counts further, too."""
    s.counts = MASTERLY


def far_enough(s: State, root: State) -> bool:
    """The last tricks are counted out instead of being played."""
    return s.deals != root.deals or (s.phase == PLAYING and s.moment != root.moment and tricks_left(s) <= counted(root))


def counted(root: State) -> int:
    """From far away only the last trick, in which nobody has a choice; when the end is near, all that one can."""
    can = COUNTED + root.counts
    return can if root.phase == PLAYING and tricks_left(root) <= can + root.counts else 1


def value(s: State, seat: int) -> float:
    """Won or lost; before the end, the points of a round ahead of the others' average."""
    if s.phase == PLAYING:
        return worth_of_outcome(s, outcome_of(s), seat)
    if s.phase == OVER:
        best = s.total[seat]
        for p in range(s.n):
            best = max(best, s.total[p])
        return 1.0 if s.total[seat] == best else 0.0
    sum_of_all = 0
    for p in range(s.n):
        sum_of_all += s.gain[p]
    return value_of_points(s.gain[seat] * s.n - sum_of_all, s.n)


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == AUCTION:
        return greedy_bid(s, seat, x)
    if s.phase == BURYING:
        return card_to_bury(s, seat)
    if s.phase == NAMING_TRUMP:
        return best_trump(s, s.hand[seat])
    return card_to_play(s, seat)


def expected(s: State, seat: int, x: int) -> int:
    """A search takes it that the others bid, bury and name trumps by experience, and looks for their best cards."""
    return NOBODY if s.phase == PLAYING else greedy(s, seat, x)


def considered(s: State, seat: int) -> int:
    """In the auction experience knows better than playouts, whose Goodge plays too simply; later every card counts."""
    moves = legal(s, seat)
    return moves if s.phase != AUCTION else bit(bid_up_to(s, moves, promise_of(s, seat) + SEARCHING))


def rollout(s: State, seat: int, x: int) -> int:
    """Quick choices for playouts: sensible up to the first lead, then a rule of thumb."""
    if s.phase != PLAYING:
        return greedy(s, seat, x)
    moves = legal(s, seat)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    return quick_answer(s, moves, x) if s.trick_size else quick_lead(s, seat, moves, x)


def quick_lead(s: State, seat: int, moves: int, x: int) -> int:
    """The highest trump while there are trumps out, then cards that nobody can follow higher, then anything poor."""
    if moves >> CLAIM & 1:
        return CLAIM
    out = ALL_CARDS & ~(s.played | moves)
    sure = 0
    for suit in range(SUITS):
        mine = ladder(moves, suit, s.trump, s.one_is_high)
        theirs = ladder(out, suit, s.trump, s.one_is_high)
        if mine > theirs:
            best = card_of(suit, highest(mine))
            if suit == s.trump and theirs and count(mine) > 2:
                return best
            sure |= bit(best)
    wanted = sure & ~cards_of(s.trump, s.trump)
    if wanted == 0:
        wanted = moves & ~(RICH | cards_of(s.trump, s.trump))
    if wanted == 0:
        wanted = sure if sure else moves
    return pick(wanted, below(x, count(wanted)))


def card_of(suit: int, rank: int) -> int:
    """The card of this rank; the 1 may be the rank above the 10."""
    if rank > RANKS:
        return CROWN
    return RANKS * suit + rank % RANKS


def quick_answer(s: State, moves: int, x: int) -> int:
    """Take a trick with points in it if that is possible, throw in as little as possible if not."""
    winning = moves & s.beating
    wanted = winning
    if winning and s.trick_size == s.n - 1:
        wanted = winning & RICH if winning & RICH else winning
    elif winning == 0 or s.trick & RICH == 0:
        rest = moves & ~winning if moves & ~winning else moves
        wanted = rest & ~RICH if rest & ~RICH else rest
    return pick(wanted, below(x, count(wanted)))


# --- the auction, the Stash, trumps ---


def greedy_bid(s: State, seat: int, x: int) -> int:
    """About what the hand promises, so that nobody can read the bids like a book."""
    return bid_up_to(s, legal(s, seat), promise_of(s, seat) + below(next_rng(x), 21) - 10)


def promise_of(s: State, seat: int) -> int:
    return best_prospects(s, s.hand[seat]) + BOLDNESS


def bid_up_to(s: State, moves: int, most: int) -> int:
    """The lowest bid that is possible, or a pass when it is too high."""
    needed = s.bid + BID_STEP if s.bid else LEAST_BID
    if moves & bit(PASS) and (most < needed or moves == bit(PASS)):
        return PASS
    return lowest(moves & ~bit(PASS))


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
    """The chance that a player with this share of the hidden cards has none of so many."""
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

"""How good players go on, and what came of a bid: for matches that the coach plays out."""

from hoofspiel.games.goats.position import BIDDING, FACE_DOWN, State
from hoofspiel.games.goats.styles import CLEVER, TENTHS, dish_worth, tenth
from hoofspiel.games.goats.tricks import worthwhile_bonus
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng

TOOK_IT = 0  # facts
SAME_BID = 1
LEFT_BEHIND = 2


def sensible(s: State, seat: int, x: int) -> int:
    """Bids are mixed: against predictable players a bid would be worth too much."""
    return clever_bid(s, seat, x) if s.phase == BIDDING else worthwhile_bonus(s, seat)


def clever_bid(s: State, seat: int, x: int) -> int:
    """Each card as often as masters bid it for such a dish."""
    hand = s.hand[seat]
    if s.dish == FACE_DOWN:
        return pick(hand, below(x, count(hand)))
    row = TENTHS * tenth(dish_worth(s), s.cards)
    every = 0
    left = hand
    while left:
        every += CLEVER[row + tenth(lowest(left), s.cards)]
        left &= left - 1
    ticket = below(next_rng(x), every)
    card = lowest(hand)
    left = hand
    while left and ticket >= 0:
        card = lowest(left)
        ticket -= CLEVER[row + tenth(card, s.cards)]
        left &= left - 1
    return card


# --- what came of a bid or a bonus card ---


def settled(s: State, root: State) -> bool:
    """The auction is over."""
    return s.auction != root.auction or s.deals != root.deals


def facts(s: State, root: State, seat: int) -> int:
    """Whether the seat took the dish, bid the same as somebody else, or was left behind by a higher bid."""
    won = s.last[seat] if s.deals != root.deals else s.won[seat]
    if won > root.won[seat] or count(s.held[seat]) > count(root.held[seat]):
        return bit(TOOK_IT)
    for p in range(s.n):
        if p != seat and bid_of(s, root, p) == bid_of(s, root, seat):
            return bit(SAME_BID)
    return bit(LEFT_BEHIND)


def bid_of(s: State, root: State, seat: int) -> int:
    """The card a seat bid in the auction that was going on at `root`."""
    return (s.last_bids[seat] if s.deals != root.deals else s.bids[seat]) & 15

"""Where the cards of Taco lie: face-down piles, the pile in the centre, the stock of a sudden death.

Nobody knows a card before it is turned (R2.2), so a fresh card is drawn from all unseen ones when it is turned.
Cards picked up were seen by all; they keep a slot each, and a pile is a chain of slots.
"""

from hoofspiel.games.taco.position import (
    DECK_SIZE,
    EACH,
    EACH_LONG,
    EACH_SHORT,
    KINDS,
    MIXED,
    MIXED_BOX,
    NO_CARD,
    PILE,
    SIZES,
    STOCK,
    VERSO_BOX,
    State,
)
from hoofspiel.kernel.chance import dealt, random


def deal_out(s: State) -> None:
    each = min(EACH_LONG, DECK_SIZE[s.deck] // s.n) if s.long_deal else EACH[s.n]  # R2.1, R8.7
    if s.short_deal:
        each = EACH_SHORT  # R8.8
    fill_unseen(s)
    for p in range(s.n):
        s.fresh[p] = dealt(s, SIZES, p, each)
        s.cards += s.fresh[p]


def fill_unseen(s: State) -> None:
    for c in range(KINDS):
        s.unseen[c] = MIXED_BOX[c] if s.deck == MIXED else VERSO_BOX[c]


def cards_of(s: State, seat: int) -> int:
    return s.fresh[seat] + s.taken[seat]


def all_empty(s: State) -> bool:
    left = 0
    for p in range(s.n):
        left += cards_of(s, p)
    return left == 0


def draw_kind(s: State, pool: list[int], size: int) -> int:
    """A random card of a pool that counts its cards by kind."""
    k = random(s, size)
    card = 0
    while k >= pool[card]:
        k -= pool[card]
        card += 1
    return card


def fresh_card(s: State, seat: int) -> int:
    card = dealt(s, PILE, 256 * seat + s.fresh[seat], NO_CARD)
    s.fresh[seat] -= 1
    if card == NO_CARD:
        left = 0
        for c in range(KINDS):
            left += s.unseen[c]
        if left == 0:  # an explicit deal may have named more cards of a kind than there are
            fill_unseen(s)
            left = DECK_SIZE[s.deck]
        card = draw_kind(s, s.unseen, left)
    s.unseen[card] = max(0, s.unseen[card] - 1)
    return card


def turn_card(s: State, seat: int) -> int:
    """Turn the top card of a seat's pile onto the centre."""
    if s.fresh[seat]:
        card = fresh_card(s, seat)
        s.slots += 1
        s.card[s.slots] = card
        lay(s, s.slots)
        return card
    if s.shuffle_pickup:
        shuffle_in(s, s.first[seat])
    slot = s.first[seat]
    s.first[seat] = s.after[slot]
    s.taken[seat] -= 1
    lay(s, slot)
    return s.card[slot]


def lay(s: State, slot: int) -> None:
    s.after[slot] = 0
    if s.centre:
        s.after[s.top] = slot
    else:
        s.bottom = slot
    s.top = slot
    s.centre += 1


def top_card(s: State) -> int:
    return s.card[s.top] if s.centre else NO_CARD


def give_centre(s: State, seat: int) -> None:
    """The centre goes under a seat's pile, the card laid first on top (R3.3)."""
    s.pickups += 1
    slot = s.bottom
    while slot:
        s.lump[slot] = s.pickups
        slot = s.after[slot]
    if s.taken[seat]:
        s.after[s.last[seat]] = s.bottom
    else:
        s.first[seat] = s.bottom
    s.last[seat] = s.top
    s.taken[seat] += s.centre
    clear_centre(s)


def clear_centre(s: State) -> None:
    s.centre = 0
    s.bottom = 0
    s.top = 0


def shuffle_in(s: State, head: int) -> None:
    """R8.5: which of the cards of one pick-up lies on top is decided when it is turned."""
    size = 0
    slot = head
    while slot and s.lump[slot] == s.lump[head]:
        size += 1
        slot = s.after[slot]
    slot = head
    for _ in range(random(s, size)):
        slot = s.after[slot]
    card = s.card[slot]
    slot = head
    while s.card[slot] != card:  # the first one like it: equal cards must not leave a trace
        slot = s.after[slot]
    s.card[slot] = s.card[head]
    s.card[head] = card


# --- sudden death ---


def make_stock(s: State) -> None:
    """All cards of the centre are shuffled and lie face down (R6.4)."""
    for c in range(KINDS):
        s.stock[c] = 0
    slot = s.bottom
    while slot:
        s.stock[s.card[slot]] += 1
        slot = s.after[slot]
    s.stock_left = s.centre
    s.slots = 0
    clear_centre(s)


def turn_stock(s: State) -> int:
    card = dealt(s, STOCK, s.stock_drawn, NO_CARD)
    if card == NO_CARD or s.stock[card] == 0:
        card = draw_kind(s, s.stock, s.stock_left)
    s.stock_drawn += 1
    s.stock[card] -= 1
    s.stock_left -= 1
    s.slots += 1
    s.card[s.slots] = card
    lay(s, s.slots)
    return card


def chain_length(s: State, slot: int) -> int:
    size = 0
    while slot and size < s.cards + 1:
        size += 1
        slot = s.after[slot]
    return size

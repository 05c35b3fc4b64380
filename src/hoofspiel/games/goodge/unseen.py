"""What a player cannot see: dealing the hidden cards again, and proving a claim against all they could be.

Places are the seats and, after the last seat, the Stash.
"""

from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    ANYTHING,
    AUCTION,
    CROWN,
    NO_CROWN,
    NO_POINTS,
    RICH,
    SUITS,
    State,
    cards_of,
    ladder,
)
from hoofspiel.kernel.bits import bit, count, highest
from hoofspiel.kernel.engine import NOBODY, all_seats
from hoofspiel.parts.unseen import ROOM_BITS, can_be_dealt, deal_unseen

NO_LIMIT = ANYTHING  # limits on the Stash are the values of the option `bury`, and:
ONLY_POINTS = 3  # the Goodge buried points for want of anything else


def redeal(s: State, seat: int, rng: int) -> None:
    """Deal the cards `seat` cannot see at random, every deal that fits what it has seen being equally likely."""
    s.rng = rng
    if not knows_stash(s, seat):
        s.found = 0
    cards = hidden_cards(s, seat)
    places = hidden_places(s, seat)
    room = room_of(s, places)
    limit = s.bury if s.phase != AUCTION else NO_LIMIT
    if limit == NO_POINTS and not can_be_dealt(s, cards, places, room, limit):
        limit = ONLY_POINTS  # R4.3: the Goodge had no others left
    deal_unseen(s, cards, places, room, limit)


def knows_stash(s: State, seat: int) -> bool:
    return seat == s.goodge and s.phase != AUCTION


def hidden_cards(s: State, seat: int) -> int:
    """The cards that may be anywhere, for all a seat knows."""
    cards = ALL_CARDS & ~s.played
    if seat != NOBODY:
        cards &= ~s.hand[seat]
        if knows_stash(s, seat):
            cards &= ~s.stash
    return cards


def hidden_places(s: State, seat: int) -> int:
    places = all_seats(s) | bit(s.n)
    if seat != NOBODY:
        places ^= bit(seat)
        if knows_stash(s, seat):
            places ^= bit(s.n)
    return places


def room_of(s: State, places: int) -> int:
    room = 0
    for place in range(s.n + 1):
        if places >> place & 1:
            held = s.stash if place == s.n else s.hand[place]
            room |= count(held) << ROOM_BITS * place
    return room


def may_hold(s: State, place: int, limit: int) -> int:
    """The cards a place can have; `limit` says what the Goodge could not bury, or that there is nothing but points."""
    if place == s.n:
        if limit == NO_CROWN:
            return ALL_CARDS ^ bit(CROWN)
        return ALL_CARDS ^ RICH if limit == NO_POINTS else ALL_CARDS
    if limit == ONLY_POINTS and place == s.goodge:
        return RICH & ~s.barred[place]
    return ALL_CARDS & ~s.barred[place]


def take_away(s: State, place: int) -> None:
    if place == s.n:
        s.stash = 0
    else:
        s.hand[place] = 0


def hand_out(s: State, place: int, cards: int) -> None:
    if place == s.n:
        s.stash |= cards
    else:
        s.hand[place] |= cards


# --- claims ---


def claim_is_proved(s: State, seat: int) -> bool:
    """R5.10: trumps from the top, then the other suits from the top; no hidden card can take a trick."""
    hidden = hidden_cards(s, seat)
    for suit in range(SUITS):
        mine = ladder(s.hand[seat], suit, s.trump, s.one_is_high)
        for p in range(s.n):
            theirs = ladder(hidden & ~s.barred[p], suit, s.trump, s.one_is_high)
            if p != seat and theirs:
                needed = 1 + count(mine >> highest(theirs) + 1)  # with this many cards the other takes a trick
                if needed > count(mine) and (suit != s.trump or needed > count(s.hand[seat])):
                    continue
                if may_have(s, seat, p, hidden & cards_of(suit, s.trump), needed):
                    return False
    return True


def may_have(s: State, seat: int, p: int, suit: int, times: int) -> bool:
    """Whether a player can have this many cards of a suit, for all that `seat` knows; any card may have been buried."""
    if times > count(suit) or times > count(s.hand[p]):
        return False
    places = hidden_places(s, seat)
    rest = hidden_cards(s, seat)
    room = room_of(s, places) - (times << ROOM_BITS * p)
    while times > 0:
        rest ^= suit & -suit
        suit &= suit - 1
        times -= 1
    return can_be_dealt(s, rest, places, room, NO_LIMIT)

"""What a player cannot see: dealing the hidden cards again, and proving a claim against all they could be.

Places are the seats and, after the last seat, the Stash. A hidden card belongs to the set of places that may hold it;
sets are masks of places, SET_BITS wide. `room` holds how many hidden cards each place has, ROOM_BITS wide.
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
from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import random
from hoofspiel.kernel.engine import NOBODY, all_seats

SET_BITS = 5
ROOM_BITS = 8
TRIES = 24              # quick deals before the careful one
NO_LIMIT = ANYTHING     # limits on the Stash are the values of the option `bury`, and:
ONLY_POINTS = 3         # the Goodge buried points since he had nothing else


def redeal(s: State, seat: int, rng: int) -> None:
    """Deal the cards `seat` cannot see at random, every deal that fits what it has seen being equally likely.

    Cards are dealt set after set, small sets first, each card to a random free slot of its set. That favours some deals
    over others only when sets cross; refusing deals by the room they found evens this out. Should that take too long,
    the cards are dealt with care, which always succeeds and is nearly even.
    """
    s.rng = rng
    if not knows_stash(s, seat):
        s.found = 0
    cards = hidden_cards(s, seat)
    places = hidden_places(s, seat)
    room = room_of(s, places)
    limit = s.bury if s.phase != AUCTION else NO_LIMIT
    if limit == NO_POINTS and not can_be_dealt(s, cards, places, room, limit):
        limit = ONLY_POINTS                                 # R4.3: the Goodge had no others left
    sets = sets_of(s, cards, places, limit)
    if sets == places:
        deal_freely(s, cards, places, room)
        return
    for _ in range(TRIES):
        if deal_quickly(s, cards, places, room, sets, limit):
            return
    deal_carefully(s, cards, places, room, sets, limit)


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


def room_at(room: int, place: int) -> int:
    return room >> ROOM_BITS * place & (bit(ROOM_BITS) - 1)


def room_in(room: int, places: int) -> int:
    """How many cards are missing in a set of places."""
    free = 0
    while places:
        free += room_at(room, lowest(places))
        places &= places - 1
    return free


def may_hold(s: State, place: int, limit: int) -> int:
    """The cards a place can have; `limit` says what the Goodge could not bury, or that he has nothing but points."""
    if place == s.n:
        if limit == NO_CROWN:
            return ALL_CARDS ^ bit(CROWN)
        return ALL_CARDS ^ RICH if limit == NO_POINTS else ALL_CARDS
    if limit == ONLY_POINTS and place == s.goodge:
        return RICH & ~s.barred[place]
    return ALL_CARDS & ~s.barred[place]


# --- a deal where nobody showed anything ---


def deal_freely(s: State, cards: int, places: int, room: int) -> None:
    """Every card may be in any of the places."""
    clear(s, places)
    while places:
        place = highest(places)
        places ^= bit(place)
        need = room_at(room, place) if places else 0
        hand = 0 if places else cards
        while need > 0:
            card = bit(pick(cards, random(s, count(cards))))
            cards ^= card
            hand |= card
            need -= 1
        put(s, place, hand)


# --- a quick deal, which may fail ---


def cards_for(s: State, cards: int, places: int, group: int, limit: int) -> int:
    """The cards whose places are exactly `group`."""
    while places:
        place = lowest(places)
        places &= places - 1
        may = may_hold(s, place, limit)
        cards &= may if group >> place & 1 else ~may
    return cards


def sets_of(s: State, cards: int, places: int, limit: int) -> int:
    """All sets of places that some card has, packed; a set comes before every set that contains it."""
    if cards_for(s, cards, places, places, limit) == cards:
        return places
    sets = 0
    found = 0
    group = 0
    while group != places:
        group = (group - places) & places
        if cards_for(s, cards, places, group, limit):
            sets |= group << SET_BITS * found
            found += 1
    return sets


def deal_quickly(s: State, cards: int, places: int, room: int, sets: int, limit: int) -> bool:
    """One try; False when the deal fails or is refused for the sake of evenness."""
    clear(s, places)
    left = room
    done = 0
    rest = sets
    while rest:
        group = rest & (bit(SET_BITS) - 1)
        mine = cards_for(s, cards, places, group, limit)
        free = room_in(left, group)
        if not room_is_typical(s, cards, places, room, sets & (bit(done) - 1), group, count(mine), free, limit):
            return False
        while mine:
            place = random_place(s, left, group, free)
            put(s, place, mine & -mine)
            mine &= mine - 1
            left -= 1 << ROOM_BITS * place
            free -= 1
        rest >>= SET_BITS
        done += SET_BITS
    return True


def room_is_typical(
    s: State, cards: int, places: int, room: int, earlier: int, group: int, need: int, free: int, limit: int
) -> bool:
    """True with the odds of this much room against the most that the earlier sets could have left."""
    most = room_in(room, group)
    while earlier:
        other = earlier & (bit(SET_BITS) - 1)
        inside = count(cards_for(s, cards, places, other, limit)) - room_in(room, other & ~group)
        if inside > 0:
            most -= inside
        earlier >>= SET_BITS
    if free < need:
        return False
    if free < most:
        for k in range(need):
            if random(s, most - k) >= free - k:
                return False
    return True


def random_place(s: State, room: int, group: int, free: int) -> int:
    """The place of a random free slot."""
    slot = random(s, free) - room_at(room, lowest(group))
    while slot >= 0:
        group &= group - 1
        slot -= room_at(room, lowest(group))
    return lowest(group)


def clear(s: State, places: int) -> None:
    for place in range(s.n + 1):
        if places >> place & 1:
            if place == s.n:
                s.stash = 0
            else:
                s.hand[place] = 0


def put(s: State, place: int, cards: int) -> None:
    """Lay cards, given as a mask, at a place."""
    if place == s.n:
        s.stash |= cards
    else:
        s.hand[place] |= cards


# --- a careful deal, which cannot fail ---


def deal_carefully(s: State, cards: int, places: int, room: int, sets: int, limit: int) -> None:
    """Every card goes to a random slot that leaves a way to deal the others."""
    clear(s, places)
    left = room
    rest = cards
    while sets:
        group = sets & (bit(SET_BITS) - 1)
        mine = cards_for(s, cards, places, group, limit)
        while mine:
            card = mine & -mine
            mine ^= card
            rest ^= card
            options = group
            place = random_place(s, left, options, room_in(left, options))
            while not can_be_dealt(s, rest, places, left - (1 << ROOM_BITS * place), limit):
                options ^= bit(place)
                place = random_place(s, left, options, room_in(left, options))
            put(s, place, card)
            left -= 1 << ROOM_BITS * place
        sets >>= SET_BITS


def can_be_dealt(s: State, cards: int, places: int, room: int, limit: int) -> bool:
    """Hall's theorem: no set of places needs more cards than there are for it."""
    group = 0
    while group != places:
        group = (group - places) & places
        fitting = 0
        for place in range(s.n + 1):
            if group >> place & 1:
                fitting |= may_hold(s, place, limit)
        if room_in(room, group) > count(cards & fitting):
            return False
    return True


# --- claims ---


def claim_is_proved(s: State, seat: int) -> bool:
    """R5.10: trumps from the top, then the other suits from the top; no hidden card can take a trick."""
    hidden = hidden_cards(s, seat)
    for suit in range(SUITS):
        mine = ladder(s.hand[seat], suit, s.trump, s.one_is_high)
        for p in range(s.n):
            theirs = ladder(hidden & ~s.barred[p], suit, s.trump, s.one_is_high)
            if p != seat and theirs:
                needed = 1 + count(mine >> highest(theirs) + 1)     # so many cards of the suit, and he takes a trick
                if needed > count(mine) and (suit != s.trump or needed > count(s.hand[seat])):
                    continue
                if may_have(s, seat, p, hidden & cards_of(suit, s.trump), needed):
                    return False
    return True


def may_have(s: State, seat: int, p: int, suit: int, times: int) -> bool:
    """Whether a player can have so many cards of a suit, for all that `seat` knows; any card may have been buried."""
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

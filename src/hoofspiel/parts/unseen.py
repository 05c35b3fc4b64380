"""Cards that somebody cannot see, dealt again at random so that they fit all that was shown.

Cards are bits of a mask, and so are the places that hold them: seats, and whatever else the game has, such as a stock.
A hidden card belongs to the set of places that may hold it. `room` holds how many hidden cards each of up to seven
places has, ROOM_BITS wide. The game says the rest by functions of its own, under the names of kernel/contract.py:

    may_hold(s, place, known)    the cards a place can have, for all that was shown
    take_away(s, place)          the place has no hidden cards left
    hand_out(s, place, cards)    and now it has these as well

`known` is handed through: a game that must say more to its `may_hold` than the position does says it there.
"""

from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import random
from hoofspiel.kernel.contract import hand_out, may_hold, take_away
from hoofspiel.kernel.game import Position

ROOM_BITS = 8
SETS_BITS = 60  # bits for the sets of places remembered for a quick deal
TRIES = 24  # quick deals before the careful one


def deal_unseen(s: Position, cards: int, places: int, room: int, known: int) -> None:
    """Deal `cards` to `places`, every deal that fits being equally likely. There must be one: `can_be_dealt`.

    Cards are dealt set after set, small sets first, each card to a random free slot of its set. That favours some deals
    over others only when sets cross; refusing deals by the room they found evens this out. Should that take too long,
    or there be too many sets, the cards are dealt with care, which always succeeds and is nearly even.
    """
    if cards_for(s, cards, places, places, known) == cards:
        deal_freely(s, cards, places, room)
        return
    sets = sets_of(s, cards, places, known)
    tries = TRIES if sets else 0
    while tries > 0:
        if deal_quickly(s, cards, places, room, sets, known):
            return
        tries -= 1
    deal_carefully(s, cards, places, room, known)


def room_at(room: int, place: int) -> int:
    return room >> ROOM_BITS * place & (bit(ROOM_BITS) - 1)


def room_in(room: int, places: int) -> int:
    """How many cards are missing in a set of places."""
    free = 0
    while places:
        free += room_at(room, lowest(places))
        places &= places - 1
    return free


def clear_places(s: Position, places: int) -> None:
    while places:
        take_away(s, lowest(places))
        places &= places - 1


def can_be_dealt(s: Position, cards: int, places: int, room: int, known: int) -> bool:
    """Hall's theorem: no set of places needs more cards than there are for it."""
    group = 0
    while group != places:
        group = (group - places) & places
        fitting = 0
        rest = group
        while rest:
            fitting |= may_hold(s, lowest(rest), known)
            rest &= rest - 1
        if room_in(room, group) > count(cards & fitting):
            return False
    return True


# --- a deal where nobody showed anything ---


def deal_freely(s: Position, cards: int, places: int, room: int) -> None:
    """Every card may be in any of the places."""
    clear_places(s, places)
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
        hand_out(s, place, hand)


# --- a quick deal, which may fail ---


def cards_for(s: Position, cards: int, places: int, group: int, known: int) -> int:
    """The cards whose places are exactly `group`."""
    while places:
        place = lowest(places)
        places &= places - 1
        may = may_hold(s, place, known)
        cards &= may if group >> place & 1 else ~may
    return cards


def sets_of(s: Position, cards: int, places: int, known: int) -> int:
    """All sets of places that some card has, packed; a set comes before every set that contains it. 0: too many."""
    width = highest(places) + 1
    sets = 0
    found = 0
    group = 0
    while group != places:
        group = (group - places) & places
        if cards_for(s, cards, places, group, known):
            if found + width > SETS_BITS:
                return 0
            sets |= group << found
            found += width
    return sets


def deal_quickly(s: Position, cards: int, places: int, room: int, sets: int, known: int) -> bool:
    """One try; False when the deal fails or is refused for the sake of evenness."""
    width = highest(places) + 1
    clear_places(s, places)
    left = room
    done = 0
    rest = sets
    while rest:
        group = rest & (bit(width) - 1)
        mine = cards_for(s, cards, places, group, known)
        free = room_in(left, group)
        if not room_is_typical(s, cards, places, room, sets & (bit(done) - 1), group, count(mine), free, known):
            return False
        while mine:
            place = random_place(s, left, group, free)
            hand_out(s, place, mine & -mine)
            mine &= mine - 1
            left -= 1 << ROOM_BITS * place
            free -= 1
        rest >>= width
        done += width
    return True


def room_is_typical(
    s: Position, cards: int, places: int, room: int, earlier: int, group: int, need: int, free: int, known: int
) -> bool:
    """True with the odds of this much room against the most that the earlier sets could have left."""
    width = highest(places) + 1
    most = room_in(room, group)
    while earlier:
        other = earlier & (bit(width) - 1)
        inside = count(cards_for(s, cards, places, other, known)) - room_in(room, other & ~group)
        if inside > 0:
            most -= inside
        earlier >>= width
    if free < need:
        return False
    if free < most:
        for k in range(need):
            if random(s, most - k) >= free - k:
                return False
    return True


def random_place(s: Position, room: int, group: int, free: int) -> int:
    """The place of a random free slot."""
    slot = random(s, free) - room_at(room, lowest(group))
    while slot >= 0:
        group &= group - 1
        slot -= room_at(room, lowest(group))
    return lowest(group)


# --- a careful deal, which cannot fail ---


def deal_carefully(s: Position, cards: int, places: int, room: int, known: int) -> None:
    """Every card goes to a random slot that leaves a way to deal the others; cards with few places come first."""
    clear_places(s, places)
    left = room
    rest = cards
    group = 0
    while group != places:
        group = (group - places) & places
        mine = cards_for(s, cards, places, group, known)
        while mine:
            card = mine & -mine
            mine ^= card
            rest ^= card
            options = group
            place = random_place(s, left, options, room_in(left, options))
            while not can_be_dealt(s, rest, places, left - (1 << ROOM_BITS * place), known):
                options ^= bit(place)
                place = random_place(s, left, options, room_in(left, options))
            hand_out(s, place, card)
            left -= 1 << ROOM_BITS * place

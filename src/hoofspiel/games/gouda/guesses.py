"""What a seat cannot know, filled in at random so that it fits all that seat has seen."""

from hoofspiel.games.gouda.cards import ALL_CARDS, FIRST_ROOM, ROOMS, face_of, put, put_all, take
from hoofspiel.games.gouda.position import (
    ENTER,
    NOTHING,
    SNEAK,
    State,
    clear_table,
    face_down,
    lay_at,
    lies,
    may_lay,
    room_is_open,
    takes_part,
)
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.chance import draw, draw_one, random

CHEESE_DRAWS = 3  # how much likelier a piece of cheese makes it that a rat sneaked into that room


def redeal(s: State, seat: int, rng: int) -> None:
    """The others' hands, face-down cards and the pile are unknown; while they sneak, so are their whole rows."""
    s.rng = rng
    if s.phase == SNEAK:
        for p in range(s.n):
            if p != seat:
                take_back_row(s, p)
    unseen = unseen_by(s, seat)
    s.pile = guess_pile(s, seat, unseen) if s.shuffles else 0
    unseen ^= s.pile
    for p in range(s.n):  # rows first: not every card can lie there
        if p != seat and s.length[p]:
            unseen = guess_row(s, p, unseen)
    for p in range(s.n):
        if p != seat:
            cards = draw(s, unseen, count(s.hand[p]))
            unseen ^= cards
            s.hand[p] = put_all(0, cards)
    s.pile |= unseen
    if s.phase == SNEAK:
        for p in range(s.n):
            if p != seat and takes_part(s, p) and s.waiting >> p & 1 == 0:
                lay_guess(s, p)


def unseen_by(s: State, seat: int) -> int:
    """All cards of the deck that a seat does not see anywhere."""
    seen = s.discard
    for p in range(s.n):
        for place in range(s.length[p]):
            if (p == seat or s.up[p] >> place & 1) and lies(s, p, place) < FIRST_ROOM:
                seen = put(seen, lies(s, p, place))
        if s.added[p] != NOTHING:
            seen = put(seen, s.added[p])
        if p == seat:
            seen = put_all(seen, s.hand[p])
    return put_all(0, ALL_CARDS & ~seen) if s.shuffles else ALL_CARDS & ~seen


def guess_pile(s: State, seat: int, unseen: int) -> int:
    """After a shuffle only cards that were discards then can lie in the pile, and the rows must not run short."""
    fit = unseen & s.shuffled
    pile = draw(s, fit, count(s.pile))
    need = 0
    for p in range(s.n):
        if p != seat and s.length[p]:
            need += count(face_down(s, p)) - (0 if room_is_open(s, p) else 1)
    while count(unseen & ~pile & may_lay(s)) < need:
        pile ^= bit(lowest(pile & may_lay(s))) | bit(lowest(fit & ~pile & ~may_lay(s)))
    return pile


def guess_row(s: State, seat: int, unseen: int) -> int:
    """Fill the face-down places of a row; what is then left of the unseen cards.

    One of them is the room card unless that has been turned: the only one of a short row, then, is surely the room.
    """
    down = face_down(s, seat)
    if down and not room_is_open(s, seat):
        place = draw_one(s, down)
        down ^= bit(place)
        s.room[seat] = likely_room(s, s.hole[seat])
        lay_at(s, seat, place, FIRST_ROOM + s.room[seat])
    while down:
        card = draw_one(s, unseen & may_lay(s))
        unseen ^= bit(card)
        lay_at(s, seat, lowest(down), face_of(card))
        down &= down - 1
    return unseen


def likely_room(s: State, other_than: int) -> int:
    """A room, by the cheese that fell into it; a rat that went through the wall came from another room."""
    tickets = 0
    for room in range(ROOMS):
        if room != other_than:
            tickets += 1 + CHEESE_DRAWS * s.fallen[room]
    ticket = random(s, tickets)
    for room in range(ROOMS):
        if room != other_than:
            ticket -= 1 + CHEESE_DRAWS * s.fallen[room]
            if ticket < 0:
                return room
    return NOTHING


def lay_guess(s: State, seat: int) -> None:
    """A row that a ready player may have laid: any of the hand's equipment, in any order."""
    cards = s.hand[seat] & may_lay(s)
    some = draw(s, cards, random(s, count(cards) + 1))
    s.room[seat] = likely_room(s, NOTHING)
    before = random(s, count(some) + 1)
    s.length[seat] = count(some) + 1
    for place in range(s.length[seat]):
        face = ENTER + s.room[seat]
        if place != before:
            card = draw_one(s, some)
            some ^= bit(card)
            face = face_of(card)
            s.hand[seat] = take(s.hand[seat], face)
        lay_at(s, seat, place, face)


def take_back_row(s: State, seat: int) -> None:
    """A row that is still secret goes back to the hand."""
    for place in range(s.length[seat]):
        if lies(s, seat, place) < FIRST_ROOM:
            s.hand[seat] = put(s.hand[seat], lies(s, seat, place))
    clear_table(s, seat)


def reopen(s: State) -> None:
    """Rows that are laid and not yet shown are taken back; one that is still being laid stays as it is."""
    if s.phase == SNEAK:
        for p in range(s.n):
            if takes_part(s, p) and s.waiting >> p & 1 == 0:
                take_back_row(s, p)
        s.waiting = s.in_play

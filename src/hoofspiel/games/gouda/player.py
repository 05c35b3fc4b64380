"""A sensible player, who looks for cheese that few will fight over.

The player is handed a guess: the rooms and rows of the others in it are likely ones, not the true ones.
"""

from hoofspiel.games.gouda.cards import (
    CHEESE,
    NAILED_DOWN,
    ROOMS,
    TRAP,
    WEAPONS,
    strength_of,
)
from hoofspiel.games.gouda.fights import cheese_in, gets_cheese, size_up, total, weapons_of
from hoofspiel.games.gouda.position import (
    ENTER,
    GO_THROUGH,
    NOTHING,
    PASS,
    READY,
    SNEAK,
    SPY,
    State,
    face_down,
    may_lay,
    room_is_open,
    room_now,
    takes_part,
)
from hoofspiel.games.gouda.rules import legal, move_to, ways_to_move
from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import below, next_rng


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == SNEAK:
        return greedy_sneak(s, seat, next_rng(x))
    if s.phase == SPY:
        return greedy_spy(s, seat, next_rng(x))
    return greedy_reinforce(s, seat)


def greedy_sneak(s: State, seat: int, x: int) -> int:
    """Room and cards in any order, so that the place of the room card tells nothing."""
    card = equipment_wanted(s, seat, x)
    if s.room[seat] != NOTHING:
        return READY if card == NOTHING else card
    if card == NOTHING or x >> 9 & 1:
        return ENTER + room_wanted(s, seat, next_rng(x))
    return card


def room_wanted(s: State, seat: int, x: int) -> int:
    """By the cheese in it; with a cheese card in hand an empty room is a quiet place to eat."""
    own = 1 if s.hand[seat] & bit(CHEESE) & may_lay(s) and s.playoff == 0 else 0
    tickets = 0
    for room in range(ROOMS):
        tickets += 2 * s.pieces[room] + own
    ticket = below(x, tickets)
    room = 0
    while ticket >= 2 * s.pieces[room] + own:
        ticket -= 2 * s.pieces[room] + own
        room += 1
    return room


def equipment_wanted(s: State, seat: int, x: int) -> int:
    """A trap or cheese card now and then; weapons up to a strength that varies, but not the last one."""
    hand = s.hand[seat] & may_lay(s)
    if hand & bit(TRAP) and x >> 3 & 1:
        return TRAP
    if hand & bit(CHEESE) and s.room[seat] != NOTHING and s.playoff == 0:
        return CHEESE
    weapons = hand & WEAPONS
    laid = total(weapons_of(s, seat))
    goal = 6 + below(x, 14)
    if s.playoff:
        goal = 30
    if laid >= goal or weapons == 0 or (count(weapons) == 1 and laid > 0 and s.playoff == 0):
        return NOTHING
    return smallest_from(weapons, goal - laid)


def smallest_from(weapons: int, strength: int) -> int:
    """The smallest weapon with that strength, or the biggest there is."""
    left = weapons
    while left:
        card = lowest(left)
        left &= left - 1
        if strength_of(card) >= strength:
            return card & ~1
    return highest(weapons) & ~1


def greedy_spy(s: State, seat: int, x: int) -> int:
    """Preferably a rat whose room is not known; short rows hold fewer traps."""
    tickets = 0
    for p in range(s.n):
        if p != seat:
            tickets += spying_is_worth(s, p)
    ticket = below(x, tickets)
    first = 0
    for p in range(s.n):
        if p != seat:
            ticket -= spying_is_worth(s, p)
            if ticket < 0:
                down = face_down(s, p)
                return first + pick(down, below(next_rng(x), count(down)))
        first += s.length[p]
    return NOTHING


def spying_is_worth(s: State, target: int) -> int:
    down = count(face_down(s, target))
    if down == 0:
        return 0
    if room_is_open(s, target):
        return 1
    return 6 if down == 1 else 3


def greedy_reinforce(s: State, seat: int) -> int:
    """Nothing if the rat will eat anyway; otherwise the cheapest card that gets it some cheese."""
    moves = legal(s, seat)
    for p in range(s.n):
        if takes_part(s, p):
            size_up(s, p)
    if eats(s, seat):
        return NAILED_DOWN if moves & bit(NAILED_DOWN) else PASS
    card = cheapest_that_feeds(s, seat, moves)
    return PASS if card == NOTHING else card


def cheapest_that_feeds(s: State, seat: int, moves: int) -> int:
    """A weapon, a cheese card, another room, a piece of cheese more; NOTHING if none of them helps."""
    weapons = moves & WEAPONS
    while weapons:
        card = lowest(weapons)
        weapons &= weapons - 1
        if eats_with(s, seat, card):
            return card
    if moves & bit(CHEESE) and eats_with(s, seat, CHEESE):
        return CHEESE
    for room in range(ROOMS):
        if moves & bit(GO_THROUGH + room) and eats_in(s, seat, room):
            return GO_THROUGH + room
    ways = moves & ways_to_move(s)
    if ways and eats_with_more(s, seat):
        while ways:
            way = lowest(ways)
            ways &= ways - 1
            if move_to(way) == room_now(s, seat):
                return way
    return NOTHING


def eats(s: State, seat: int) -> bool:
    return gets_cheese(s, seat, cheese_in(s, s.ended[seat]))


def eats_with(s: State, seat: int, card: int) -> bool:
    """With this weapon or cheese card added."""
    s.added[seat] = card
    size_up(s, seat)
    answer = eats(s, seat)
    s.added[seat] = NOTHING
    size_up(s, seat)
    return answer


def eats_in(s: State, seat: int, room: int) -> bool:
    """In another room."""
    s.ended[seat] = room
    answer = eats(s, seat)
    s.ended[seat] = room_now(s, seat)
    return answer


def eats_with_more(s: State, seat: int) -> bool:
    """With one more piece in the room."""
    return gets_cheese(s, seat, cheese_in(s, s.ended[seat]) + 1)

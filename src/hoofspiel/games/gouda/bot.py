"""How good a position is, and a player who looks for cheese that few will fight over.

The player is handed a guess: the rooms and rows of the others in it are likely ones, not the true ones.
"""
from math import exp

from hoofspiel.games.gouda.cards import (
    CHEESE,
    CHEESE_CARDS,
    GANGSTER,
    HOLE,
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
    OVER,
    PASS,
    RATS_TO_WIN,
    READY,
    REINFORCE,
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

SEARCH = {"explore": 0.25, "mixed": 0}
"""One night changes the odds by little, and what the others do is not left to the search: see expected()."""

# How much each thing adds to the logarithm of the odds of winning, fitted to 6,000 matches of the player below. In
# 20,000 others at each number of seats the odds held within 0.03 with three and four, 0.05 with six, up to 0.9.
RAT_COUNTS = 0.5        # for every player at the table: the more there are, the fewer nights are left to catch up
FOURTH_COUNTS = 0.75
LIFE_COUNTS = 1.1
STRENGTH_COUNTS = 0.04  # a point of strength in hand
PLAYOFF_COUNTS = 0.2    # the same in a play-off, where little else decides
CHEESE_COUNTS = 0.25
ACTION_COUNTS = 0.1


# --- how good a position is ---


def value(s: State, seat: int) -> float:
    """How likely a seat is to win the match, when a round is over.

    The share itself and no other measure of it: with the logarithm of the odds, losing for certain would be so much
    worse than being far behind that nobody took a risk in time.
    """
    if s.phase == OVER:
        return 1.0 / float(count(s.crowned)) if s.crowned >> seat & 1 else 0.0
    if not takes_part(s, seat):
        return 0.0
    others = 0.0
    for p in range(s.n):
        if takes_part(s, p) and p != seat:
            others += odds(s, p)
    mine = odds(s, seat)
    return mine / (mine + others)


def odds(s: State, seat: int) -> float:
    rats = s.rats[seat]
    gang = LIFE_COUNTS * float(rats) if s.last_rat_standing else RAT_COUNTS * float(rats * s.n)
    if rats == RATS_TO_WIN - 1 and not s.last_rat_standing:
        gang += FOURTH_COUNTS
    hand = s.hand[seat]
    point = PLAYOFF_COUNTS if s.playoff else STRENGTH_COUNTS
    return exp(gang + point * float(total(hand & WEAPONS))
               + CHEESE_COUNTS * float(count(hand & CHEESE_CARDS))
               + ACTION_COUNTS * float(count(hand >> NAILED_DOWN)))


# --- a sensible player ---


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == SNEAK:
        return greedy_sneak(s, seat, next_rng(x))
    if s.phase == SPY:
        return greedy_spy(s, seat, next_rng(x))
    return greedy_reinforce(s, seat)


def rollout(s: State, seat: int, x: int) -> int:
    return greedy(s, seat, x)


def expected(s: State, seat: int, x: int) -> int:
    """A search takes the others for sensible players."""
    return greedy(s, seat, x)


def considered(s: State, seat: int) -> int:
    """Of the cards that lie face down in one row a spy looks at any one: nobody knows more of one than of another."""
    if s.phase != SPY:
        return legal(s, seat)
    some = 0
    first = 0
    for p in range(s.n):
        down = face_down(s, p)
        if p != seat and down:
            some |= bit(first + pick(down, below(next_rng(s.shown | 1), count(down))))
        first += s.length[p]
    return some


def in_the_dark(s: State, seat: int) -> bool:
    """Who reinforces weighs rooms and rows, and some of them it has not seen."""
    return s.phase == REINFORCE


def greedy_sneak(s: State, seat: int, x: int) -> int:
    """Room and cards in any order, so that the place of the room card tells nothing."""
    card = equipment_wanted(s, seat, x)
    if s.room[seat] != NOTHING:
        return READY if card == NOTHING else card
    if card == NOTHING or x >> 9 & 1:
        return ENTER + room_wanted(s, seat, next_rng(x))
    return card


def room_wanted(s: State, seat: int, x: int) -> int:
    """By the cheese in it; with a cheese card of one's own an empty room is a quiet place to eat."""
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
    """Rather a rat whose room is not known; short rows hold fewer traps."""
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
    """Nothing if there is cheese anyway; else the cheapest card that gets some."""
    moves = legal(s, seat)
    for p in range(s.n):
        if takes_part(s, p):
            size_up(s, p)
    if eats(s, seat):
        return NAILED_DOWN if moves & bit(NAILED_DOWN) else PASS
    weapons = moves & WEAPONS
    while weapons:
        card = lowest(weapons)
        weapons &= weapons - 1
        if eats_with(s, seat, card):
            return card
    if moves & bit(CHEESE) and eats_with(s, seat, CHEESE):
        return CHEESE
    if s.hand[seat] & bit(HOLE):
        for room in range(ROOMS):
            if room != room_now(s, seat) and eats_in(s, seat, room):
                return GO_THROUGH + room
    if s.hand[seat] & bit(GANGSTER):
        ways = ways_to_move(s)
        while ways:
            way = lowest(ways)
            ways &= ways - 1
            if move_to(way) == room_now(s, seat) and eats_with_more(s, seat):
                return way
    return PASS


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

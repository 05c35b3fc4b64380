"""Phase 6: how strong every rat is, and who gets cheese."""

from hoofspiel.games.gouda.cards import CHEESE, ROOMS, TRAP, put, strength_of
from hoofspiel.games.gouda.position import (
    ATE,
    ATE_HALF,
    FOUGHT,
    INJURY,
    NOTHING,
    STARVED,
    TURNED,
    State,
    in_order,
    lies,
    room_now,
    takes_part,
)
from hoofspiel.kernel.bits import bit, highest
from hoofspiel.kernel.engine import emit


def is_weapon(face: int) -> bool:
    return 0 <= face < TRAP


def weapons_of(s: State, seat: int) -> int:
    """All weapons a rat fights with, as a set: of two rats the greater number has the greater weapon, or the
    greater second weapon, and so on; a weapon beats none."""
    found = put(0, s.added[seat]) if is_weapon(s.added[seat]) else 0
    for place in range(s.length[seat]):
        if is_weapon(lies(s, seat, place)):
            found = put(found, lies(s, seat, place))
    return found


def total(weapons: int) -> int:
    """The strength of a set of weapons."""
    found = 0
    while weapons:
        found += strength_of(highest(weapons))
        weapons ^= bit(highest(weapons))
    return found


def strength(s: State, seat: int, weapons: int) -> int:
    """R6.2: a trap takes away 10, below 0 if need be."""
    left = total(weapons) - INJURY * s.hurt[seat]
    return max(left, 0) if s.floor_zero else left


def size_up(s: State, seat: int) -> None:
    """Note how strong a rat is, and what decides between rats of equal strength."""
    weapons = weapons_of(s, seat)
    s.ended[seat] = room_now(s, seat)
    s.might[seat] = strength(s, seat, weapons)
    s.best[seat] = weapons  # R6.6, R6.7, R6.8
    if s.biggest_only and weapons:
        s.best[seat] = highest(weapons) // 2 + 1


def beats(s: State, one: int, other: int) -> bool:
    if s.might[one] != s.might[other]:
        return s.might[one] > s.might[other]
    return s.best[one] > s.best[other]


def cheese_cards_of(s: State, seat: int) -> int:
    """The cheese cards in front of a seat."""
    found = 1 if s.added[seat] == CHEESE else 0
    for place in range(s.length[seat]):
        if lies(s, seat, place) == CHEESE:
            found += 1
    return found


def cheese_in(s: State, room: int) -> int:
    """R6.3: pieces, and the cheese cards of all who ended up there; R8.3: these do not count in a play-off."""
    found = s.pieces[room]
    if s.playoff == 0:
        for p in range(s.n):
            if takes_part(s, p) and s.ended[p] == room:
                found += cheese_cards_of(s, p)
    return found


def gets_cheese(s: State, seat: int, cheese: int) -> bool:
    """R6.5: fewer rats in the room are better than there is cheese. That covers enough food, none, and sharing."""
    better = 0
    for p in range(s.n):
        if takes_part(s, p) and s.ended[p] == s.ended[seat] and beats(s, p, seat):
            better += 1
    return better < cheese


def shares_cheese(s: State, seat: int, cheese: int) -> bool:
    """R6.9: there is not enough for all who are as good as this rat, or better."""
    as_good = 0
    for p in range(s.n):
        if takes_part(s, p) and s.ended[p] == s.ended[seat] and not beats(s, seat, p):
            as_good += 1
    return as_good > cheese


def turn_everything(s: State) -> None:
    """R6.1: traps turned now do nothing."""
    for k in range(s.n):
        p = in_order(s, k)
        for place in range(s.length[p]):
            if s.up[p] >> place & 1 == 0:
                emit(s, TURNED, p, place << 6 | lies(s, p, place))
        s.up[p] = bit(s.length[p]) - 1


def fight(s: State) -> None:
    """All rooms, one after the other; `ate` are those who got cheese."""
    turn_everything(s)
    s.ate = 0
    s.took_part = s.in_play
    for p in range(s.n):
        s.ended[p] = NOTHING
        if takes_part(s, p):
            size_up(s, p)
        s.last_room[p] = s.ended[p]
        s.last_strength[p] = s.might[p]
    for room in range(ROOMS):
        fight_in(s, room)


def fight_in(s: State, room: int) -> None:
    cheese = cheese_in(s, room)
    rats = 0
    for p in range(s.n):
        if s.ended[p] == room:
            rats += 1
    if rats:
        emit(s, FOUGHT, room, s.pieces[room] << 8 | cheese << 4 | rats)
    for k in range(s.n):
        p = in_order(s, k)
        if s.ended[p] == room:
            story = total(weapons_of(s, p)) << 4 | s.hurt[p] << 2 | room
            if not gets_cheese(s, p, cheese):
                emit(s, STARVED, p, story)
            else:
                s.ate |= bit(p)
                emit(s, ATE_HALF if shares_cheese(s, p, cheese) else ATE, p, story)

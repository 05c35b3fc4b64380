"""How a newcomer plays: by what is face up, with no thought of what is hidden or of tomorrow."""

from hoofspiel.games.gouda.cards import ROOMS, TRAP, WEAPONS, strength_of
from hoofspiel.games.gouda.fights import is_weapon, size_up
from hoofspiel.games.gouda.player import cheapest_that_feeds, eats
from hoofspiel.games.gouda.position import (
    ENTER,
    INJURY,
    NOTHING,
    PASS,
    READY,
    SNEAK,
    SPY,
    State,
    lies,
    may_lay,
    room_is_open,
    room_now,
    takes_part,
)
from hoofspiel.games.gouda.rules import legal
from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

NEW_HERE = 0  # how much a player has learned


def habit(s: State, seat: int, learned: int, x: int) -> int:
    """More experienced players think, and so does anybody who chooses whom to spy on."""
    if learned != NEW_HERE or s.phase == SPY:
        return NOBODY
    x = next_rng(x)
    return sneak_openly(s, seat, x) if s.phase == SNEAK else reinforce_by_sight(s, seat, x)


def sneak_openly(s: State, seat: int, x: int) -> int:
    """Into the room with the most cheese, like everybody else, with any weapon or two; a trap is fun."""
    if s.room[seat] == NOTHING:
        return ENTER + most_cheese(s, x)
    hand = s.hand[seat] & may_lay(s)
    if hand & WEAPONS and s.length[seat] <= 1 + (x >> 7 & 1):
        return pick(hand & WEAPONS, below(x, count(hand & WEAPONS))) & ~1
    return TRAP if hand & bit(TRAP) else READY


def most_cheese(s: State, x: int) -> int:
    """The fullest room; any of them if there are several."""
    most = 0
    found = 0
    for room in range(ROOMS):
        if s.pieces[room] > most:
            most = s.pieces[room]
            found = 0
        if s.pieces[room] == most:
            found |= bit(room)
    return pick(found, below(x, count(found)))


def reinforce_by_sight(s: State, seat: int, x: int) -> int:
    """Nothing if the rat would eat, going by what is face up; otherwise a helpful card, of those that come to mind."""
    for p in range(s.n):
        if takes_part(s, p):
            size_up(s, p)
            if p != seat:
                forget_what_is_hidden(s, p)
    if eats(s, seat):
        return PASS
    card = cheapest_that_feeds(s, seat, legal(s, seat) & (x ^ x << 2))
    return PASS if card == NOTHING else card


def forget_what_is_hidden(s: State, seat: int) -> None:
    """A rat counts for what can be seen of it; one whose room is unknown counts nowhere."""
    s.ended[seat] = room_now(s, seat) if room_is_open(s, seat) or s.hole[seat] != NOTHING else NOTHING
    s.might[seat] = -INJURY * s.hurt[seat]
    if is_weapon(s.added[seat]):
        s.might[seat] += strength_of(s.added[seat])
    for place in range(s.length[seat]):
        if s.up[seat] >> place & 1 and is_weapon(lies(s, seat, place)):
            s.might[seat] += strength_of(lies(s, seat, place))

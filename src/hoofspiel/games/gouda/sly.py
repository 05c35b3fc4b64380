"""Players written in an afternoon, who go where others do not: an adversary tries them against every level."""

from hoofspiel.games.gouda.cards import ROOMS
from hoofspiel.games.gouda.habits import most_cheese
from hoofspiel.games.gouda.player import greedy
from hoofspiel.games.gouda.position import ENTER, NOTHING, SNEAK, State
from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng

SLY = ("quiet_room", "fullest_room")


def quiet_room(s: State, seat: int, x: int) -> int:
    """Some cheese, but not the most, where there is such a room; with any cards after that."""
    if s.phase != SNEAK or s.room[seat] != NOTHING:
        return greedy(s, seat, x)
    most = 0
    for room in range(ROOMS):
        most = max(most, s.pieces[room])
    quiet = 0
    for room in range(ROOMS):
        if 0 < s.pieces[room] < most:
            quiet |= bit(room)
    return ENTER + pick(quiet, below(next_rng(x), count(quiet))) if quiet else greedy(s, seat, x)


def fullest_room(s: State, seat: int, x: int) -> int:
    if s.phase != SNEAK or s.room[seat] != NOTHING:
        return greedy(s, seat, x)
    return ENTER + most_cheese(s, next_rng(x))

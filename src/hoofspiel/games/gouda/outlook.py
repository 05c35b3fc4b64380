"""What came of a choice in the fight of its night: for the coach."""

from hoofspiel.games.gouda.position import State
from hoofspiel.kernel.bits import bit

FED = 0  # facts
ALONE = 1
WEAKER = 2


def facts(s: State, root: State, seat: int) -> int:
    """Whether the rat ate, was alone in its room, or met a stronger one there."""
    found = bit(FED) if s.ate >> seat & 1 else 0
    alone = True
    weaker = False
    for p in range(s.n):
        if p != seat and s.took_part >> p & 1 and s.last_room[p] == s.last_room[seat]:
            alone = False
            weaker = weaker or s.last_strength[p] > s.last_strength[seat]
    if alone:
        found |= bit(ALONE)
    if weaker:
        found |= bit(WEAKER)
    return found

"""What came of a choice about the token on the field: for the coach."""

from hoofspiel.games.foxy.position import State
from hoofspiel.kernel.bits import bit, count

LOST_SHEEP = 0  # facts
GOT_CUBES = 1
GOT_TOKEN = 2


def settled(s: State, root: State) -> bool:
    """The token on the field is gone."""
    return s.place != root.place or s.deals != root.deals


def facts(s: State, root: State, seat: int) -> int:
    """Whether the farm lost a sheep, its player gained cubes, or won the special."""
    found = bit(LOST_SHEEP) if count(s.sheep[seat]) < count(root.sheep[seat]) else 0
    if s.hand[seat] > root.hand[seat]:
        found |= bit(GOT_CUBES)
    if s.tokens[seat] & ~root.tokens[seat]:
        found |= bit(GOT_TOKEN)
    return found

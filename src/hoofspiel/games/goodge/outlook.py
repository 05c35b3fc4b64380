"""What a round was worth, and what came of a choice: for the coach."""

from hoofspiel.games.goodge.standing import chance_after
from hoofspiel.games.goodge.table import PLAYING, State
from hoofspiel.kernel.bits import bit

TOOK_TRICK = 0  # facts
WAS_GOODGE = 1
MADE_IT = 2


def chance_to_win(s: State, seat: int) -> float:
    """Between two rounds, by the totals alone: there is no bid yet, so that nothing more is gained."""
    return chance_after(s, 0, seat)


def settled(s: State, root: State) -> bool:
    """A card is about its trick, everything before that about the round."""
    if s.deals != root.deals:
        return True
    return root.phase == PLAYING and s.trick_size == 0 and s.played != root.played


def facts(s: State, root: State, seat: int) -> int:
    """Whether the seat took the trick; or became the Goodge, and made its contract."""
    if root.phase == PLAYING:
        taker = s.was_last if s.deals != root.deals else s.old_winner
        return bit(TOOK_TRICK) if taker == seat else 0
    if s.was_goodge != seat:
        return 0
    return bit(WAS_GOODGE) | (bit(MADE_IT) if s.gain[seat] > 0 else 0)

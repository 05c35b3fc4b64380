"""How good a position is, and a player who keeps middling straws for last."""

from hoofspiel.kernel.bits import bit, count, highest, lowest
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.contract import winners
from hoofspiel.template.rules import State


def value(s: State, seat: int) -> float:
    """The share of the win if the match ended now."""
    best = winners(s)
    return 1.0 / float(count(best)) if best & bit(seat) else 0.0


def greedy(s: State, seat: int, x: int) -> int:
    """Two times in three the straw most likely to win, else the one least likely."""
    best = lowest(s.hand[seat]) if s.shortest else highest(s.hand[seat])
    worst = highest(s.hand[seat]) if s.shortest else lowest(s.hand[seat])
    return best if below(next_rng(x), 3) else worst

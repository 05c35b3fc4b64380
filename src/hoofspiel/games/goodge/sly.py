"""Players written in an afternoon, who leave all risk to others: an adversary tries them against every level."""

from hoofspiel.games.goodge.player import bid_up_to, greedy, promise_of
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.table import AUCTION, PASS, State
from hoofspiel.kernel.bits import bit

SLY = ("always_passes", "bids_little")
LESS = 35  # points below what the hand promises


def always_passes(s: State, seat: int, x: int) -> int:
    """If it may; once cards are played it takes rich tricks cheaply."""
    if s.phase == AUCTION and legal(s, seat) & bit(PASS):
        return PASS
    return greedy(s, seat, x)


def bids_little(s: State, seat: int, x: int) -> int:
    return bid_up_to(s, legal(s, seat), promise_of(s, seat) - LESS) if s.phase == AUCTION else greedy(s, seat, x)

"""What points are worth: how likely a seat is to win the match, going by the totals.

An outcome is a number: the points each seat has taken at the end of a round, in steps of five, SHARE_BITS wide each.
"""

from math import exp

from hoofspiel.games.goodge.table import BID_STEP, State
from hoofspiel.kernel.bits import bit

# Between two fits to 12,000 matches of sensible players each, at tables of three and of four; either fit was right
# within 2 %.
SOON = 108.0  # this many points behind the leader make a win e times less likely when the match may end now,
LATER = 0.24  # and this many more for each point that the leader still needs
SHARE_BITS = 6
MILLION = 1000000.0
LEAST_STAKE = 0.04  # of one who has hardly a chance, or has all but won


def share_of(outcome: int, p: int) -> int:
    """In steps of five."""
    return outcome >> SHARE_BITS * p & bit(SHARE_BITS) - 1


def gain_of(s: State, outcome: int, p: int) -> int:
    """What an outcome changes in a total."""
    gain = share_of(outcome, p) * BID_STEP
    return -s.bid if p == s.goodge and gain < s.bid else gain


def chance_after(s: State, outcome: int, seat: int) -> float:
    """Of winning the match."""
    top = -100000
    tied = False
    for p in range(s.n):
        total = s.total[p] + gain_of(s, outcome, p)
        tied = tied and total <= top or total == top
        top = max(top, total)
    mine = s.total[seat] + gain_of(s, outcome, seat)
    if top >= s.target and not tied:
        return 1.0 if mine == top else 0.0
    scale = scale_at(s, top)
    every = 0.0
    for p in range(s.n):
        every += exp(float(s.total[p] + gain_of(s, outcome, p) - top) / scale)
    return exp(float(mine - top) / scale) / every


def scale_at(s: State, top: int) -> float:
    return SOON + LATER * float(max(s.target - top, 0))


def note_standing(s: State) -> None:
    """How each seat stands, and what a point changes in that."""
    top = -100000
    for p in range(s.n):
        top = max(top, s.total[p])
    scale = scale_at(s, top)
    every = 0.0
    for p in range(s.n):
        every += exp(float(s.total[p] - top) / scale)
    for p in range(s.n):
        chance = exp(float(s.total[p] - top) / scale) / every
        s.standing[p] = int(chance * MILLION)
        s.stake[p] = int(scale / (800.0 * max(chance * (1.0 - chance), LEAST_STAKE)) * MILLION)


def worth_by_standing(s: State, outcome: int, seat: int) -> float:
    """How much better a seat stands after the round, about 0 to 1: a point counts as in value_of_points at first."""
    better = chance_after(s, outcome, seat) - float(s.standing[seat]) / MILLION
    return min(max(0.5 + better * float(s.stake[seat]) / MILLION, 0.0), 1.0)

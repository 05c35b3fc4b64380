"""The odds of winning that a gang and a hand give."""

from math import exp

from hoofspiel.games.gouda.cards import CHEESE_CARDS, NAILED_DOWN, WEAPONS
from hoofspiel.games.gouda.fights import total
from hoofspiel.games.gouda.position import RATS_TO_WIN, State
from hoofspiel.kernel.bits import count

# How much each thing adds to the logarithm of the odds of winning, fitted to 6,000 matches of greedy players. In
# 20,000 others at each number of seats the odds held within 0.03 with three and four, 0.05 with six, up to 0.9.
RAT_COUNTS = 0.5  # for every player at the table: the more there are, the fewer nights are left to catch up
FOURTH_COUNTS = 0.75
LIFE_COUNTS = 1.1
STRENGTH_COUNTS = 0.04  # a point of strength in hand
PLAYOFF_COUNTS = 0.2  # the same in a play-off, where little else decides
CHEESE_COUNTS = 0.25
ACTION_COUNTS = 0.1


def odds_with(s: State, rats: int, hand: int, strength: float) -> float:
    """For a player with this many rats and these cards, when a point of strength counts this much."""
    gang = LIFE_COUNTS * float(rats) if s.last_rat_standing else RAT_COUNTS * float(rats * s.n)
    if rats == RATS_TO_WIN - 1 and not s.last_rat_standing:
        gang += FOURTH_COUNTS
    return exp(
        gang
        + strength * float(total(hand & WEAPONS))
        + CHEESE_COUNTS * float(count(hand & CHEESE_CARDS))
        + ACTION_COUNTS * float(count(hand >> NAILED_DOWN))
    )

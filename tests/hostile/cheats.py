"""Every way we know to cheat the clock of taco, each with the lines it is tried on; seat 0 cheats."""

from random import Random
from typing import NamedTuple

from .lines import Cheat, Wire

NEAR = [Wire(20.0)] * 4
FAR_AND_NEAR = [Wire(5.0), Wire(20.0), Wire(80.0), Wire(200.0)]
RESTLESS = [Wire(20.0, 80.0, 0.005), Wire(80.0, 80.0, 0.005), Wire(20.0, 80.0, 0.005), Wire(120.0, 80.0, 0.005)]
SLOW_HANDS = [Wire(200.0), *NEAR[1:]]
ALL_OF_IT = 85.0
"""jitter and paint: who reports so much less than it took is not caught at it"""


class Trick(NamedTuple):
    """A cheat, and the lines of the table."""

    wires: list[Wire]
    cheat: Cheat


def less(reaction: float) -> float:
    return reaction - ALL_OF_IT


def now_and_then(chance: Random) -> float:
    """Held back as if the line were restless, with an honest answer here and there."""
    return 60.0 if chance.random() < 0.9 else 0.0


TRICKS = {
    "reports no time at all": Trick(NEAR, Cheat(claim=lambda reaction: 0.0)),
    "reports 85 ms less": Trick(NEAR, Cheat(claim=less)),
    "answers 60 ms late": Trick(NEAR, Cheat(late=lambda chance: 60.0, claim=less)),
    "answers 240 ms late": Trick(NEAR, Cheat(late=lambda chance: 240.0, claim=lambda reaction: reaction - 265.0)),
    "answers 240 ms late, reports truly": Trick(NEAR, Cheat(late=lambda chance: 240.0)),
    "answers late at random": Trick(NEAR, Cheat(late=lambda chance: chance.random() * 60.0, claim=less)),
    "answers late nearly always": Trick(NEAR, Cheat(late=now_and_then, claim=less)),
    "second socket": Trick(SLOW_HANDS, Cheat(looks=Wire(5.0))),
    "second socket, reports 85 ms less": Trick(SLOW_HANDS, Cheat(looks=Wire(5.0), claim=less)),
    "second person who watches": Trick(SLOW_HANDS, Cheat(watches=Wire(5.0), claim=less)),
}

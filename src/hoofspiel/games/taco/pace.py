"""The pace of a person, measured as they play, so that bots can be a match for them."""

from collections import deque
from collections.abc import Mapping
from random import Random
from typing import Any

from hoofspiel.games.taco.bot import FROM_BEHIND, LEVELS, at_pace
from hoofspiel.games.taco.names import CARDS
from hoofspiel.games.taco.slaps import is_special, side_of

REMEMBERED = 20  # slaps that count
CLOSE = 15  # milliseconds: bots are as near as this to the person's own mean
SLOWEST = 1500


class RollingPace:
    """The mean of somebody's last reactions, as if all cards had been plain ones from the front."""

    def __init__(self, start: int = LEVELS["club"]) -> None:
        self._last: deque[float] = deque([float(start)] * 4, REMEMBERED)

    @property
    def mean(self) -> float:
        return sum(self._last) / len(self._last)

    def watch(self, view: Mapping[str, Any], seat: int) -> None:
        """Learn from a settled event what a seat's right slap took."""
        for hand in view["hands"]:
            if hand["seat"] == seat and hand["verdict"] == "right" and view["card"] is not None:
                self.learn(hand["ms"], view["card"])

    def learn(self, ms: int, card: str) -> None:
        """Specials do not count: how long a gesture takes depends on keys and pads more than on the person."""
        if is_special(CARDS[card]):
            return
        if side_of(CARDS[card]):
            ms -= int(at_pace(FROM_BEHIND, int(self.mean)))
        self._last.append(float(min(SLOWEST, max(200, ms))))

    def opponent(self, chance: Random) -> int:
        """A pace for somebody who plays about as fast."""
        return round(self.mean) + chance.randint(-CLOSE, CLOSE)

"""Matches over simulated lines: every player sees a card late, presses a key, and is heard even later."""
import heapq
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from hoofspiel import IllegalMove, Match
from hoofspiel.games.taco.bot import NEVER, plan, seat_seed
from hoofspiel.games.taco.fair import FairOrder, Line, Press
from hoofspiel.games.taco.position import GESTURE
from hoofspiel.kernel.match import TIME

FRAME = 1000.0 / 60.0
AGAIN = 200.0               # a lost packet is sent again after so long


@dataclass(frozen=True)
class Wire:
    """A player's connection: milliseconds there and back, their jitter, and the share of packets lost."""

    trip: float
    jitter: float = 0.0
    loss: float = 0.0

    def one_way(self, chance: Random) -> float:
        late = self.trip + AGAIN if chance.random() < self.loss else 0.0
        return self.trip / 2.0 + chance.expovariate(1.0) * self.jitter / 2.0 + late

    def line(self, chance: Random, pings: int = 60) -> Line:
        """What the server has measured of it."""
        line = Line()
        for number in range(pings):
            there, back = self.one_way(chance), self.one_way(chance)
            line.measure(number * 500.0, there + back)
        return line


def one_event(
    wires: list[Wire], lines: list[Line], chance: Random, reactions: list[float], lies: list[float]
) -> list[int]:
    """A card that all slap: the seats in the order the server finds. `lies` are taken off what is reported."""
    order = FairOrder(lines, chance=chance)
    order.show(1, 0, [0.0] * len(wires))
    arrivals = []
    for seat, wire in enumerate(wires):
        painted = wire.one_way(chance) + chance.random() * FRAME
        arrived = painted + reactions[seat] + wire.one_way(chance)
        arrivals.append((arrived, Press(seat, "slap palm", 1, reactions[seat] - lies[seat], arrived)))
    found = []
    for arrived, press in sorted(arrivals, key=lambda pair: pair[0]):
        found += [moved.seat for moved in order.release(arrived)]
        order.take(press)
    return found + [moved.seat for moved in order.release(1e9)]


def whole_match(wires: list[Wire], paces: list[int], seed: int) -> int:
    """The winner of a match between bots who play over these wires."""
    return _Network(wires, paces, seed).play()


class _Network:
    def __init__(self, wires: list[Wire], paces: list[int], seed: int) -> None:
        self.wires, self.paces, self.seed = wires, paces, seed
        self.chance = Random(seed)
        self.match = Match("taco", seats=len(wires), seed=seed)
        self.lines = [wire.line(self.chance) for wire in wires]
        self.order = FairOrder(self.lines, chance=self.chance)
        self.queue: list[tuple[float, int, int, Any]] = []
        self.numbers = count()
        self.moment = -1
        self.key = 0
        self.seen: dict[int, int] = {}  # the reveal that each thing shown was about

    def play(self) -> int:
        self.tell(0.0)
        while not self.match.over:
            now, _, seat, what = heapq.heappop(self.queue)
            if isinstance(what, Press):
                self.order.take(what)
            self.settle(now)
        return self.match.winners[0]

    def at(self, when: float, seat: int, what: Any) -> None:
        heapq.heappush(self.queue, (when, next(self.numbers), seat, what))

    def settle(self, now: float) -> None:
        """Hand on what is certain, let time pass as far as it is certain, and tell everybody what is new."""
        for moved in self.order.release(now):
            self.hand_on(moved.seat, moved.move, moved.at)
        s = self.match.position
        sure = self.order.certain_until(self.key, now)
        if not self.match.over and sure > max(s.now, s.alarm):
            self.match.play(None, TIME, at=sure)
        if s.moment != self.moment and not self.match.over:
            self.tell(now)

    def hand_on(self, seat: int, move: str, at: int) -> None:
        if move.startswith("slap") and self.match.position.reveal:
            move = f"{move.split(' #')[0]} #{self.seen[int(move.split('#')[1])]}"
        with suppress(IllegalMove):     # overtaken by events
            self.match.play(seat, move, at=max(at, self.match.position.now))

    def tell(self, now: float) -> None:
        """Everybody is sent the new state, paints it, and decides what to do."""
        s = self.match.position
        self.moment = s.moment
        self.key += 1
        self.seen[self.key] = s.reveal
        self.order.show(self.key, s.now, [now] * s.n)
        self.at(now + 10.0, -1, None)
        self.at(now + float(s.alarm - s.now) + 400.0, -1, None)
        for seat, wire in enumerate(self.wires):
            painted = now + wire.one_way(self.chance) + self.chance.random() * FRAME
            guess, made = s, s.made[seat]
            x = seat_seed(self.seed, seat, s.moment)
            for _ in range(4):
                when, action = plan(guess, seat, self.paces[seat], x)
                if when == NEVER:
                    break
                reaction = float(when - s.now)
                arrived = painted + reaction + wire.one_way(self.chance)
                text = self.match.game.names.spell(guess, seat, action)
                self.at(arrived, seat, Press(seat, text, self.key, reaction, arrived))
                self.at(arrived + 300.0, -1, None)
                if not text.startswith("gesture"):
                    break
                guess = self.match.guess(seat, 1)
                guess.made[seat] = made = made + (1 << 2 * (action - GESTURE))
                guess.now = when

"""Matches of taco over simulated lines: packets are late, everything from the frame on is the server's own code.

A player sees a card when the packet is here and painted, presses after a human reaction, and is heard even later. The
server measures with its own pings, on its own MeasuredLine, and its own room decides who was first.
"""

import heapq
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from hoofspiel.games.taco.bot import NEVER, plan, seat_seed
from hoofspiel.games.taco.position import GESTURE
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.timed import TimedTurns
from hoofspiel.server.line import ECHO_CREDIT_MS, MeasuredLine, Vouched
from hoofspiel.store.port import Person

FRAME_MS = 1000.0 / 60.0
STALL_MS = 1000.0
CLUB = 530


@dataclass(frozen=True)
class Wire:
    """A path of packets: its round trip in ms, how much longer it is at worst, and how often it stalls for a second."""

    trip: float
    jitter: float = 0.0
    stalls: float = 0.0

    def one_way(self, chance: Random) -> float:
        stalled = STALL_MS if self.stalls and chance.random() < self.stalls else 0.0
        return self.trip / 2.0 + chance.random() * self.jitter / 2.0 + stalled


@dataclass
class Cheat:
    """What a player does besides playing; nothing for an honest one."""

    late: Callable[[Random], float] = lambda chance: 0.0
    """how long answers to pings are held back"""
    claim: Callable[[float], float] = lambda reaction: reaction
    """what is reported of a slap; a word that counts too early would be refused"""
    looks: Wire | None = None
    """a second socket, of the same person, to see cards on"""
    leaves: bool = False
    """the second socket is closed as soon as it has shown the card"""
    watches: Wire | None = None
    """the socket of another person who watches, to see cards on"""


HONEST = Cheat()


@dataclass
class Kernel:
    """What a kernel makes of the acknowledgements on a path, by Linux' own averages; no script delays those."""

    lowest: float = 1e9
    usual: float = 0.0
    spread: float = 0.0

    def sample(self, trip: float) -> None:
        if self.usual == 0.0:
            self.usual, self.spread = trip, trip / 2.0
        self.lowest = min(self.lowest, trip)
        error = trip - self.usual
        self.usual += error / 8.0
        self.spread += (abs(error) - self.spread) / 4.0

    def vouched(self) -> Vouched:
        return Vouched(self.lowest, self.usual - self.lowest + 2.0 * self.spread)


class Socket(PaperReader):
    """A reader whose frames travel."""

    def __init__(self, network: "Network", person: Person, wire: Wire, player: int, setup: str) -> None:
        super().__init__(person)
        self.network = network
        self.wire = wire
        self.player = player
        self.kernel = Kernel()
        for _ in range(2):  # the handshake
            self.kernel.sample(wire.one_way(network.chance) + wire.one_way(network.chance))
        handshake = Vouched(self.kernel.usual, None)
        vouches = {"direct": self.kernel.vouched, "header": lambda: handshake, "echo": None}[setup]
        self.line = MeasuredLine(network.paper.time, vouches, cap=ECHO_CREDIT_MS)  # type: ignore[assignment]
        self.here = self.there = 0.0

    def tell(self, *frames: bytes) -> None:
        network = self.network
        there = network.now + self.wire.one_way(network.chance)
        self.kernel.sample(there - network.now + self.wire.one_way(network.chance))
        self.here = max(self.here, there)  # in order
        for frame in frames:
            network.at(self.here, network.arrived, self, json.loads(frame))

    def send(self, call: Callable[..., None], *args: Any) -> None:
        """From the player to the server, in order."""
        network = self.network
        self.there = max(self.there, network.now + self.wire.one_way(network.chance))
        network.at(self.there, call, self, *args)


@dataclass
class Player:
    """Somebody at the table: where the cards are seen, where presses go."""

    eyes: Socket
    hands: Socket
    cheat: Cheat
    painted: dict[int, float] = field(default_factory=dict)
    """by reveal: when it was seen"""
    told: set[int] = field(default_factory=set)
    """reveals that a socket of the seat itself was shown"""
    seen: int = 0
    reveal: int = -1
    moment: int = -1
    plans: int = 0
    """the number of the plan that is being followed"""


class Network:
    """One match between people who are equally good."""

    def __init__(
        self, wires: list[Wire], cheats: dict[int, Cheat] | None = None, *, seed: int, setup: str = "direct"
    ) -> None:
        self.chance = Random(seed)
        self.seed = seed
        self.setup = setup
        self.wires = wires
        self.cheats = cheats or {}
        self.paper = Paper(seed=seed)
        self.players: list[Player] = []
        self.queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self.numbers = count()
        self.now = float(self.paper.time.now())
        self.posted = False
        self.presses: dict[str, tuple[int, float]] = {}
        """by id: whose, and the reaction as it really was"""
        self.gains: list[list[float]] = [[] for _ in wires]
        """by player: how much faster than it was each reaction counted"""
        self.room: Room

    # --- packets ---

    def at(self, when: float, call: Callable[..., None], *args: Any) -> None:
        heapq.heappush(self.queue, (when, next(self.numbers), call, args))

    def arrived(self, socket: Socket, message: dict[str, Any]) -> None:
        player = self.players[socket.player]
        if message["t"] == "ping":
            late = player.cheat.late(self.chance)
            self.at(self.now + late, lambda: socket.send(self._pong, message["n"]))
        elif message["t"] in ("state", "step"):
            self.at(self.now + self.chance.random() * FRAME_MS, self._painted, socket, message)

    def _pong(self, socket: Socket, n: int) -> None:
        socket.line.pong(n)  # type: ignore[attr-defined]

    def _ask(self, socket: Socket, request: m.Move) -> None:
        self.room.post(Asks(socket, request, self.paper.time.now()))
        self.posted = True

    def _ping(self) -> None:
        for reader in list(self.room.crowd.readers):
            if isinstance(reader, Socket):
                reader.tell(m.encode(reader.line.ping()))  # type: ignore[attr-defined]
        self.at(self.now + 1000.0, self._ping)

    # --- players ---

    def _painted(self, socket: Socket, message: dict[str, Any]) -> None:
        """As the page does it: reactions count from the paint of the last reveal."""
        player, view = self.players[socket.player], message["view"]
        if socket.seats and view["reveal"] not in player.told:
            player.told.add(view["reveal"])
            player.seen = message["v"]
        if socket is player.eyes:
            player.painted.setdefault(view["reveal"], self.now)
            player.reveal = view["reveal"]
            self._decide(player)
            if player.cheat.leaves and socket is not player.hands:
                self.room.crowd.leave(socket)
                self.at(self.now + 150.0, self._come_back, socket)

    def _come_back(self, socket: Socket) -> None:
        self.room.post(Joined(socket, None))
        self.posted = True

    def _decide(self, player: Player) -> None:
        """What this player does next, and when: as a bot of the game would."""
        match, seat = self.room.playing(), player.hands.player
        s = match.position
        if match.over or s.moment == player.moment:
            return
        player.moment = s.moment
        player.plans += 1
        guess, x = match.guess(seat, 1), seat_seed(self.seed ^ s.shown_at, seat, s.moment)
        for _ in range(4):
            when, action = plan(guess, seat, CLUB, x)
            if when == NEVER:
                return
            text = match.game.names.spell(guess, seat, action)
            if text.startswith("slap") and s.reveal:
                text = f"{text.split(' #')[0]} #{s.reveal}"
            self.at(self.now + max(0.0, float(when - s.now)), self._press, player, text, player.plans)
            if not text.startswith("gesture"):
                return
            guess.made[seat] += 1 << 2 * (action - GESTURE)
            guess.now = when

    def _press(self, player: Player, text: str, plan_number: int) -> None:
        if plan_number != player.plans:
            return  # something has happened since
        reaction = self.now - player.painted[player.reveal]
        name = f"p{next(self.numbers)}"
        self.presses[name] = player.hands.player, reaction
        claim = max(0.0, player.cheat.claim(reaction)) if text.startswith("slap") else reaction
        player.hands.send(self._ask, m.Move(name, 0, text, rt_ms=claim, seen=player.seen))

    # --- the match ---

    def _sit(self, seat: int, wire: Wire, person: Person) -> None:
        cheat = self.cheats.get(seat, HONEST)
        hands = Socket(self, person, wire, seat, self.setup)
        eyes, watcher = hands, None
        if cheat.looks is not None:
            eyes = Socket(self, person, cheat.looks, seat, self.setup)
        elif cheat.watches is not None:
            eyes = watcher = Socket(self, self.paper.person("Eye"), cheat.watches, seat, self.setup)
        self.players.append(Player(eyes, hands, cheat))
        for socket in {hands, eyes} if watcher is None else {hands, watcher}:
            self.room.post(Joined(socket, None))

    def _keep_gains(self) -> None:
        turns = self.room.turns
        assert isinstance(turns, TimedTurns)
        counts = turns.effective

        def effective(reader: Any, seat: int, request: m.Move, arrived: int) -> tuple[int, float]:
            found = counts(reader, seat, request, arrived)
            moved = turns.state.versions.moves_at(reader.seats, request.seen or 0)
            shown = turns.sent.get(moved)
            whose = self.presses.get(request.id)
            if shown is not None and whose is not None and request.move.startswith("slap"):
                self.gains[whose[0]].append(whose[1] - (found[0] / 10 - shown[0]))
            return found

        turns.effective = effective  # type: ignore[method-assign]

    async def play(self, most_ms: float = 900_000.0) -> list[int]:
        """The winners; none where the match takes too long."""
        paper = self.paper
        self.room, readers = await paper.table("taco", len(self.wires), gather=True, options={"short_deal": True})
        for reader in readers:
            self.room.crowd.leave(reader)
        for seat, wire in enumerate(self.wires):
            self._sit(seat, wire, readers[seat].person)
        await paper.quiet(self.room)
        self._keep_gains()
        self._ping()
        for player in self.players:
            self.room.post(Asks(player.hands, m.Pause(on=False), paper.time.now()))
        await paper.quiet(self.room)
        end = self.now + most_ms
        while not self.room.playing().over and self.now < end:
            due = paper.time.next_at()
            if due is not None and due <= self.queue[0][0]:
                self.now = max(self.now, float(due))
                paper.time.jump(due)
                await paper.quiet(self.room)
                continue
            when, _, call, args = heapq.heappop(self.queue)
            self.now = max(self.now, when)
            paper.time.jump(int(self.now))
            call(*args)
            if self.posted:
                self.posted = False
                await paper.quiet(self.room)
        return self.room.playing().winners

    def doubted(self) -> list[int]:
        return sorted(int(seat) for seat in self.room.body.doubted)

"""An adversary in the house: it watches how often a level makes each kind of choice, and looks for what beats that.

It has several ways to play: the choice that goes best in playouts against what it counted, those of simple players that
the game names (SLY in its bot.py), and what the game's own advice says. It tries them all and keeps the best.

adversary = Adversary(find_game("goats"), "club")
adversary.watch(seats=4, deal=1)              # as often as there is time
adversary.try_out(seats=4, enough=lambda: ...)  # which way wins most
adversary(match, seat, chance)                # a move, like any bot's

What it wins against the level is a lower bound for how far the level can be exploited: others may find more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any

from hoofspiel.bots import replies
from hoofspiel.bots.aloud import Aloud
from hoofspiel.bots.levels import choose_actions
from hoofspiel.bots.players import level_called, player_called
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch

PLAYOUTS = 48
"""Of every choice, all on the same guesses."""
EACH = 4
"""So many deals are played in every way before the worse half of them is dropped."""
BY_PLAYOUTS = "by playouts"


@dataclass(frozen=True, slots=True)
class Deal:
    """What an adversary won of one deal, played from every seat in turn."""

    wins: list[float]
    """By seat."""

    @property
    def share(self) -> float:
        return sum(self.wins) / len(self.wins)


class Adversary:
    """Replies to one level of one game."""

    def __init__(self, game: Game, against: str, *, compiled: bool | None = None, playouts: int = PLAYOUTS) -> None:
        if game.timed:
            raise BadMatch(f"{game.slug} is about speed: there is nothing to foresee. Choose a game of cards and bids.")
        self.game, self.against, self.playouts = game, against, playouts
        self.level = level_called(against)
        self.compiled = bind.available() if compiled is None else compiled
        self.plain = bind.plain(game, replies)
        self.world = bind.fast(game, replies) if self.compiled else self.plain
        self.counts: Any = [0] * (2 * replies.KINDS_OF_CHOICE)
        self.watched = 0
        self.ways = (BY_PLAYOUTS, *getattr(game.bot, "SLY", ()), "greedy", "sensible")
        self.way = BY_PLAYOUTS
        self.tried: dict[str, list[float]] = {}

    def watch(self, *, seats: int, deal: int) -> None:
        """A whole match of the level alone, all its choices counted."""
        match = Match(self.game, seats=seats, seed=deal, options=self.game.house_seats.get(seats, {}))
        chance = Random(f"watched {deal}")
        while not match.over and match.position.deals < self.game.most_deals:
            seat = chance.choice(match.actors)
            guess = match.guess(seat, chance.getrandbits(53))
            aloud = Aloud(self.game, guess)
            words = []
            for action in choose_actions(self.game, guess, seat, self.level, chance.getrandbits(53)):
                self.plain.count_choice(aloud.position, seat, action, self.counts)
                words.append(aloud.act(seat, action))
            match.play(seat, " ".join(words))
        self.watched += 1

    def __call__(self, match: Any, seat: int, chance: Random) -> str:
        """A move in the way that has won most; before any was tried, the one that goes best in playouts."""
        aloud = Aloud(self.game, match.guess(seat, chance.getrandbits(53)))
        words = []
        while True:
            words.append(aloud.act(seat, self._choice(aloud.position, seat, chance.getrandbits(40))))
            if not aloud.unfinished(seat):
                return " ".join(words)

    def _choice(self, s: Any, seat: int, seed: int) -> int:
        if self.way == BY_PLAYOUTS:
            return self._best(s, seat, seed)
        x = self.plain.seed_rng(seed)
        action: int = getattr(self.plain, self.way)(s, seat, x)
        return action if self.plain.legal(s, seat) >> action & 1 else int(self.plain.greedy(s, seat, x))

    def try_out(self, *, seats: int, deal: int, enough: Callable[[], bool]) -> None:
        """Play each way once and again, the worse half of them never more, until there is time no more or one left.

        Whatever has been played when time is up decides; at least one way is.
        """
        left = list(self.ways)
        self.tried = {}
        while len(left) > 1:
            for way in left:
                if self.tried and enough():
                    break
                self.way = way
                self.tried.setdefault(way, []).append(self.play(seats=seats, deal=deal).share)
            if enough():
                break
            deal += 1
            if len(self.tried[left[0]]) % EACH == 0:
                left.sort(key=self._won, reverse=True)
                del left[-(len(left) // 2) :]
        longest = max(len(shares) for shares in self.tried.values())
        self.way = max((way for way in left if len(self.tried.get(way, [])) >= longest - 1), key=self._won)

    def _won(self, way: str) -> float:
        return mean(self.tried[way]) if way in self.tried else 0.0

    def _best(self, s: Any, seat: int, seed: int) -> int:
        actions = members(self.plain.considered(s, seat))
        if len(actions) == 1:
            return actions[0]
        run, rooms, counts = self._ready(s)
        return max(actions, key=lambda action: run(*rooms, seat, action, seed, self.playouts, counts))

    def _ready(self, s: Any) -> tuple[Any, list[Any], Any]:
        if not self.compiled:
            return self.plain.value_of_reply, [s, bind.blank(self.game, s.n, {})], self.counts
        import numpy as np

        packed = [bind.pack(self.game, s, self.world.blank(s.n)) for _ in range(2)]
        return self.world.reply_value, packed, np.array(self.counts, np.int64)

    def play(self, *, seats: int, deal: int) -> Deal:
        """One deal against the level in all other seats, from every seat in turn."""
        level = player_called(self.against)
        wins = []
        for own in range(seats):
            match = Match(self.game, seats=seats, seed=deal, options=self.game.house_seats.get(seats, {}))
            chances = [Random(f"{deal} {own} {seat}") for seat in range(seats)]
            order = Random(deal)
            while not match.over and match.position.deals < self.game.most_deals:
                seat = order.choice(match.actors)
                match.play(seat, (self if seat == own else level)(match, seat, chances[seat]))
            wins.append(match.shares[own])
        return Deal(wins)

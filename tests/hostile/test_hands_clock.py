"""A stopwatch tells nothing about hidden cards: when answers come, how many messages and how large they are.

Two families of tables differ in what their bots do in secret and in how long they think about it. What somebody who
watches and somebody who plays against them receive must come from one and the same distribution.
"""

import asyncio
import json
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import pytest

from hoofspiel.bots.bench import PAUSES, SECONDS, Bench
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.live import hooks
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Joined, Left
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, PaperTime, default_seats
from hoofspiel.live.thinking import BRISK, UNHURRIED
from hoofspiel.live.words import Order

HIDDEN = sorted(slug for slug, game in games().items() if game.one_device is None)
MATCHES = 24
ANSWERS = 14
"""so many answers of bots are timed in each match"""
ENOUGH = 30
"""of such waits are compared"""
SUSPICIOUS = 1.63
"""Kolmogorov and Smirnov: alike families come out above this once in a hundred times"""


def distance(one: list[float], other: list[float]) -> float:
    """How far two samples are from one distribution: the largest gap between their steps, scaled by their sizes."""
    a, b = sorted(one), sorted(other)
    gap = max(abs(bisect_right(a, x) / len(a) - bisect_right(b, x) / len(b)) for x in {*a, *b})
    return gap * sqrt(len(a) * len(b) / (len(a) + len(b)))


def few(moves: list[str], chance: Random) -> str:
    """As little in secret as possible, and the lowest of what is sealed."""
    if moves[0].startswith("bid ") and "pass" not in moves:
        return moves[0]
    done = [move for move in moves if move == "ready"] or [move for move in moves if move.startswith("room ")]
    return chance.choice(done or moves)


def many(moves: list[str], chance: Random) -> str:
    """As much in secret as possible, and the highest of what is sealed."""
    if moves[0].startswith("bid ") and "pass" not in moves:
        return moves[-1]
    laid = [move for move in moves if move.startswith("lay ")] or [move for move in moves if move.startswith("room ")]
    return chance.choice(laid or moves)


class Thinkers:
    """Bots with the pauses of a real server, which think as long as they like within their time."""

    def __init__(self, time: PaperTime, seed: int, choose: Callable[[list[str], Random], str], share: float) -> None:
        self.time, self.choose, self.share = time, choose, share
        self.bench = Bench(workers=0)
        self.bench._chance = self.random = Random(seed)  # type: ignore[assignment]

    async def think(self, game: Game, guess: Any, seat: int, level: str, whose: tuple[str, str]) -> str:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        seconds = SECONDS[level] * self.share * self.random.random()
        self.time.wake(self.time.now() + round(seconds * 1000), lambda: done.set_result(None))
        await done
        legal = members(bind.plain(game).legal(guess, seat))
        moves = [game.names.spell(guess, seat, action) for action in legal]
        return self.choose([move for move in moves if move], self.random)

    def prepare(self, game: Game) -> None:
        pass

    def pause_ms(self, game: Game, level: str, share: float = 1.0) -> int:
        return self.bench.pause_ms(game, level, share)

    def chance(self) -> int:
        return self.random.getrandbits(53)


def share_of(game: Game, position: Any) -> float:
    """Of a usual pause. Questions of different shares are compared apart: together, the ones would hide the others."""
    return BRISK if hooks.brisk(game, position) else UNHURRIED if hooks.unhurried(game, position) else 1.0


class Stopwatch(PaperReader):
    """Notes how long each bot took for each answer, and the sizes of frames while a first choice is sealed."""

    def __init__(self, person: Any, paper: Paper, room: Room) -> None:
        super().__init__(person)
        self.paper, self.room = paper, room
        self.first = room.playing().position.moment
        self.questions: dict[tuple[int, int], tuple[int, float]] = {}
        self.waits: list[tuple[float, float]] = []
        """the share of a usual pause that such a question has, and the ms from the question to the answer"""
        self.sizes: list[int] = []

    def tell(self, *frames: bytes) -> None:
        at, match = self.paper.time.now(), self.room.playing()
        for frame in frames:
            told = json.loads(frame)
            if told["t"] not in ("step", "state"):
                continue
            now = {(told["asked"], seat) for seat in told["actors"] if seat}
            for question in [one for one in self.questions if one not in now]:
                since, share = self.questions.pop(question)
                self.waits.append((share, at - since))
            share = share_of(match.game, match.position)
            self.questions |= dict.fromkeys(now - set(self.questions), (at, share))
            if told["asked"] == self.first and 0 not in told["actors"]:
                self.sizes.append(len(frame))


class Family:
    """Tables alike in all that is public, and what a watcher and an opponent can measure there."""

    def __init__(self, slug: str, level: str) -> None:
        self.slug, self.level = slug, level
        self.waits: list[list[tuple[float, float]]] = [[], []]
        self.sizes: list[set[tuple[int, ...]]] = [set(), set()]

    async def play(self, number: int, thinkers: Callable[[PaperTime], Thinkers]) -> None:
        paper, chance = Paper(seed=number), Random(number)
        paper.host.around = paper.host.around._replace(players=thinkers(paper.time))
        seats = default_seats(self.slug)
        options = find_game(self.slug).live_options
        room, (own,) = await paper.table(self.slug, 1, seats - 1, options=options)
        for seat in range(1, seats):
            paper.ask(room, own, m.PutBot(seat, self.level))  # type: ignore[arg-type]
        readers = [Stopwatch(person, paper, room) for person in (paper.person("Watcher"), own.person)]
        for reader in readers:
            room.post(Joined(reader, None))
        await paper.quiet(room)
        room.post(Left(own))
        match, answered = room.playing(), (-1, -1)
        while len(readers[0].waits) < ANSWERS and not match.over:
            if 0 in match.actors and answered != (answered := (match.position.moment, room.v)):
                move = chance.choice([one for one in match.moves(0) if not one.startswith("lay ")])
                paper.ask(room, readers[1], m.Move(f"m{room.v}", match.position.moment, move))
            else:
                due = paper.time.next_at()
                assert due is not None
                paper.time.jump(due)
            await paper.quiet(room)
        for n, reader in enumerate(readers):
            self.waits[n] += reader.waits
            self.sizes[n].add(tuple(reader.sizes))


@pytest.mark.parametrize("level", ["casual", "master"])
@pytest.mark.parametrize("slug", HIDDEN)
async def test_no_stopwatch_tells_what_bots_do_in_secret(slug: str, level: str) -> None:
    one, other = Family(slug, level), Family(slug, level)
    for family, choose, share, seed in ((one, few, 0.02, 7), (other, many, 0.5, 8)):
        for n in range(1, MATCHES + 1):
            await family.play(n, partial(Thinkers, seed=100 * n + seed, choose=choose, share=share))
    for n in range(2):
        for kind in (BRISK, 1.0, UNHURRIED):
            a, b = ([wait for share, wait in family.waits[n] if share == kind] for family in (one, other))
            if min(len(a), len(b)) >= ENOUGH:
                assert distance(a, b) < SUSPICIOUS, (kind, sorted(a)[::9], sorted(b)[::9])
        assert len(one.waits[n]) >= 2 * ENOUGH
        assert one.sizes[n] == other.sizes[n]


def test_families_that_differ_are_told_apart() -> None:
    """The test above can fail: one more pause for every second answer is noticed."""
    bench = Bench(workers=0)
    bench._chance = Random(3)  # type: ignore[assignment]
    game = find_game("gouda")
    alike = [[float(bench.pause_ms(game, "casual")) for _ in range(150)] for _ in range(2)]
    later = [wait + (n % 2) * bench.pause_ms(game, "casual") for n, wait in enumerate(alike[1])]
    assert distance(*alike) < SUSPICIOUS < distance(alike[0], later)


@pytest.mark.parametrize("level", PAUSES)
@pytest.mark.parametrize("share", [BRISK, 1.0])
def test_no_pause_is_shorter_than_a_thought(level: str, share: float) -> None:
    bench = Bench(workers=0)
    pauses = [bench.pause_ms(find_game("goodge"), level, share) for _ in range(300)]
    assert min(pauses) > SECONDS[level] * 1000


@pytest.mark.parametrize("ordered", [Order(play="bid", at_most=100, otherwise="pass"), Order(play="pass")])
async def test_a_standing_order_is_followed_after_a_pause_that_knows_nothing_of_it(ordered: Order) -> None:
    paper = Paper(pause=1500)
    room, readers = await paper.table("goodge", 3)
    seat = room.playing().actors[0]
    other = readers[(seat + 1) % 3]
    other.new()
    await paper.say(room, readers[seat], m.Orders([ordered]))
    await paper.pass_time(room, 499)
    assert other.new() == []
    await paper.pass_time(room, 1)
    assert [message["t"] for message in other.new()] == ["step"]

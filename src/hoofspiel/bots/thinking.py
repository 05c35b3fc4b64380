"""A search with its memory: ask it about a guess, get what it found about every move.

thought = Thinker(game).think(guess, seat, seed=1, iterations=2000, seconds=1.0)
thought.best.move, thought.best.value, thought.line
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from hoofspiel.bots import search, trials
from hoofspiel.bots.aloud import Aloud
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.game import Game

EVERYTHING = (1 << 63) - 1
FIRST_CHUNK = 32
ROWS_EACH = 16
"""Rows of memory per iteration, enough for the longest chains of new situations."""
AT_ONCE = 16
"""Deals to weigh choices by before checking the clock again."""
SUMS = 512
"""Numbers a game may keep while it weighs choices."""
CHUNK_SECONDS = 0.01
"""How long the search runs before checking the clock again."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found about one legal action."""

    action: int
    words: str
    visits: int
    value: float
    """Average, about 0 to 1, for the seat that asked."""
    share: float
    """How often the mixed strategy plays it; 0 if none was sought."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a search: every action with what was found, best first."""

    choices: Sequence[Found]
    iterations: int
    line: Sequence[tuple[int, str]]
    """What the search expects to happen: seats and words."""

    @property
    def best(self) -> Found:
        return self.choices[0]


class Thinker:
    """Searches one game. It keeps its memory from one question to the next, so make one per worker and keep it."""

    def __init__(
        self,
        game: Game,
        *,
        rows: int = 1 << 16,
        threads: int = 1,
        compiled: bool | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.game = game
        self.clock = clock
        self.compiled = bind.available() if compiled is None else compiled
        self.world = bind.fast(game, search, trials) if self.compiled else bind.plain(game, search, trials)
        self.rows = rows if self.compiled else min(rows, 1 << 12)
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.desks = [_Desk(self.world, game, self.rows, clock, compiled=self.compiled) for _ in range(threads)]

    def think(
        self,
        guess: Any,
        seat: int,
        *,
        seed: int,
        iterations: int = 1_000,
        seconds: float = 1.0,
        explore: float = 0.7,
        mixed: int = search.NEVER_MIXED,
        allowed: int = EVERYTHING,
        lined: bool = True,
    ) -> Thought:
        """Look at a guess (a plain position, redealt for the seat) until the iterations or the seconds are used up.

        With `lined` it also says what it expects to happen.
        """
        settings = seat, explore, mixed, allowed
        until = self.clock() + seconds
        share = -(-iterations // len(self.desks))
        if self.pool is None:
            self.desks[0].work(guess, settings, seed, share, until)
        else:
            jobs = [
                self.pool.submit(desk.work, guess, settings, seed + k, share, until)
                for k, desk in enumerate(self.desks)
            ]
            for job in jobs:
                job.result()
        return self._sum_up(guess, seat, mixed, self._line(guess, seat, seed) if lined else [])

    def weigh(self, guess: Any, seat: int, *, seed: int, times: int, seconds: float) -> int:
        """The choice of a game that weighs choices in its own way; NOBODY where it does not."""
        if "weigh" not in vars(self.game.bot):
            return NOBODY
        rooms: list[Any] = [bind.blank(self.game, guess.n, {}) for _ in range(2)]
        sums: Any = [0] * SUMS
        weigh, x = bind.plain(self.game).weigh, bind.plain(self.game).seed_rng(seed)
        if weigh(guess, *rooms, seat, x, 0, sums) == NOBODY:
            return NOBODY
        position = guess
        if self.compiled:
            import numpy as np

            position, *rooms = [bind.pack(self.game, guess, self.world.blank(guess.n)) for _ in range(3)]
            sums, weigh = np.zeros(SUMS, np.int64), self.world.weigh_choices
        until = self.clock() + seconds
        choice = NOBODY
        for _ in range(0, times, AT_ONCE):
            x = bind.plain(self.game).next_rng(x)
            choice = int(weigh(position, *rooms, seat, x, AT_ONCE if self.compiled else 1, sums))
            if self.clock() >= until:
                break
        return choice

    def _sum_up(self, guess: Any, seat: int, mixed: int, line: Sequence[tuple[int, str]]) -> Thought:
        plain = bind.plain(self.game)
        actions = members(plain.legal(guess, seat))
        sums = [desk.root(seat) for desk in self.desks]
        found = []
        for action in actions:
            visits = sum(int(v[action]) for v, _, _ in sums)
            total = sum(float(t[action]) for _, t, _ in sums)
            share = sum(float(p[action]) for _, _, p in sums)
            found.append(
                Found(
                    action, self.game.names.spell(guess, seat, action), visits, total / visits if visits else 0.0, share
                )
            )
        every = sum(f.share for f in found) or 1.0
        found = [Found(f.action, f.words, f.visits, f.value, f.share / every) for f in found]
        key = (lambda f: (f.share, f.visits)) if mixed else (lambda f: (f.visits, f.value))
        found.sort(key=key, reverse=True)
        done = sum(int(desk.memory[search.DONE]) for desk in self.desks)
        return Thought(found, done, line)

    def _line(self, guess: Any, seat: int, seed: int) -> list[tuple[int, str]]:
        """The expected choices in words: the rules are replayed plain from the same guess."""
        plain = bind.plain(self.game)
        rng = plain.seed_rng(seed)
        steps = self.desks[0].line(seat, rng)
        aloud = Aloud(self.game, guess)
        plain.redeal(aloud.position, seat, rng)
        plain.reopen(aloud.position)
        return [(who, aloud.act(who, action)) for who, action in (divmod(step, 64) for step in steps)]


class _Desk:
    """The memory of one thread."""

    def __init__(self, world: Any, game: Game, rows: int, clock: Callable[[], float], *, compiled: bool) -> None:
        self.world, self.game, self.rows, self.clock, self.compiled = world, game, rows, clock, compiled
        self.nodes = self.all_nodes = world.rows(search.Node, rows)
        self.arms = self.all_arms = world.rows(search.Arm, rows)
        self.path = world.rows(search.Step, 512)
        self.memory = self._numbers(search.MEMORY)
        self.position: Any = None
        self.scratch: Any = None
        self.dark: Any = None

    def _numbers(self, n: int) -> Any:
        if not self.compiled:
            return [0] * n
        import numpy as np

        return np.zeros(n, np.int64)

    def work(self, guess: Any, settings: tuple[int, float, int, int], seed: int, iterations: int, until: float) -> None:
        self._clear(guess, min(self.rows, 1 << (ROWS_EACH * iterations).bit_length()))
        seat, explore, mixed, allowed = settings
        chunk = FIRST_CHUNK
        think = self.world.think if self.compiled else self.world.search
        while iterations > 0:
            begin = self.clock()
            if begin >= until and self.memory[search.DONE]:
                break
            n = min(chunk, iterations)
            think(
                self.position,
                self.scratch,
                self.dark,
                self.nodes,
                self.arms,
                self.path,
                self.memory,
                seat,
                n,
                seed,
                explore,
                mixed,
                allowed,
            )
            iterations -= n
            took = max(self.clock() - begin, 1e-6)
            chunk = max(1, min(chunk * 4, int(n * CHUNK_SECONDS / took)))

    def _clear(self, guess: Any, rows: int) -> None:
        """A short search uses a small part of the memory: clearing all of it would take longer than the search."""
        if self.compiled:
            self.nodes, self.arms = self.all_nodes[:rows], self.all_arms[:rows]
            for used in (self.nodes, self.arms):
                used.view("i8").fill(0)  # as plain numbers: records would be cleared one by one
            self.position = bind.pack(self.game, guess, self.world.blank(guess.n))
            self.scratch = self.position.copy()
            self.dark = self.position.copy()
        else:
            self.nodes = self.world.rows(search.Node, rows)
            self.arms = self.world.rows(search.Arm, rows)
            self.position = guess
            self.scratch = bind.blank(self.game, guess.n, {})
            self.dark = bind.blank(self.game, guess.n, {})
        self.memory[:] = [0] * search.MEMORY

    def root(self, seat: int) -> tuple[Any, Any, Any]:
        """Visits, totals and shares by action."""
        visits: Any = self._numbers(64)
        totals: Any = [0.0] * 64
        shares: Any = [0.0] * 64
        if self.compiled:
            import numpy as np

            totals, shares = np.zeros(64), np.zeros(64)
            self.world.read_root(self.position, self.nodes, self.arms, seat, visits, totals, shares)
        else:
            known, mask = self.world.knowledge(self.position, seat), self.world.legal(self.position, seat)
            self.world.found(self.nodes, self.arms, known, mask, visits, totals, shares)
        return visits, totals, shares

    def line(self, seat: int, rng: int) -> list[int]:
        if not self.compiled:
            return []
        out = self._numbers(12)
        length = self.world.best_line(self.position, self.scratch, self.nodes, self.arms, seat, rng, out)
        return [int(step) for step in out[:length]]


@cache
def thinker(game: Game) -> Thinker:
    """This process's one thinker for a game."""
    return Thinker(game)

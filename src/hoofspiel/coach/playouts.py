"""Matches played on from a position, many times, plain or compiled: where all of the coach's figures come from.

Everybody goes on as a sensible player, who is handed no more than a seat can know. A deal is played to its end; what
the match is worth then, the game reckons. Sample k meets the same chance whatever is tried, so that luck does not speak
for one choice or another.
"""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.bots.search import handed
from hoofspiel.kernel.bits import count, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import (
    apply,
    assign,
    chance_to_win,
    facts,
    position_in,
    redeal,
    reopen,
    sensible,
    settled,
    start,
    unfinished,
    winners,
)
from hoofspiel.kernel.engine import NOBODY, actors
from hoofspiel.kernel.game import Position

ENTRIES = ("sample_choice", "sample_position", "sample_start")
"""The functions that Python calls when this module is compiled."""

LONGEST_PLAYOUT = 2_000
SEEDS_OF_PLAY = 1 << 41  # here, so that what is played on a guess shows no trace of how it was drawn
FACTS = 8  # how many a game may count


def choose_sensibly(g: Position, h: Position, seat: int, x: int) -> int:
    return sensible(handed(g, h, seat, x), seat, next_rng(x))


def move_by(g: Position, h: Position, seat: int, series: MutableSequence[int], size: int, x: int) -> None:
    """These actions; where there are none, those of a sensible player."""
    for k in range(size):
        apply(g, seat, series[k])
    if size == 0:
        apply(g, seat, choose_sensibly(g, h, seat, x))
        while unfinished(g) == seat:
            x = next_rng(x)
            apply(g, seat, choose_sensibly(g, h, seat, x))


def finish_deal(g: Position, h: Position, root: Position, seat: int, x: int) -> int:
    """Play on to the end of the deal; the facts about the choice that `seat` made at `root`."""
    until = g.deals + 1
    left = LONGEST_PLAYOUT
    found = NOBODY
    while actors(g) and g.deals < until and left:
        if found == NOBODY and seat != NOBODY and settled(g, root):
            found = facts(g, root, seat)
        x = next_rng(x)
        p = pick(actors(g), below(x, count(actors(g))))
        x = next_rng(x)
        apply(g, p, choose_sensibly(g, h, p, x))
        left -= 1
    if seat == NOBODY:
        return 0
    return facts(g, root, seat) if found == NOBODY else found


def add_shares(g: Position, shares: MutableSequence[float], row: int) -> None:
    """What the match is worth to each seat; all add up to one."""
    if actors(g) == 0:
        best = winners(g)
        for p in range(g.n):
            shares[row + p] += 1.0 / float(count(best)) if best >> p & 1 else 0.0
        return
    every = 0.0
    for p in range(g.n):
        every += chance_to_win(g, p)
    for p in range(g.n):
        shares[row + p] += chance_to_win(g, p) / every if every > 0.0 else 1.0 / float(g.n)


def try_choice_blind(
    s: Position,
    g: Position,
    h: Position,
    seat: int,
    series: MutableSequence[int],
    size: int,
    seed: int,
    times: int,
    shares: MutableSequence[float],
    counts: MutableSequence[int],
) -> None:
    """A choice of `seat` on guesses of its own: a row of shares each time, and how often each fact was true."""
    for k in range(times):
        x = seed_rng(seed + k)
        assign(g, s)
        redeal(g, seat, x)
        reopen(g)
        x = seed_rng(seed + k + SEEDS_OF_PLAY)
        move_by(g, h, seat, series, size, x)
        found = finish_deal(g, h, s, seat, next_rng(x))
        add_shares(g, shares, k * g.n)
        for fact in range(FACTS):
            counts[fact] += found >> fact & 1


def try_position(
    s: Position,
    g: Position,
    h: Position,
    seat: int,
    series: MutableSequence[int],
    size: int,
    seed: int,
    times: int,
    shares: MutableSequence[float],
) -> None:
    """The position as it is, with new chance from here on, after these actions of a seat; shares are added up."""
    for k in range(times):
        x = seed_rng(seed + k)
        assign(g, s)
        g.rng = seed_rng(seed + k + times)
        for step in range(size):
            apply(g, seat, series[step])
        finish_deal(g, h, s, NOBODY, x)
        add_shares(g, shares, 0)


def try_start(blank: Position, g: Position, h: Position, seed: int, times: int, shares: MutableSequence[float]) -> None:
    """New matches, as far as the end of the first deal."""
    for k in range(times):
        assign(g, blank)
        g.rng = seed_rng(seed + k)
        start(g)
        finish_deal(g, h, blank, NOBODY, seed_rng(seed + k + times))
        add_shares(g, shares, 0)


# --- ways in ---


def sample_choice(
    a: Any, b: Any, c: Any, seat: int, series: Any, size: int, seed: int, times: int, shares: Any, counts: Any
) -> None:
    try_choice_blind(position_in(a), position_in(b), position_in(c), seat, series, size, seed, times, shares, counts)


def sample_position(
    a: Any, b: Any, c: Any, seat: int, series: Any, size: int, seed: int, times: int, shares: Any
) -> None:
    try_position(position_in(a), position_in(b), position_in(c), seat, series, size, seed, times, shares)


def sample_start(a: Any, b: Any, c: Any, seed: int, times: int, shares: Any) -> None:
    try_start(position_in(a), position_in(b), position_in(c), seed, times, shares)

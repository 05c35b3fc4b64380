"""Choices tried out: the deal is played on by sensible players, many times, and what came of it is added up.

A search says which choice is best; this says what that means at the table. Every choice is tried on the same guesses.
"""
from collections.abc import MutableSequence
from typing import Any

from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import apply, assign, points, position_in, redeal, reopen, winners
from hoofspiel.kernel.engine import actors
from hoofspiel.kernel.game import Position
from hoofspiel.kernel.loops import ALL_SHARES, GREEDY_PLAYER, act, choose_as

ENTRIES = ("try_choice",)
"""The function that Python calls when this module is compiled."""

LONGEST_TRIAL = 2_000
TRIED = 0               # how often the choice was tried out
IN_FRONT = 1            # ended in front, in ALL_SHARES parts
LEAD = 2                # points ahead of the best of the others, added up
TRIAL_SUMS = 3


def try_out(
    s: Position, g: Position, h: Position, seat: int, action: int, seed: int, times: int, sums: MutableSequence[int]
) -> None:
    """Play the deal on `times` times after this choice: `g` is where it happens, `h` what each player is handed."""
    until = s.deals + 1
    for k in range(times):
        x = seed_rng(seed + k)
        assign(g, s)
        redeal(g, seat, x)
        reopen(g)
        act(g, seat, action)
        left = LONGEST_TRIAL
        while actors(g) and g.deals < until and left:
            x = next_rng(x)
            p = pick(actors(g), below(x, count(actors(g))))
            x = next_rng(x)
            apply(g, p, choose_as(g, h, p, GREEDY_PLAYER, x))
            left -= 1
        add_trial(g, seat, sums)


def add_trial(g: Position, seat: int, sums: MutableSequence[int]) -> None:
    best = -1_000_000
    front = 0
    for p in range(g.n):
        if p != seat:
            best = max(best, points(g, p))
    for p in range(g.n):
        if points(g, p) >= max(best, points(g, seat)):
            front |= bit(p)
    if actors(g) == 0:
        front = winners(g)
    sums[TRIED] += 1
    sums[LEAD] += points(g, seat) - best
    if front >> seat & 1:
        sums[IN_FRONT] += ALL_SHARES // count(front)


def try_choice(a: Any, b: Any, c: Any, seat: int, action: int, seed: int, times: int, sums: Any) -> None:
    try_out(position_in(a), position_in(b), position_in(c), seat, action, seed, times, sums)

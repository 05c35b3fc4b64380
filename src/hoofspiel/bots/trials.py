"""Choices tried out: the deal is played to its end many times, and the results are added up.

A search says which choice is best; this says what that means at the table. The seat goes on as the search has planned,
as far as the plan goes; the others do what the search expects of them. Where neither says anything, everybody is a
sensible player. Every choice is tried on the same guesses.
"""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.bots.tree import most_tried
from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import (
    assign,
    chance_to_win,
    expected,
    facts,
    greedy,
    legal,
    points,
    position_in,
    redeal,
    reopen,
    settled,
    study,
    weigh,
    winners,
)
from hoofspiel.kernel.engine import NOBODY, actors, knowledge
from hoofspiel.kernel.game import Position
from hoofspiel.kernel.loops import ALL_SHARES, act, guess_for

ENTRIES = ("try_choice", "weigh_choices")
"""The functions that Python calls when this module is compiled."""

LONGEST_TRIAL = 2_000
A_PLAN = 5  # with fewer visits by the search an action is no more than an idea
TRIED = 0  # how often the choice was tried out
IN_FRONT = 1  # ended in front, in ALL_SHARES parts
LEAD = 2  # points ahead of the best of the others, added up
MATCH_CHANCE = 3  # the chance to win the match after it, in MATCH_PARTS: as a review reckons it
MATCH_PARTS = 1_000_000
FIRST_FACT = 4  # how often each of the game's facts about the choice was true: those that a review counts, too
FACTS = 8
TRIAL_SUMS = FIRST_FACT + FACTS


def try_out(
    s: Position,
    g: Position,
    h: Position,
    nodes: Any,
    arms: Any,
    seat: int,
    action: int,
    seed: int,
    times: int,
    sums: MutableSequence[int],
) -> None:
    """Play the deal out `times` times after this choice, in `g`; `h` is what each player is handed."""
    until = s.deals + 1
    study(s, seat)
    for k in range(times):
        x = seed_rng(seed + k)
        assign(g, s)
        redeal(g, seat, x)
        reopen(g)
        act(g, seat, action)
        left = LONGEST_TRIAL
        found = NOBODY
        while actors(g) and g.deals < until and left:
            if found == NOBODY and settled(g, s):
                found = facts(g, s, seat)
            x = next_rng(x)
            p = pick(actors(g), below(x, count(actors(g))))
            x = next_rng(x)
            assign(h, g)
            guess_for(h, p, x)
            x = next_rng(x)
            wanted = expected(h, p, x) if p != seat else planned(g, p, nodes, arms)
            act(g, p, wanted if wanted != NOBODY else greedy(h, p, x))
            left -= 1
        add_trial(g, seat, sums)
        if found == NOBODY:
            found = facts(g, s, seat)
        for fact in range(FACTS):
            sums[FIRST_FACT + fact] += found >> fact & 1


def planned(g: Position, seat: int, nodes: Any, arms: Any) -> int:
    """What the search tried most in this situation; NOBODY if it has hardly been here."""
    return most_tried(nodes, arms, knowledge(g, seat), legal(g, seat), A_PLAN)


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
    if actors(g) == 0:
        sums[MATCH_CHANCE] += MATCH_PARTS // count(front) if front >> seat & 1 else 0
    else:
        every = 0.0
        for p in range(g.n):
            every += chance_to_win(g, p)
        won = chance_to_win(g, seat) / every if every > 0.0 else 1.0 / float(g.n)
        sums[MATCH_CHANCE] += int(won * MATCH_PARTS)


def try_choice(
    a: Any, b: Any, c: Any, nodes: Any, arms: Any, seat: int, action: int, seed: int, times: int, sums: Any
) -> None:
    try_out(position_in(a), position_in(b), position_in(c), nodes, arms, seat, action, seed, times, sums)


def weigh_choices(a: Any, b: Any, c: Any, seat: int, x: int, times: int, sums: Any) -> int:
    return weigh(position_in(a), position_in(b), position_in(c), seat, x, times, sums)

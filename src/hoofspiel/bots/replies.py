"""What each choice brings against players who are known by how often they make each kind of choice, plain or compiled.

A kind of choice is what the game says (seen_as). Somebody who was offered a kind a hundred times and took it
thirty times weighs it by 0.3; of the choices of a moment one is drawn by these weights.
"""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.kernel.bits import count, lowest, pick
from hoofspiel.kernel.chance import LOW32, below, next_rng, seed_rng
from hoofspiel.kernel.contract import assign, legal, position_in, redeal, reopen, seen_as, value
from hoofspiel.kernel.engine import actors
from hoofspiel.kernel.game import Position
from hoofspiel.kernel.loops import act

ENTRIES = ("reply_value",)
"""The functions that Python calls when this module is compiled."""

KINDS_OF_CHOICE = 4096
WAS_TAKEN = 0  # where the counts of choices taken begin,
WAS_OFFERED = KINDS_OF_CHOICE  # and of those offered
LONGEST_REPLY = 2_000  # choices in one playout
FINELY = 1 << 30


def weight_of(s: Position, seat: int, action: int, counts: MutableSequence[int]) -> float:
    kind = seen_as(s, seat, action)
    return (float(counts[WAS_TAKEN + kind]) + 0.5) / (float(counts[WAS_OFFERED + kind]) + 1.0)


def count_choice(s: Position, seat: int, action: int, counts: MutableSequence[int]) -> None:
    """Note what a player took, and what it might have taken."""
    left = legal(s, seat)
    while left:
        counts[WAS_OFFERED + seen_as(s, seat, lowest(left))] += 1
        left &= left - 1
    counts[WAS_TAKEN + seen_as(s, seat, action)] += 1


def likely_choice(s: Position, seat: int, x: int, counts: MutableSequence[int]) -> int:
    """A choice as the players who were counted would make it."""
    mask = legal(s, seat)
    if mask & (mask - 1) == 0:
        return lowest(mask)
    total = 0.0
    left = mask
    while left:
        total += weight_of(s, seat, lowest(left), counts)
        left &= left - 1
    point = float(below(x, FINELY)) / float(FINELY) * total
    answer = lowest(mask)
    while mask and point >= 0.0:
        answer = lowest(mask)
        mask &= mask - 1
        point -= weight_of(s, seat, answer, counts)
    return answer


def value_of_reply(
    s: Position, g: Position, seat: int, action: int, seed: int, times: int, counts: MutableSequence[int]
) -> float:
    """What an action is worth on average when the deal goes on with likely choices of everybody; `g` is to play in."""
    total = 0.0
    for k in range(times):
        x = seed_rng(seed + k)
        assign(g, s)
        redeal(g, seat, seed_rng(x & LOW32))
        reopen(g)
        act(g, seat, action)
        left = LONGEST_REPLY
        while actors(g) and g.deals == s.deals and left:
            x = next_rng(x)
            p = pick(actors(g), below(x, count(actors(g))))
            x = next_rng(x)
            act(g, p, likely_choice(g, p, x, counts))
            left -= 1
        total += value(g, seat)
    return total / float(times)


def reply_value(a: Any, b: Any, seat: int, action: int, seed: int, times: int, counts: Any) -> float:
    return value_of_reply(position_in(a), position_in(b), seat, action, seed, times, counts)

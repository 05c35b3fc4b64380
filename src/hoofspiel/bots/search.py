"""Monte Carlo tree search for any game, plain or compiled, written against kernel/contract.py.

Every iteration guesses what the seat cannot know and takes back the choices sealed in this moment. Every seat walks a
tree of its own, keyed by what that seat knows: those who choose at once choose independently, and nobody answers a
choice it could not have seen. Values are by seat, for any number of players.
"""
from collections.abc import MutableSequence
from math import log, sqrt
from typing import Any

from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import (
    apply,
    assign,
    considered,
    expected,
    far_enough,
    legal,
    position_in,
    redeal,
    reopen,
    rollout,
    value,
)
from hoofspiel.kernel.engine import NOBODY, actors, knowledge, mix
from hoofspiel.kernel.game import Position
from hoofspiel.kernel.loops import act

ENTRIES = ("think", "read_root", "best_line")
"""The functions that Python calls when this module is compiled."""

ONE = 1 << 20
EXPLORED = 0.1          # share of choices that regret matching leaves to chance
NEVER_MIXED = 0         # how seats that choose at once choose: UCB,
MIXED_FIRST = 1         # regret matching in the first moment,
MIXED_ALWAYS = 2        # regret matching in every moment in which several choose

USED = 0                # the memory of a search: rows in use, iterations done, where its chance goes on
DONE = 1
CHANCE = 2
MEMORY = 3


class Arm:
    """What the search knows of one action in one situation of one seat."""

    key: int            # the situation and the action; 0 when this row is free
    visits: int
    seen: int           # times the action was possible
    total: float        # values added up
    regret: float
    share: float        # how often regret matching wanted it


class Step:
    """One choice on the way down."""

    arm: int
    seat: int
    action: int
    node: int           # the situation
    mask: int           # what was possible there
    mixed: int


def find(arms: Any, node: int, action: int) -> int:
    """The row of an action, or the free row where it belongs."""
    key = mix(node, action + 1)
    i = (key ^ key >> 32) & (len(arms) - 1)
    while arms[i].key != key and arms[i].key != 0:
        i = (i + 1) & (len(arms) - 1)
    return i


def untried(arms: Any, node: int, mask: int) -> int:
    """The actions of a situation that were never tried."""
    new = 0
    left = mask
    while left:
        action = lowest(left)
        left &= left - 1
        if arms[find(arms, node, action)].visits == 0:
            new |= bit(action)
    return new


def best_bound(arms: Any, node: int, mask: int, explore: float) -> int:
    """UCB1 among tried actions, counting how often each was possible."""
    best = -1e9
    answer = -1
    while mask:
        action = lowest(mask)
        mask &= mask - 1
        arm = arms[find(arms, node, action)]
        arm.seen += 1
        n = float(arm.visits)
        bound = arm.total / n + explore * sqrt(log(float(arm.seen)) / n)
        if bound > best:
            best = bound
            answer = action
    return answer


def match_regret(arms: Any, node: int, mask: int, x: int) -> int:
    """An action with the odds of regret matching, some of the time any action."""
    wanted = 0.0
    left = mask
    while left:
        wanted += max(arms[find(arms, node, lowest(left))].regret, 0.0)
        left &= left - 1
    point = float(below(x, ONE)) / float(ONE)
    answer = lowest(mask)
    even = 1.0 / float(count(mask))
    left = mask
    while left:
        action = lowest(left)
        left &= left - 1
        arm = arms[find(arms, node, action)]
        odds = max(arm.regret, 0.0) / wanted if wanted > 0.0 else even
        arm.share += odds
        odds = (1.0 - EXPLORED) * odds + EXPLORED * even
        if point >= 0.0:
            answer = action
        point -= odds
    return answer


def learn_regret(arms: Any, step: Any, gain: float) -> None:
    """Each action not taken is regretted by what it gave on average above what we got."""
    left = step.mask & ~bit(step.action)
    while left:
        arm = arms[find(arms, step.node, lowest(left))]
        left &= left - 1
        if arm.visits:
            arm.regret += arm.total / float(arm.visits) - gain


def choose_arm(g: Position, arms: Any, step: Any, seat: int, x: int, explore: float, mixed: int) -> int:
    """Fill in one step for a seat; 0 when the seat has never been in this situation."""
    mask = considered(g, seat)
    node = knowledge(g, seat)
    new = untried(arms, node, mask)
    known = 1
    if new:
        known = 0 if new == mask else 1
        action = pick(new, below(x, count(new)))
    elif mixed:
        action = match_regret(arms, node, mask, x)
    else:
        action = best_bound(arms, node, mask, explore)
    step.arm = find(arms, node, action)
    step.seat = seat
    step.action = action
    step.node = node
    step.mask = mask
    step.mixed = mixed
    return known


def search(
    root: Position, g: Position, arms: Any, path: Any, memory: MutableSequence[int],
    me: int, iterations: int, seed: int, explore: float, mixed: int, allowed: int,
) -> None:
    """So many iterations more, each as far as the game says. The length of `arms` is a power of two.

    In the first moment `me` looks at `allowed` actions only, some of those it considers. When three quarters of the
    rows are in use the tree grows no more.
    """
    x = memory[CHANCE] if memory[DONE] else seed_rng(seed)     # so that the pieces do as one whole does
    room = len(arms) * 3 // 4
    for _ in range(iterations):
        x = next_rng(x)
        assign(g, root)
        redeal(g, me, x)
        reopen(g)
        steps = 0
        first = True
        known = True                       # all who chose had been here before
        while (known and actors(g) and not far_enough(g, root) and memory[USED] + g.n < room
               and steps + g.n <= len(path)):
            begin = steps
            asked = actors(g)
            several = asked & (asked - 1) != 0
            now_mixed = 1 if mixed == MIXED_ALWAYS and several or mixed == MIXED_FIRST and first else 0
            left = asked
            while left:                    # everybody chooses
                seat = lowest(left)
                left &= left - 1
                x = next_rng(x)
                step = path[steps]
                habit = expected(g, seat, x) if seat != me else NOBODY
                if habit != NOBODY:
                    step.seat = seat
                    step.action = habit
                    step.arm = NOBODY
                    steps += 1
                    continue
                if choose_arm(g, arms, step, seat, x, explore, now_mixed) == 0:
                    known = False
                if first and seat == me and allowed >> step.action & 1 == 0:
                    narrow(arms, step, allowed, x, explore)
                if arms[step.arm].key == 0:
                    arms[step.arm].key = mix(step.node, step.action + 1)
                    arms[step.arm].seen += 1
                    memory[USED] += 1
                steps += 1
            moment = g.moment
            left = bit(steps - begin) - 1
            while left and g.moment == moment:     # then the choices are made, in any order, as far as they count
                x = next_rng(x)
                k = pick(left, below(x, count(left)))
                left ^= bit(k)
                act(g, path[begin + k].seat, path[begin + k].action)
            first = False
        play_on(g, root, x)
        for k in range(steps):
            step = path[k]
            if step.arm == NOBODY:
                continue
            gain = value(g, step.seat)
            if step.mixed:
                learn_regret(arms, step, gain)
            arm = arms[step.arm]
            arm.visits += 1
            arm.total += gain
    memory[DONE] += iterations
    memory[CHANCE] = x


def play_on(g: Position, root: Position, x: int) -> None:
    """Quick choices until the search has gone far enough; in any order, so that nobody is always first in a race."""
    while actors(g) and not far_enough(g, root):
        x = next_rng(x)
        seat = pick(actors(g), below(x, count(actors(g))))
        x = next_rng(x)
        apply(g, seat, rollout(g, seat, x))


def narrow(arms: Any, step: Any, allowed: int, x: int, explore: float) -> None:
    """The seat overlooks what it chose: it takes the best of what it does see."""
    mask = step.mask & allowed
    new = untried(arms, step.node, mask)
    step.action = pick(new, below(x, count(new))) if new else best_bound(arms, step.node, mask, explore)
    step.arm = find(arms, step.node, step.action)


# --- ways in ---


def think(
    a: Any, scratch: Any, arms: Any, path: Any, memory: Any,
    me: int, iterations: int, seed: int, explore: float, mixed: int, allowed: int,
) -> None:
    search(position_in(a), position_in(scratch), arms, path, memory, me, iterations, seed, explore, mixed, allowed)


def read_root(a: Any, arms: Any, me: int, visits: Any, totals: Any, shares: Any) -> int:
    """Fill in what was found about each action of the first moment; the mask of actions."""
    s = position_in(a)
    mask = legal(s, me)
    node = knowledge(s, me)
    left = mask
    while left:
        action = lowest(left)
        left &= left - 1
        arm = arms[find(arms, node, action)]
        visits[action] = arm.visits
        totals[action] = arm.total
        shares[action] = arm.share
    return mask


def best_line(a: Any, scratch: Any, arms: Any, me: int, rng: int, out: Any) -> int:
    """The choices most tried, one after the other, in one guess: seat * 64 + action each; how many there are."""
    g = position_in(scratch)
    assign(g, position_in(a))
    redeal(g, me, rng)
    reopen(g)
    length = 0
    while actors(g) and length < len(out):
        seat = lowest(actors(g))
        node = knowledge(g, seat)
        left = legal(g, seat)
        most = 0
        best = -1
        while left:
            action = lowest(left)
            left &= left - 1
            if arms[find(arms, node, action)].visits > most:
                most = arms[find(arms, node, action)].visits
                best = action
        if best < 0:
            return length
        out[length] = seat * 64 + best
        length += 1
        act(g, seat, best)
    return length

"""Monte Carlo tree search for any game, plain or compiled, written against kernel/contract.py.

Every iteration guesses what the seat cannot know and takes back the choices sealed in this moment. Every seat walks a
tree of its own, keyed by what that seat knows: those who choose at once choose independently, and nobody answers a
choice it could not have seen. Values are by seat, for any number of players.
"""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.bots.tree import (
    ARMED,
    CHANCE,
    DONE,
    MEMORY,
    USED,
    Arm,
    Node,
    Step,
    choose_arm,
    found,
    learn,
    most_tried,
    there_is_room,
)
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import LOW32, below, next_rng, seed_rng
from hoofspiel.kernel.contract import (
    apply,
    assign,
    considered,
    expected,
    far_enough,
    in_the_dark,
    legal,
    position_in,
    redeal,
    reopen,
    rollout,
    value,
)
from hoofspiel.kernel.engine import NOBODY, actors, knowledge
from hoofspiel.kernel.game import Position
from hoofspiel.kernel.loops import act

__all__ = ["ARMED", "CHANCE", "DONE", "MEMORY", "USED", "Arm", "Node", "Step"]

ENTRIES = ("think", "read_root", "best_line")
"""The functions that Python calls when this module is compiled."""

NEVER_MIXED = 0  # how seats that choose at once choose: UCB,
MIXED_FIRST = 1  # regret matching in the first moment,
MIXED_ALWAYS = 2  # regret matching in every moment in which several choose,
OTHERS_MIXED = 3  # regret matching of the others in the first moment, answered by UCB


def search(
    root: Position,
    g: Position,
    h: Position,
    nodes: Any,
    arms: Any,
    path: Any,
    memory: MutableSequence[int],
    me: int,
    iterations: int,
    seed: int,
    explore: float,
    mixed: int,
    allowed: int,
) -> None:
    """Run more iterations, each as far as the game says.

    In the first moment `me` looks at `allowed` actions only, some of those it considers. Each of them meets the same
    guesses in the same order, so that luck does not speak for one of them. When the rows are nearly used up, only the
    first moment is learned about. `g` is where it happens, `h` what a player in the dark is handed.
    """
    chance = (
        memory[CHANCE] if memory[DONE] else seed_rng(seed)
    )  # so that searching in pieces gives the same as in one go
    guesses = seed_rng(seed) & LOW32
    mine = considered(root, me) & allowed
    assign(g, root)
    reopen(g)
    together = actors(g) & (actors(g) - 1) != 0
    at_first = 1 if mixed == MIXED_FIRST or mixed == MIXED_ALWAYS and together else 0
    for _ in range(iterations):
        chance = next_rng(chance)
        step = path[0]
        choose_arm(nodes, arms, memory, step, knowledge(root, me), mine, chance, explore, at_first)
        my_action = step.action
        my_node = step.node
        my_arm = step.arm
        x = seed_rng(guesses + (arms[my_arm].visits if my_arm != NOBODY else 0))
        assign(g, root)
        redeal(g, me, seed_rng(x & LOW32))  # dice of its own: otherwise the deal would correlate with the choice
        reopen(g)
        steps = 0
        first = True
        known = True  # everybody who chose has been here before
        while (
            known
            and actors(g)
            and not far_enough(g, root)
            and steps + g.n <= len(path)
            and (first or there_is_room(nodes, arms, memory, g.n))
        ):
            begin = steps
            asked = actors(g)
            several = asked & (asked - 1) != 0
            now_mixed = 1 if mixed == MIXED_ALWAYS and several or first and mixed in (MIXED_FIRST, OTHERS_MIXED) else 0
            left = asked
            while left:  # everybody chooses
                seat = lowest(left)
                left &= left - 1
                x = next_rng(x)
                step = path[steps]
                steps += 1
                step.seat = seat
                habit = expected(handed(g, h, seat, x), seat, x) if seat != me else NOBODY
                if habit != NOBODY:
                    step.action = habit
                    step.node = NOBODY
                    continue
                if first and seat == me:
                    step.action = my_action
                    step.node = my_node
                    step.arm = my_arm
                    step.mask = mine
                    step.mixed = at_first
                    known = known and my_arm != NOBODY
                elif not choose_arm(
                    nodes, arms, memory, step, knowledge(g, seat), considered(g, seat), x, explore, now_mixed
                ):
                    known = False
            moment = g.moment
            left = bit(steps - begin) - 1
            while left and g.moment == moment:  # then the choices are applied, in any order, as far as they count
                x = next_rng(x)
                k = pick(left, below(x, count(left)))
                left ^= bit(k)
                act(g, path[begin + k].seat, path[begin + k].action)
            first = False
        play_on(g, h, root, x)
        for k in range(steps):
            if path[k].node != NOBODY:
                learn(nodes, arms, path[k], value(g, path[k].seat))
    memory[DONE] += iterations
    memory[CHANCE] = chance


def play_on(g: Position, h: Position, root: Position, x: int) -> None:
    """Quick choices until the search has gone far enough; in random order, so that nobody always wins a race."""
    while actors(g) and not far_enough(g, root):
        x = next_rng(x)
        asked = actors(g)
        seat = pick(asked, below(x, count(asked))) if asked & (asked - 1) else lowest(asked)
        x = next_rng(x)
        apply(g, seat, rollout(handed(g, h, seat, x), seat, x))


def handed(g: Position, h: Position, seat: int, x: int) -> Position:
    """What a seat goes by: the position itself, unless the seat would use something there that it cannot know.

    A search that took everybody for clairvoyant would fear answers nobody can give, and count on such answers itself.
    """
    if not in_the_dark(g, seat):
        return g
    assign(h, g)
    redeal(h, seat, seed_rng(x & LOW32))
    return h


# --- ways in ---


def think(
    a: Any,
    scratch: Any,
    dark: Any,
    nodes: Any,
    arms: Any,
    path: Any,
    memory: Any,
    me: int,
    iterations: int,
    seed: int,
    explore: float,
    mixed: int,
    allowed: int,
) -> None:
    root, g, h = position_in(a), position_in(scratch), position_in(dark)
    search(root, g, h, nodes, arms, path, memory, me, iterations, seed, explore, mixed, allowed)


def read_root(a: Any, nodes: Any, arms: Any, me: int, visits: Any, totals: Any, shares: Any) -> None:
    """Fill in what was found about each action of the first moment."""
    s = position_in(a)
    found(nodes, arms, knowledge(s, me), legal(s, me), visits, totals, shares)


def best_line(a: Any, scratch: Any, nodes: Any, arms: Any, me: int, rng: int, out: Any) -> int:
    """The most visited choices, one after the other, in one guess, each as seat * 64 + action; returns how many."""
    g = position_in(scratch)
    assign(g, position_in(a))
    redeal(g, me, rng)
    reopen(g)
    length = 0
    while actors(g) and length < len(out):
        seat = lowest(actors(g))
        best = most_tried(nodes, arms, knowledge(g, seat), legal(g, seat), 1)
        if best == NOBODY:
            return length
        out[length] = seat * 64 + best
        length += 1
        act(g, seat, best)
    return length

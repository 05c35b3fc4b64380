"""What a search remembers, plain or compiled: situations of seats, and the results of each action there.

A situation is found by all that its seat knows. Another seat's cards are guessed anew each time, so what is possible
there may differ from one visit to the next. A situation met once takes a row of `nodes`; only when it is met again do
its actions take rows of `arms`, those of one situation near to each other. Both lengths are powers of two.
"""

from collections.abc import MutableSequence
from math import sqrt
from typing import Any

from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import below
from hoofspiel.kernel.engine import NOBODY, mix

ONE = 1 << 20
EXPLORED = 0.1  # share of choices that regret matching leaves to chance
DIGITS = 20  # of a logarithm, after the point
DOUBLED = 0.6931471805599453 / (1 << DIGITS)

USED = 0  # the memory of a search: rows of nodes and of arms in use, iterations done, its chance
ARMED = 1
DONE = 2
CHANCE = 3
MEMORY = 4  # how many numbers that is


class Node:
    """One situation of one seat."""

    key: int  # a digest of what the seat knows; 0 when this row is free
    tried: int  # the actions tried
    armed: int  # whether it has been reached again
    once: float  # what the first try brought


class Arm:
    """What the search knows of one action in one situation."""

    key: int  # the situation and the action; 0 when this row is free
    visits: int
    seen: int  # times it was compared with others
    total: float  # values added up
    mean: float  # their mean, and the weight of one value in it: read far more often than they change
    weight: float
    regret: float
    share: float  # how often regret matching wanted it


class Step:
    """One choice on the way down."""

    seat: int
    action: int
    mask: int  # what was possible
    node: int  # NOBODY for a choice that teaches nothing
    arm: int  # NOBODY in a situation met for the first time
    mixed: int


def there_is_room(nodes: Any, arms: Any, memory: MutableSequence[int], seats: int) -> bool:
    """Is there room for one more choice by everybody? Hash tables should stay a quarter empty."""
    return memory[USED] + seats <= len(nodes) * 3 // 4 and memory[ARMED] + 2 * seats <= len(arms) * 3 // 4


def node_of(nodes: Any, known: int) -> int:
    """The row of a situation, or the free row where it belongs."""
    i = (known ^ known >> 32) & (len(nodes) - 1)
    while nodes[i].key != known and nodes[i].key != 0:
        i = (i + 1) & (len(nodes) - 1)
    return i


def arm_of(arms: Any, known: int, action: int) -> int:
    """The row of an action, or the free row where it belongs."""
    key = mix(known, action + 1)
    i = (((known ^ known >> 32) << 6) + action) & (len(arms) - 1)
    while arms[i].key != key and arms[i].key != 0:
        i = (i + 64) & (len(arms) - 1) if i + 64 < len(arms) else (i + 65) & (len(arms) - 1)
    return i


def new_arm(arms: Any, memory: MutableSequence[int], known: int, action: int) -> int:
    row = arm_of(arms, known, action)
    arms[row].key = mix(known, action + 1)
    arms[row].seen = 1
    memory[ARMED] += 1
    return row


def choose_arm(
    nodes: Any,
    arms: Any,
    memory: MutableSequence[int],
    step: Any,
    known: int,
    mask: int,
    x: int,
    explore: float,
    mixed: int,
) -> bool:
    """Fill in one step for a seat with this knowledge and these choices; False if it has never been here before."""
    row = node_of(nodes, known)
    node = nodes[row]
    step.node = row
    step.mask = mask
    step.mixed = mixed
    new = mask & ~node.tried
    if new:
        step.action = pick(new, below(x, count(new)))
        if node.key == 0:
            memory[USED] += 1
            node.key = known
            node.tried = bit(step.action)
            step.arm = NOBODY
            return False
    if node.armed == 0:
        first = arms[new_arm(arms, memory, known, lowest(node.tried))]
        credit(first, node.once)
        node.armed = 1
    if new:
        step.arm = new_arm(arms, memory, known, step.action)
        node.tried |= bit(step.action)
    else:
        step.action = match_regret(arms, known, mask, x) if mixed else best_bound(arms, known, mask, explore)
        step.arm = arm_of(arms, known, step.action)
    return True


def log_of(n: int) -> float:
    """An approximate logarithm: straight lines between the powers of two."""
    top = highest(n)
    return float((top - 1 << DIGITS) + (n << DIGITS >> top)) * DOUBLED


def best_bound(arms: Any, known: int, mask: int, explore: float) -> int:
    """UCB1 among tried actions, counting how often each was possible."""
    best = -1e9
    answer = -1
    while mask:
        action = lowest(mask)
        mask &= mask - 1
        arm = arms[arm_of(arms, known, action)]
        arm.seen += 1
        bound = arm.mean + explore * sqrt(log_of(arm.seen) * arm.weight)
        if bound > best:
            best = bound
            answer = action
    return answer


def match_regret(arms: Any, known: int, mask: int, x: int) -> int:
    """An action drawn by regret matching, and some of the time any action."""
    wanted = 0.0
    left = mask
    while left:
        wanted += max(arms[arm_of(arms, known, lowest(left))].regret, 0.0)
        left &= left - 1
    point = float(below(x, ONE)) / float(ONE)
    answer = lowest(mask)
    even = 1.0 / float(count(mask))
    left = mask
    while left:
        action = lowest(left)
        left &= left - 1
        arm = arms[arm_of(arms, known, action)]
        odds = max(arm.regret, 0.0) / wanted if wanted > 0.0 else even
        arm.share += odds
        odds = (1.0 - EXPLORED) * odds + EXPLORED * even
        if point >= 0.0:
            answer = action
        point -= odds
    return answer


def learn(nodes: Any, arms: Any, step: Any, gain: float) -> None:
    """Record what a choice brought in the end."""
    if step.arm == NOBODY:
        nodes[step.node].once = gain
        return
    if step.mixed:
        learn_regret(arms, nodes[step.node].key, step.mask & ~bit(step.action), gain)
    credit(arms[step.arm], gain)


def credit(arm: Any, gain: float) -> None:
    arm.visits += 1
    arm.total += gain
    arm.weight = 1.0 / float(arm.visits)
    arm.mean = arm.total * arm.weight


def learn_regret(arms: Any, known: int, others: int, gain: float) -> None:
    """Each action not taken is regretted by what it gave on average above what we got."""
    while others:
        arm = arms[arm_of(arms, known, lowest(others))]
        others &= others - 1
        if arm.visits:
            arm.regret += arm.mean - gain


def visits_of(nodes: Any, arms: Any, known: int, action: int) -> int:
    node = nodes[node_of(nodes, known)]
    visits: int = arms[arm_of(arms, known, action)].visits if node.armed else node.tried >> action & 1
    return visits


def most_tried(nodes: Any, arms: Any, known: int, mask: int, least: int) -> int:
    """The most visited action of a situation with at least that many visits; NOBODY if there is none."""
    most = least - 1
    best = NOBODY
    while mask:
        action = lowest(mask)
        mask &= mask - 1
        if visits_of(nodes, arms, known, action) > most:
            most = visits_of(nodes, arms, known, action)
            best = action
    return best


def found(nodes: Any, arms: Any, known: int, mask: int, visits: Any, totals: Any, shares: Any) -> None:
    """Fill in what was found about each action of a situation."""
    node = nodes[node_of(nodes, known)]
    while mask:
        action = lowest(mask)
        mask &= mask - 1
        visits[action] = visits_of(nodes, arms, known, action)
        if node.armed:
            arm = arms[arm_of(arms, known, action)]
            totals[action] = arm.total
            shares[action] = arm.share
        elif visits[action]:
            totals[action] = node.once

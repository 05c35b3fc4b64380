"""What a farm is worth at best: every order of attacks and moves, then the best use of sheep and cubes (R6).

Exact, not a guess: all situations that can still come about on the farm are gone through once, and for each in which
no wolf is left the best use is found. The lists made here are memory for one call.
"""

from hoofspiel.games.foxy.components import (
    FREE_POINTS,
    HANDS_POINTS,
    HANDS_TOKENS,
    HERD_TOKENS,
    MOVE_TOKENS,
    SET_CUBES,
    SET_SHEEP,
    SET_TOKENS,
    TOKEN_POINTS,
)
from hoofspiel.games.foxy.farm import (
    STEP,
    arrows_on,
    attack,
    can_step,
    cells_of_row,
    move_sheep,
    nearest,
    slot_at,
)
from hoofspiel.games.foxy.position import ALL_CELLS, CELLS, State
from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.engine import NOBODY

# A situation on a farm is one number: cells with sheep, then three bits for the row wolves still to come, then a bit
# for each move token of the seat that is used up.
WOLF_BITS = CELLS
SPENT_BITS = CELLS + 3

# The best use is one number: points, then the set tokens used (shifted up), then how many sheep get a cube.
POINTS_UP = 48
SETS_UP = 4


# --- the best use of sheep and cubes ---


def best_use(s: State, seat: int, sheep: int) -> int:
    """How these sheep, the seat's cubes and its tokens earn most: points, sets used, sheep with a cube.

    Sheep beside a set are all alike, so the lowest slots go there; the highest get the cubes.
    """
    tokens = s.tokens[seat]
    numbers = 0
    left = sheep
    while left:
        numbers |= bit(slot_at(s, seat, lowest(left)))
        left &= left - 1
    heads = count(sheep)
    herd = 0
    left = tokens & HERD_TOKENS
    while left:
        herd += TOKEN_POINTS[lowest(left)] * heads  # R6.4
        left &= left - 1
    best = -1
    owned = tokens & SET_TOKENS
    used = 0
    while True:  # R6.2: every choice of the set tokens, none included
        home = heads
        cubes = s.hand[seat]
        earned = herd
        left = used
        while left:
            token = lowest(left)
            left &= left - 1
            home -= SET_SHEEP[token]
            cubes -= SET_CUBES[token]
            earned += TOKEN_POINTS[token]
        if home >= 0 and cubes >= 0:
            use = share_cubes(tokens, numbers, home, cubes) + (earned << POINTS_UP)
            if use >> POINTS_UP > best >> POINTS_UP:
                best = use | used << SETS_UP
        used = (used - owned) & owned
        if used == 0:
            return best


def share_cubes(tokens: int, numbers: int, home: int, cubes: int) -> int:
    """The best split of cubes between the `home` highest of these slots and other work: points, and how many slots."""
    hands = tokens & HANDS_TOKENS
    earned = 0
    best = (HANDS_POINTS[cubes] if hands else FREE_POINTS[cubes]) << POINTS_UP  # R6.3, R6.5
    for covered in range(1, min(home, cubes) + 1):
        slot = highest(numbers)
        numbers ^= bit(slot)
        earned += slot  # R6.1
        rest = HANDS_POINTS[cubes - covered] if hands else FREE_POINTS[cubes - covered]
        if earned + rest > best >> POINTS_UP:
            best = (earned + rest) << POINTS_UP | covered
    return best


# --- the best order of attacks and moves ---


def explore(s: State, seat: int, found: list[int], origin: list[int]) -> int:
    """Fill in every situation that can arise on a farm, and from which one; the number of the best final one.

    `found` holds the situation now. Situations come in the order of the steps they take, so the best is reached
    without wasting a token. One long function, because handing lists on costs more than a step.
    """
    moves = s.tokens[seat] & MOVE_TOKENS
    seen = [0] * (bit(SPENT_BITS + count(moves)) >> 5)
    valued = [0] * (bit(CELLS) >> 5)
    best = 0
    best_worth = -1
    at = 0
    while at < len(found):
        code = found[at]
        sheep = code & ALL_CELLS
        wolves = code >> WOLF_BITS & 0b111
        if wolves == 0 and valued[sheep >> 5] >> (sheep & 31) & 1 == 0:
            valued[sheep >> 5] |= bit(sheep & 31)
            worth = best_use(s, seat, sheep) >> POINTS_UP << 4 | count(sheep)  # R5.4: points, then survivors
            if worth > best_worth:
                best_worth = worth
                best = at
        idle = idle_wolves(code)
        hungry = idle & -idle if idle else wolves
        while hungry:
            row = lowest(hungry)
            hungry &= hungry - 1
            victim = nearest(s, sheep, row)
            then = code ^ bit(WOLF_BITS + row) ^ (0 if victim == NOBODY else bit(victim))
            if seen[then >> 5] >> (then & 31) & 1 == 0:
                seen[then >> 5] |= bit(then & 31)
                found.append(then)
                origin.append(at)
        number = 0
        left = 0 if idle else moves
        while left:
            token = lowest(left)
            left &= left - 1
            arrows = 0 if code >> (SPENT_BITS + number) & 1 else arrows_on(s, token)
            while arrows:
                arrow = lowest(arrows)
                arrows &= arrows - 1
                cells = can_step(sheep, arrow)
                while cells:
                    cell = lowest(cells)
                    cells &= cells - 1
                    then = code ^ (bit(cell) | bit(cell + STEP[arrow]) | bit(SPENT_BITS + number))
                    if seen[then >> 5] >> (then & 31) & 1 == 0:
                        seen[then >> 5] |= bit(then & 31)
                        found.append(then)
                        origin.append(at)
            number += 1
        at += 1
    return best


def idle_wolves(code: int) -> int:
    """Wolves whose row is empty: letting them attack at once is never wrong."""
    rows = 0
    for row in range(3):
        if code >> (WOLF_BITS + row) & 1 and code & cells_of_row(row) == 0:
            rows |= bit(row)
    return rows


def situation(s: State, seat: int) -> int:
    return s.sheep[seat] | s.wolves[seat] << WOLF_BITS


def calm(s: State, seat: int) -> bool:
    """Nothing more can happen on the farm: no wolf to come and no move token."""
    return s.wolves[seat] == 0 and s.tokens[seat] & MOVE_TOKENS == 0


def points_now(s: State, seat: int) -> int:
    """What the seat would score if the match ended now."""
    sheep = s.sheep[seat]
    if not calm(s, seat):
        found = [situation(s, seat)]
        origin = [NOBODY]
        sheep = found[explore(s, seat, found, origin)] & ALL_CELLS
    return best_use(s, seat, sheep) >> POINTS_UP


def play_best(s: State, seat: int) -> None:
    """Let the best attacks and moves happen on the farm."""
    if calm(s, seat):
        return
    moves = s.tokens[seat] & MOVE_TOKENS
    found = [situation(s, seat)]
    origin = [NOBODY]
    last = explore(s, seat, found, origin)
    at = 0
    while at != last:
        then = last
        while origin[then] != at:
            then = origin[then]
        changed = found[at] ^ found[then]
        wolf = changed >> WOLF_BITS & 0b111
        if wolf:
            attack(s, seat, lowest(wolf))
        else:
            cell = lowest(found[at] & changed & ALL_CELLS)
            goal = lowest(found[then] & changed & ALL_CELLS)
            move_sheep(s, seat, pick(moves, lowest(changed >> SPENT_BITS)), cell, goal)
        at = then

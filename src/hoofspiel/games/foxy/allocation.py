"""The best ending of a farm in words, for the page: the steps still to take, and where each sheep and cube goes."""

from functools import lru_cache
from typing import TypedDict

from hoofspiel.games.foxy.components import (
    BOX,
    FREE_POINTS,
    HANDS_POINTS,
    HANDS_TOKENS,
    HERD_TOKENS,
    MOVE_TOKENS,
    ROWS,
    TOKEN_IDS,
)
from hoofspiel.games.foxy.farm import slot_at
from hoofspiel.games.foxy.position import ALL_CELLS, CELLS, State
from hoofspiel.games.foxy.scoring import (
    POINTS_UP,
    SETS_UP,
    SPENT_BITS,
    WOLF_BITS,
    best_use,
    explore,
    situation,
)
from hoofspiel.kernel.bits import lowest, pick


class SetUse(TypedDict):
    token: str
    sheep: list[int]
    """The slots from which the sheep beside the token come."""

    cubes: int
    points: int


class Allocation(TypedDict):
    """How a farm earns most if the match ended now."""

    points: int
    survivors: int
    steps: list[str]
    """Attacks and moves still to come, in the best order."""

    with_cube: list[int]
    """Slots whose sheep gets a cube: each earns its number."""

    without_cube: list[int]
    """Slots whose sheep stays at home without a cube."""

    sets: list[SetUse]
    idle_cubes: int
    """Cubes with neither a sheep nor a limited set."""

    idle_points: int
    hands: bool
    """The idle cubes work for FARMHANDS."""

    herd_points: int


def allocation(
    s: State,
    seat: int,
    *,
    cubes: int | None = None,
    sheep: int | None = None,
    wolves: int | None = None,
    tokens: int | None = None,
) -> Allocation:
    """The best ending of a seat's farm; each of the four may be given another value to see what would be."""
    return _allocation(
        s.hand[seat] if cubes is None else cubes,
        s.sheep[seat] if sheep is None else sheep,
        s.wolves[seat] if wolves is None else wolves,
        s.tokens[seat] if tokens is None else tokens,
        s.slots[seat],
        s.rotatable_moves,
        s.wolf_left,
    )


@lru_cache(maxsize=4096)
def _allocation(cubes: int, sheep: int, wolves: int, tokens: int, slots: int, rotatable: int, left: int) -> Allocation:
    farm = State()
    farm.hand, farm.sheep, farm.wolves, farm.tokens, farm.slots = [cubes], [sheep], [wolves], [tokens], [slots]
    farm.rotatable_moves, farm.wolf_left = rotatable, left
    found = [situation(farm, 0)]
    origin = [-1]
    last = explore(farm, 0, found, origin)
    path = [last]
    while path[0]:
        path.insert(0, origin[path[0]])
    steps = [_step(farm, found[a], found[b]) for a, b in zip(path, path[1:], strict=False)]
    return _use(farm, found[last] & ALL_CELLS, steps)


def _step(farm: State, before: int, after: int) -> str:
    changed = before ^ after
    wolf = changed >> WOLF_BITS & 0b111
    if wolf:
        return f"attack {ROWS[lowest(wolf)]}"
    token = pick(farm.tokens[0] & MOVE_TOKENS, lowest(changed >> SPENT_BITS))
    cell, goal = (lowest(place & changed & ALL_CELLS) for place in (before, after))
    return f"move {TOKEN_IDS[token]} {slot_at(farm, 0, cell)} {slot_at(farm, 0, goal)}"


def _use(farm: State, sheep: int, steps: list[str]) -> Allocation:
    use = best_use(farm, 0, sheep)
    used, covered = use >> SETS_UP & (1 << POINTS_UP - SETS_UP) - 1, use & (1 << SETS_UP) - 1
    home = sorted(slot_at(farm, 0, cell) for cell in range(CELLS) if sheep >> cell & 1)
    survivors = len(home)
    cubes = farm.hand[0] - covered
    sets: list[SetUse] = []
    for token, special in enumerate(BOX.specials):
        if used >> token & 1:
            taken, home = home[: special.sheep], home[special.sheep :]
            cubes -= special.cubes
            sets.append({"token": special.id, "sheep": taken, "cubes": special.cubes, "points": special.points})
    hands = bool(farm.tokens[0] & HANDS_TOKENS)
    herd = sum(BOX.specials[t].points for t in range(len(TOKEN_IDS)) if farm.tokens[0] & HERD_TOKENS & 1 << t)
    return {
        "points": use >> POINTS_UP,
        "survivors": survivors,
        "steps": steps,
        "with_cube": home[len(home) - covered :],
        "without_cube": home[: len(home) - covered],
        "sets": sets,
        "idle_cubes": cubes,
        "idle_points": HANDS_POINTS[cubes] if hands else FREE_POINTS[cubes],
        "hands": hands,
        "herd_points": herd * survivors,
    }

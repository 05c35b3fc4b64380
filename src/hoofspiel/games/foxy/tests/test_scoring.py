"""The exact scoring beside full brute force, and what it says about how it came to its answer."""

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.games.foxy.tests.table import A, deal, ending, farm

FARM = (7, 8, 9, 4, 5, 6, 1, 2, 3)
ARROWS = {
    "MOVE_V": ((-1, 0), (1, 0)),
    "MOVE_H": ((0, -1), (0, 1)),
    "MOVE_NWSE": ((-1, -1), (1, 1)),
    "MOVE_NESW": ((-1, 1), (1, -1)),
    "MOVE_NN": ((-1, -1), (-1, 1)),
}
SETS = {"SHEAR": (1, 3, 12), "BREED": (2, 1, 10), "PASTURE": (2, 0, 8)}
Flock = frozenset[int]


# --- brute force: every order of steps, every sheep beside every token, every cube everywhere ---


@cache
def best_placing(flock: Flock, cubes: int, held: frozenset[str]) -> int:
    best = 0
    owned = [token for token in SETS if token in held]
    for size in range(len(owned) + 1):
        for used in combinations(owned, size):
            for home in places_at_home(flock, [SETS[token][0] for token in used]):
                spare = cubes - sum(SETS[token][1] for token in used)
                for covered in subsets(home):
                    left = spare - len(covered)
                    if left < 0:
                        continue
                    for pairs in range(left // 2 + 1) if "FARMHANDS" in held else (0,):
                        earned = sum(SETS[token][2] for token in used) + sum(covered)
                        best = max(best, earned + 3 * pairs + (left - 2 * pairs) // 2)
    return best + (len(flock) if "HERD" in held else 0)


def places_at_home(flock: Flock, sizes: list[int]) -> list[Flock]:
    """What stays at home after groups of these sizes went outside, in every way."""
    ways = [flock]
    for size in sizes:
        ways = [home - set(group) for home in ways for group in combinations(home, size)]
    return ways


def subsets(flock: Flock) -> list[tuple[int, ...]]:
    return [some for size in range(len(flock) + 1) for some in combinations(flock, size)]


def best_ending(flock: Flock, cubes: int, held: frozenset[str], wolves: frozenset[str]) -> tuple[int, int]:
    seen: set[tuple[Any, ...]] = set()
    ends: set[Flock] = set()
    tokens = frozenset(token for token in held if token in ARROWS)
    todo = [(flock, tokens, wolves)]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        sheep, moves, left = here
        if not left:
            ends.add(sheep)
        for wolf in left:
            first = 3 * ("TOP", "MID", "LOW").index(wolf)
            row = [slot for slot in FARM[first : first + 3] if slot in sheep]
            todo.append((sheep - set(row[-1:]), moves, left - {wolf}))
        for token, slot in product(moves, sheep):
            row_of, column_of = divmod(FARM.index(slot), 3)
            for down, right in ARROWS[token]:
                if row_of + down in (0, 1, 2) and column_of + right in (0, 1, 2):
                    goal = FARM[3 * (row_of + down) + column_of + right]
                    if goal not in sheep:
                        todo.append((sheep - {slot} | {goal}, moves - {token}, left))
    names = frozenset(token for token in held if token not in ARROWS)
    return max((best_placing(end, cubes, names), len(end)) for end in ends)


# --- beside it, the game ---


def random_farm(chance: Random) -> dict[str, Any]:
    others = ["SHEAR", "BREED", "PASTURE", "FARMHANDS", "HERD", "GUN", "STEAL"]
    moves = chance.sample(list(ARROWS), chance.choice([0, 0, 1, 1, 2, 3]))
    return {
        "sheep": chance.sample(range(1, 10), chance.choice([0, 1, 2, 3, 4, 4, 5, 5, 6])),
        "cubes": chance.randrange(13),
        "held": moves + chance.sample(others, chance.randrange(5)),
        "wolves": chance.sample(["TOP", "MID", "LOW"], chance.choice([0, 0, 1, 2, 3])),
    }


@pytest.mark.parametrize("part", range(4))
def test_exact_as_brute_force_on_random_farms(part: int) -> None:
    chance = Random(part)
    m = Match("foxy", seats=2, seed=1, deal=deal(2))
    for _ in range(550):
        one = random_farm(chance)
        farm(m, A, **one)
        expected = best_ending(frozenset(one["sheep"]), one["cubes"], frozenset(one["held"]), frozenset(one["wolves"]))
        now = m.view(None)["farms"][A]["now"]
        assert (now["points"], now["survivors"]) == expected, one
        assert m.points[A] == expected[0]


def test_the_steps_it_names_lead_to_the_points_it_names() -> None:
    chance = Random(9)
    for _ in range(300):
        one = random_farm(chance)
        m = ending(one, {"sheep": [9], "wolves": ["TOP"]})
        promised = m.view(None)["farms"][A]["now"]
        for step in promised["steps"]:
            m.play(A, step)
        if A in m.actors:
            assert m.view(None)["farms"][A]["now"]["steps"] == []
            m.play(A, "finish")
        got = m.view(None)["farms"][A]["now"]
        assert (got["points"], got["survivors"]) == (promised["points"], promised["survivors"]), one


def test_the_places_it_names_add_up() -> None:
    chance = Random(10)
    m = Match("foxy", seats=2, seed=1, deal=deal(2))
    for _ in range(300):
        one = random_farm(chance)
        farm(m, A, **one)
        now = m.view(None)["farms"][A]["now"]
        outside = [slot for use in now["sets"] for slot in use["sheep"]]
        assert len(outside + now["with_cube"] + now["without_cube"]) == now["survivors"]
        assert sum(use["cubes"] for use in now["sets"]) + len(now["with_cube"]) + now["idle_cubes"] == one["cubes"]
        parts = sum(use["points"] for use in now["sets"]) + sum(now["with_cube"])
        assert parts + now["idle_points"] + now["herd_points"] == now["points"]


def test_all_moves_and_all_row_wolves_on_a_full_farm() -> None:
    """The largest puzzle there is: 1,486 situations."""
    from hoofspiel.games.foxy.scoring import explore, situation

    m = ending({"sheep": range(1, 10), "cubes": 9, "held": list(ARROWS), "wolves": ["TOP", "MID", "LOW"]})
    found = [situation(m.position, A)]
    explore(m.position, A, found, [-1])
    assert len(found) == 1_486
    expected = best_ending(frozenset(range(1, 10)), 9, frozenset(ARROWS), frozenset(["TOP", "MID", "LOW"]))
    assert m.points[A] == expected[0]


def test_no_token_is_wasted() -> None:
    m = ending({"sheep": [9, 8], "cubes": 2, "held": ["MOVE_V", "MOVE_H"]}, {"wolves": ["TOP"]})
    m.play(A, "finish")
    assert m.view(None)["farms"][A]["tokens"] == ["MOVE_V", "MOVE_H"]


def test_r6_6_who_arranges_it_alone_is_told_what_everything_earns() -> None:
    """From the figures given at the end the best sum can be made, and nothing is given before."""
    chance = Random(12)
    for _ in range(200):
        one = random_farm(chance) | {"wolves": []}
        one["held"] = [token for token in one["held"] if token not in ARROWS]
        m = ending(one, {"sheep": [9], "wolves": ["TOP"]})
        given, best = m.view(A)["arrange"], m.view(A)["farms"][A]["now"]
        assert (m.view(None)["arrange"], m.view(1)["arrange"]) == (None, None)
        assert given["sheep"] == sorted(one["sheep"])
        assert given["cubes"] == one["cubes"]
        priced = {price["token"]: price for price in given["sets"]}
        assert set(priced) == set(one["held"]) & set(SETS)
        for use in best["sets"]:
            price = priced[use["token"]]
            assert (price["sheep"], price["cubes"], price["points"]) == (len(use["sheep"]), use["cubes"], use["points"])
        sets = sum(priced[use["token"]]["points"] for use in best["sets"])
        assert sum(best["with_cube"]) + sets + given["idle"][best["idle_cubes"]] + given["herd"] == best["points"]

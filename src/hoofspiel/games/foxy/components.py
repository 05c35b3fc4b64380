"""What is in the box, read from data.toml and checked: the only place that knows the file.

A box that is not one is refused with a sentence that says what would have been right. The rules see whole numbers
only, so the box is turned into sets (bit t stands for special token t) and tables by token at the end of this file.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoofspiel.kernel.words import BadMatch

ROWS = ("TOP", "MID", "LOW")
SIDES = ("right", "left")
COMPASS = ("N", "S", "W", "E", "NW", "SE", "NE", "SW")
QUARTER_TURNS = ({"N", "S", "W", "E"}, {"NW", "SE", "NE", "SW"})
NEEDS = {
    "move": ("arrows",),
    "gun": ("minus",),
    "steal": ("most",),
    "herd": ("points",),
    "set": ("sheep", "cubes", "points"),
}
PLACES = 18
WOLVES = 12
MOST_SEATS = 6
MOST_CUBES = 54  # an offer is an action, and there are 63 actions
MOST_TOKENS = 40
MOST_MOVE_KINDS = 7
MOST_MOVES = 8  # keeps the search for the best ending small


class BadBox(BadMatch):
    """data.toml does not describe a playable box."""


@dataclass(frozen=True, slots=True)
class Special:
    """One special token; copies of it are tokens of their own."""

    id: str
    kind: str
    arrows: tuple[str, ...] = ()
    amount: int = 0
    """What a gun takes off, or how many cubes are stolen at most."""
    sheep: int = 0
    cubes: int = 0
    points: int = 0
    limit: bool = True


@dataclass(frozen=True, slots=True)
class Box:
    cubes: int
    field: str
    players: tuple[int, int, int]
    """Fewest players, most, and most with the option for more."""
    slots: tuple[int, ...]
    """The nine slot numbers, row by row from the top left."""
    row_wolves: str
    free: tuple[int, int]
    """This many idle cubes earn this many points."""
    specials: tuple[Special, ...]


# --- reading and checking ---


def demand(condition: object, sentence: str) -> None:
    if not condition:
        raise BadBox(f"data.toml: {sentence}")


def whole(table: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
    number = table.get(key)
    demand(
        isinstance(number, int) and not isinstance(number, bool) and low <= number <= high,
        f"{where} needs {key} = a whole number from {low} to {high}, not {number!r}.",
    )
    assert isinstance(number, int)
    return number


def part(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key)
    demand(isinstance(table, Mapping), f"the table [{key}] is missing.")
    assert isinstance(table, Mapping)
    return table


def only(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        demand(key in known, f"{where} has no entry {key!r}: it may have {', '.join(known)}.")


def read_box(data: Mapping[str, Any]) -> Box:
    """The box that data.toml describes, if it is playable."""
    only(data, ("cubes", "field", "players", "farm", "free_cubes", "special"), "the box")
    players = part(data, "players")
    only(players, ("min", "max", "house_max"), "[players]")
    least = whole(players, "min", "[players]", 2, MOST_SEATS)
    most = whole(players, "max", "[players]", least, MOST_SEATS)
    house = whole(players, "house_max", "[players]", most, MOST_SEATS)
    cubes = whole(data, "cubes", "the box", 1, MOST_CUBES // house)
    field = data.get("field")
    demand(
        isinstance(field, str) and len(field) == PLACES and set(field) == {"W", "S"} and field.count("W") == WOLVES,
        f"field needs {PLACES} letters, {WOLVES} W and {PLACES - WOLVES} S, not {field!r}.",
    )
    assert isinstance(field, str)
    demand(field[-1] == "W", "the last letter of field must be W: the last wolf's taker clears the field of cubes.")
    specials = read_specials(data.get("special"))
    needed = PLACES - WOLVES + house
    demand(
        len(specials) >= needed,
        f"{house} players need {needed} special tokens, one each and {PLACES - WOLVES} on the field;"
        f" the copies add up to {len(specials)}.",
    )
    free = part(data, "free_cubes")
    only(free, ("per", "points"), "[free_cubes]")
    slots, side = read_farm(part(data, "farm"))
    return Box(
        cubes=cubes,
        field=field,
        players=(least, most, house),
        slots=slots,
        row_wolves=side,
        free=(whole(free, "per", "[free_cubes]", 1, MOST_CUBES), whole(free, "points", "[free_cubes]", 0, 99)),
        specials=specials,
    )


def read_farm(farm: Mapping[str, Any]) -> tuple[tuple[int, ...], str]:
    only(farm, (*ROWS, "row_wolves"), "[farm]")
    slots: list[int] = []
    for row in ROWS:
        given = farm.get(row)
        demand(isinstance(given, list) and len(given) == 3, f"[farm] needs {row} = three slot numbers, not {given!r}.")
        slots += given or []
    demand(sorted(slots, key=str) == list(range(1, 10)), f"the slots of [farm] must be 1 to 9, each once, not {slots}.")
    side = farm.get("row_wolves")
    demand(side in SIDES, f'[farm] needs row_wolves = "right" or "left", not {side!r}.')
    return tuple(slots), str(side)


def read_specials(given: object) -> tuple[Special, ...]:
    """All tokens, the copies of one id next to each other."""
    demand(isinstance(given, list) and given, "there are no [[special]] tokens.")
    assert isinstance(given, list)
    tokens: list[Special] = []
    for number, table in enumerate(given, 1):
        name = table.get("id")
        demand(
            isinstance(name, str) and name and name.replace("_", "A").isalnum() and name.isupper(),
            f"special {number} needs an id in capital letters, not {name!r}.",
        )
        demand(name not in ROWS, f"a special cannot be called {name}: that is a row of the farm.")
        demand(all(name != token.id for token in tokens), f"there are two specials called {name}: use copies.")
        tokens += [read_special(table, str(name))] * whole(table, "copies", str(name), 1, MOST_TOKENS)
    demand(len(tokens) <= MOST_TOKENS, f"at most {MOST_TOKENS} special tokens fit the box, not {len(tokens)}.")
    kinds = list(dict.fromkeys(tokens))
    for kind in ("gun", "steal"):
        demand(sum(token.kind == kind for token in kinds) <= 1, f"there can be one id of the kind {kind}: use copies.")
    demand(sum(token.kind == "set" and not token.limit for token in kinds) <= 1, "only one set can be without a limit.")
    demand(
        sum(token.kind == "move" for token in kinds) <= MOST_MOVE_KINDS,
        f"there can be at most {MOST_MOVE_KINDS} different move tokens.",
    )
    demand(
        sum(token.kind == "move" for token in tokens) <= MOST_MOVES,
        f"there can be at most {MOST_MOVES} move tokens in all.",
    )
    return tuple(tokens)


def read_special(table: Mapping[str, Any], name: str) -> Special:
    kind = table.get("kind")
    demand(kind in NEEDS, f"{name} needs kind = {', '.join(NEEDS)}; not {kind!r}.")
    kind = str(kind)
    only(table, ("id", "kind", "copies", *NEEDS[kind], *(("limit",) if kind == "set" else ())), name)
    if kind == "move":
        arrows = table.get("arrows")
        demand(
            isinstance(arrows, list)
            and arrows
            and all(arrow in COMPASS for arrow in arrows)
            and len(set(arrows)) == len(arrows),
            f"{name} needs arrows = a list of {', '.join(COMPASS)}, each at most once, not {arrows!r}.",
        )
        return Special(name, kind, arrows=tuple(arrows or ()))
    numbers = {key: whole(table, key, name, 1 if key in ("minus", "most") else 0, 99) for key in NEEDS[kind]}
    if kind in ("gun", "steal"):
        return Special(name, kind, amount=numbers[NEEDS[kind][0]])
    limit = table.get("limit", True)
    demand(isinstance(limit, bool), f"{name} needs limit = true or false, not {limit!r}.")
    special = Special(
        name,
        kind,
        limit=bool(limit),
        points=numbers["points"],
        sheep=numbers.get("sheep", 0),
        cubes=numbers.get("cubes", 0),
    )
    demand(
        limit or (special.sheep == 0 and special.cubes > 0), f"{name} has no limit, so it must cost cubes and no sheep."
    )
    return special


def load_box() -> Box:
    with Path(__file__).with_name("data.toml").open("rb") as file:
        return read_box(tomllib.load(file))


# --- the box in numbers, for the rules ---


def mask_of(box: Box, kind: str, *, limit: bool = True) -> int:
    return sum(1 << t for t, token in enumerate(box.specials) if token.kind == kind and token.limit is limit)


def arrows_of(token: Special, *, turned: bool = False) -> int:
    """The arrows of a token as a set; turned, with those it shows after quarter turns."""
    shown = set(token.arrows)
    if turned:
        shown |= set().union(*(turn for turn in QUARTER_TURNS if turn & shown))
    return sum(1 << d for d, arrow in enumerate(COMPASS) if arrow in shown)


def idle_points(box: Box, *, hands: bool) -> tuple[int, ...]:
    """What cubes without a sheep or a set earn at best, by their number; `hands`: with the set that has no limit."""
    per, points = box.free
    best = [cubes // per * points for cubes in range(MOST_CUBES + 1)]
    for token in box.specials if hands else ():
        if token.kind == "set" and not token.limit:
            for cubes in range(token.cubes, MOST_CUBES + 1):
                best[cubes] = max(best[cubes], best[cubes - token.cubes] + token.points)
    return tuple(best)


def pack_slots(slots: Sequence[int]) -> int:
    """Nine slot numbers, four bits each."""
    return sum(number << 4 * cell for cell, number in enumerate(slots))


def amount_of(box: Box, kind: str) -> int:
    return next((token.amount for token in box.specials if token.kind == kind), 0)


BOX = load_box()
TOKEN_IDS = tuple(token.id for token in BOX.specials)
MOVE_IDS = tuple(dict.fromkeys(token.id for token in BOX.specials if token.kind == "move"))

CUBES = BOX.cubes
WOLF_PLACES = sum(1 << place for place, letter in enumerate(BOX.field) if letter == "W")
STANDARD_FARM = pack_slots(BOX.slots)
WOLVES_LEFT = SIDES.index(BOX.row_wolves)

TOKENS = len(TOKEN_IDS)
ALL_TOKENS = (1 << TOKENS) - 1
MOVE_TOKENS = mask_of(BOX, "move")
GUN_TOKENS = mask_of(BOX, "gun")
STEAL_TOKENS = mask_of(BOX, "steal")
HERD_TOKENS = mask_of(BOX, "herd")
SET_TOKENS = mask_of(BOX, "set")
HANDS_TOKENS = mask_of(BOX, "set", limit=False)

GUN_MINUS = amount_of(BOX, "gun")
STEAL_MOST = amount_of(BOX, "steal")
TOKENS_OF_MOVE = tuple(sum(1 << t for t, other in enumerate(TOKEN_IDS) if other == name) for name in MOVE_IDS) or (0,)
ARROWS = tuple(arrows_of(token) for token in BOX.specials)
TURNED_ARROWS = tuple(arrows_of(token, turned=True) for token in BOX.specials)
SET_SHEEP = tuple(token.sheep for token in BOX.specials)
SET_CUBES = tuple(token.cubes for token in BOX.specials)
TOKEN_POINTS = tuple(token.points for token in BOX.specials)
FREE_POINTS = idle_points(BOX, hands=False)
HANDS_POINTS = idle_points(BOX, hands=True)

"""Foxy & Woolly in words: events and explicit deals; moves are in moves.py."""

from typing import Any

from hoofspiel.games.foxy.components import BOX, PLACES, ROWS, TOKEN_IDS, WOLVES
from hoofspiel.games.foxy.farm import slot_at
from hoofspiel.games.foxy.moves import spell, why_not
from hoofspiel.games.foxy.position import (
    ATTACKED,
    CHASED,
    DEALT,
    FIELD_EMPTY,
    FINISHED,
    FIRST_SPECIAL,
    LAID,
    LAID_OUT,
    LOST,
    MOVED,
    OFFERED,
    PASSED,
    ROW_SPARED,
    ROW_WOLF,
    SHOT,
    SPARED,
    STARTER,
    STOLE,
    TOOK,
    TURNED,
    UNSOLD,
    WAITS,
    WON,
    State,
)
from hoofspiel.games.foxy.rules import DEALT_PILE, FARM_PILE, SPECIAL_PILE, STARTERS, WOLF_PILE
from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.parts.deals import check_entries, is_whole, read_seat

__all__ = ["read_deal", "spell", "tell", "why_not"]

SIMPLE_EVENTS = {
    CHASED: ("chased", "pot"),
    TOOK: ("took", "cubes"),
    STOLE: ("stole", "cubes"),
    SHOT: ("shot", "slot"),
    LOST: ("lost", "slot"),
    SPARED: ("spared", "slot"),
    OFFERED: ("offered", "cubes"),
    FINISHED: ("finished", "points"),
}
ROW_EVENTS = {WAITS: "waits", ATTACKED: "attacked", ROW_SPARED: "row-spared"}


def token_name(token: int) -> int | str:
    """A token of the path: 7, "TOP", "GUN"."""
    if token < ROW_WOLF:
        return token
    return ROWS[token - ROW_WOLF] if token < FIRST_SPECIAL else TOKEN_IDS[token - FIRST_SPECIAL]


def token_names(mask: int) -> list[str]:
    return [TOKEN_IDS[t] for t in range(len(TOKEN_IDS)) if mask >> t & 1]


def slots_of(s: State, seat: int, cells: int) -> list[int]:
    """The slot numbers of some cells, lowest first."""
    return sorted(slot_at(s, seat, cell) for cell in range(9) if cells >> cell & 1)


# --- events ---


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind in (SHOT, SPARED) and data == 0:
        return {"event": "shot-away" if kind == SHOT else "missed", "seat": seat}
    if kind in SIMPLE_EVENTS:
        name, key = SIMPLE_EVENTS[kind]
        return {"event": name, "seat": seat, key: data}
    if kind in ROW_EVENTS:
        return {"event": ROW_EVENTS[kind], "seat": seat, "row": ROWS[data]}
    if kind == TURNED:
        name = "special" if data >= FIRST_SPECIAL else "row-wolf" if data >= ROW_WOLF else "wolf"
        return {"event": name, "seat": seat, "token": token_name(data)}
    if kind == MOVED:
        return {"event": "moved", "seat": seat, "token": TOKEN_IDS[data >> 8], "from": data >> 4 & 15, "to": data & 15}
    if kind == WON:
        name = "won" if data >> 6 else "won-free"
        return {"event": name, "seat": seat, "token": TOKEN_IDS[data & 63], "cubes": data >> 6}
    if kind == LAID:
        return _tell_laid(data)
    if kind == LAID_OUT:
        return {"event": "farm", "seat": seat, "slots": [data >> 4 * cell & 15 for cell in range(9)]}
    if kind == DEALT:
        return {"event": "dealt", "seat": seat, "token": TOKEN_IDS[data]}
    if kind == UNSOLD:
        return {"event": "unsold", "token": TOKEN_IDS[data]}
    if kind == FIELD_EMPTY:
        return {"event": "field-empty"}
    return {"event": {STARTER: "starter", PASSED: "passed"}[kind], "seat": seat}


def _tell_laid(data: int) -> dict[str, Any]:
    """Some places of the path: 7, "TOP", 3, "GUN", "HERD"."""
    first, tokens = data & 31, data >> 5
    names = []
    while tokens:
        names.append(token_name(tokens & 63))
        tokens >>= 6
    return {"event": "laid", "first": first + 1, "last": first + len(names), "tokens": names}


# --- explicit deals ---


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    check_entries(deal, ("starter", "dealt", "field"), ("farms",))
    first = read_seat(deal["starter"], seats, '"starter" is the seat that begins')
    box = list(range(len(TOKEN_IDS)))
    dealt = deal["dealt"]
    if not isinstance(dealt, list) or len(dealt) != seats:
        raise BadDeal(f'"dealt" is a list of {seats} special tokens, one for each seat.')
    piles = {(STARTERS, 0): [first], (DEALT_PILE, 0): [_take_out(box, name, '"dealt"') for name in dealt]}
    piles[WOLF_PILE, 0], piles[SPECIAL_PILE, 0] = _read_field(deal["field"], box)
    if "farms" in deal:
        _read_farms(deal["farms"], seats, piles, shuffled=options["shuffled_farms"])
    return piles


def _take_out(box: list[int], name: Any, where: str) -> int:
    """The next token of that name, out of the box."""
    if name not in TOKEN_IDS:
        raise BadDeal(f"{where} names {name!r}, which is no special token: they are {either(_ids(), most=40)}.")
    for token in box:
        if TOKEN_IDS[token] == name:
            box.remove(token)
            return token
    copies = TOKEN_IDS.count(name)
    raise BadDeal(f"The deal uses {name} more often than the {copies} in the box.")


def _ids() -> list[str]:
    return list(dict.fromkeys(TOKEN_IDS))


def _read_field(field: Any, box: list[int]) -> tuple[list[int], list[int]]:
    """The wolves and the specials in the order of the path."""
    if not isinstance(field, list) or len(field) != PLACES:
        raise BadDeal(f'"field" is a list of {PLACES} tokens, in the order of the path {BOX.field}.')
    wolves: list[int] = []
    specials: list[int] = []
    for place, (name, letter) in enumerate(zip(field, BOX.field, strict=True), 1):
        if letter == "S":
            specials.append(_take_out(box, name, f'Place {place} of "field"'))
            continue
        wolf = name if is_whole(name) and name < ROW_WOLF else ROW_WOLF + ROWS.index(name) if name in ROWS else 0
        if not 1 <= wolf <= WOLVES:
            raise BadDeal(f'Place {place} of "field" is for a wolf: 1 to 9, {either(ROWS)}, not {name!r}.')
        wolves.append(wolf)
    if sorted(wolves) != list(range(1, WOLVES + 1)):
        raise BadDeal('"field" must hold every wolf once: 1 to 9, TOP, MID and LOW.')
    return wolves, specials


def _read_farms(farms: Any, seats: int, piles: dict[tuple[int, int], list[int]], *, shuffled: bool) -> None:
    if not isinstance(farms, list) or len(farms) != seats:
        raise BadDeal(f'"farms" is a list of {seats} farms, one for each seat.')
    for seat, slots in enumerate(farms):
        if not isinstance(slots, list) or not all(map(is_whole, slots)) or sorted(slots) != list(range(1, 10)):
            raise BadDeal(f'"farms" of seat {seat} must name the slots 1 to 9 once each, row by row from the top left.')
        if not shuffled and tuple(slots) != BOX.slots:
            raise BadDeal(f"Without the option shuffled_farms every farm is {list(BOX.slots)}.")
        piles[FARM_PILE, seat] = list(slots)

"""Straws in words: moves, events, explicit deals, and why a move is refused."""

from collections.abc import Sequence
from typing import Any

from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.template.rules import GOT, LENGTHS, SHOWED, STRAWS, State


def straws_in(mask: int) -> list[int]:
    return [straw for straw in range(1, LENGTHS + 1) if mask >> straw & 1]


def spell(s: State, seat: int, action: int) -> str:
    return f"show {action}"


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind == GOT:
        return {"event": "got", "seat": seat, "straw": data}
    if kind == SHOWED:
        return {"event": "showed", "seat": seat, "straw": data}
    return {"event": "took", "seat": seat}


def why_not(s: State, seat: int, words: Sequence[str]) -> tuple[str, str]:
    hold = either(straws_in(s.hand[seat])).replace(" or ", " and ")
    if words[0] != "show" or len(words) != 2:
        return "R4.1", f"{' '.join(words)!r} is not a move of this game: you hold {hold}, so show one of them."
    if s.chosen[seat]:
        return "R2.1", "You have chosen your straw: wait for the others."
    return "R4.1", f"You have no straw of length {words[1]}: you hold {hold}."


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    """Check an explicit deal whole (R4.1)."""
    need = options["straws"]
    if list(deal) != ["straws"]:
        raise BadDeal(f'A deal is {{"straws": [...]}} with a list of {need} straws for each seat, and nothing else.')
    hands = deal["straws"]
    if not isinstance(hands, list) or len(hands) != seats or not all(_is_hand(hand, need) for hand in hands):
        raise BadDeal(f'"straws" is a list of {seats} lists, each of {need} lengths from 1 to {LENGTHS}.')
    if len({straw for hand in hands for straw in hand}) != seats * need:
        raise BadDeal("Every straw can be dealt only once.")
    return {(STRAWS, seat): list(hand) for seat, hand in enumerate(hands)}


def _is_hand(hand: Any, need: int) -> bool:
    return (
        isinstance(hand, list)
        and len(hand) == need
        and all(isinstance(straw, int) and not isinstance(straw, bool) and 1 <= straw <= LENGTHS for straw in hand)
    )

"""Standing orders: answers given in advance. Made from the seat's view and legal moves alone, so they know no more."""

from collections.abc import Mapping, Sequence
from typing import Any

from .words import Condition, Order


def followed(orders: Sequence[Order], view: Mapping[str, Any], moves: Sequence[str]) -> tuple[str, Order] | None:
    """The move that the first order which applies makes, and that order; None leaves the choice to the person."""
    for order in orders:
        move = _move(order, view, moves)
        if move is not None:
            return move, order
    return None


def after(orders: Sequence[Order], done: Order) -> list[Order]:
    """The orders that stay after one was followed: without the first of its kind, if it was for one time only."""
    at = next((n for n, order in enumerate(orders) if order == done and order.once), len(orders))
    return [*orders[:at], *orders[at + 1 :]]


def _move(order: Order, view: Mapping[str, Any], moves: Sequence[str]) -> str | None:
    if order.lasts is not None and not _holds(order.lasts, view):
        return None
    if order.when is None or _holds(order.when, view):
        found = order.play if order.at_most is None else _lowest(order.play, order.at_most, moves)
        if found in moves:
            return found
    return order.otherwise if order.otherwise in moves else None


def _lowest(word: str, at_most: int, moves: Sequence[str]) -> str | None:
    """`bid 5` for the word `bid`, if 5 is the least number one may bid and not above the limit."""
    tails = [move[len(word) + 1 :] for move in moves if move.startswith(f"{word} ")]
    least = min((int(tail) for tail in tails if tail.isdecimal()), default=None)
    return f"{word} {least}" if least is not None and least <= at_most else None


def _holds(condition: Condition, view: Mapping[str, Any]) -> bool:
    found: Any = view
    for key in condition.path.split("."):
        if isinstance(found, Mapping):
            found = found.get(key)
        elif isinstance(found, Sequence) and not isinstance(found, str) and key.isdecimal() and int(key) < len(found):
            found = found[int(key)]
        else:
            return False
    if condition.test == "is":
        return type(found) is type(condition.value) and found == condition.value
    if not isinstance(found, int) or isinstance(found, bool) or not isinstance(condition.value, int):
        return False
    return found < condition.value if condition.test == "below" else found >= condition.value

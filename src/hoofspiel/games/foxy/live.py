"""What a live table offers players of Foxy & Woolly beyond the rules: answers given in advance, reasons for advice."""

from typing import Any

from hoofspiel.games.foxy.view import View

WOLF = {"path": "phase", "test": "is", "value": "wolf"}
SPECIAL = {"path": "phase", "test": "is", "value": "special"}
CHASE = {"play": "chase", "when": {"path": "pot", "test": "below", "value": 0}, "once": False}
UNTIL = {"number": "when", "low": 1, "high": 40, "start": 4, "here": "place", "shown": WOLF}

ORDERS = (
    {"name": "chase-until", "order": CHASE, **UNTIL},
    {"name": "chase-then-take", "order": {**CHASE, "otherwise": "take"}, **UNTIL},
    {
        "name": "offer-up-to",
        "order": {"play": "offer", "otherwise": "pass", "once": False},
        "number": "at_most",
        "high": 40,
        "start": 2,
        "here": "place",
        "shown": SPECIAL,
    },
)
"""Each for the token on the table alone: the next wolf is another matter."""


def reason(view: View, move: str) -> dict[str, Any] | None:
    """Why, in one fact: what the move does to the points if the match ended with it."""
    me, outlook = view["me"], view["outlook"]
    now = None if me is None else view["farms"][me]["now"]
    if now is None:
        return None
    first = move.split()[0]
    if first == "chase" and "take" in outlook:
        loss = now["points"] - outlook["take"]
        grows = {"reason": "chase-grows", "cubes": view["pot"] + 1}
        return {"reason": "chase-dear", "points": loss} if loss > 1 else grows
    if first == "take":
        return _why_take(view, gain=outlook["take"] - now["points"], broke=view["farms"][me or 0]["cubes"] == 0)
    if first == "offer" and move in outlook:
        gain = outlook[move] - now["points"]
        return {"reason": "offer-gain", "points": gain} if gain > 0 else {"reason": "offer-later"}
    if first == "pass" and outlook:
        best = max(outlook.values()) - now["points"]
        return {"reason": "pass-dear"} if best <= 0 else None
    return None


def _why_take(view: View, *, gain: int, broke: bool) -> dict[str, Any]:
    """Cubes are only spoken of where some lie on the field."""
    facts = {"cubes": view["pot"], "points": abs(gain)}
    if gain > 0:
        return {"reason": "take-gain", **facts}
    if view["pot"]:
        return {"reason": "take-even" if gain == 0 else "take-loss", **facts}
    if broke:
        return {"reason": "take-must"}
    return {"reason": "take-free"} if gain == 0 else {"reason": "take-cheap", "points": abs(gain)}

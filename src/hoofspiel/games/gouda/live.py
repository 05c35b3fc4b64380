"""What a live table tells players of Gouda Gangster beyond the rules: how long bots take, reasons for advice."""

from typing import Any

from hoofspiel.games.gouda.position import SNEAK, State
from hoofspiel.games.gouda.view import View


def unhurried(s: State) -> bool:
    """A room and any number of cards, all of it face down: how many must not show in how long it takes."""
    return s.phase == SNEAK


def reason(view: View, move: str) -> dict[str, Any] | None:
    """Why, in one fact of the house as this player sees it."""
    word, *rest = move.split()
    cheese = {room["room"]: room["pieces"] for room in view["rooms"]}
    if word == "room" and rest:
        pieces = cheese[rest[0]]
        kind = "room-most" if pieces == max(cheese.values()) else "room-quiet" if pieces else "room-empty"
        return {"reason": kind, "room": rest[0], "pieces": pieces}
    if word == "lay" and rest:
        return {"reason": "lay-weapon", "strength": int(rest[0])} if rest[0].isdecimal() else None
    if word == "spy" and rest:
        return {"reason": "spy", "target": int(rest[0])}
    if word == "add" and rest and rest[0].isdecimal():
        return {"reason": "add", "strength": int(rest[0])}
    return {"reason": word} if word in ("ready", "pass", "nailed-down", "gangster", "hole") else None

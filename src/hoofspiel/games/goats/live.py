"""Windows at a live table: open by public facts alone, and equally long for everybody."""

from typing import Any

from hoofspiel.games.goats.position import AFTER_REVEAL, BEFORE_FLIP, BEFORE_REVEAL, OPEN, State
from hoofspiel.games.goats.view import View

ORDERS = (
    {
        "name": "arm",
        "order": {"play": "{it}"},
        "each": "my_bonus",
        "of": ["baa-sez-faire", "sa-baa-teur", "coup-dbaa", "de-baa-vu"],
        "table": "bonus",
    },
    {
        "name": "arm-tete",
        "order": {"play": "{it}", "when": {"path": "prompt", "test": "is", "value": "after-reveal"}},
        "each": "my_bonus",
        "of": ["tete-baa-tete"],
        "table": "bonus",
    },
)
"""A card may lie armed: it is played soon after the rules allow it. Cards that need a target cannot.

A Tête-Baa-Tête waits for a tie in which it takes the dish: where it would break one in vain, the prompt is another.
"""

LENGTHS = {BEFORE_FLIP: 3000, BEFORE_REVEAL: 4000, AFTER_REVEAL: 5000}
AFTER_A_CARD = 4000


def window_ms(s: State) -> int:
    """How long all holders have together; a card that is played gives everybody time to answer it."""
    if s.windows != OPEN:
        return 0
    full = LENGTHS.get(s.phase, 0)
    return max(AFTER_A_CARD, full) if s.played and full else full


def late(s: State, seat: int) -> str:
    return "pass"


def reason(view: View, move: str) -> dict[str, Any] | None:
    """Why, in one fact that everybody at the table could see."""
    word, *rest = move.split()
    others = [player["left"] for seat, player in enumerate(view["players"]) if seat != view["me"]]
    if word == "bid" and rest and rest[0].isdecimal():
        card = int(rest[0])
        most = max((max(left) for left in others if left), default=0)
        if not any(card in left for left in others):
            return {"reason": "bid-safe-top" if card > most else "bid-safe", "card": card}
        dish = view["dish"]
        if not isinstance(dish, int):
            return {"reason": "bid-unseen" if dish is None else "bid-bonus"}
        dear, high = 2 * dish > view["auctions"], 2 * card > view["auctions"]
        kind = ("bid-dear" if high else "bid-duck") if dear else "bid-slip" if high else "bid-cheap"
        return {"reason": kind, "dish": dish}
    if word == "pass" and view["my_bonus"]:
        ahead = view["leader"] is not None and view["leader"] == view["me"]
        return {"reason": "pass-ahead" if ahead else "pass-keep"}
    if view["leader"] is not None and view["leader"] != view["me"]:
        if word == "tete-baa-tete" and view["prompt"] == "after-reveal-outbid":
            return {"reason": "tete-outbid", "leader": view["leader"]}
        return {"reason": "bonus-behind", "leader": view["leader"]}
    return None

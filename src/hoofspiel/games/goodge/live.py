"""What a live table offers players of The Goodge Rules beyond the rules: answers in advance, reasons for advice."""

from typing import Any

from hoofspiel.games.goodge.names import CARD_NUMBERS, SUIT_NAMES
from hoofspiel.games.goodge.table import AUCTION, BID_STEP, LEAST_BID, NO_SUIT, TOP_BID, State, points_in, suit_of
from hoofspiel.games.goodge.view import View
from hoofspiel.kernel.bits import bit

ORDERS = (
    {
        "name": "bid-up-to",
        "order": {"play": "bid", "otherwise": "pass", "once": False},
        "number": "at_most",
        "low": LEAST_BID,
        "high": TOP_BID,
        "step": BID_STEP,
        "start": 100,
        "here": "round",
        "shown": {"path": "phase", "test": "is", "value": "auction"},
    },
)
"""For the auction of this round alone."""


def brisk(s: State) -> bool:
    """Two bidders may raise each other in steps of five: nobody wants to watch them think about each one."""
    return s.phase == AUCTION and s.bid > 0


def reason(view: View, move: str) -> dict[str, Any] | None:
    """Why, in one fact about the player's own hand or the trick on the table."""
    word, *rest = move.split()
    hand = view["hand"]
    if word == "bid":
        return {"reason": "bid-crown"} if "crown" in hand else {"reason": "bid"}
    if word == "pass":
        return {"reason": "pass"}
    if word == "trump" and rest:
        suit = SUIT_NAMES.index(rest[0])
        own = sum(suit_of(CARD_NUMBERS[card], NO_SUIT) == suit for card in hand)
        return {"reason": "trump", "suit": rest[0], "cards": own}
    if word in ("bury", "play") and rest and rest[0] in CARD_NUMBERS:
        worth = points_in(bit(CARD_NUMBERS[rest[0]]))
        suits = [suit_of(CARD_NUMBERS[card], NO_SUIT) for card in hand]
        own = suit_of(CARD_NUMBERS[rest[0]], NO_SUIT)
        alone = suits.count(own) == 1 and rest[0] != "crown" and SUIT_NAMES[own] != view["trump"]
        if word == "bury":
            return {"reason": "bury-void"} if alone else {"reason": "bury-worth", "points": worth} if worth else None
        if view["trick"] is None:
            return {"reason": "lead-void"} if alone else None
        return None if worth else {"reason": "play-cheap"}
    return {"reason": "claim"} if word == "claim" else None

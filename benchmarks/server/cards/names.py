"""The cards in words."""

from collections.abc import Sequence
from typing import Any

from benchmarks.server.cards.rules import PLAYED, State
from hoofspiel.kernel.words import BadDeal

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
PLAYS = [f"play {card}" for card in CARDS]


def spell(s: State, seat: int, action: int) -> str:
    return PLAYS[action]


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    return {"event": "played", "seat": seat, "card": CARDS[data]} if kind == PLAYED else {"event": "took", "seat": seat}


def why_not(s: State, seat: int, words: Sequence[str]) -> tuple[str, str]:
    return "cards", "Play a card you hold."


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    raise BadDeal("This game is only dealt by chance.")

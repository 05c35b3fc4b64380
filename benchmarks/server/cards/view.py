"""What a seat is shown: field by field what playerView in peer/server.js hands out."""

from functools import cache, lru_cache
from typing import Any

from benchmarks.server.cards.names import CARDS
from benchmarks.server.cards.rules import LOGGED, SEATS, State
from hoofspiel.kernel.match import members

FIRST_SECOND = 1_700_000_000.125
OPTIONS = {"rounds": 13, "timer": 30, "nil": 100, "bags": 10, "target": 500}


@lru_cache(maxsize=1 << 14)
def cards_in(mask: int) -> list[str]:
    return [CARDS[card] for card in members(mask)]


@cache
def player(seat: int, cards: int, won: int) -> dict[str, Any]:
    return {
        "name": f"Player number {seat}",
        "avatar": f"avatar-{seat}.svg",
        "bot": seat == SEATS - 1,
        "online": True,
        "cards": cards,
        "bid": 3,
        "won": won,
        "score": 100,
    }


def view(s: State, me: int | None) -> dict[str, Any]:
    return {**public(s), **private(s, me)}


def public(s: State) -> dict[str, Any]:
    first, at = max(0, s.played - LOGGED), s.played % LOGGED
    last = s.log[at:] + s.log[:at] if first else s.log[:at]
    return {
        "n": s.played,
        "game": "spades",
        "phase": "play",
        "trick": [CARDS[card - 1] for card in s.trick if card],
        "log": [
            {"seq": n + 1, "seat": n % SEATS, "kind": "play", "card": CARDS[card], "at": FIRST_SECOND + n}
            for n, card in enumerate(last, first)
        ],
        "seats": [*map(player, range(SEATS), map(int.bit_count, s.hand), s.won)],
        "options": OPTIONS,
    }


def private(s: State, me: int | None) -> dict[str, Any]:
    hand = [] if me is None else cards_in(s.hand[me])
    return {"you": me, "hand": hand, "legal": list(range(len(hand))), "me": me, "prompt": "play"}

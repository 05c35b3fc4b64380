"""What a seat is shown: field by field what playerView in peer/server.js hands out.

Made anew every time, apart from what never changes: with a hundred tables, what was made a while ago is no longer near
the processor, and waiting for it takes longer than making it.
"""

from typing import Any

from benchmarks.server.cards.names import CARDS
from benchmarks.server.cards.rules import HAND, LOGGED, SEATS, State

FIRST_SECOND = 1_700_000_000.125
OPTIONS = {"rounds": 13, "timer": 30, "nil": 100, "bags": 10, "target": 500}
PLAYERS = [
    {
        "name": f"Player number {seat}",
        "avatar": f"avatar-{seat}.svg",
        "bot": seat == SEATS - 1,
        "online": True,
        "cards": 0,
        "bid": 3,
        "won": 0,
        "score": 100,
    }
    for seat in range(SEATS)
]
LEGAL = [list(range(size)) for size in range(HAND + 1)]
A, B, C, D, E, F, G = [
    [[card for n, card in enumerate(CARDS[8 * place : 8 * place + 8]) if byte >> n & 1] for byte in range(256)]
    for place in range(7)
]
"""The cards of a set, looked up byte by byte."""


def cards_in(mask: int) -> list[str]:
    a, b, c, d, e, f, g = mask.to_bytes(7, "little")
    return [*A[a], *B[b], *C[c], *D[d], *E[e], *F[f], *G[g]]


def view(s: State, me: int | None) -> dict[str, Any]:
    return {**public(s), **private(s, me)}


def public(s: State) -> dict[str, Any]:
    first, at = max(0, s.played - LOGGED), s.played % LOGGED
    last = s.log[at:] + s.log[:at] if first else s.log[:at]
    seats = zip(PLAYERS, s.hand, s.won, strict=True)
    return {
        "n": s.played,
        "game": "spades",
        "phase": "play",
        "trick": [CARDS[card - 1] for card in s.trick if card],
        "log": [
            {"seq": n + 1, "seat": n % SEATS, "kind": "play", "card": CARDS[card], "at": FIRST_SECOND + n}
            for n, card in enumerate(last, first)
        ],
        "seats": [{**player, "cards": hand.bit_count(), "won": won} for player, hand, won in seats],
        "options": OPTIONS,
    }


def private(s: State, me: int | None) -> dict[str, Any]:
    hand = [] if me is None else cards_in(s.hand[me])
    return {"you": me, "hand": hand, "legal": LEGAL[len(hand)], "me": me, "prompt": "play"}

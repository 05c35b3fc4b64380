"""How good a position is, what a search expects of the others, and what it need not look at."""

from hoofspiel.games.gouda.balance import weigh
from hoofspiel.games.gouda.cards import CHEESE, CHEESE_CARDS, NAILED_DOWN, ROOMS
from hoofspiel.games.gouda.habits import habit
from hoofspiel.games.gouda.odds import PLAYOFF_COUNTS, STRENGTH_COUNTS, odds_with
from hoofspiel.games.gouda.outlook import facts
from hoofspiel.games.gouda.player import greedy
from hoofspiel.games.gouda.position import (
    ENTER,
    GO_THROUGH,
    OVER,
    READY,
    REINFORCE,
    SNEAK,
    SPY,
    State,
    face_down,
    in_order,
    lies,
    takes_part,
)
from hoofspiel.games.gouda.rules import legal
from hoofspiel.games.gouda.sly import SLY, fullest_room, quiet_room
from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng

__all__ = ["SLY", "facts", "fullest_room", "greedy", "habit", "quiet_room", "weigh"]

SEARCH = {"explore": 0.25, "mixed": 0}
"""One night changes the odds by little, and what the others do is not left to the search: see expected()."""


# --- how good a position is ---


def value(s: State, seat: int) -> float:
    """How likely a seat is to win the match, when a round is over.

    The share itself and no other measure of it: with the logarithm of the odds, losing for certain would be so much
    worse than being far behind that nobody took a risk in time.
    """
    if s.phase == OVER:
        return 1.0 / float(count(s.crowned)) if s.crowned >> seat & 1 else 0.0
    if not takes_part(s, seat):
        return 0.0
    others = 0.0
    for p in range(s.n):
        if takes_part(s, p) and p != seat:
            others += odds(s, p)
    mine = odds(s, seat)
    return mine / (mine + others)


def odds(s: State, seat: int) -> float:
    return odds_with(s, s.rats[seat], s.hand[seat], PLAYOFF_COUNTS if s.playoff else STRENGTH_COUNTS)


# --- what a search expects, and what it looks at ---


def rollout(s: State, seat: int, x: int) -> int:
    return greedy(s, seat, x)


def expected(s: State, seat: int, x: int) -> int:
    """A search assumes that the others are sensible players."""
    return greedy(s, seat, x)


def considered(s: State, seat: int) -> int:
    """Of the face-down cards in one row a spy may look at any: nobody knows more about one than about another."""
    if s.phase == REINFORCE:
        return legal(s, seat) & ~idle(s, seat)
    if s.phase != SPY:
        return legal(s, seat)
    some = 0
    first = 0
    for p in range(s.n):
        down = face_down(s, p)
        if p != seat and down:
            some |= bit(first + pick(down, below(next_rng(s.shown | 1), count(down))))
        first += s.length[p]
    return some


def idle(s: State, seat: int) -> int:
    """Moves without effect: nailing down when nobody is left to add a card, going where no cheese can be seen."""
    found = 0 if to_come(s) else bit(NAILED_DOWN)
    if not brings_cheese(s, seat):
        for room in range(ROOMS):
            if s.pieces[room] == 0:
                found |= bit(GO_THROUGH + room)
    return found


def to_come(s: State) -> int:
    """Seats that may still add a card after the one who is asked, as a mask."""
    found = 0
    for k in range(s.turns, s.n):
        if takes_part(s, in_order(s, k)) and s.hand[in_order(s, k)]:
            found |= bit(in_order(s, k))
    return found


def brings_cheese(s: State, seat: int) -> bool:
    """It carries a cheese card, or somebody else's is face up and may be in any room."""
    if s.playoff:
        return False
    for p in range(s.n):
        if s.added[p] == CHEESE:
            return True
        for place in range(s.length[p]):
            if lies(s, p, place) == CHEESE and (p == seat or s.up[p] >> place & 1):
                return True
    return False


def in_the_dark(s: State, seat: int) -> bool:
    """A seat that reinforces weighs up rooms and rows, some of which it has not seen."""
    return s.phase == REINFORCE


# --- what can be counted ---


def seen_as(s: State, seat: int, action: int) -> int:
    """A room by its cheese and how many rooms have more, a card by its strength and the row so far."""
    row = min(s.length[seat], 7)
    if s.phase == SNEAK and action >= ENTER:
        if action == READY:
            return 64 + row
        room = action - ENTER
        more = 0
        for other in range(ROOMS):
            if s.pieces[other] > s.pieces[room]:
                more += 1
        return (32 if s.hand[seat] & CHEESE_CARDS else 0) + 4 * min(s.pieces[room], 7) + more
    kind = min(action, 63)
    return 128 + 512 * min(s.phase, 4) + 64 * row + kind

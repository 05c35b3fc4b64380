"""How good a position is, what a search expects of the others, and what it need not look at."""
from math import exp

from hoofspiel.games.gouda.cards import CHEESE, CHEESE_CARDS, NAILED_DOWN, ROOMS, WEAPONS
from hoofspiel.games.gouda.fights import total
from hoofspiel.games.gouda.habits import habit
from hoofspiel.games.gouda.player import greedy
from hoofspiel.games.gouda.position import (
    GO_THROUGH,
    OVER,
    RATS_TO_WIN,
    REINFORCE,
    SPY,
    State,
    face_down,
    in_order,
    lies,
    takes_part,
)
from hoofspiel.games.gouda.rules import legal
from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import below, next_rng

__all__ = ["greedy", "habit"]

SEARCH = {"explore": 0.25, "mixed": 0}
"""One night changes the odds by little, and what the others do is not left to the search: see expected()."""

# How much each thing adds to the logarithm of the odds of winning, fitted to 6,000 matches of greedy players. In
# 20,000 others at each number of seats the odds held within 0.03 with three and four, 0.05 with six, up to 0.9.
RAT_COUNTS = 0.5        # for every player at the table: the more there are, the fewer nights are left to catch up
FOURTH_COUNTS = 0.75
LIFE_COUNTS = 1.1
STRENGTH_COUNTS = 0.04  # a point of strength in hand
PLAYOFF_COUNTS = 0.2    # the same in a play-off, where little else decides
CHEESE_COUNTS = 0.25
ACTION_COUNTS = 0.1


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
    rats = s.rats[seat]
    gang = LIFE_COUNTS * float(rats) if s.last_rat_standing else RAT_COUNTS * float(rats * s.n)
    if rats == RATS_TO_WIN - 1 and not s.last_rat_standing:
        gang += FOURTH_COUNTS
    hand = s.hand[seat]
    point = PLAYOFF_COUNTS if s.playoff else STRENGTH_COUNTS
    return exp(gang + point * float(total(hand & WEAPONS))
               + CHEESE_COUNTS * float(count(hand & CHEESE_CARDS))
               + ACTION_COUNTS * float(count(hand >> NAILED_DOWN)))


# --- what a search expects, and what it looks at ---


def rollout(s: State, seat: int, x: int) -> int:
    return greedy(s, seat, x)


def expected(s: State, seat: int, x: int) -> int:
    """A search takes the others for sensible players."""
    return greedy(s, seat, x)


def considered(s: State, seat: int) -> int:
    """Of the cards that lie face down in one row a spy looks at any one: nobody knows more of one than of another."""
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
    """What does nothing: to nail down when nobody is left to add a card, to go where no cheese can be seen."""
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
    """It takes a cheese card along, or somebody else's lies open and may wait in any room."""
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
    """Who reinforces weighs rooms and rows, and some of them it has not seen."""
    return s.phase == REINFORCE

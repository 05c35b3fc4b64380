"""How good a position is, what a search expects of the others, and what it need not look at."""
from math import exp

from hoofspiel.games.gouda.cards import (
    CHEESE,
    CHEESE_CARDS,
    GANGSTER,
    HOLE,
    NAILED_DOWN,
    ROOMS,
    TRAP,
    WEAPONS,
    alike,
)
from hoofspiel.games.gouda.fights import total
from hoofspiel.games.gouda.guesses import redeal
from hoofspiel.games.gouda.habits import habit
from hoofspiel.games.gouda.player import greedy
from hoofspiel.games.gouda.position import (
    GO_THROUGH,
    OVER,
    PASS,
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
from hoofspiel.kernel.bits import bit, count, highest, pick
from hoofspiel.kernel.chance import LOW32, below, next_rng, seed_rng

__all__ = ["greedy", "habit"]

SEARCH = {"explore": 0.5, "mixed": 0}
"""One night changes the odds by little, and what the others do is not left to the search: see expected()."""

# How much each thing adds to the logarithm of the odds of winning, fitted to matches of players who search.
RAT_COUNTS = 1.5
THIRD_COUNTS = 0.35
FOURTH_COUNTS = 0.36    # for every player at the table: the more there are, the likelier is a meal
LIFE_COUNTS = 1.1
USEFUL = 3              # weapons: whoever holds more can hardly use them all in the nights that are left
STRENGTH_COUNTS = 0.02  # a point of their strength,
WITH_RATS = 0.007       # and so much more with every rat: whoever has few will not win by saving
SPARE_COUNTS = 0.008    # a point of any other weapon
PLAYOFF_COUNTS = 0.115  # a point in a play-off, where little else decides
CHEESE_COUNTS = 0.45
TRAP_COUNTS = 0.07
NAILED_COUNTS = 0.2
GANGSTER_COUNTS = 0.6
GANGSTER_DECIDES = 1.8  # the same in a play-off
HOLE_COUNTS = 0.35

MEAL = 0.004            # what a meal is worth to somebody who cannot win any more
MORE_LOOKS = 2          # at what is hidden, before a sensible player adds nothing


# --- how good a position is ---


def value(s: State, seat: int) -> float:
    """How likely a seat is to win the match, when a round is over; and a little for a meal, if only out of pride.

    The share itself and no other measure of it: with the logarithm of the odds, losing for certain would be so much
    worse than being far behind that nobody took a risk in time.
    """
    return chance_to_win(s, seat) + (MEAL if s.ate >> seat & 1 else 0.0)


def chance_to_win(s: State, seat: int) -> float:
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
    return exp(gang_counts(s, s.rats[seat]) + hand_counts(s, seat))


def gang_counts(s: State, rats: int) -> float:
    if s.last_rat_standing:
        return LIFE_COUNTS * float(rats)
    found = RAT_COUNTS * float(rats)
    if rats == RATS_TO_WIN - 1:
        found += FOURTH_COUNTS * float(s.n)
    elif rats == RATS_TO_WIN - 2:
        found += THIRD_COUNTS
    return found


def hand_counts(s: State, seat: int) -> float:
    hand = s.hand[seat]
    found = (HOLE_COUNTS * float(count(hand & alike(HOLE))) + NAILED_COUNTS * float(count(hand & alike(NAILED_DOWN)))
             + TRAP_COUNTS * float(count(hand & alike(TRAP))))
    gangsters = float(count(hand & alike(GANGSTER)))
    if s.playoff:
        return found + GANGSTER_DECIDES * gangsters + PLAYOFF_COUNTS * float(total(hand & WEAPONS))
    point = STRENGTH_COUNTS + WITH_RATS * float(s.rats[seat])
    useful = strongest(hand & WEAPONS, USEFUL)
    return (found + GANGSTER_COUNTS * gangsters + CHEESE_COUNTS * float(count(hand & CHEESE_CARDS))
            + point * float(total(useful)) + SPARE_COUNTS * float(total(hand & WEAPONS ^ useful)))


def strongest(weapons: int, number: int) -> int:
    """So many of a set of weapons, or all there are."""
    found = 0
    while weapons and number:
        found |= bit(highest(weapons))
        weapons ^= bit(highest(weapons))
        number -= 1
    return found


def stakes(s: State, seat: int) -> float:
    """What a rat more is worth: far behind, one changes the odds by a hundredth of what it does in front."""
    if s.playoff or (s.rats[seat] == RATS_TO_WIN - 1 and not s.last_rat_standing):
        return 1.0
    others = 0.0
    for p in range(s.n):
        if takes_part(s, p) and p != seat:
            others += odds(s, p)
    mine = exp(gang_counts(s, s.rats[seat] + 1) + hand_counts(s, seat))
    return mine / (mine + others)


# --- what a search expects, and what it looks at ---


def study(s: State, seat: int) -> None:
    """Whoever reads the others knows where they go, and that they do not give in so easily."""
    s.wary = 1


def rollout(s: State, seat: int, x: int) -> int:
    return careful(s, seat, x)


def careful(s: State, seat: int, x: int) -> int:
    """A sensible player. A master expects him to think twice before he adds nothing: what is hidden may be worse."""
    found = greedy(s, seat, x)
    looks = MORE_LOOKS if s.wary else 0
    while looks and found == PASS and s.phase == REINFORCE:
        x = next_rng(x)
        redeal(s, seat, seed_rng(x & LOW32))
        found = greedy(s, seat, x)
        looks -= 1
    return found


def expected(s: State, seat: int, x: int) -> int:
    """A search takes the others for sensible players."""
    return careful(s, seat, x)


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

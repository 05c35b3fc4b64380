"""How good a position is, a player who bids near the worth of the dish, and what the search expects of others."""

from hoofspiel.games.goats.balance import by_place, seems_wild, weigh
from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.club import facts, sensible, settled
from hoofspiel.games.goats.habits import habit
from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    BIDDING,
    FACE_DOWN,
    PASS,
    VU,
    State,
)
from hoofspiel.games.goats.prospects import comes_first
from hoofspiel.games.goats.rules import legal
from hoofspiel.games.goats.sly import SLY, just_enough, one_above, patient, place_alone
from hoofspiel.games.goats.styles import TENTHS, THOUSAND, dish_place, dish_worth, nearest, study, tenth
from hoofspiel.games.goats.tricks import wins_with, worthwhile_bonus
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.contract import winners
from hoofspiel.kernel.engine import NOBODY, actors

__all__ = [
    "SLY",
    "facts",
    "habit",
    "just_enough",
    "one_above",
    "patient",
    "place_alone",
    "sensible",
    "settled",
    "study",
    "weigh",
]

SEARCH = {"explore": 0.25, "margin": 0.005, "by_feel": 0.7, "enough": 3000}
"""One bid changes the odds of a match by little: a short look at many cards finds hardly more than chance. A very long
one finds bids so well mixed that every answer is as good as another: with six, 12,000 iterations won no more than 3000.
"""


def value(s: State, seat: int) -> float:
    """How likely a seat is to win the match."""
    if actors(s):
        return comes_first(s, seat)
    won = winners(s)
    return 1.0 / float(count(won)) if won >> seat & 1 else 0.0


def far_enough(s: State, root: State) -> bool:
    """A search looks to the end of an auction: what follows is better reckoned than played."""
    return s.auction != root.auction or s.deals != root.deals


# --- the greedy player ---


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == BIDDING:
        return near_the_worth(s, seat, x)
    return greedy_bonus(s, seat, x)


def near_the_worth(s: State, seat: int, x: int) -> int:
    wanted = s.cards // 2 if s.dish == FACE_DOWN else dish_worth(s)
    return nearest(s.hand[seat], wanted + below(next_rng(x), 5) - 2)


def greedy_bonus(s: State, seat: int, x: int) -> int:
    """A card that takes a good dish from somebody else; before the reveal only now and then."""
    moves = legal(s, seat) & ~bit(PASS)
    if moves == 0 or dish_worth(s) < 5 and s.dish != FACE_DOWN:
        return PASS
    if s.phase != AFTER_REVEAL:
        return pick(moves, below(x, count(moves))) if below(next_rng(x), 6) == 0 else PASS
    if winner_now(s) == seat:
        return PASS
    while moves:
        action = lowest(moves)
        moves &= moves - 1
        if action != VU and wins_with(s, seat, action):
            return action
    again = legal(s, seat) & bit(VU)
    return VU if again and dish_worth(s) >= 8 else PASS


# --- what the search expects ---


def any_of(mask: int, x: int) -> int:
    return pick(mask, below(x, count(mask)))


def expected(s: State, seat: int, x: int) -> int:
    """A choice in the player's style; a clever player does what the search finds best."""
    point = below(x, THOUSAND)
    x = next_rng(x)
    if point < s.wild[seat]:
        return any_of(legal(s, seat), x)
    if point < s.wild[seat] + s.valuing[seat]:
        return greedy(s, seat, x)
    return NOBODY


def rollout(s: State, seat: int, x: int) -> int:
    """In windows a card is played for a dish that is worth it; bids are by place, give or take one."""
    if s.phase != BIDDING:
        return worthwhile_bonus(s, seat)
    if s.dish == FACE_DOWN:
        return any_of(s.hand[seat], x)
    place = dish_place(s, seat) + below(x, 3) - 1
    return pick(s.hand[seat], min(max(place, 0), count(s.hand[seat]) - 1))


def usual(s: State, seat: int) -> int:
    """Where the others have shown that they bid at random: bids by place, bonus cards kept for a good moment."""
    if s.phase == BIDDING:
        return by_place(s, seat)
    return worthwhile_bonus(s, seat) if seems_wild(s, seat) else NOBODY


# --- what can be counted ---


def seen_as(s: State, seat: int, action: int) -> int:
    """A bid by dish, card and cards left; a bonus card by window and by what it might change."""
    if s.phase == BIDDING:
        dish = tenth(dish_worth(s), s.cards) if s.dish != FACE_DOWN else 0
        return (dish * TENTHS + tenth(action, s.cards)) * TENTHS + min(count(s.hand[seat]), TENTHS) - 1
    rich = 2 if s.dish != FACE_DOWN and dish_worth(s) >= 5 else 0
    leads = 4 if s.phase == AFTER_REVEAL and winner_now(s) == seat else 0
    return 1000 + 8 * s.phase + leads + rich + (0 if action == PASS else 1)

"""How good a position is, a player who bids near the worth of the dish, and what the search expects of others."""
from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    BAAPOLEON,
    BIDDING,
    COUP,
    FACE_DOWN,
    PASS,
    VU,
    State,
)
from hoofspiel.games.goats.prospects import bonus_worth, comes_first
from hoofspiel.games.goats.rules import legal, winners
from hoofspiel.games.goats.styles import THOUSAND, dish_place, dish_worth, nearest, study
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY, actors

__all__ = ["study"]

SEARCH = {"explore": 0.25, "margin": 0.005, "by_feel": 0.7, "enough": 3000}
"""One bid changes the odds of a match by little: a short look at many cards finds hardly more than chance. A very long
one finds bids so well mixed that every answer is as good as another: with six, 12,000 iterations won no more than 3000.
"""

WILD_ENOUGH = 300       # in thousandths: as long as the others seem so wild on average, one bids by place


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


def wins_with(s: State, seat: int, action: int) -> bool:
    """Whether playing this card after the reveal would give the dish to its player."""
    coup = s.coup
    plus3 = s.plus3
    tete = s.tete[seat]
    if action >= BAAPOLEON:
        s.plus3 = action - BAAPOLEON
    elif action == COUP:
        s.coup = 1
    else:
        s.tete[seat] = s.tetes + 1
    won = winner_now(s) == seat
    s.coup = coup
    s.plus3 = plus3
    s.tete[seat] = tete
    return won


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


def worthwhile_bonus(s: State, seat: int) -> int:
    """A card that wins a dish worth more than the card."""
    moves = legal(s, seat) & ~bit(PASS)
    least = bonus_worth(s)
    if moves == 0 or s.phase != AFTER_REVEAL or float(dish_worth(s)) < least or winner_now(s) == seat:
        return PASS
    if moves & bit(VU) and 0.5 * float(dish_worth(s)) >= least:
        least = 0.0
    moves &= ~bit(VU)
    while moves:
        action = lowest(moves)
        moves &= moves - 1
        if wins_with(s, seat, action):
            return action
    return VU if least == 0.0 else PASS


def usual(s: State, seat: int) -> int:
    """Against bids at random nothing wins more than bids by place; bonus cards are kept for a good moment."""
    wild = 0
    for p in range(s.n):
        if p != seat:
            wild += s.wild[p]
    if wild < WILD_ENOUGH * (s.n - 1) or s.phase == BIDDING and s.dish == FACE_DOWN:
        return NOBODY
    return pick(s.hand[seat], dish_place(s, seat)) if s.phase == BIDDING else worthwhile_bonus(s, seat)

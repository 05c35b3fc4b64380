"""How good a position is, a player who bids near the worth of the dish, and what the search expects of others."""
from math import exp, log

from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    BAAPOLEON,
    BIDDING,
    COUP,
    FACE_DOWN,
    FIRST_DRAW,
    PASS,
    VU,
    State,
)
from hoofspiel.games.goats.rules import legal, winners
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY, actors

SEARCH = {"explore": 0.25}
HELD_IS_WORTH = 4       # points that a bonus card kept for the next round is worth
DRAW_IS_WORTH = 5       # dish points a Draw card is bid for

# Styles of players, by the average distance of bids from the worth of the dish, and how common we think they are.
WILD_DISTANCE = 3.3     # any card at any time
VALUE_DISTANCE = 1.1    # a card near the worth of the dish
CLEVER_DISTANCE = 2.3   # looks for the lonely card
WILD_BEFORE = 0.15
VALUE_BEFORE = 0.35
CLEVER_BEFORE = 0.5
THOUSAND = 1000


def value(s: State, seat: int) -> float:
    """Points ahead of the best other player; the win itself once the match is over."""
    best = -1000
    for p in range(s.n):
        if p != seat:
            best = max(best, worth(s, p))
    lead = float(worth(s, seat) - best)
    ahead = min(max(0.5 + lead / 100.0, 0.0), 1.0)
    if actors(s):
        return ahead
    won = winners(s)
    return 0.4 * ahead + (0.6 / float(count(won)) if won >> seat & 1 else 0.0)


def worth(s: State, seat: int) -> int:
    kept = count(s.held[seat]) if s.deals < s.rounds else 0
    return s.score[seat] + HELD_IS_WORTH * kept


def dish_worth(s: State) -> int:
    """Points that lie on the table, those carried over too."""
    prize = s.kept | bit(s.dish)
    total = 0
    while prize:
        dish = lowest(prize)
        prize &= prize - 1
        total += dish if dish < FIRST_DRAW else DRAW_IS_WORTH
    return total


# --- the greedy player ---


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == BIDDING:
        return near_the_worth(s, seat, x)
    return greedy_bonus(s, seat, x)


def near_the_worth(s: State, seat: int, x: int) -> int:
    wanted = s.cards // 2 if s.dish == FACE_DOWN else dish_worth(s)
    return nearest(s.hand[seat], wanted + below(next_rng(x), 5) - 2)


def nearest(hand: int, wanted: int) -> int:
    best = lowest(hand)
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if abs(card - wanted) < abs(best - wanted):
            best = card
    return best


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


def style_odds(s: State, seat: int, distance: float, before: float) -> float:
    """How well a style explains all bids of a player, times how common it is."""
    n = float(s.bids[seat])
    return before * exp(-float(s.off[seat]) / distance - n * log(distance / 2.0))


def expected(s: State, seat: int, x: int) -> int:
    """A bid in the player's style; a clever player, and everybody in a window, does what the search finds best."""
    if s.phase != BIDDING or s.bids[seat] == 0:
        return NOBODY
    wild = style_odds(s, seat, WILD_DISTANCE, WILD_BEFORE)
    by_value = style_odds(s, seat, VALUE_DISTANCE, VALUE_BEFORE)
    clever = style_odds(s, seat, CLEVER_DISTANCE, CLEVER_BEFORE)
    point = (wild + by_value + clever) * float(below(x, THOUSAND)) / float(THOUSAND)
    if point < wild:
        x = next_rng(x)
        return pick(s.hand[seat], below(x, count(s.hand[seat])))
    if point < wild + by_value:
        return near_the_worth(s, seat, next_rng(x))
    return NOBODY


def rollout(s: State, seat: int, x: int) -> int:
    if s.phase != BIDDING:
        return greedy_bonus(s, seat, x)
    usual = expected(s, seat, x)
    if usual != NOBODY:
        return usual
    x = next_rng(x)
    if below(x, 3) == 0:
        return pick(s.hand[seat], below(next_rng(x), count(s.hand[seat])))
    return by_rank(s, seat, next_rng(x))


def by_rank(s: State, seat: int, x: int) -> int:
    """The card whose place in the hand is the dish's place among the dishes still to come, give or take one."""
    if s.dish == FACE_DOWN:
        return near_the_worth(s, seat, x)
    now = dish_worth(s)
    below_it = count(s.food & (bit(min(now, FIRST_DRAW)) - 1))
    if now > DRAW_IS_WORTH:
        below_it += count(s.food >> FIRST_DRAW)
    others = count(s.food)
    cards = count(s.hand[seat])
    place = below_it * (cards - 1) // others if others else 0
    place += below(x, 3) - 1
    return pick(s.hand[seat], min(max(place, 0), cards - 1))

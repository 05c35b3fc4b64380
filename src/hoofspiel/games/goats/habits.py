"""How somebody bids who is new here: greedy for the big dishes, and with little thought of what the others want."""

from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import AFTER_REVEAL, BIDDING, FACE_DOWN, PASS, VU, State
from hoofspiel.games.goats.rules import legal
from hoofspiel.games.goats.styles import dish_worth, nearest
from hoofspiel.games.goats.tricks import wins_with
from hoofspiel.kernel.bits import bit, count, highest, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

NEW_HERE = 0  # how much a player has learned
BIG_DISH = 7  # out of ten: for such a dish the best card is just good enough
WORTH_A_CARD = 3  # points for which it plays a bonus card, if it thinks of it


def habit(s: State, seat: int, learned: int, x: int) -> int:
    """More experienced players think."""
    if learned != NEW_HERE:
        return NOBODY
    x = next_rng(x)
    return bid_greedily(s, seat, x) if s.phase == BIDDING else grab(s, seat, x)


def bid_greedily(s: State, seat: int, x: int) -> int:
    """The best card for a big dish, every other time; otherwise about what the dish is worth."""
    hand = s.hand[seat]
    if s.dish == FACE_DOWN:
        return pick(hand, below(x, count(hand)))
    worth = dish_worth(s)
    if 10 * worth >= BIG_DISH * s.cards and below(x, 2):
        return highest(hand)
    return nearest(hand, worth + below(next_rng(x), 5) - 2)


def grab(s: State, seat: int, x: int) -> int:
    """Every other time it thinks of its bonus cards: then it takes the first dish that one of them wins."""
    if s.phase != AFTER_REVEAL or x >> 9 & 1 or dish_worth(s) < WORTH_A_CARD or winner_now(s) == seat:
        return PASS
    moves = legal(s, seat) & ~(bit(PASS) | bit(VU))
    while moves:
        action = lowest(moves)
        moves &= moves - 1
        if wins_with(s, seat, action):
            return action
    return PASS

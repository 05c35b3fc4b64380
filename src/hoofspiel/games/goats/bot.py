"""How good a position is, and a player who bids near the worth of the dish."""
from hoofspiel.games.goats.rules import (
    AFTER_REVEAL,
    BAAPOLEON,
    BIDDING,
    COUP,
    FACE_DOWN,
    FIRST_DRAW,
    PASS,
    VU,
    State,
    legal,
    winner_now,
)
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng

HELD_IS_WORTH = 4       # points that a bonus card kept for the next round is worth
DRAW_IS_WORTH = 5       # dish points a Draw card is bid for


def value(s: State, seat: int) -> float:
    """Points ahead of the others' average in the last finished round."""
    total = 0
    for p in range(s.n):
        total += worth(s, p)
    ahead = float(worth(s, seat) * s.n - total) / float(s.n - 1)
    return 0.5 + ahead / 80.0


def worth(s: State, seat: int) -> int:
    kept = count(s.held[seat]) if s.deals < s.rounds else 0
    return s.last[seat] + HELD_IS_WORTH * kept


def dish_worth(s: State) -> int:
    """Points that lie on the table, those carried over too."""
    prize = s.kept | bit(s.dish)
    total = 0
    while prize:
        dish = lowest(prize)
        prize &= prize - 1
        total += dish if dish < FIRST_DRAW else DRAW_IS_WORTH
    return total


def greedy(s: State, seat: int, x: int) -> int:
    if s.phase == BIDDING:
        wanted = s.cards // 2 if s.dish == FACE_DOWN else dish_worth(s)
        return nearest(s.hand[seat], wanted + below(next_rng(x), 5) - 2)
    return greedy_bonus(s, seat, x)


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

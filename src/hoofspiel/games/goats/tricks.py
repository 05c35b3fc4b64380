"""When a bonus card is worth playing: it wins a dish that is worth more than the card."""

from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import AFTER_REVEAL, BAAPOLEON, COUP, PASS, VU, State
from hoofspiel.games.goats.prospects import bonus_worth
from hoofspiel.games.goats.rules import legal
from hoofspiel.games.goats.styles import dish_worth
from hoofspiel.kernel.bits import bit, lowest


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

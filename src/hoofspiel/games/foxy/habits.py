"""How somebody plays who is new here: every sheep is dear, the end is far away, and cubes are there to be spent."""

from hoofspiel.games.foxy.auction import after_strike, can_shoot, must_open
from hoofspiel.games.foxy.position import (
    CHASE,
    END,
    FINISH,
    GUN,
    PASS,
    RESOLVE,
    RESPOND,
    ROW_WOLF,
    SPECIAL,
    STEAL,
    TAKE,
    State,
)
from hoofspiel.games.foxy.rules import legal
from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

NEW_HERE = 0  # how much a player has learned
LAST_CUBES = 2  # with so few left even a newcomer stops paying
TEMPTING = 4  # cubes on the field that make up for a sheep, whatever its number
DEAREST = 2  # cubes offered for a special at most


def habit(s: State, seat: int, learned: int, x: int) -> int:
    """More experienced players think."""
    if learned != NEW_HERE or s.moving[seat]:
        return NOBODY
    if s.phase == RESPOND:
        return GUN if can_shoot(s, seat) else RESOLVE
    if s.phase == END:
        return FINISH
    return offer_little(s, seat, next_rng(x)) if s.phase == SPECIAL else love_all_sheep(s, seat)


def love_all_sheep(s: State, seat: int) -> int:
    """A wolf that would take a sheep now is chased, the 1 like the 9; one that waits for the end does no harm today."""
    moves = legal(s, seat)
    wolf = s.track[s.place]
    harmless = wolf >= ROW_WOLF or after_strike(s, seat, wolf) == s.sheep[seat]
    if moves & bit(TAKE) and (harmless or s.pot >= TEMPTING or s.hand[seat] <= LAST_CUBES and s.pot):
        return TAKE
    if moves & bit(CHASE):
        return CHASE
    return STEAL if moves & bit(STEAL) else TAKE


def offer_little(s: State, seat: int, x: int) -> int:
    """A cube or two, every other time; what a special brings at the end is hard to tell."""
    price = s.high + 1
    if price > s.hand[seat]:
        return PASS
    return price if must_open(s) or price <= DEAREST and below(x, 2) else PASS

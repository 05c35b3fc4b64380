"""How good a finished match is, and a player who weighs sheep against cubes by the exact scoring."""

from hoofspiel.games.foxy.auction import after_strike, can_shoot, must_open, target
from hoofspiel.games.foxy.components import GUN_MINUS, GUN_TOKENS, MOVE_TOKENS, STEAL_TOKENS
from hoofspiel.games.foxy.farm import goals, movable, nearest, token_of_move
from hoofspiel.games.foxy.habits import habit
from hoofspiel.games.foxy.outlook import facts, settled
from hoofspiel.games.foxy.position import (
    CHASE,
    END,
    FINISH,
    FIRST_SPECIAL,
    GUN,
    MOVE,
    MOVE_KINDS,
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
from hoofspiel.games.foxy.scoring import POINTS_UP, best_use, points_now
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

__all__ = ["facts", "habit", "settled"]

# In tenths of a point.
POINT = 10
CUBE_IS_WORTH = 10  # a cube in hand, beyond what it earns if the match ended now
TOKEN_IS_WORTH = 15  # a gun, steal or move token not used yet
USEFUL_TOKENS = MOVE_TOKENS | GUN_TOKENS | STEAL_TOKENS
MOOD = 10  # a little chance in every price
LOOSE_MOOD = 20
BOLDEST_RAISE = 3  # cubes above the last offer
AT_A_GLANCE = 0
EXACTLY = 1

SEARCH = {"explore": 0.3}


def value(s: State, seat: int) -> float:
    """Half for winning, the rest for points ahead of the best of the others."""
    best = -1
    for p in range(s.n):
        if p != seat:
            best = max(best, s.score[p] << 4 | s.survivors[p])
    mine = s.score[seat] << 4 | s.survivors[seat]
    ahead = float(s.score[seat] - (best >> 4))
    won = 0.5 if mine > best else 0.25 if mine == best else 0.0
    return won + 0.25 + max(-25.0, min(25.0, ahead)) / 100.0


def greedy(s: State, seat: int, x: int) -> int:
    return choose_well(s, seat, x, MOOD, EXACTLY)


def rollout(s: State, seat: int, x: int) -> int:
    """The same at a glance, and less predictable."""
    return choose_well(s, seat, x, LOOSE_MOOD, AT_A_GLANCE)


def sensible(s: State, seat: int, x: int) -> int:
    """As a search expects it of others: at a glance, since the coach plays on some hundred thousand times."""
    return choose_well(s, seat, x, MOOD, AT_A_GLANCE)


def expected(s: State, seat: int, x: int) -> int:
    """A search assumes sensible opponents; a wary one, half of the time, opponents who search too."""
    return NOBODY if s.wary and x >> 11 & 1 else choose_well(s, seat, next_rng(x), MOOD, AT_A_GLANCE)


def study(s: State, seat: int) -> None:
    s.wary = 1


def considered(s: State, seat: int) -> int:
    """Offers not far above the last one; moves only against a wolf just taken, for nothing is lost by waiting (R4.4).

    At the end nobody does better than the table (R5.4).
    """
    moves = legal(s, seat)
    if s.moving[seat] or s.phase == RESPOND:
        return moves
    if s.phase == END:
        return bit(FINISH)
    if s.phase == SPECIAL:
        return moves & (bit(PASS) | bit(s.high + 1 + BOLDEST_RAISE) - 1)
    return moves & (bit(CHASE) | bit(TAKE) | bit(STEAL))


def choose_well(s: State, seat: int, x: int, moods: int, exactly: int) -> int:
    if s.moving[seat]:
        return choose_in_move(s, seat, exactly)
    if s.phase == RESPOND:
        return choose_answer(s, seat, exactly)
    if s.phase == END:
        return FINISH
    mood = below(next_rng(x), 2 * moods + 1) - moods
    if s.phase == SPECIAL:
        return choose_offer(s, seat, mood, exactly)
    return choose_against_wolf(s, seat, mood, exactly)


# --- what a farm would be worth ---


def worth(s: State, seat: int, sheep: int, cubes: int, tokens: int, wolves: int, exactly: int) -> int:
    """In tenths of a point, if the seat had these; at a glance without thinking of moves still to come."""
    own_sheep = s.sheep[seat]
    own_cubes = s.hand[seat]
    own_tokens = s.tokens[seat]
    own_wolves = s.wolves[seat]
    s.sheep[seat] = sheep
    s.hand[seat] = cubes
    s.tokens[seat] = tokens
    s.wolves[seat] = wolves
    points = points_now(s, seat) if exactly else best_use(s, seat, sheep & ~victims(s, seat)) >> POINTS_UP
    found = POINT * points + CUBE_IS_WORTH * cubes + TOKEN_IS_WORTH * count(tokens & USEFUL_TOKENS)
    s.sheep[seat] = own_sheep
    s.hand[seat] = own_cubes
    s.tokens[seat] = own_tokens
    s.wolves[seat] = own_wolves
    return found


def victims(s: State, seat: int) -> int:
    """The sheep that the waiting row wolves would take as things stand."""
    cells = 0
    for row in range(3):
        if s.wolves[seat] >> row & 1:
            cell = nearest(s, s.sheep[seat], row)
            cells |= 0 if cell == NOBODY else bit(cell)
    return cells


# --- wolves ---


def choose_against_wolf(s: State, seat: int, mood: int, exactly: int) -> int:
    sheep = s.sheep[seat]
    cubes = s.hand[seat]
    tokens = s.tokens[seat]
    wolves = s.wolves[seat]
    wolf = s.track[s.place]
    if wolf >= ROW_WOLF:
        taken = worth(s, seat, sheep, cubes + s.pot, tokens, wolves | bit(wolf - ROW_WOLF), exactly)
    else:
        taken = worth(s, seat, after_strike(s, seat, wolf), cubes + s.pot, tokens, wolves, exactly)
        if tokens & GUN_TOKENS:
            spared = after_strike(s, seat, wolf - GUN_MINUS)
            taken = max(taken, worth(s, seat, spared, cubes + s.pot, tokens & ~GUN_TOKENS, wolves, exactly))
    steal = tokens & STEAL_TOKENS
    if taken + mood >= worth(s, seat, sheep, max(cubes - 1, 0), tokens, wolves, exactly) or (cubes == 0 and steal == 0):
        return TAKE
    return STEAL if steal and (s.pot >= 2 or cubes == 0) else CHASE


def choose_answer(s: State, seat: int, exactly: int) -> int:
    """The best of gun, a move, or letting the wolf strike."""
    cubes = s.hand[seat]
    tokens = s.tokens[seat]
    wolves = s.wolves[seat]
    slot = target(s)
    best = worth(s, seat, after_strike(s, seat, slot), cubes, tokens, wolves, exactly)
    answer = RESOLVE
    if can_shoot(s, seat):
        found = worth(s, seat, after_strike(s, seat, slot - GUN_MINUS), cubes, tokens & ~GUN_TOKENS, wolves, exactly)
        if found > best:
            best = found
            answer = GUN
    if after_strike(s, seat, slot) != s.sheep[seat]:
        for kind in range(MOVE_KINDS):
            token = token_of_move(s, seat, kind)
            if token != NOBODY:
                found = best_move(s, seat, token, movable(s, seat, token), exactly) >> 8
                if found > best:
                    best = found
                    answer = MOVE + kind
    return answer


def best_move(s: State, seat: int, token: int, cells: int, exactly: int) -> int:
    """The best step with a token of one of these sheep, before a strike if a wolf was taken: worth, cell, goal."""
    best = -1
    sheep = s.sheep[seat]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        ways = goals(s, seat, token, cell)
        while ways:
            goal = lowest(ways)
            ways &= ways - 1
            s.sheep[seat] = sheep ^ bit(cell) ^ bit(goal)
            left = after_strike(s, seat, target(s)) if s.phase == RESPOND else s.sheep[seat]
            s.sheep[seat] = sheep
            found = worth(s, seat, left, s.hand[seat], s.tokens[seat] & ~bit(token), s.wolves[seat], exactly)
            best = max(best, found << 8 | cell << 4 | goal)
    return best


def choose_in_move(s: State, seat: int, exactly: int) -> int:
    """The best sheep for the token in hand, or the best goal for that sheep."""
    token = token_of_move(s, seat, s.moving[seat] - 1)
    if s.lifted[seat]:
        return best_move(s, seat, token, bit(s.lifted[seat] - 1), exactly) & 15
    return best_move(s, seat, token, movable(s, seat, token), exactly) >> 4 & 15


# --- specials ---


def choose_offer(s: State, seat: int, mood: int, exactly: int) -> int:
    """One more than the last offer, as long as the token is worth it."""
    price = s.high + 1
    if price > s.hand[seat]:
        return PASS
    tokens = s.tokens[seat]
    now = worth(s, seat, s.sheep[seat], s.hand[seat], tokens, s.wolves[seat], exactly)
    more = tokens | bit(s.track[s.place] - FIRST_SPECIAL)
    then = worth(s, seat, s.sheep[seat], s.hand[seat] - price, more, s.wolves[seat], exactly)
    return price if then + mood >= now or must_open(s) else PASS

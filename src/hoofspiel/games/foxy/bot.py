"""How good a finished match is, and a player who weighs sheep against cubes by the exact scoring."""
from hoofspiel.games.foxy.auction import after_strike, can_shoot, must_open, target
from hoofspiel.games.foxy.components import GUN_MINUS, GUN_TOKENS, MOVE_TOKENS, STEAL_TOKENS
from hoofspiel.games.foxy.farm import goals, movable, token_of_move
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
from hoofspiel.games.foxy.scoring import points_now
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.engine import NOBODY

# In tenths of a point.
POINT = 10
CUBE_IS_WORTH = 10      # a cube in hand, beyond what it earns if the match ended now
TOKEN_IS_WORTH = 15     # a gun, steal or move token not used yet
MOOD = 10               # a little of chance in every price


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
    if s.moving[seat]:
        return greedy_in_move(s, seat)
    if s.phase == RESPOND:
        return greedy_answer(s, seat)
    if s.phase == END:
        return FINISH
    mood = below(next_rng(x), 2 * MOOD + 1) - MOOD
    if s.phase == SPECIAL:
        return greedy_offer(s, seat, mood)
    return greedy_against_wolf(s, seat, mood)


def rollout(s: State, seat: int, x: int) -> int:
    """Chance, but moves are kept for when a wolf comes, and nobody throws cubes away on an offer."""
    mask = legal(s, seat)
    if s.moving[seat] == 0:
        if s.phase == END:
            return FINISH
        if s.phase == SPECIAL:
            raised = mask >> (s.high + 1) & 1 and below(x, 3 + s.high) < 2
            return s.high + 1 if raised or must_open(s) else PASS
        if s.phase != RESPOND:
            mask &= bit(MOVE) - 1
    return pick(mask, below(x, count(mask)))


# --- what a farm would be worth ---


def worth(s: State, seat: int) -> int:
    kept = s.tokens[seat] & (MOVE_TOKENS | GUN_TOKENS | STEAL_TOKENS)
    return POINT * points_now(s, seat) + CUBE_IS_WORTH * s.hand[seat] + TOKEN_IS_WORTH * count(kept)


def worth_with_cubes(s: State, seat: int, more: int) -> int:
    s.hand[seat] += more
    found = worth(s, seat)
    s.hand[seat] -= more
    return found


def worth_after_strike(s: State, seat: int, slot: int) -> int:
    """After a number wolf has struck."""
    sheep = s.sheep[seat]
    s.sheep[seat] = after_strike(s, seat, slot)
    found = worth(s, seat)
    s.sheep[seat] = sheep
    return found


# --- wolves ---


def greedy_against_wolf(s: State, seat: int, mood: int) -> int:
    steal = s.tokens[seat] & STEAL_TOKENS
    if s.hand[seat] == 0:
        return STEAL if steal and worth_taken(s, seat) + mood < worth(s, seat) else TAKE
    if worth_taken(s, seat) + mood >= worth_with_cubes(s, seat, -1):
        return TAKE
    return STEAL if steal and s.pot >= 2 else CHASE


def worth_taken(s: State, seat: int) -> int:
    """After taking the wolf on the table with all that lies on the field."""
    wolf = s.track[s.place]
    s.hand[seat] += s.pot
    if wolf >= ROW_WOLF:
        s.wolves[seat] |= bit(wolf - ROW_WOLF)
        found = worth(s, seat)
        s.wolves[seat] ^= bit(wolf - ROW_WOLF)
    else:
        found = worth_after_strike(s, seat, wolf)
        if s.tokens[seat] & GUN_TOKENS:
            found = max(found, worth_after_strike(s, seat, wolf - GUN_MINUS) - TOKEN_IS_WORTH)
    s.hand[seat] -= s.pot
    return found


def greedy_answer(s: State, seat: int) -> int:
    """The best of gun, a move, or letting the wolf strike."""
    slot = target(s)
    best = worth_after_strike(s, seat, slot)
    answer = RESOLVE
    if can_shoot(s, seat):
        found = worth_after_strike(s, seat, slot - GUN_MINUS) - TOKEN_IS_WORTH
        if found > best:
            best = found
            answer = GUN
    if after_strike(s, seat, slot) != s.sheep[seat]:
        for kind in range(MOVE_KINDS):
            token = token_of_move(s, seat, kind)
            if token != NOBODY and movable(s, seat, token):
                found = worth_of_move(s, seat, token, NOBODY)
                if found > best:
                    best = found
                    answer = MOVE + kind
    return answer


def greedy_in_move(s: State, seat: int) -> int:
    """The best sheep for the token in hand, or the best goal for that sheep."""
    token = token_of_move(s, seat, s.moving[seat] - 1)
    ways = legal(s, seat)
    answer = lowest(ways)
    best = -1
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        if s.lifted[seat]:
            found = worth_after_move(s, seat, token, s.lifted[seat] - 1, way)
        else:
            found = worth_of_move(s, seat, token, way)
        if found > best:
            best = found
            answer = way
    return answer


def worth_of_move(s: State, seat: int, token: int, only: int) -> int:
    """After the best move with a token, of one sheep or (NOBODY) of any."""
    best = -1
    cells = movable(s, seat, token) if only == NOBODY else bit(only)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        ways = goals(s, seat, token, cell)
        while ways:
            best = max(best, worth_after_move(s, seat, token, cell, lowest(ways)))
            ways &= ways - 1
    return best


def worth_after_move(s: State, seat: int, token: int, cell: int, goal: int) -> int:
    """After this move, and after the strike if a wolf was taken."""
    s.sheep[seat] ^= bit(cell) | bit(goal)
    s.tokens[seat] ^= bit(token)
    found = worth_after_strike(s, seat, target(s)) if s.phase == RESPOND else worth(s, seat)
    s.tokens[seat] ^= bit(token)
    s.sheep[seat] ^= bit(cell) | bit(goal)
    return found


# --- specials ---


def greedy_offer(s: State, seat: int, mood: int) -> int:
    """One more than the last offer, as long as the token is worth it."""
    price = s.high + 1
    if price > s.hand[seat]:
        return PASS
    token = bit(s.track[s.place] - FIRST_SPECIAL)
    now = worth(s, seat)
    s.tokens[seat] |= token
    then = worth_with_cubes(s, seat, -price)
    s.tokens[seat] ^= token
    return price if then + mood >= now or must_open(s) else PASS

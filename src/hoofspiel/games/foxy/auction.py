"""The auctions, one token after the other: wolves are chased or taken (R2), specials go to the highest offer (R3)."""

from hoofspiel.games.foxy.components import GUN_MINUS, GUN_TOKENS, MOVE_TOKENS, PLACES, STEAL_MOST, STEAL_TOKENS
from hoofspiel.games.foxy.ending import begin_end
from hoofspiel.games.foxy.farm import cell_of, lose
from hoofspiel.games.foxy.position import (
    CHASE,
    CHASED,
    FIRST_SPECIAL,
    GUN,
    OFFERED,
    PASS,
    PASSED,
    RESPOND,
    ROW_WOLF,
    SHOT,
    SPARED,
    SPECIAL,
    STEAL,
    STOLE,
    TOOK,
    TURNED,
    UNSOLD,
    WAITS,
    WOLF,
    WON,
    State,
)
from hoofspiel.kernel.bits import bit, lowest
from hoofspiel.kernel.engine import NOBODY, all_seats, ask, emit

# --- one token after the other ---


def turn_up(s: State) -> None:
    """The next token goes to the middle, or the path is done."""
    if s.place == PLACES:
        begin_end(s)
        return
    emit(s, TURNED, s.starter, s.track[s.place])
    if s.track[s.place] < FIRST_SPECIAL:
        s.phase = WOLF
    else:
        s.phase = SPECIAL
        s.high = -1
        s.bidder = NOBODY
        s.bidding = all_seats(s)
    turn_to(s, s.starter)


def turn_to(s: State, seat: int) -> None:
    s.turn = seat
    ask(s, bit(seat))


def left_of(s: State, seat: int) -> int:
    return (seat + 1) % s.n


def next_token(s: State, starter: int) -> None:
    s.place += 1
    s.starter = starter
    turn_up(s)


def use_up(s: State, seat: int, kind: int) -> None:
    """A gun or steal token of the seat leaves the game."""
    token = lowest(s.tokens[seat] & kind)
    s.tokens[seat] ^= bit(token)
    s.spent[seat] |= bit(token)


# --- wolves (R2) ---


def face_wolf(s: State, seat: int, action: int) -> None:
    if action == CHASE:
        s.hand[seat] -= 1  # R2.2
        s.pot += 1
        emit(s, CHASED, seat, s.pot)
        turn_to(s, left_of(s, seat))
    elif action == STEAL:
        stolen = min(STEAL_MOST, s.pot)  # R2.11
        use_up(s, seat, STEAL_TOKENS)
        s.hand[seat] += stolen
        s.pot -= stolen
        emit(s, STOLE, seat, stolen)
        turn_to(s, left_of(s, seat))  # R2.9
    else:
        take_wolf(s, seat)


def take_wolf(s: State, seat: int) -> None:
    """R2.3."""
    emit(s, TOOK, seat, s.pot)
    s.hand[seat] += s.pot
    s.pot = 0
    wolf = s.track[s.place]
    if wolf >= ROW_WOLF:
        s.wolves[seat] |= bit(wolf - ROW_WOLF)  # R2.8
        emit(s, WAITS, seat, wolf - ROW_WOLF)
        next_token(s, left_of(s, seat))
    else:
        s.phase = RESPOND
        s.shot = 0
        wait_for_answer(s, seat)


def wait_for_answer(s: State, seat: int) -> None:
    """R2.5: the taker is asked while a gun or a move token is left."""
    if can_shoot(s, seat) or s.tokens[seat] & MOVE_TOKENS:
        turn_to(s, seat)
    else:
        strike(s, seat)


def can_shoot(s: State, seat: int) -> bool:
    return s.shot == 0 and s.tokens[seat] & GUN_TOKENS != 0  # R2.7


def target(s: State) -> int:
    """The slot the wolf just taken will attack; below 1 there is none."""
    return s.track[s.place] - (GUN_MINUS if s.shot else 0)  # R2.6


def respond(s: State, seat: int, action: int) -> None:
    if action == GUN:
        use_up(s, seat, GUN_TOKENS)
        s.shot = 1
        emit(s, SHOT, seat, max(target(s), 0))
        wait_for_answer(s, seat)
    else:
        strike(s, seat)


def after_strike(s: State, seat: int, slot: int) -> int:
    """The sheep of a farm after a wolf has struck this slot; below 1 there is none."""
    return s.sheep[seat] & ~bit(cell_of(s, seat, slot)) if slot >= 1 else s.sheep[seat]


def strike(s: State, seat: int) -> None:
    """R2.4."""
    victim = s.sheep[seat] & ~after_strike(s, seat, target(s))
    if victim:
        lose(s, seat, lowest(victim))
    else:
        emit(s, SPARED, seat, max(target(s), 0))
    next_token(s, left_of(s, seat))


# --- specials (R3) ---


def bid(s: State, seat: int, action: int) -> None:
    if action == PASS:
        s.bidding ^= bit(seat)  # R3.4
        emit(s, PASSED, seat, 0)
    else:
        s.high = action
        s.bidder = seat
        emit(s, OFFERED, seat, action)
    if s.bidding == 0:
        token = s.track[s.place] - FIRST_SPECIAL  # R3.6
        s.gone |= bit(token)
        emit(s, UNSOLD, NOBODY, token)
        next_token(s, left_of(s, s.starter))
    elif s.bidder != NOBODY and s.bidding == bit(s.bidder):
        sell(s)
    else:
        seat = left_of(s, seat)
        while s.bidding >> seat & 1 == 0:
            seat = left_of(s, seat)
        turn_to(s, seat)


def sell(s: State) -> None:
    """R3.5: only the winner pays, onto the field."""
    token = s.track[s.place] - FIRST_SPECIAL
    s.hand[s.bidder] -= s.high
    s.pot += s.high
    s.tokens[s.bidder] |= bit(token)
    emit(s, WON, s.bidder, s.high << 6 | token)
    next_token(s, left_of(s, s.bidder))


def offers(s: State, seat: int) -> int:
    """R3.2, R3.3: above the highest so far, and no more than the seat has."""
    return bit(s.hand[seat] + 1) - 1 & ~(bit(s.high + 1) - 1)


def must_open(s: State) -> bool:
    """R3.8: whoever begins may not pass; before the first offer only the player who begins is ever asked."""
    return s.high < 0 and s.starter_must_open != 0

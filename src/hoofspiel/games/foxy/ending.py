"""The end: row wolves attack, the last moves are made, each player on their own farm (R5)."""

from hoofspiel.games.foxy.farm import alive, attack, open_moves
from hoofspiel.games.foxy.position import ATTACK, END, FIELD_EMPTY, FINISH, FINISHED, OVER, State
from hoofspiel.games.foxy.scoring import POINTS_UP, best_use, play_best
from hoofspiel.kernel.bits import bit, lowest
from hoofspiel.kernel.engine import NOBODY, all_seats, ask, emit


def begin_end(s: State) -> None:
    s.phase = END
    emit(s, FIELD_EMPTY, NOBODY, 0)
    ask(s, all_seats(s))  # R5.1: all at once


def act_at_end(s: State, seat: int, action: int) -> None:
    if action == FINISH:
        s.finished |= bit(seat)
    else:
        attack(s, seat, action - ATTACK)


def settle_farms(s: State) -> None:
    """R5.4: a player who wants to finish, or has nothing left to do, is finished."""
    left = s.waiting
    while left:
        seat = lowest(left)
        left &= left - 1
        busy = s.wolves[seat] != 0 or open_moves(s, seat) != 0
        if s.moving[seat] == 0 and (s.finished >> seat & 1 or not busy):
            settle(s, seat)
            s.waiting ^= bit(seat)
    if s.waiting == 0:
        s.phase = OVER
        s.deals += 1


def settle(s: State, seat: int) -> None:
    """R6.6: the best attacks, moves and use of everything."""
    play_best(s, seat)
    s.score[seat] = best_use(s, seat, s.sheep[seat]) >> POINTS_UP
    s.survivors[seat] = alive(s, seat)
    emit(s, FINISHED, seat, s.score[seat])

"""The end: row wolves attack, the last moves are made, each player on the own farm (R5)."""
from hoofspiel.games.foxy.farm import alive, attack, open_moves
from hoofspiel.games.foxy.position import ATTACK, END, FIELD_EMPTY, FINISH, FINISHED, OVER, State
from hoofspiel.games.foxy.scoring import play_best, points_now
from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.engine import NOBODY, ask, emit


def begin_end(s: State) -> None:
    s.phase = END
    emit(s, FIELD_EMPTY, NOBODY, 0)
    busy = 0
    for p in range(s.n):
        if has_business(s, p):
            busy |= bit(p)
        else:
            settle(s, p)
    ask(s, busy)                                            # R5.1: all at once
    if busy == 0:
        finish_match(s)


def has_business(s: State, seat: int) -> bool:
    return s.wolves[seat] != 0 or open_moves(s, seat) != 0


def act_at_end(s: State, seat: int, action: int) -> None:
    if action == FINISH:
        leave(s, seat)                                      # R5.4
    else:
        attack(s, seat, action - ATTACK)
        go_on(s, seat)


def go_on(s: State, seat: int) -> None:
    if not has_business(s, seat):
        leave(s, seat)


def leave(s: State, seat: int) -> None:
    settle(s, seat)
    s.waiting ^= bit(seat)
    if s.waiting == 0:
        finish_match(s)


def settle(s: State, seat: int) -> None:
    """R6.6: the best attacks, moves and use of everything."""
    play_best(s, seat)
    s.score[seat] = points_now(s, seat)
    s.survivors[seat] = alive(s, seat)
    emit(s, FINISHED, seat, s.score[seat])


def finish_match(s: State) -> None:
    s.phase = OVER
    s.deals += 1

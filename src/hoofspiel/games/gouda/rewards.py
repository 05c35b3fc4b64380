"""Phase 7: rats or lives, the discards, the next king, play-offs, and who has won the match."""

from hoofspiel.games.gouda.cards import FIRST_ROOM, put, put_all
from hoofspiel.games.gouda.position import (
    ELIMINATED,
    FINALIST,
    LOST_LIFE,
    MOST_PLAYOFFS,
    NOTHING,
    OVER,
    PLAYOFF,
    RAIN,
    RATS_TO_WIN,
    REVIVED,
    WON,
    WORDS_A_ROW,
    State,
    clear_table,
    in_order,
    lies,
    takes_part,
)
from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.engine import NOBODY, emit


def clean_up(s: State) -> None:
    keep_for_show(s)
    for p in range(s.n):
        for place in range(s.length[p]):
            if lies(s, p, place) < FIRST_ROOM:
                s.discard = put(s.discard, lies(s, p, place))
        if s.added[p] != NOTHING:
            s.discard = put(s.discard, s.added[p])
        clear_table(s, p)
    s.deals += 1
    if s.last_rat_standing:
        take_lives(s)
    else:
        award_rats(s)
    if s.phase != OVER:
        s.king = in_order(s, 1)  # R7.3
        while not takes_part(s, s.king):
            s.king = in_order(s, 1)
        s.phase = RAIN


def keep_for_show(s: State) -> None:
    """Everything is face up now, and kept so that latecomers can still see how the round went."""
    for p in range(s.n):
        s.last_length[p] = s.length[p]
        s.last_added[p] = s.added[p]
        s.last_moved[p] = s.moved[p]
        s.last_spied[p] = s.spied[p]
        for word in range(p * WORDS_A_ROW, (p + 1) * WORDS_A_ROW):
            s.last_row[word] = s.row[word]


def award_rats(s: State) -> None:
    """R7.1: one rat each; R7.4: five win; R8.1: several play it off."""
    best = 0
    for p in range(s.n):
        s.rats[p] += s.ate >> p & 1
        if s.rats[p] >= RATS_TO_WIN:
            best |= bit(p)
    if s.playoff == 0 and best:
        settle(s, best)
    elif s.playoff:
        settle(s, s.ate if s.ate else s.in_play)  # R8.4


def settle(s: State, best: int) -> None:
    """One has won; several go into the next play-off, unless there have been enough of them."""
    enough = s.playoff == MOST_PLAYOFFS or (s.playoff and s.share_playoff)
    if count(best) == 1 or enough:
        crown(s, best)
    else:
        s.in_play = best
        s.playoff += 1
        emit(s, PLAYOFF, NOBODY, s.playoff)
        for p in range(s.n):
            if takes_part(s, p):
                emit(s, FINALIST, p, s.playoff)


def crown(s: State, seats: int) -> None:
    s.crowned = seats
    s.phase = OVER
    for p in range(s.n):
        if seats >> p & 1:
            emit(s, WON, p, 0)


def take_lives(s: State) -> None:
    """R9.2: no cheese, one life less."""
    left = 0
    for p in range(s.n):
        if takes_part(s, p):
            if s.ate >> p & 1 == 0:
                s.rats[p] -= 1
                emit(s, LOST_LIFE, p, s.rats[p])
            if s.rats[p]:
                left |= bit(p)
    if left == 0 and not s.share_last_rats:  # R9.4
        left = s.in_play
        revive(s)
    elif left:
        for p in range(s.n):
            if takes_part(s, p) and s.rats[p] == 0:
                s.discard = put_all(s.discard, s.hand[p])  # R9.6
                s.hand[p] = 0
                emit(s, ELIMINATED, p, 0)
        s.in_play = left
    if count(left) < 2:
        crown(s, left if left else s.in_play)


def revive(s: State) -> None:
    for p in range(s.n):
        if takes_part(s, p):
            s.rats[p] = 1
            emit(s, REVIVED, p, 0)

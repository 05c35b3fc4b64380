"""Bids on the table: asked for, compared, and which of them wins the dish. R numbers are paragraphs of RULES.md."""

from hoofspiel.games.goats.position import BIDDING, CANCELLED, State
from hoofspiel.kernel.bits import bit, highest, lowest
from hoofspiel.kernel.engine import NOBODY, all_seats, ask, emit


def ask_for_bids(s: State) -> None:
    s.phase = BIDDING
    forget_bids(s)
    ask(s, all_seats(s))


def forget_bids(s: State) -> None:
    s.plus3 = NOBODY
    s.tetes = 0
    for p in range(s.n):
        s.bid[p] = 0
        s.lies[p] = p
        s.tete[p] = 0


def bid_at(s: State, seat: int) -> int:
    """What the card in front of a seat counts; Baapoleon has no cap (R4.5)."""
    return s.bid[s.lies[seat]] + (3 if seat == s.plus3 else 0)


def winner_now(s: State) -> int:
    once = 0
    tied = 0
    broken = 0
    for p in range(s.n):
        value_bit = bit(bid_at(s, p))
        tied |= once & value_bit
        once |= value_bit
        if s.tete[p]:
            broken |= value_bit
    left = once & ~tied | broken  # R3.2, R3.3: ties cancel, and the next value counts
    if left == 0:
        return NOBODY  # R3.4
    best = lowest(left) if s.coup else highest(left)  # R4.4
    winner = NOBODY
    for p in range(s.n):
        if bid_at(s, p) == best and (winner == NOBODY or tete_before(s, p, winner)):
            winner = p
    return winner


def tell_ties(s: State, winner: int) -> None:
    """Show which bids cancelled each other on the way to the winner."""
    once = 0
    tied = 0
    for p in range(s.n):
        value_bit = bit(bid_at(s, p))
        tied |= once & value_bit
        once |= value_bit
    while tied:
        v = lowest(tied) if s.coup else highest(tied)
        tied ^= bit(v)
        if winner != NOBODY and (v == bid_at(s, winner) or (v > bid_at(s, winner)) == (s.coup > 0)):
            return
        equal = 0
        for p in range(s.n):
            if bid_at(s, p) == v:
                equal += 1
        emit(s, CANCELLED, equal, v)


def tete_before(s: State, seat: int, other: int) -> bool:
    """The earlier Tête breaks a tie (R4.11); with `last_tete_wins` the later one."""
    if s.tete[seat] == 0 or s.tete[other] == 0:
        return s.tete[seat] > 0
    return (s.tete[seat] < s.tete[other]) != (s.last_tete_wins > 0)


def may_tete(s: State, seat: int) -> bool:
    """Only in a tie of one's own (R4.9) that nobody has broken yet (R4.10); where the last Tête wins, nobody later."""
    equal = 0
    last = 0
    for p in range(s.n):
        if bid_at(s, p) == bid_at(s, seat):
            equal += 1
            last = max(last, s.tete[p])
    if last > 0 and (not s.last_tete_wins or last == s.tete[seat]):
        return False
    return equal > 1


def tete_would_win(s: State, seat: int) -> bool:
    """Would a Tête of this seat take the dish as the bids stand? It breaks a tie, and no more than that (R4.10)."""
    once = 0
    tied = 0
    broken = bit(bid_at(s, seat))
    for p in range(s.n):
        value_bit = bit(bid_at(s, p))
        tied |= once & value_bit
        once |= value_bit
        if s.tete[p]:
            broken |= value_bit
    left = once & ~tied | broken
    return bid_at(s, seat) == (lowest(left) if s.coup else highest(left))

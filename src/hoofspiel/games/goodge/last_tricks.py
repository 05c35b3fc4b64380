"""The last tricks counted out: what everybody takes if all cards lie open and everybody plays for himself."""

from hoofspiel.games.goodge.standing import SHARE_BITS
from hoofspiel.games.goodge.table import (
    BID_STEP,
    RICH,
    State,
    cards_above,
    cards_of,
    points_in,
    suit_of,
)
from hoofspiel.kernel.bits import bit, count, lowest

OUTCOME_BITS = 4 * SHARE_BITS
UNKNOWN = -1


def tricks_left(s: State) -> int:
    """The one on the table included."""
    return count(s.hand[s.turn])


def outcome_of(s: State) -> int:
    """The same as count_out, which is asked once for all seats in one moment."""
    if s.outcome >> OUTCOME_BITS != s.moment:
        s.outcome = s.moment << OUTCOME_BITS | count_out(s)
        for p in range(s.n):
            s.worth[p] = UNKNOWN
    return s.outcome & bit(OUTCOME_BITS) - 1


def count_out(s: State) -> int:
    """The outcome when every player makes the best of it; the position is left as it was."""
    seat = s.turn
    hand = s.hand[seat]
    if s.trick_size == 0 and hand & (hand - 1) == 0:
        return outcome_of_last_trick(s)
    trick, size, following, beating, best_seat = s.trick, s.trick_size, s.following, s.beating, s.best_seat
    moves = hand & following if size and hand & following else hand
    several = moves & (moves - 1) != 0
    if several:
        moves = different_cards(s, hand, moves)
    best = 0
    most = -1.0
    while moves:
        one = moves & -moves
        moves ^= one
        lay(s, one)
        outcome = 0
        if s.trick_size < s.n:
            outcome = count_out(s)
        else:
            winner = s.best_seat
            worth = points_in(s.trick)
            if s.hand[winner]:
                s.captured[winner] += worth
                s.trick = 0
                s.trick_size = 0
                s.turn = winner
                outcome = count_out(s)
                s.captured[winner] -= worth
            else:
                outcome = outcome_when_won(s, winner, worth + points_in(s.stash))
        s.trick, s.trick_size, s.following, s.beating, s.best_seat = trick, size, following, beating, best_seat
        s.hand[seat] = hand
        s.turn = seat
        own = worth_of_outcome(s, outcome, seat) if several else 0.0
        if own > most:
            most = own
            best = outcome
    return best


def lay(s: State, one: int) -> None:
    """The player whose turn it is plays this card, given as a mask."""
    if s.trick_size == 0:
        s.following = cards_of(suit_of(lowest(one), s.trump), s.trump)
        s.beating = one
    if one & s.beating:
        s.beating = cards_above(lowest(one), s.trump, s.one_is_high)
        s.best_seat = s.turn
    s.hand[s.turn] ^= one
    s.trick |= one
    s.trick_size += 1
    s.turn = s.turn + 1 if s.turn + 1 < s.n else 0


def different_cards(s: State, hand: int, moves: int) -> int:
    """Without those that do the same as the next one below: neither has points, and nobody has a card between."""
    others = s.trick
    for p in range(s.n):
        others |= s.hand[p]
    others &= ~hand
    kept = moves
    rest = moves & ~RICH
    below_it = rest & -rest
    rest &= rest - 1
    while rest:
        card = rest & -rest
        rest ^= card
        between = (card - 1) & ~(below_it | below_it - 1)
        if between & others == 0 and suit_of(lowest(card), 0) == suit_of(lowest(below_it), 0):
            kept ^= card
        below_it = card
    return kept


def outcome_of_last_trick(s: State) -> int:
    """One card each is left, and nobody has a choice."""
    winner = s.turn
    beating = cards_above(lowest(s.hand[s.turn]), s.trump, s.one_is_high)
    cards = s.stash
    p = s.turn
    for _ in range(s.n):
        cards |= s.hand[p]
        if s.hand[p] & beating:
            winner = p
            beating = cards_above(lowest(s.hand[p]), s.trump, s.one_is_high)
        p = p + 1 if p + 1 < s.n else 0
    return outcome_when_won(s, winner, points_in(cards))


def outcome_when_won(s: State, winner: int, worth: int) -> int:
    """What has been taken so far, and this for one seat besides."""
    outcome = worth // BID_STEP << SHARE_BITS * winner
    for p in range(s.n):
        outcome += s.captured[p] // BID_STEP << SHARE_BITS * p
    return outcome


def worth_of_outcome(s: State, outcome: int, seat: int) -> float:
    """About 0 to 1: the match won or lost; before its end, the points ahead of the others' average."""
    mine = 0
    gains = 0
    most = -100000
    tied = False
    for p in range(s.n):
        # gain_of written out: asked at every end of a search, and called it made the whole of it some 3 % slower
        gain = (outcome >> SHARE_BITS * p & bit(SHARE_BITS) - 1) * BID_STEP
        if p == s.goodge and gain < s.bid:
            gain = -s.bid
        gains += gain
        if p == seat:
            mine = gain
        tied = tied and s.total[p] + gain <= most or s.total[p] + gain == most
        most = max(most, s.total[p] + gain)
    if most >= s.target and not tied:
        return 1.0 if s.total[seat] + mine == most else 0.0
    return value_of_points(mine * s.n - gains, s.n)


def value_of_points(ahead: int, n: int) -> float:
    """`ahead` is n times what one has above the average of all."""
    return 0.5 + float(ahead) / float(800 * (n - 1))

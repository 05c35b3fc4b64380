"""How good a position is, and what a search is told about this game."""

from hoofspiel.games.goodge.auction import weigh
from hoofspiel.games.goodge.habits import habit
from hoofspiel.games.goodge.last_tricks import UNKNOWN, outcome_of, tricks_left, value_of_points, worth_of_outcome
from hoofspiel.games.goodge.outlook import chance_to_win, facts, settled
from hoofspiel.games.goodge.player import among_thinkers, bid_up_to, greedy
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.sly import SLY, always_passes, bids_little
from hoofspiel.games.goodge.standing import MILLION, note_standing, worth_by_standing
from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    AUCTION,
    CLAIM,
    CROWN,
    OVER,
    PLAYING,
    RANKS,
    RICH,
    SUITS,
    State,
    cards_of,
    ladder,
    points_in,
    rank_of,
)
from hoofspiel.kernel.bits import bit, count, highest, pick
from hoofspiel.kernel.chance import below
from hoofspiel.kernel.engine import NOBODY

__all__ = ["SLY", "always_passes", "bids_little", "chance_to_win", "facts", "greedy", "habit", "settled", "weigh"]

SEARCH = {"explore": 0.15}
"""Values of one round lie close together."""

COUNTED = 2  # tricks that everybody who thinks can count out at the end,
MASTERLY = 1  # and this many more that also read the others; a fourth would cost some 30 times as much


def study(s: State, seat: int) -> None:
    """A master counts further than others, and has the whole match in mind."""
    s.counts = MASTERLY
    note_standing(s)


def far_enough(s: State, root: State) -> bool:
    """The last tricks are counted out instead of being played."""
    if s.deals != root.deals:
        return True
    near = s.phase == PLAYING and tricks_left(s) <= COUNTED + MASTERLY  # most of the time that is the whole answer
    return near and s.moment != root.moment and tricks_left(s) <= counted(root)


def counted(root: State) -> int:
    """From far away only the last trick, in which nobody has a choice; when the end is near, all that one can."""
    can = COUNTED + root.counts
    return can if root.phase == PLAYING and tricks_left(root) <= can + root.counts else 1


def value(s: State, seat: int) -> float:
    """Won or lost; before the end, points ahead of the others' average, or what they mean to a master."""
    if s.phase == PLAYING:
        outcome = outcome_of(s)
        if s.stake[seat] == 0:
            return worth_of_outcome(s, outcome, seat)
        if s.worth[seat] == UNKNOWN:
            s.worth[seat] = int(worth_by_standing(s, outcome, seat) * MILLION)
        return float(s.worth[seat]) / MILLION
    if s.phase == OVER:
        best = s.total[seat]
        for p in range(s.n):
            best = max(best, s.total[p])
        return 1.0 if s.total[seat] == best else 0.0
    sum_of_all = 0
    for p in range(s.n):
        sum_of_all += s.gain[p]
    return value_of_points(s.gain[seat] * s.n - sum_of_all, s.n)


def expected(s: State, seat: int, x: int) -> int:
    """A search takes it that the others bid, bury and name trumps by experience, and looks for their best cards."""
    return NOBODY if s.phase == PLAYING else greedy(s, seat, x)


def considered(s: State, seat: int) -> int:
    """In the auction experience knows better than playouts, whose Goodge plays too simply; later every card counts."""
    moves = legal(s, seat)
    return moves if s.phase != AUCTION else bit(bid_up_to(s, moves, among_thinkers(s, seat)))


def rollout(s: State, seat: int, x: int) -> int:
    """Quick choices for playouts: sensible up to the first lead, then a rule of thumb."""
    if s.phase != PLAYING:
        return greedy(s, seat, x)
    moves = legal(s, seat)
    return quick_answer(s, moves, x) if s.trick_size else quick_lead(s, seat, moves, x)


def quick_lead(s: State, seat: int, moves: int, x: int) -> int:
    """The highest trump while there are trumps out, then cards that nobody can follow higher, then anything poor."""
    if moves >> CLAIM & 1:
        return CLAIM
    out = ALL_CARDS & ~(s.played | moves)
    sure = 0
    for suit in range(SUITS):
        mine = ladder(moves, suit, s.trump, s.one_is_high)
        theirs = ladder(out, suit, s.trump, s.one_is_high)
        if mine > theirs:
            best = card_of(suit, highest(mine))
            if suit == s.trump and theirs and count(mine) > 2:
                return best
            sure |= bit(best)
    wanted = sure & ~cards_of(s.trump, s.trump)
    if wanted == 0:
        wanted = moves & ~(RICH | cards_of(s.trump, s.trump))
    if wanted == 0:
        wanted = sure if sure else moves
    return pick(wanted, below(x, count(wanted)))


def card_of(suit: int, rank: int) -> int:
    """The card of this rank; the 1 may be the rank above the 10."""
    if rank > RANKS:
        return CROWN
    return RANKS * suit + rank % RANKS


def quick_answer(s: State, moves: int, x: int) -> int:
    """Take a trick with points in it if that is possible, throw in as little as possible if not."""
    winning = moves & s.beating
    wanted = winning
    if winning and s.trick_size == s.n - 1:
        wanted = winning & RICH if winning & RICH else winning
    elif winning == 0 or s.trick & RICH == 0:
        rest = moves & ~winning if moves & ~winning else moves
        wanted = rest & ~RICH if rest & ~RICH else rest
    return pick(wanted, below(x, count(wanted)))


# --- what can be counted ---


def seen_as(s: State, seat: int, action: int) -> int:
    """A bid by its height and the points in hand; a card by what it can do in this trick."""
    if s.phase != PLAYING:
        points = min(points_in(s.hand[seat]) // 20, 7)
        return 512 * s.phase + 64 * points + min(action, 63) if s.phase == AUCTION else 512 * s.phase + min(action, 63)
    if action == CLAIM:
        return 2047
    found = 2048
    if s.trick_size:
        found += 1 + (2 if s.beating >> action & 1 else 0) + (4 if s.trick & RICH else 0)
    if RICH >> action & 1:
        found += 8
    if cards_of(s.trump, s.trump) >> action & 1:
        found += 16
    if s.goodge == seat:
        found += 32
    if s.trick_size and s.best_seat == s.goodge:
        found += 64
    return found + 128 * (min(rank_of(action, s.one_is_high), 10) // 2)

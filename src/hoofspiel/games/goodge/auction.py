"""How far to go in the auction: deals that fit the bids are played out, with oneself or a rival as the Goodge."""

from collections.abc import MutableSequence

from hoofspiel.games.goodge.player import THINKERS_TAKE, UNCERTAIN, bid_up_to, greedy, promise_of
from hoofspiel.games.goodge.rules import apply, end_auction, legal
from hoofspiel.games.goodge.standing import MILLION, SHARE_BITS, chance_after, share_of
from hoofspiel.games.goodge.table import AUCTION, BID_STEP, LEAST_BID, PASS, State
from hoofspiel.games.goodge.unseen import redeal
from hoofspiel.kernel.bits import lowest
from hoofspiel.kernel.chance import LOW32, below, next_rng, seed_rng
from hoofspiel.kernel.contract import assign
from hoofspiel.kernel.engine import NOBODY

FITTING = 8  # deals to choose one from that fits the bids
THOUSANDTHS = 1000
UNLIKELY = 50  # thousandths: people do bid like that
# The deals are played out by sensible players, who let a Goodge get away with much. How much less he takes depends on
# the table: on average he ended 20 to 30 points above his bid among sensible players, and level with it among masters.
# So a master goes by the rounds played so far, and by what is usual until there are some.
USUAL_ROUNDS = 2  # rounds that what is usual counts for,
USUALLY_ABOVE = 14  # and points above the bid in them
EASY = 18  # this many points above the bid: a table that lets him get away with it,
HARD = 8  # and one that does not
LEAST_LOST = 3  # steps of five points taken off one's own rosy guesses even at an easy table,
MORE_LOST = 5  # and steps that every Goodge takes less at a hard one, oneself or a rival


def weigh(s: State, g: State, h: State, seat: int, x: int, times: int, sums: MutableSequence[int]) -> int:
    """The best bid after this many more deals; `sums` keeps what came of going up to each bid, and of passing.

    Whoever goes up to a bid gets away with the least that the others leave, and never pays more than it.
    """
    if s.phase != AUCTION:
        return NOBODY
    moves = legal(s, seat)
    for _ in range(times):
        x = next_rng(x)
        deal_fitting(s, g, seat, x)
        x = next_rng(x)
        weigh_deal(s, g, h, seat, x, moves, sums)
    best = lowest(moves)
    rest = moves
    while rest:
        if sums[lowest(rest)] > sums[best]:
            best = lowest(rest)
        rest &= rest - 1
    return PASS if best == PASS else bid_up_to(s, moves, LEAST_BID + BID_STEP * (best - 1))


def strictness(s: State) -> int:
    """How hard this table makes it for a Goodge, in thousandths."""
    rounds = USUAL_ROUNDS + s.deals
    spare = EASY * rounds - (USUAL_ROUNDS * USUALLY_ABOVE + s.above_bids)
    return min(max(spare * THOUSANDTHS // ((EASY - HARD) * rounds), 0), THOUSANDTHS)


def weigh_deal(s: State, g: State, h: State, seat: int, x: int, moves: int, sums: MutableSequence[int]) -> None:
    """Add up what each choice brings in one deal."""
    strict = strictness(s)
    lost = (MORE_LOST * strict + THOUSANDTHS // 2) // THOUSANDTHS
    rival = NOBODY
    first = 0  # how far the boldest of the others goes, and the next
    second = 0
    for p in range(s.n):
        if p != seat and s.bidding >> p & 1:
            x = next_rng(x)
            hope = promise_of(g, p) - THINKERS_TAKE * strict // THOUSANDTHS + below(x, 2 * UNCERTAIN + 1) - UNCERTAIN
            limit = max(hope, s.offer[p]) // BID_STEP * BID_STEP
            if rival == NOBODY or limit > first:
                second = first
                first = limit
                rival = p
            else:
                second = max(second, limit)
    mine = worse_by(s, outcome_with(g, h, seat, x), seat, LEAST_LOST + lost)
    theirs = worse_by(s, outcome_with(g, h, rival, x), rival, lost) if rival != NOBODY else 0
    needed = s.bid + BID_STEP if s.bid else LEAST_BID
    while moves:
        k = lowest(moves)
        moves &= moves - 1
        most = LEAST_BID + BID_STEP * (k - 1) if k != PASS else 0
        if k != PASS and (rival == NOBODY or most > first or first < needed):
            g.goodge = seat
            g.bid = max(needed, min(first + BID_STEP, most))
            sums[k] += int(chance_after(g, mine, seat) * MILLION)
        else:
            g.goodge = rival
            g.bid = max(max(s.bid, LEAST_BID), min(max(second, most) + BID_STEP, first))
            sums[k] += int(chance_after(g, theirs, seat) * MILLION)


# --- deals that fit ---


def deal_fitting(s: State, g: State, seat: int, x: int) -> None:
    """Deal what a seat cannot see; hands that go with the bids are more likely."""
    for _ in range(FITTING):
        x = next_rng(x)
        assign(g, s)
        redeal(g, seat, seed_rng(x & LOW32))
        x = next_rng(x)
        if below(x, THOUSANDTHS) < fits_bids(g, seat):
            return


def fits_bids(g: State, seat: int) -> int:
    """How likely the others were to bid and to pass as they did, in thousandths."""
    likely = THOUSANDTHS
    for p in range(g.n):
        if p != seat and (g.offer[p] or g.refused[p]):
            promise = promise_of(g, p) - THINKERS_TAKE * strictness(g) // THOUSANDTHS
            if g.offer[p]:
                likely = likely * odds_of(promise - g.offer[p]) // THOUSANDTHS
            if g.refused[p]:
                likely = likely * odds_of(g.refused[p] - promise) // THOUSANDTHS
    return likely


def odds_of(ahead: int) -> int:
    """The chance, in thousandths, that cards promising this much more than a bid were the reason for it."""
    return min(max(THOUSANDTHS * (ahead + UNCERTAIN) // (2 * UNCERTAIN), UNLIKELY), THOUSANDTHS)


# --- what comes of it ---


def outcome_with(g: State, h: State, goodge: int, x: int) -> int:
    """The round played out by sensible players, with this Goodge."""
    assign(h, g)
    h.goodge = goodge
    h.bid = LEAST_BID
    end_auction(h)
    while h.deals == g.deals:
        x = next_rng(x)
        apply(h, h.turn, greedy(h, h.turn, x))
    outcome = 0
    for p in range(g.n):
        outcome |= h.was_captured[p] // BID_STEP << SHARE_BITS * p
    return outcome


def worse_by(s: State, outcome: int, seat: int, steps: int) -> int:
    """So many steps of five less for a seat, each to whoever has least."""
    for _ in range(steps):
        poor = NOBODY
        for p in range(s.n):
            if p != seat and (poor == NOBODY or share_of(outcome, p) < share_of(outcome, poor)):
                poor = p
        if share_of(outcome, seat):
            outcome += (1 << SHARE_BITS * poor) - (1 << SHARE_BITS * seat)
    return outcome

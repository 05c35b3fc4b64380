"""Ways into the compiled rules from Python; `a` is an int64 array that holds one position.

The arrays stay with the caller: a record made by position_in() does not keep its array alive.
"""

from typing import Any

from hoofspiel.kernel.bits import lowest
from hoofspiel.kernel.chance import next_rng
from hoofspiel.kernel.contract import assign, greedy, legal, points, position_in, redeal, reopen, winners
from hoofspiel.kernel.engine import actors
from hoofspiel.kernel.loops import act, begin_match, fingerprint, guess_for, many_games, tally_in_time, tally_matches


def begin(a: Any, blank: Any, seed: int) -> None:
    begin_match(position_in(a), position_in(blank), seed)


def asked(a: Any) -> int:
    """The seats that may act, as a mask."""
    return actors(position_in(a))


def choices(a: Any, seat: int) -> int:
    """The legal actions of a seat, as a mask."""
    return legal(position_in(a), seat)


def move(a: Any, seat: int, action: int) -> None:
    act(position_in(a), seat, action)


def points_of(a: Any, seat: int) -> int:
    return points(position_in(a), seat)


def winning_seats(a: Any) -> int:
    return winners(position_in(a))


def next_question(s: Any, out: Any) -> int:
    """Fill `out` with how many actions the lowest seat asked has, and the actions; that seat, or -1."""
    if actors(s) == 0:
        return -1
    seat = lowest(actors(s))
    mask = legal(s, seat)
    n = 0
    while mask:
        n += 1
        out[n] = lowest(mask)
        mask &= mask - 1
    out[0] = n
    return seat


def question(a: Any, out: Any) -> int:
    return next_question(position_in(a), out)


def step(a: Any, seat: int, action: int, out: Any) -> int:
    """One choice and the next question in a single call."""
    s = position_in(a)
    act(s, seat, action)
    return next_question(s, out)


def guess(a: Any, seat: int, rng: int) -> None:
    """Make the position what a bot in `seat` may be handed."""
    guess_for(position_in(a), seat, rng)


def take_back(a: Any) -> None:
    reopen(position_in(a))


def advice(a: Any, seat: int, x: int) -> int:
    """The choice of the greedy player, from a guess."""
    return greedy(position_in(a), seat, x)


def run_games(blank: Any, a: Any, moves: int, limit: int) -> int:
    return many_games(position_in(blank), position_in(a), moves, limit)


def check(blank: Any, a: Any, first: int, games: int, limit: int) -> int:
    return fingerprint(position_in(blank), position_in(a), first, games, limit)


def tally(blank: Any, a: Any, b: Any, first: int, games: int, limit: int, players: Any, sums: Any) -> None:
    tally_matches(position_in(blank), position_in(a), position_in(b), first, games, limit, players, sums)


def tally_timed(blank: Any, a: Any, first: int, games: int, paces: Any, sums: Any) -> None:
    tally_in_time(position_in(blank), position_in(a), first, games, paces, sums)


def guess_often(a: Any, scratch: Any, seat: int, times: int) -> None:
    """Redeal copies of a position, to be timed."""
    x = 88172645463325252
    for _ in range(times):
        x = next_rng(x)
        assign(position_in(scratch), position_in(a))
        redeal(position_in(scratch), seat, x)


def step_batch(rows: Any, seats: Any, actions: Any, blank: Any, masks: Any) -> None:
    """One choice in each row; fill in the next seats and their legal masks, starting afresh when a match is over."""
    for i in range(len(rows)):
        s = position_in(rows[i])
        act(s, seats[i], actions[i])
        if actors(s) == 0:
            begin_match(s, position_in(blank), next_rng(s.rng) & 0xFFFFFF)
        seats[i] = lowest(actors(s))
        masks[i] = legal(s, seats[i])

"""Random play and mass play for any game, plain or compiled."""

from collections.abc import MutableSequence
from typing import Any

from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.chance import LOW32, below, next_rng, seed_rng
from hoofspiel.kernel.contract import (
    apply,
    assign,
    greedy,
    legal,
    let_time_pass,
    play_in_time,
    points,
    redeal,
    reopen,
    start,
    value,
    winners,
)
from hoofspiel.kernel.engine import actors, knowledge, mix, remember
from hoofspiel.kernel.game import Position

ALL_SHARES = 840  # divisible by 1..8: a shared win in whole numbers
RANDOM_PLAYER = 0
GREEDY_PLAYER = 1

# Where a tally keeps its sums; four numbers a seat follow.
MATCHES = 0
CHOICES = 1
SHORTEST = 2
LONGEST = 3
SHARED = 4
STOPPED = 5  # did not end within the limit
CLOCK = 6  # milliseconds, in games that know time
SEAT_SUMS = 7
WINS = 0  # in ALL_SHARES parts
POINTS = 1
SQUARES = 2
MOST = 3


def begin_match(s: Position, blank: Position, seed: int) -> None:
    assign(s, blank)
    s.rng = seed_rng(seed)
    start(s)


def act(s: Position, seat: int, action: int) -> None:
    """A seat makes its choice and remembers it."""
    remember(s, seat, action)
    apply(s, seat, action)


def guess_for(s: Position, seat: int, rng: int) -> None:
    """Make a position one that `seat` may be handed: all it cannot know is replaced."""
    redeal(s, seat, rng)
    for p in range(s.n):
        if p != seat:
            s.told[p] = 0


def random_choice(s: Position, seat: int, x: int) -> int:
    mask = legal(s, seat)
    return pick(mask, below(x, count(mask)))


def random_match(s: Position, x: int, limit: int) -> int:
    """Random choices to the end of the match, or until `limit` deals are finished; how many were made."""
    moves = 0
    while actors(s) and s.deals < limit:
        x = next_rng(x)
        let_time_pass(s, x)
        if actors(s) == 0:
            return moves
        seat = pick(actors(s), below(x, count(actors(s))))
        x = next_rng(x)
        apply(s, seat, random_choice(s, seat, x))
        moves += 1
    return moves


def many_games(blank: Position, s: Position, moves: int, limit: int) -> int:
    """Whole random matches until about `moves` choices were made."""
    done = 0
    seed = 1
    while done < moves:
        begin_match(s, blank, seed)
        done += random_match(s, seed_rng(seed + 1000), limit)
        seed += 1
    return done


def fingerprint(blank: Position, s: Position, first: int, games: int, limit: int) -> int:
    """One number for random matches with guesses and take-backs in between, to compare two ways of running."""
    h = 1
    for seed in range(first, first + games):
        begin_match(s, blank, seed)
        x = seed_rng(seed + 1000)
        while actors(s) and s.deals < limit:
            x = next_rng(x)
            let_time_pass(s, x)
            if actors(s) == 0:
                break
            seat = pick(actors(s), below(x, count(actors(s))))
            mask = legal(s, seat)
            x = next_rng(x)
            action = pick(mask, below(x, count(mask)))
            h = mix(mix(h, knowledge(s, seat)), mask ^ action)
            if x & 7 == 0:
                redeal(s, seat, x)
                if x & 8 == 0:
                    reopen(s)
                action = greedy(s, seat, x)
            act(s, seat, action)
        for p in range(s.n):
            h = mix(mix(h, points(s, p) & LOW32), int(value(s, p) * 1000.0) & LOW32)
        if actors(s) == 0:
            h = mix(h, winners(s))
    return h


def choose_as(s: Position, g: Position, seat: int, player: int, x: int) -> int:
    """The choice of a random or a greedy player, who is handed a guess `g` and not the position."""
    if player == RANDOM_PLAYER:
        return random_choice(s, seat, x)
    assign(g, s)
    guess_for(g, seat, x)
    return greedy(g, seat, next_rng(x))


def tally_matches(
    blank: Position,
    s: Position,
    g: Position,
    first: int,
    games: int,
    limit: int,
    players: MutableSequence[int],
    sums: MutableSequence[int],
) -> None:
    """Play matches with seeds from `first` on and add them up in `sums`."""
    for seed in range(first, first + games):
        begin_match(s, blank, seed)
        x = seed_rng(seed + 1000)
        moves = 0
        while actors(s) and s.deals < limit:
            x = next_rng(x)
            let_time_pass(s, x)
            if actors(s) == 0:
                break
            seat = pick(actors(s), below(x, count(actors(s))))
            x = next_rng(x)
            apply(s, seat, choose_as(s, g, seat, players[seat], x))
            moves += 1
        add_up(s, moves, sums)


def tally_in_time(
    blank: Position, s: Any, first: int, games: int, paces: MutableSequence[int], sums: MutableSequence[int]
) -> None:
    """The same for games that know time, with bots who take their time: nobody waits for it."""
    for seed in range(first, first + games):
        begin_match(s, blank, seed)
        add_up(s, play_in_time(s, seed_rng(seed + 1000), paces), sums)
        sums[CLOCK] += s.now


def add_up(s: Position, moves: int, sums: MutableSequence[int]) -> None:
    sums[MATCHES] += 1
    sums[CHOICES] += moves
    if sums[SHORTEST] == 0 or moves < sums[SHORTEST]:
        sums[SHORTEST] = moves
    sums[LONGEST] = max(sums[LONGEST], moves)
    best = 0
    if actors(s):
        sums[STOPPED] += 1
    else:
        best = winners(s)
        if count(best) > 1:
            sums[SHARED] += 1
    for p in range(s.n):
        k = SEAT_SUMS + 4 * p
        if best & bit(p):
            sums[k + WINS] += ALL_SHARES // count(best)
        got = points(s, p)
        sums[k + POINTS] += got
        sums[k + SQUARES] += got * got
        if sums[MATCHES] == 1 or got > sums[k + MOST]:
            sums[k + MOST] = got

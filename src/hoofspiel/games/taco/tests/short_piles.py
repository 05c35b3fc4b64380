"""Random matches with hardly any cards, which end in every way there is; written to run plain and compiled."""

from typing import Any

from hoofspiel.games.taco.position import State
from hoofspiel.kernel.bits import count, pick
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.contract import apply, greedy, legal, let_time_pass, position_in, redeal, winners
from hoofspiel.kernel.engine import actors, knowledge, mix
from hoofspiel.kernel.loops import begin_match

ENTRIES = ("print_of_short_matches",)


def short_matches(blank: State, s: State, first: int, games: int) -> int:
    """One number for matches of mostly sensible players with one or two cards each."""
    h = 1
    for seed in range(first, first + games):
        begin_match(s, blank, seed)
        s.cards = 0
        for p in range(s.n):
            s.fresh[p] = 1 + (seed + p) % 2
            s.cards += s.fresh[p]
        x = seed_rng(seed + 1000)
        moves = 0
        while actors(s) and moves < 400:
            x = next_rng(x)
            let_time_pass(s, x)
            if actors(s):
                seat = pick(actors(s), below(x, count(actors(s))))
                x = next_rng(x)
                mask = legal(s, seat)
                action = pick(mask, below(x, count(mask))) if x & 31 == 0 else greedy(s, seat, x)
                if x & 7 == 0:
                    redeal(s, seat, x)
                h = mix(mix(h, knowledge(s, seat)), mask ^ action)
                apply(s, seat, action)
                moves += 1
        h = mix(h, (winners(s) if actors(s) == 0 else 0) + 512 * s.sudden + 1024 * s.out)
    return h


def print_of_short_matches(blank: Any, a: Any, first: int, games: int) -> int:
    return short_matches(position_in(blank), position_in(a), first, games)

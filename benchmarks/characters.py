"""How each level errs: the mistakes that docs/reference/levels.md speaks of, counted at tables of one level.

  python benchmarks/characters.py                         all games and levels, four seats, 20 matches each
  python benchmarks/characters.py goats novice casual --matches 100
  python benchmarks/characters.py foxy master@1000        the master with so many iterations

A row says how often a player did it, out of how many chances there were, with its 95 % interval by whole matches; or
what was left over, for each player and match. Bots think for a number of iterations, not for a time.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from benchmarks.contracts import Pair, Share, share_of
from hoofspiel import Match
from hoofspiel.bots.levels import LEVELS
from hoofspiel.bots.players import player_called
from hoofspiel.games.foxy.auction import after_strike
from hoofspiel.games.foxy.position import CHASE, ROW_WOLF, TAKE, WOLF
from hoofspiel.games.goats.position import BIDDING, FACE_DOWN
from hoofspiel.games.goats.styles import dish_worth
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.table import CLAIM, PLAYING, RICH
from hoofspiel.games.gouda.balance import cheese_of
from hoofspiel.games.gouda.cards import GANGSTER, HOLE, ROOMS, WEAPONS
from hoofspiel.games.gouda.fights import total
from hoofspiel.games.gouda.position import ENTER, SNEAK
from hoofspiel.kernel.bits import count, highest, members
from hoofspiel.kernel.catalog import games

SEATS = 4
MATCHES = 20
Seen = Iterator[tuple[str, bool]]
"""Chances for a mistake: what it is, and whether it was made."""


# --- before a move: s is the position, action the first of the move ---


def seen_in_goats(s: Any, seat: int, action: int) -> Seen:
    cards = count(s.hand[seat])
    if s.phase != BIDDING or s.dish == FACE_DOWN or cards < 4 or s.kept:
        return
    worth = dish_worth(s)
    if worth >= 7:
        yield "bids its best card for a dish of 7 or more", action == highest(s.hand[seat])
    if worth <= 2:
        high = members(s.hand[seat])[-cards // 3 :]
        yield "bids one of its best cards for a dish of 1 or 2", action in high
    left = sorted(members(s.hand[seat]), key=lambda card: abs(card - worth))
    yield "bids within one of the points on the table, if it can", abs(action - worth) <= max(1, abs(left[0] - worth))


def seen_in_gouda(s: Any, seat: int, action: int) -> Seen:
    if s.phase != SNEAK or s.playoff or not ENTER <= action < ENTER + ROOMS:
        return
    room = action - ENTER
    if list(s.pieces).count(max(s.pieces)) == 1:
        yield "goes where most cheese fell", s.pieces[room] == max(s.pieces)
    if not cheese_of(s, seat) and not any(s.hand[seat] >> card & 1 for card in (GANGSTER, HOLE)):
        yield "goes where there is no cheese, with nothing to change that", s.pieces[room] == 0


def seen_in_foxy(s: Any, seat: int, action: int) -> Seen:
    if s.phase != WOLF or s.hand[seat] == 0:
        return
    wolf = s.track[s.place]
    if wolf >= ROW_WOLF:
        yield "takes a wolf that waits for the end, for two cubes or fewer", action == TAKE and s.pot <= 2
    elif after_strike(s, seat, wolf) != s.sheep[seat] and wolf <= 3:
        yield "pays to keep a sheep of 1, 2 or 3", action == CHASE


def seen_in_goodge(s: Any, seat: int, action: int) -> Seen:
    if s.phase != PLAYING or not s.trick_size:
        return
    moves = [card for card in members(legal(s, seat)) if card != CLAIM]
    poor = [card for card in moves if not RICH >> card & 1]
    if len(poor) != len(moves) and poor and not any(s.beating >> card & 1 for card in moves):
        yield "throws points on a trick it cannot win, though it has a card without", RICH >> action & 1 == 1


# --- at the end ---


def left_in_gouda(match: Match, seat: int) -> Iterator[tuple[str, float]]:
    if not match.shares[seat]:
        yield "strength in hand of a loser", float(total(match.position.hand[seat] & WEAPONS))


def left_in_foxy(match: Match, seat: int) -> Iterator[tuple[str, float]]:
    sheep = count(match.position.sheep[seat])
    yield "sheep that survived", float(sheep)
    yield "cubes in hand", float(match.position.hand[seat])
    yield "cubes beyond one for each sheep", float(max(match.position.hand[seat] - sheep, 0))


SEEN: dict[str, Callable[[Any, int, int], Seen]] = {
    "goats": seen_in_goats,
    "gouda": seen_in_gouda,
    "foxy": seen_in_foxy,
    "goodge": seen_in_goodge,
}
LEFT: dict[str, Callable[[Match, int], Iterator[tuple[str, float]]]] = {"gouda": left_in_gouda, "foxy": left_in_foxy}


LEFTOVERS = ("strength in hand of a loser", "sheep that survived", "cubes in hand", "cubes beyond one for each sheep")


def watch(slug: str, level: str, *, seats: int = SEATS, matches: int = MATCHES, seed: int = 1) -> dict[str, Share]:
    """Everything counted at tables of one level."""
    game, player = games()[slug], player_called(level)
    found: dict[str, list[Pair]] = defaultdict(list)
    for deal in range(seed, seed + matches):
        match = Match(game, seats=seats, seed=deal)
        chances, order = [Random(f"{deal} {seat}") for seat in range(seats)], Random(deal)
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        while not match.over and match.position.deals < game.most_deals:
            seat = order.choice(match.actors)
            move = player(match, seat, chances[seat])
            for what, did in SEEN[slug](match.position, seat, match.actions_of(seat, move)[0]):
                sums[what][0] += did
                sums[what][1] += 1
            match.play(seat, move)
        for seat in range(seats) if slug in LEFT else ():
            for what, much in LEFT[slug](match, seat):
                sums[what][0] += much
                sums[what][1] += 1
        for what, (above, below) in sums.items():
            found[what].append((above, below))
    return {what: share_of(pairs) for what, pairs in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=list(SEEN))
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{asked.seats} seats, {asked.matches} matches\n")
    print("| game | level | what | how often or how much |\n|---|---|---|---|")
    for slug in [asked.game] if asked.game else SEEN:
        for level in asked.levels:
            for what, share in watch(slug, level, seats=asked.seats, matches=asked.matches, seed=asked.seed).items():
                much = what in LEFTOVERS
                said = f"{share.value:.1f} ± {share.margin:.1f}" if much else f"{share.value:.0%} ± {share.margin:.0%}"
                print(f"| {slug} | {level} | {what} | {said} |", flush=True)


if __name__ == "__main__":
    main()

"""Plays a great many matches of one game and adds them up, compiled if Numba is installed and plain if not."""

import math
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any

from hoofspiel.bots.timed import paces
from hoofspiel.kernel import bind, loops
from hoofspiel.kernel.game import MAX_SEATS, Game, OptionValue
from hoofspiel.kernel.record import check_house_seats, check_seats, read_options
from hoofspiel.kernel.words import BadMatch, either

PLAYERS = {"random": loops.RANDOM_PLAYER, "greedy": loops.GREEDY_PLAYER}
CHUNK_FAST, CHUNK_PLAIN = 2_000, 20
NINETY_FIVE = 1.959964


@dataclass(frozen=True, slots=True)
class SeatTally:
    bot: str
    wins: float
    """A win shared by three counts a third."""
    win_share: float
    low: float
    high: float
    """The ends of the 95 % interval of win_share (Wilson)."""
    points: float
    """On average."""
    points_margin: float
    """Half of the 95 % interval of points."""
    most_points: int


@dataclass(frozen=True, slots=True)
class Tally:
    game: str
    seats: int
    options: Mapping[str, OptionValue]
    first_seed: int
    compiled: bool
    matches: int
    choices: int
    """In all matches together; one decision of one seat is one choice."""
    shortest: int
    longest: int
    shared: int
    """Matches with more than one winner."""
    stopped: int
    """Matches that random players did not finish within the game's limit."""
    minutes: float | None
    """Timed games: how long a match would have taken at a table, on average."""
    by_seat: Sequence[SeatTally]

    @property
    def choices_a_match(self) -> float:
        return self.choices / self.matches


def play_many(
    game: Game,
    *,
    seats: int,
    bots: Sequence[str],
    matches: int,
    first_seed: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    compiled: bool | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Tally:
    """The tally of matches with the seeds from first_seed on; `progress` is told how many more were played."""
    check_seats(game, seats)
    shown, numbers = read_options(game, options or {})
    check_house_seats(game, seats, shown)
    named = bots_by_seat(game, bots, seats)
    if matches < 1:
        raise BadMatch("Play at least one match.")
    fast = bind.available() if compiled is None else compiled
    players = [paces(game)[bot] if bot in paces(game) else PLAYERS[bot] for bot in named]
    in_time = named[0] in paces(game)
    play, sums = (_fast if fast else _plain)(game, seats, numbers, players, in_time=in_time)
    chunk = CHUNK_FAST if fast else CHUNK_PLAIN
    for done in range(0, matches, chunk):
        more = min(chunk, matches - done)
        play(first_seed + done, more)
        progress(more)
    return Tally(
        game=game.slug, seats=seats, options=shown, first_seed=first_seed, compiled=fast, matches=matches,
        choices=int(sums[loops.CHOICES]), shortest=int(sums[loops.SHORTEST]), longest=int(sums[loops.LONGEST]),
        shared=int(sums[loops.SHARED]), stopped=int(sums[loops.STOPPED]),
        minutes=int(sums[loops.CLOCK]) / matches / 60_000 if in_time else None,
        by_seat=[_seat_tally(bot, seat, matches, sums) for seat, bot in enumerate(named)],
    )  # fmt: skip


def usual_bot(game: Game) -> str:
    return "club" if "club" in paces(game) else "random"


def bots_by_seat(game: Game, bots: Sequence[str], seats: int) -> list[str]:
    """One bot for all seats, or one for each."""
    known = [*PLAYERS, *paces(game)]
    for bot in bots:
        if bot not in known:
            raise BadMatch(f"There is no bot called {bot!r} for mass play: choose {either(known)}.")
    if len({bot in PLAYERS for bot in bots}) > 1:
        levels = either(list(paces(game)))
        raise BadMatch(f"{either(list(PLAYERS))} know nothing of time and cannot play with {levels}.")
    if len(bots) not in (1, seats):
        raise BadMatch(f"Name one bot for all seats or {seats} bots, one a seat, not {len(bots)}.")
    return list(bots) * (seats if len(bots) == 1 else 1)


Play = Callable[[int, int], None]
SIZE = loops.SEAT_SUMS + 4 * MAX_SEATS


def _fast(game: Game, seats: int, options: Mapping[str, int], players: list[int], *, in_time: bool) -> tuple[Play, Any]:
    import numpy as np

    world = bind.fast(game)
    blank, a, b = (world.blank(seats, options) for _ in range(3))
    who, sums = np.array(players, np.int64), np.zeros(SIZE, np.int64)
    if in_time:
        return lambda first, games: world.tally_timed(blank, a, first, games, who, sums), sums
    return lambda first, games: world.tally(blank, a, b, first, games, game.most_deals, who, sums), sums


def _plain(
    game: Game, seats: int, options: Mapping[str, int], players: list[int], *, in_time: bool
) -> tuple[Play, MutableSequence[int]]:
    world = bind.plain(game)
    blank, s, g = (world.blank(seats, options) for _ in range(3))
    sums = [0] * SIZE

    def play(first: int, games: int) -> None:
        if in_time:
            world.tally_in_time(blank, s, first, games, players, sums)
        else:
            world.tally_matches(blank, s, g, first, games, game.most_deals, players, sums)
        s.events.clear()
        g.events.clear()

    return play, sums


def _seat_tally(bot: str, seat: int, matches: int, sums: Sequence[int]) -> SeatTally:
    own = [int(number) for number in sums[loops.SEAT_SUMS + 4 * seat : loops.SEAT_SUMS + 4 * seat + 4]]
    wins = own[loops.WINS] / loops.ALL_SHARES
    mean = own[loops.POINTS] / matches
    spread = max(0.0, own[loops.SQUARES] / matches - mean * mean)
    low, high = wilson(wins, matches)
    return SeatTally(
        bot, wins, wins / matches, low, high, mean, NINETY_FIVE * math.sqrt(spread / matches), own[loops.MOST]
    )


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, zz = wins / matches, NINETY_FIVE**2 / matches
    middle = (share + zz / 2) / (1 + zz)
    half = NINETY_FIVE * math.sqrt(share * (1 - share) / matches + zz / matches / 4) / (1 + zz)
    return max(0.0, middle - half), min(1.0, middle + half)

"""Bots for timed games: levels by their pace, and whole matches in virtual time, where nobody waits."""

from collections.abc import Mapping, Sequence

from hoofspiel.kernel import bind, loops
from hoofspiel.kernel.game import MAX_SEATS, Game, OptionValue
from hoofspiel.kernel.record import read_options
from hoofspiel.kernel.words import BadMatch, either

SUMS = loops.SEAT_SUMS + 4 * MAX_SEATS


def paces(game: Game) -> Mapping[str, int]:
    """The levels of a timed game, each with its pace; none for other games."""
    return getattr(game.bot, "LEVELS", {}) if game.timed else {}


def check_paces(game: Game, bots: Sequence[str]) -> None:
    """Raises BadMatch for a bot that cannot play timed games."""
    for bot in bots:
        if bot not in paces(game):
            raise BadMatch(
                f"In {game.slug} the clock decides, and {bot!r} knows nothing of time: "
                f"choose {either(list(paces(game)))}."
            )


def play_in_virtual_time(
    game: Game, bots: Sequence[str], seed: int, options: Mapping[str, OptionValue]
) -> tuple[list[float], list[int]]:
    """One match of these levels, by seat: shares of the win, and points."""
    check_paces(game, bots)
    _, numbers = read_options(game, options)
    who = [paces(game)[bot] for bot in bots]
    seats = len(bots)
    if bind.available():
        import numpy as np

        world = bind.fast(game)
        sums = np.zeros(SUMS, np.int64)
        world.tally_timed(world.blank(seats, numbers), world.blank(seats, numbers), seed, 1, np.array(who), sums)
        added = [int(number) for number in sums]
    else:
        world, added = bind.plain(game), [0] * SUMS
        world.tally_in_time(world.blank(seats, numbers), world.blank(seats, numbers), seed, 1, who, added)
    mine = [added[loops.SEAT_SUMS + 4 * seat :][:4] for seat in range(seats)]
    return [sums[loops.WINS] / loops.ALL_SHARES for sums in mine], [sums[loops.POINTS] for sums in mine]

"""Bots against bots: every deal is played once for each way they can be seated, so that luck and seats cancel out."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random

from hoofspiel.bots.players import player_called
from hoofspiel.bots.seated import BotFailed
from hoofspiel.bots.timed import play_in_virtual_time
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import OptionValue
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.words import Refused, either


@dataclass(frozen=True, slots=True)
class Pairing:
    """What is played: these bots, with the last of them in all remaining seats."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, OptionValue]

    @property
    def line_up(self) -> list[str]:
        return [*self.bots, *[self.bots[-1]] * (self.seats - len(self.bots))]


@dataclass(frozen=True, slots=True)
class Result:
    """One match of the arena."""

    deal: int
    turn: int
    bots: list[str]
    """By seat."""
    wins: list[float]
    """By seat: 1, or a share of it."""
    points: list[int]
    failed: "Failure | None" = None
    """Why the match ended early: that bot has lost it, and the others share the win."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A user's bot that crashed or played an illegal move."""

    bot: str
    seat: int
    move: str | None
    why: str
    record: Record
    """The match up to that point, for a replay."""


def play_deal(pairing: Pairing, deal: int) -> list[Result]:
    """One deal, once for each way the bots can be seated."""
    line_up = pairing.line_up
    results = []
    for turn in range(pairing.seats):
        bots = line_up[-turn:] + line_up[:-turn] if turn else line_up
        results.append(_play(pairing, deal, turn, bots))
    return results


def _play(pairing: Pairing, deal: int, turn: int, bots: list[str]) -> Result:
    game = find_game(pairing.game)
    if game.timed:
        return Result(deal, turn, bots, *play_in_virtual_time(game, bots, deal, pairing.options))
    match = Match(game, seats=pairing.seats, seed=deal, options=pairing.options)
    players = {name: player_called(name) for name in bots}
    chances = [Random(f"{deal} {turn} {seat}") for seat in range(pairing.seats)]
    order = Random(deal)
    limit = game.most_deals
    while not match.over and match.position.deals < limit:
        seat = order.choice(match.actors)
        try:
            match.play(seat, players[bots[seat]](match, seat, chances[seat]))
        except BotFailed as failed:
            move = None if failed.move is None else str(failed.move)
            failure = Failure(failed.bot, seat, move, failed.why, match.record())
            wins = [0.0 if other == seat else 1 / (pairing.seats - 1) for other in range(pairing.seats)]
            return Result(deal, turn, bots, wins, match.points, failure)
    return Result(deal, turn, bots, match.shares, match.points)


def play_deals(pairing: Pairing, deals: Sequence[int], *, jobs: int = 1) -> Iterator[list[Result]]:
    """All deals, as they finish."""
    if jobs <= 1:
        for deal in deals:
            yield play_deal(pairing, deal)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(play_deal, [pairing] * len(deals), deals)
        except BrokenProcessPool:
            bots = either(sorted(set(pairing.bots)))
            raise Refused(
                f"A process of the arena died while {bots} played, perhaps for lack of memory."
                " What --save has kept so far is safe; fewer --jobs need less."
            ) from None

"""Bots against bots: every deal is played once for each way round the table, so that luck and seats cancel out."""
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

from hoofspiel.bots.players import player_called
from hoofspiel.bots.timed import play_in_virtual_time
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import OptionValue
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch

ANCHOR, ANCHOR_ELO = "greedy", 1000.0


@dataclass(frozen=True, slots=True)
class Pairing:
    """What is played: these bots, the last of them in all seats that are left."""

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


def play_deal(pairing: Pairing, deal: int) -> list[Result]:
    """One deal, once for each way round the table."""
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
        match.play(seat, players[bots[seat]](match, seat, chances[seat]))
    share = 1 / len(match.winners) if match.winners else 0.0
    wins = [share if seat in match.winners else 0.0 for seat in range(pairing.seats)]
    return Result(deal, turn, bots, wins, match.points)


def play_deals(pairing: Pairing, deals: Sequence[int], *, jobs: int = 1) -> Iterator[list[Result]]:
    """All deals, as they are finished."""
    if jobs <= 1:
        for deal in deals:
            yield play_deal(pairing, deal)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_deal, [pairing] * len(deals), deals)


# --- what came of it ---


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot after all matches."""

    bot: str
    seats_taken: int
    win_share: float
    """Of the matches it sat in, by seat taken."""
    margin: float
    """Half of the 95 % interval, paired by deal."""
    chance: float
    """The win share if all were equal."""
    points: float
    elo: float
    by_seat: list[float]
    """Win share in each seat."""

    @property
    def better_than_chance(self) -> bool:
        return self.win_share - self.margin > self.chance


def standings(pairing: Pairing, results: Sequence[Result]) -> list[Standing]:
    ratings = elo(results)
    table = []
    for bot in dict.fromkeys(pairing.line_up):
        by_deal: dict[int, list[float]] = {}
        by_seat: list[list[float]] = [[] for _ in range(pairing.seats)]
        points = []
        for result in results:
            for seat, name in enumerate(result.bots):
                if name == bot:
                    by_deal.setdefault(result.deal, []).append(result.wins[seat])
                    by_seat[seat].append(result.wins[seat])
                    points.append(result.points[seat])
        shares = [mean(wins) for wins in by_deal.values()]
        margin = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
        table.append(Standing(bot, len(points), mean(shares), margin, 1 / pairing.seats, mean(points), ratings[bot],
                              [mean(wins) if wins else 0.0 for wins in by_seat]))
    return sorted(table, key=lambda s: -s.win_share)


def elo(results: Sequence[Result], rounds: int = 200) -> dict[str, float]:
    """Ratings from who came out ahead of whom (Bradley-Terry), the anchor fixed."""
    beaten: dict[tuple[str, str], float] = {}
    for result in results:
        for a, one in enumerate(result.bots):
            for b, other in enumerate(result.bots):
                if a < b and one != other:
                    got = _ahead(result, a, b)
                    beaten[one, other] = beaten.get((one, other), 0.01) + got
                    beaten[other, one] = beaten.get((other, one), 0.01) + 1 - got
    names = sorted({name for result in results for name in result.bots})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        for name in names:
            won = sum(n for (one, _), n in beaten.items() if one == name)
            weight = sum((n + beaten[other, one]) / (strength[one] + strength[other])
                         for (one, other), n in beaten.items() if one == name)
            if weight:
                strength[name] = won / weight
    anchor = strength[ANCHOR if ANCHOR in strength else names[0]]
    return {name: ANCHOR_ELO + 400 * log10(strength[name] / anchor) for name in names}


def _ahead(result: Result, a: int, b: int) -> float:
    key_a, key_b = (result.wins[a], result.points[a]), (result.wins[b], result.points[b])
    return 0.5 if key_a == key_b else float(key_a > key_b)


# --- keeping it ---


def load(path: Path, pairing: Pairing) -> list[Result]:
    """Results of an earlier run of the same pairing; its first line says which."""
    if not path.exists():
        return []
    first, *rest = path.read_text(encoding="utf-8").splitlines() or [""]
    if json.loads(first) != _head(pairing):
        raise BadMatch(f"{path} holds another arena: {first}. Choose another file, or remove it.")
    results = [Result(**json.loads(line)) for line in rest]
    whole = {deal for deal in {r.deal for r in results} if sum(r.deal == deal for r in results) == pairing.seats}
    return [r for r in results if r.deal in whole]


def save(path: Path, pairing: Pairing) -> Callable[[Sequence[Result]], None]:
    """Opens the file and gives the function that adds results to it."""
    if not path.exists():
        path.write_text(json.dumps(_head(pairing)) + "\n", encoding="utf-8")

    def add(results: Sequence[Result]) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(r)) + "\n" for r in results)
    return add


def _head(pairing: Pairing) -> dict[str, object]:
    return {"game": find_game(pairing.game).slug, "seats": pairing.seats, "bots": list(pairing.bots),
            "options": dict(pairing.options)}

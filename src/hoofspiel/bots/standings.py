"""The results of an arena: shares of wins with honest intervals, and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import mean, stdev

from hoofspiel.bots.arena import Pairing, Result

ANCHOR, ANCHOR_ELO = "greedy", 1000.0


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot after all matches."""

    bot: str
    seats_taken: int
    win_share: float
    """Its share of wins per seat taken."""
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
        table.append(
            Standing(
                bot,
                len(points),
                mean(shares),
                margin,
                1 / pairing.seats,
                mean(points),
                ratings[bot],
                [mean(wins) if wins else 0.0 for wins in by_seat],
            )
        )
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
            weight = sum(
                (n + beaten[other, one]) / (strength[one] + strength[other])
                for (one, other), n in beaten.items()
                if one == name
            )
            if weight:
                strength[name] = won / weight
    anchor = strength[ANCHOR if ANCHOR in strength else names[0]]
    return {name: ANCHOR_ELO + 400 * log10(strength[name] / anchor) for name in names}


def _ahead(result: Result, a: int, b: int) -> float:
    key_a, key_b = (result.wins[a], result.points[a]), (result.wins[b], result.points[b])
    return 0.5 if key_a == key_b else float(key_a > key_b)

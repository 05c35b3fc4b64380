"""The best play of the last auctions of two players, exactly: odds for every card.

With open hands and no bonus cards about, bidding is a series of small zero-sum games. Each is solved by the simplex
method, from the last auction backward. What counts is the difference of points.
"""

from collections.abc import Callable
from functools import cache, lru_cache

from hoofspiel.games.goats.names import cards_in
from hoofspiel.games.goats.position import BIDDING, FACE_DOWN, FIRST_DRAW, State

MOST_CARDS = 4
"""So many cards left can be solved in a moment."""

REMEMBERED = 1 << 16
"""Positions, of those solved last: some 30 MB. A match of thirteen cards could ask for any of ten million."""

Odds = tuple[float, ...]


def solved(s: State, seat: int) -> dict[int, float] | None:
    """The odds of each bid, or None where the position is not one that can be solved."""
    solvable = (
        s.n == 2
        and s.phase == BIDDING
        and s.dish != FACE_DOWN
        and s.dish < FIRST_DRAW
        and not s.carry_over
        and s.held[0] == s.held[1] == 0
        and s.food >> FIRST_DRAW == 0
        and len(cards_in(s.hand[seat])) <= MOST_CARDS
    )
    if not solvable:
        return None
    mine, theirs = s.hand[seat], s.hand[1 - seat]
    odds = play(mine, theirs, s.food, s.dish)[1]
    return dict(zip(cards_in(mine), odds, strict=True))


@lru_cache(REMEMBERED)
def play(mine: int, theirs: int, food: int, dish: int) -> tuple[float, Odds]:
    """Points ahead with best play from here, and the odds of my cards."""
    rows, columns = cards_in(mine), cards_in(theirs)
    gains = [[_won(dish, a, b) + ahead(mine ^ 1 << a, theirs ^ 1 << b, food) for b in columns] for a in rows]
    return matrix_game(gains)


@lru_cache(REMEMBERED)
def ahead(mine: int, theirs: int, food: int) -> float:
    """The same before the next dish is turned up."""
    dishes = cards_in(food)
    if not mine or not dishes:
        return 0.0
    return sum(play(mine, theirs, food ^ 1 << dish, dish)[0] for dish in dishes) / len(dishes)


def _won(dish: int, a: int, b: int) -> int:
    return dish * ((a > b) - (a < b))


def matrix_game(gains: list[list[float]]) -> tuple[float, Odds]:
    """The value of a zero-sum game to the player of the rows, and that player's best odds (simplex method)."""
    rows, columns = len(gains), len(gains[0])
    shift = 1.0 - min(min(row) for row in gains)  # all gains above zero, so the value is too
    # The column player's programme: most sum(y) with gains @ y <= 1; the row player's odds are its dual.
    table = [
        [gains[i][j] + shift for j in range(columns)] + [float(i == k) for k in range(rows)] + [1.0]
        for i in range(rows)
    ]
    cost = [-1.0] * columns + [0.0] * (rows + 1)
    while min(cost[:-1]) < -1e-12:
        enter = min(range(columns + rows), key=cost.__getitem__)
        ratios = [(row[-1] / row[enter], i) for i, row in enumerate(table) if row[enter] > 1e-12]
        _, leave = min(ratios)
        pivot = table[leave][enter]
        table[leave] = [v / pivot for v in table[leave]]
        for row in (*(r for i, r in enumerate(table) if i != leave), cost):
            factor = row[enter]
            if factor:
                row[:] = [v - factor * w for v, w in zip(row, table[leave], strict=True)]
    total = cost[-1]
    return 1.0 / total - shift, tuple(max(0.0, v) / total for v in cost[columns : columns + rows])


# --- how far a strategy is from perfect ---


Strategy = Callable[[int, int, int, int], dict[int, float]]
"""(my cards, their cards, food to come, dish) -> odds of each card."""


def perfect(mine: int, theirs: int, food: int, dish: int) -> dict[int, float]:
    return dict(zip(cards_in(mine), play(mine, theirs, food, dish)[1], strict=True))


def uniform(mine: int, theirs: int, food: int, dish: int) -> dict[int, float]:
    cards = cards_in(mine)
    return dict.fromkeys(cards, 1 / len(cards))


def nash_conv(strategy: Strategy, cards: int) -> float:
    """What two best answers to a strategy gain together, in one round of two players; 0 for perfect play.

    As in the literature a player's payoff is points above the average of both, half the difference of points. The
    game is the same from both seats and worth 0, so the two halves add up to one whole difference.
    """
    suit = (1 << cards + 1) - 2
    return _best_answer(strategy, suit, suit, suit)


def _best_answer(strategy: Strategy, mine: int, theirs: int, food: int) -> float:
    @cache
    def gain(mine: int, theirs: int, food: int) -> float:
        if not mine:
            return 0.0
        dishes = cards_in(food)
        total = 0.0
        for dish in dishes:
            odds = strategy(theirs, mine, food ^ 1 << dish, dish)
            total += max(
                sum(
                    p * (_won(dish, a, b) + gain(mine ^ 1 << a, theirs ^ 1 << b, food ^ 1 << dish))
                    for b, p in odds.items()
                )
                for a in cards_in(mine)
            )
        return total / len(dishes)

    return gain(mine, theirs, food)

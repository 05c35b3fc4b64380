"""How well one can do against three random bidders: solved exactly for four cards, one round, no bonus cards.

Everybody sees who holds what, so a best reply is found from the last auction backwards. It wins hardly more points than
bidding by place does: that is why a master who sees random bids bids by place (`usual`), and about what it can win.
"""

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from hoofspiel.games.goats import GAME
from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import BIDDING, State
from hoofspiel.games.goats.styles import THOUSAND
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import bit, members

ALL = bit(5) - bit(1)
Choice = Callable[[State, int], list[int]]


def any_card(s: State, seat: int) -> list[int]:
    return members(s.hand[seat])


def usual_card(s: State, seat: int) -> list[int]:
    s.wild[:4] = [THOUSAND] * 4
    return [bind.plain(GAME).usual(s, seat)]


def points_won(choices: Choice) -> float:
    """What seat 0 wins on average with the best of these choices in every auction."""
    s: State = bind.blank(GAME, 4, {"cards": 4, "rounds": 1, "bonus": 0})
    s.phase, s.auction = BIDDING, 1
    s.lies[:4] = range(4)
    s.plus3 = -1

    @cache
    def still_to_win(hand: int, food: int, others: tuple[int, ...]) -> float:
        dishes = members(food)
        return sum(best_bid(hand, food ^ bit(dish), others, dish) for dish in dishes) / max(len(dishes), 1)

    def best_bid(hand: int, food: int, others: tuple[int, ...], dish: int) -> float:
        s.hand[:4] = hand, *others
        s.food, s.dish = food, dish
        return max(after_bid(card, hand, food, others, dish) for card in choices(s, 0))

    def after_bid(card: int, hand: int, food: int, others: tuple[int, ...], dish: int) -> float:
        bids = list(product(*map(members, others)))
        total = 0.0
        for three in bids:
            s.bid[:4] = card, *three
            won = dish if winner_now(s) == 0 else 0
            left = tuple(sorted(held ^ bit(bid) for held, bid in zip(others, three, strict=True)))
            total += won + still_to_win(hand ^ bit(card), food, left)
        return total / len(bids)

    return still_to_win(ALL, ALL, (ALL, ALL, ALL))


def test_no_reply_to_random_bids_wins_much_more_than_bids_by_place() -> None:
    best, by_place = points_won(any_card), points_won(usual_card)
    assert by_place == pytest.approx(2.71875)
    assert best == pytest.approx(2.75376, abs=1e-5)

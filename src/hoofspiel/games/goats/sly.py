"""Players written in an afternoon, who know how masters usually bid: an adversary tries them against every level."""

from hoofspiel.games.goats.position import BIDDING, FACE_DOWN, State
from hoofspiel.games.goats.styles import CLEVER, TENTHS, dish_place, dish_worth, tenth
from hoofspiel.games.goats.tricks import worthwhile_bonus
from hoofspiel.kernel.bits import count, lowest, pick
from hoofspiel.kernel.chance import below, next_rng

SLY = ("place_alone", "one_above", "patient", "just_enough")


def any_card(s: State, seat: int, x: int) -> int:
    return pick(s.hand[seat], below(next_rng(x), count(s.hand[seat])))


def place_alone(s: State, seat: int, x: int) -> int:
    """The card whose place in the hand is the dish's among the dishes to come."""
    if s.phase != BIDDING:
        return worthwhile_bonus(s, seat)
    return any_card(s, seat, x) if s.dish == FACE_DOWN else pick(s.hand[seat], dish_place(s, seat))


def one_above(s: State, seat: int, x: int) -> int:
    """One more than that for a good dish, the lowest card for a poor one."""
    if s.phase != BIDDING or s.dish == FACE_DOWN:
        return place_alone(s, seat, x)
    cards = count(s.hand[seat])
    place = dish_place(s, seat)
    return pick(s.hand[seat], 0 if place < cards // 3 else min(place + 1, cards - 1))


def patient(s: State, seat: int, x: int) -> int:
    """Good cards for middling dishes, while others fight for the best."""
    if s.phase != BIDDING or s.dish == FACE_DOWN:
        return place_alone(s, seat, x)
    cards = count(s.hand[seat])
    place = dish_place(s, seat)
    return pick(s.hand[seat], cards // 4 if 4 * place >= 3 * cards else min(place + cards // 3, cards - 1))


def just_enough(s: State, seat: int, x: int) -> int:
    """The lowest card that wins a share of the time that grows with the dish, if the others bid as masters do."""
    if s.phase != BIDDING or s.dish == FACE_DOWN:
        return place_alone(s, seat, x)
    wanted = 0.6 * float(min(dish_worth(s), s.cards)) / float(s.cards)
    left = s.hand[seat]
    card = lowest(left)
    while left:
        card = lowest(left)
        left &= left - 1
        if beats_masters(s, seat, card) >= wanted:
            return card
    return card


def beats_masters(s: State, seat: int, card: int) -> float:
    """How often a card is above those of all others."""
    odds = 1.0
    row = TENTHS * tenth(dish_worth(s), s.cards)
    for p in range(s.n):
        if p != seat:
            under = 0
            every = 0
            left = s.hand[p]
            while left:
                other = lowest(left)
                left &= left - 1
                weight = CLEVER[row + tenth(other, s.cards)]
                every += weight
                under += weight if other < card else 0
            odds *= float(under) / float(max(every, 1))
    return odds

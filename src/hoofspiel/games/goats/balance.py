"""Bids that nobody gains much by foreseeing: regret matching over what every card of every hand would bring.

All bid at once, so whoever always takes the best card is easily met. Here every player mixes by regret, all of them at
the same strength and none knowing what the others bid; the average of all those mixtures is the strategy, and a bid is
drawn from it. What an auction leaves behind is reckoned by `outlook`: points so far, the strength of the cards left for
the dishes left, and how far the match may still turn. A player whose bids have given it away is met as what it is.
"""

from collections.abc import MutableSequence
from math import exp, log

from hoofspiel.games.goats.bids import winner_now
from hoofspiel.games.goats.position import AFTER_REVEAL, BIDDING, FACE_DOWN, FIRST_DRAW, PASS, VU, State
from hoofspiel.games.goats.prospects import bonus_worth, spread
from hoofspiel.games.goats.rules import redeal
from hoofspiel.games.goats.styles import DRAW_IS_WORTH, THOUSAND, dish_place, nearest
from hoofspiel.games.goats.tricks import worthwhile_bonus
from hoofspiel.kernel.bits import bit, count, lowest, pick
from hoofspiel.kernel.chance import below, draw_one, next_rng
from hoofspiel.kernel.contract import assign
from hoofspiel.kernel.engine import NOBODY

ROW = 16  # numbers for each seat, one a card
REGRET = 0  # where each table begins among the numbers kept,
SHARE = 128
STRENGTH = 256
BLURRED = 384
ROUNDS = 511  # how often all have chosen
FINE = 1_000_000.0  # regrets and strengths are kept as whole numbers
MOST_ROUNDS = 300
"""Rounds of regret: with 1,000 a mixture settles on fewer cards (1.6 bits of surprise, not 1.9)."""

STEEPNESS = 1.75  # of the strength of a card, for each other player
SHARED_CARD = 0.3  # what every other player who holds the same card takes off its strength
WASTED = 0.03  # of all points, because everybody tied
ANY_CARD = 0.03  # what even the lowest card is worth: all others may tie
TREMBLE = 140  # of a thousand bids, how many everybody is expected to make at random: it keeps bids close to the dish
WILD_ENOUGH = 500  # in thousandths: as long as the others seem so wild on average, one bids by place
EVENNESS = 0.8  # the power of shares that bids are drawn by
TURNS = 1.7  # how sharply the points ahead decide the match, for the spread to come


def card_strength(s: State, seat: int, card: int) -> float:
    """How good a card is among the cards the others hold."""
    under = 0
    same = 0
    others = 0
    for p in range(s.n):
        if p != seat:
            under += count(s.hand[p] & (bit(card) - 1))
            same += s.hand[p] >> card & 1
            others += count(s.hand[p])
    place = (float(under) + 0.5 * float(same) + 0.5) / (float(others) + 1.0)
    alone = 1.0 - SHARED_CARD * float(same) / float(s.n - 1)
    return exp(STEEPNESS * float(s.n - 1) * log(place)) * alone + ANY_CARD


def hand_strength(s: State, seat: int, spent: int) -> float:
    """The cards left after this one, each for the dish of its place."""
    cards = s.hand[seat] & ~bit(spent)
    many = count(cards)
    draws = count(s.food >> FIRST_DRAW)
    food = s.food & (bit(FIRST_DRAW) - 1)
    dishes = count(food) + draws
    total = 0.0
    for k in range(many):
        card = lowest(cards)
        cards &= cards - 1
        total += dish_at(food, draws, (2 * k + 1) * dishes // (2 * many)) * card_strength(s, seat, card)
    return total


def dish_at(food: int, draws: int, place: int) -> float:
    """The worth of the dish at this place of all to come, the poorest first."""
    poorer = count(food & (bit(DRAW_IS_WORTH) - 1))
    if place < poorer:
        return float(pick(food, place))
    if place < poorer + draws:
        return float(DRAW_IS_WORTH)
    return float(pick(food, place - draws))


def points_to_come(s: State, cards: int) -> float:
    """What the auctions left in this round will bring all players together."""
    draws = count(s.food >> FIRST_DRAW)
    food = s.food & (bit(FIRST_DRAW) - 1)
    dishes = count(food) + draws
    total = float(draws) * bonus_worth(s)
    while food:
        total += float(lowest(food))
        food &= food - 1
    return (1.0 - WASTED) * total * float(cards) / float(max(dishes, 1))


def take_stock(s: State, sums: MutableSequence[int]) -> None:
    """Note how strong each hand would be without each of its cards."""
    for p in range(s.n):
        left = s.hand[p]
        while left:
            card = lowest(left)
            left &= left - 1
            sums[STRENGTH + ROW * p + card] = int(FINE * hand_strength(s, p, card)) + 1


def outlook(
    g: State, seat: int, prize: float, to_come: float, bonus: float, wide: float, sums: MutableSequence[int]
) -> float:
    """How likely a seat is to win the match after these bids, with bonus cards played where they win a good dish."""
    winner = winner_now(g)
    spender = NOBODY
    for k in range(g.n):
        p = (g.marker + k) % g.n
        if spender == NOBODY and g.held[p]:
            action = worthwhile_bonus(g, p)
            if action != PASS and action != VU:
                spender = p
                winner = p
    strength = 0.0
    for p in range(g.n):
        strength += float(sums[STRENGTH + ROW * p + g.bid[p]])
    each = to_come / max(strength, 1.0)
    mine = float(g.score[seat] + g.won[seat]) + bonus * float(count(g.held[seat]))
    mine += each * float(sums[STRENGTH + ROW * seat + g.bid[seat]])
    mine += (prize if winner == seat else 0.0) - (bonus if spender == seat else 0.0)
    odds = 1.0
    for p in range(g.n):
        if p != seat:
            theirs = float(g.score[p] + g.won[p]) + bonus * float(count(g.held[p]))
            theirs += each * float(sums[STRENGTH + ROW * p + g.bid[p]])
            theirs += (prize if winner == p else 0.0) - (bonus if spender == p else 0.0)
            odds += exp((theirs - mine) * wide)
    return 1.0 / odds


def prize_of(s: State) -> float:
    """Points on the table; a Draw card is worth a bonus card."""
    prize = s.kept | bit(s.dish)
    total = 0.0
    while prize:
        dish = lowest(prize)
        prize &= prize - 1
        total += float(dish) if dish < FIRST_DRAW else bonus_worth(s)
    return total


def regret_of(sums: MutableSequence[int], seat: int, hand: int) -> float:
    """All regret above zero."""
    total = 0.0
    while hand:
        total += float(max(sums[REGRET + ROW * seat + lowest(hand)], 0))
        hand &= hand - 1
    return total


def drawn(sums: MutableSequence[int], begin: int, seat: int, hand: int, x: int) -> int:
    """A card by these odds; any, where there are none."""
    total = 0
    left = hand
    while left:
        total += max(sums[begin + ROW * seat + lowest(left)], 0)
        left &= left - 1
    if total == 0:
        return pick(hand, below(x, count(hand)))
    point = int(float(below(x, 1 << 30)) / float(1 << 30) * float(total))
    answer = lowest(hand)
    while hand and point >= 0:
        answer = lowest(hand)
        hand &= hand - 1
        point -= max(sums[begin + ROW * seat + answer], 0)
    return answer


def weigh(s: State, g: State, h: State, seat: int, x: int, times: int, sums: MutableSequence[int]) -> int:
    """A bid out of the mixture found so far; NOBODY in windows, where a search looks at what each card does.

    With two players nobody else cancels a bid, and a search that mixes finds better ones.
    """
    if s.phase != BIDDING or s.n == 2 or by_place(s, seat) != NOBODY:
        return NOBODY
    if times and sums[ROUNDS] == 0:
        take_stock(s, sums)
    for _ in range(times):
        if sums[ROUNDS] < MOST_ROUNDS:
            x = next_rng(x)
            all_choose(s, g, seat, x, sums)
    blur(sums, seat, s.hand[seat])
    return drawn(sums, BLURRED, seat, s.hand[seat], next_rng(x))


def blur(sums: MutableSequence[int], seat: int, hand: int) -> None:
    """Shares a little more even than they were found: they are not known better than that."""
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        share = sums[SHARE + ROW * seat + card]
        sums[BLURRED + ROW * seat + card] = int(FINE * exp(EVENNESS * log(float(share) + 1.0))) if share else 0


def seems_wild(s: State, seat: int) -> bool:
    """Whether the others have shown that they bid at random."""
    wild = 0
    for p in range(s.n):
        if p != seat:
            wild += s.wild[p]
    return wild >= WILD_ENOUGH * (s.n - 1)


def by_place(s: State, seat: int) -> int:
    """Against bids at random nothing wins more than bids by place; NOBODY against anybody else."""
    if s.dish == FACE_DOWN or not seems_wild(s, seat):
        return NOBODY
    return pick(s.hand[seat], dish_place(s, seat))


def all_choose(s: State, g: State, seat: int, x: int, sums: MutableSequence[int]) -> None:
    """Everybody bids by regret, and regrets the cards that would have done better against these bids."""
    sums[ROUNDS] += 1
    assign_guess(s, g, seat, x)
    for p in range(g.n):
        x = next_rng(x)
        g.bid[p] = bid_in_style(g, p, seat, x, sums)
    prize = prize_of(g)
    bonus = bonus_worth(g)
    to_come = points_to_come(g, count(g.hand[seat]) - 1)
    wide = TURNS / spread_after(g)
    for p in range(g.n):
        learn_bids(g, p, prize, to_come, bonus, wide, sums)


def assign_guess(s: State, g: State, seat: int, x: int) -> None:
    """A guess in which the bids lie open."""
    assign(g, s)
    redeal(g, seat, x)
    if g.dish == FACE_DOWN:
        g.dish = draw_one(g, g.food)
        g.food ^= bit(g.dish)
    g.phase = AFTER_REVEAL


def spread_after(g: State) -> float:
    dish = g.dish
    g.dish = FACE_DOWN
    wide = spread(g)
    g.dish = dish
    return wide


def bid_in_style(g: State, p: int, seat: int, x: int, sums: MutableSequence[int]) -> int:
    """What a player bids: by regret, unless it has given away that it bids at random or by value."""
    point = below(x, THOUSAND)
    x = next_rng(x)
    if point < max(g.wild[p], TREMBLE):
        return pick(g.hand[p], below(x, count(g.hand[p])))
    if p != seat and point < g.wild[p] + g.valuing[p]:
        return nearest(g.hand[p], int(prize_of(g)) + below(x, 5) - 2)
    return drawn(sums, REGRET, p, g.hand[p], x)


def learn_bids(
    g: State, p: int, prize: float, to_come: float, bonus: float, wide: float, sums: MutableSequence[int]
) -> None:
    hand = g.hand[p]
    chosen = g.bid[p]
    wanted = regret_of(sums, p, hand)
    even = 1.0 / float(count(hand))
    average = 0.0
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        k = REGRET + ROW * p + card
        odds = float(max(sums[k], 0)) / wanted if wanted > 0.0 else even
        sums[SHARE + ROW * p + card] += int(odds * float(sums[ROUNDS]) * 1000.0)
        g.bid[p] = card
        gain = outlook(g, p, prize, to_come, bonus, wide, sums)
        average += odds * gain
        sums[k] += int(FINE * gain)
    left = hand
    while left:
        sums[REGRET + ROW * p + lowest(left)] -= int(FINE * average)
        left &= left - 1
    g.bid[p] = chosen

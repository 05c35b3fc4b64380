"""Chance: decided when it happens, so that no hidden order lies in a position.

Bots, tests and the lab use the small generator inside the position, the same plain and compiled. A live match
takes its numbers from a 256-bit secret instead (secrets.py), because a small generator can be worked out from
one's own cards. An explicit deal stands in for either.
"""

from hoofspiel.kernel.bits import bit, count, pick
from hoofspiel.kernel.game import Position

LOW32 = 0xFFFFFFFF
HIGH21 = 0x1FFFFF  # what a seed of 53 bits has above them
GOLDEN = 0x9E3779B9


def next_rng(x: int) -> int:
    """The random state after x (multiply with carry)."""
    return 698769069 * (x & LOW32) + (x >> 32)


def stir(x: int) -> int:
    """A 32-bit number that shows no trace of x, and another one for every other x."""
    x = (x ^ x >> 16) * 0x7FEB352D & LOW32
    x = (x ^ x >> 15) * 0x846CA68B & LOW32
    return x ^ x >> 16


def seed_rng(seed: int) -> int:
    """The random state that belongs to a seed of at most 53 bits.

    The generator itself is linear: without the stirring, seeds 1, 2, 3 ... would deal games that resemble each other.
    """
    high = seed >> 32
    low = stir(seed & LOW32 ^ stir(high))
    high ^= stir(low + GOLDEN & LOW32) & HIGH21
    x = low | (high + 1) << 32
    for _ in range(4):
        x = next_rng(x)
    return x


def below(x: int, n: int) -> int:
    """A number in 0..n-1 out of random state x."""
    return ((x ^ (x >> 32)) & LOW32) * n >> 32


def random(s: Position, n: int) -> int:
    """A number in 0..n-1: the one place from which a position takes its chance."""
    s.rng = next_rng(s.rng)
    return below(s.rng, n)


def draw_one(s: Position, pool: int) -> int:
    """A random card of `pool`."""
    return pick(pool, random(s, count(pool)))


def draw(s: Position, pool: int, need: int) -> int:
    """`need` random cards of `pool`, as a mask."""
    left = count(pool)
    hand = 0
    while need > 0:
        card = pool & -pool
        if random(s, left) < need:
            hand |= card
            need -= 1
        pool ^= card
        left -= 1
    return hand


def deal_card(s: Position, pile: int, number: int, pool: int) -> int:
    """The next card of a pile: by chance, or by the explicit deal that a plain position may carry."""
    for card in s.deal.get((pile, number), ()):
        if pool >> card & 1:
            return card
    return draw_one(s, pool)


def deal_cards(s: Position, pile: int, number: int, pool: int, need: int) -> int:
    """The next `need` cards of a pile, as a mask."""
    hand = 0
    for card in s.deal.get((pile, number), ()):
        if pool >> card & 1 and count(hand) < need:
            hand |= bit(card)
    return hand | draw(s, pool & ~hand, need - count(hand))


def dealt(s: Position, pile: int, number: int, otherwise: int) -> int:
    """The number an explicit deal names here: for kinds of cards, sizes and the like."""
    for thing in s.deal.get((pile, number), ()):
        return thing
    return otherwise

"""The 55 cards of the deck and the room cards, as numbers, and how sets of them are kept.

    0..39   weapons 1..20, two of each        46..48  Nailed Down
    40..43  traps                             49..51  Gouda Gangster
    44..45  cheese cards                      52..54  Hole-in-the-Wall
    55..58  a player's room cards: children, bath, bed, basement

A face is the lowest number of the cards that look alike. Hands and the discards are kept as a set in which k cards
of a face are its k lowest numbers, so that hands that look the same are the same number, however they came about.
"""

from hoofspiel.kernel.bits import bit, highest

TRAP = 40
CHEESE = 44
NAILED_DOWN = 46
GANGSTER = 49
HOLE = 52
FIRST_ROOM = 55
ROOMS = 4

ALL_CARDS = bit(FIRST_ROOM) - 1
ALL_ROOMS = bit(ROOMS) - 1
WEAPONS = bit(TRAP) - 1
CHEESE_CARDS = 0b11 << CHEESE
EQUIPMENT = bit(NAILED_DOWN) - 1
FACES: int = sum(1 << card for card in (*range(0, TRAP, 2), TRAP, CHEESE, NAILED_DOWN, GANGSTER, HOLE))


def face_of(card: int) -> int:
    """The face of a card of the deck."""
    if card < TRAP:
        return card & ~1
    if card < CHEESE:
        return TRAP
    if card < NAILED_DOWN:
        return CHEESE
    return card - (card - NAILED_DOWN) % 3


def alike(face: int) -> int:
    """All cards with that face, as a mask."""
    if face < TRAP or face == CHEESE:
        return 0b11 << face
    return 0b1111 << face if face == TRAP else 0b111 << face


def put(cards: int, face: int) -> int:
    """The set with one more card of that face."""
    return cards | (cards & alike(face)) << 1 | bit(face)


def take(cards: int, face: int) -> int:
    """The set with one card fewer of that face."""
    return cards ^ bit(highest(cards & alike(face)))


def put_all(cards: int, more: int) -> int:
    """The set with all of `more`, another set kept that way or any cards of a pile."""
    while more:
        card = highest(more)
        more ^= bit(card)
        cards = put(cards, face_of(card))
    return cards


def strength_of(face: int) -> int:
    """The number on a weapon."""
    return face // 2 + 1

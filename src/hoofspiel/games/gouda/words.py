"""What the cards and rooms of Gouda Gangster are called in moves, deals, events and views."""

from hoofspiel.games.gouda.cards import CHEESE, FIRST_ROOM, GANGSTER, HOLE, NAILED_DOWN, TRAP, face_of, strength_of

ROOM_NAMES = ("children", "bath", "bed", "basement")
ROOM_TITLES = ("children's room", "bathroom", "bedroom", "basement")
KINDS = {
    TRAP: "trap",
    CHEESE: "cheese",
    NAILED_DOWN: "nailed-down",
    GANGSTER: "gouda-gangster",
    HOLE: "hole-in-the-wall",
}


def card_name(card: int) -> str:
    """What is printed on a card of the deck or a room card."""
    if card >= FIRST_ROOM:
        return ROOM_NAMES[card - FIRST_ROOM]
    return KINDS[face_of(card)] if card >= TRAP else str(strength_of(card))


def face_named(name: str) -> int | None:
    """The face of that name."""
    if name.isascii() and name.isdecimal() and name == str(int(name)) and 1 <= int(name) <= 20:
        return 2 * int(name) - 2
    return next((face for face, kind in KINDS.items() if kind == name), None)


def card_names(cards: int) -> list[str]:
    """The names of a set of cards, weapons first and the strongest of them at the front."""
    numbers = [c for c in range(FIRST_ROOM) if cards >> c & 1]
    return [card_name(c) for c in sorted(numbers, key=lambda c: (c >= TRAP, -c if c < TRAP else c))]

"""Reads an explicit deal of Gouda Gangster: king, deck, rain and reshuffles."""

from collections import Counter
from typing import Any

from hoofspiel.games.gouda.cards import FIRST_ROOM
from hoofspiel.games.gouda.position import DECK, DROPS, KING, PIECES_A_ROUND
from hoofspiel.games.gouda.words import ROOM_NAMES, card_name, face_named
from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.parts.deals import check_entries, read_seat

WHOLE_DECK = Counter(card_name(card) for card in range(FIRST_ROOM))
DECK_IS = (
    'the 55 cards: "1" to "20" twice each, "trap" four times, "cheese" twice, and "nailed-down", '
    '"gouda-gangster" and "hole-in-the-wall" three times each'
)


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    check_entries(deal, ("king", "deck", "rain"), ("reshuffles",))
    king = read_seat(deal["king"], seats, '"king" is the seat of the first king')
    piles = {(KING, 0): [king], (DECK, 0): _read_cards(deal["deck"], '"deck"')}
    piles.update(_read_rain(deal["rain"], seats))
    orders = deal.get("reshuffles", [])
    if not isinstance(orders, list):
        raise BadDeal(f'"reshuffles" is a list of orders, each of {DECK_IS}.')
    for k, order in enumerate(orders):
        piles[DECK, k + 1] = _read_cards(order, f'reshuffle {k + 1} of "reshuffles"')
    return piles


def _read_cards(order: Any, where: str) -> list[int]:
    """Card numbers in the order given: the first mention of a face is its lowest number, and so on."""
    if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
        raise BadDeal(f"{where} is a list of {DECK_IS}.")
    given = Counter(order)
    strange = [name for name in given if name not in WHOLE_DECK]
    if strange:
        raise BadDeal(f"{where} names {strange[0]!r}, which is not a card: it should be {DECK_IS}.")
    wrong = [name for name in WHOLE_DECK if given[name] != WHOLE_DECK[name]]
    if wrong:
        name = wrong[0]
        raise BadDeal(
            f"{where} names {name!r} {given[name]} times instead of {WHOLE_DECK[name]}: it should be {DECK_IS}."
        )
    met: Counter[str] = Counter()
    cards = []
    for name in order:
        face = face_named(name)
        assert face is not None
        cards.append(face + met[name])
        met[name] += 1
    return cards


def _read_rain(rain: Any, seats: int) -> dict[tuple[int, int], list[int]]:
    what = f"a list of {seats - 1} rooms for each round, out of {either(ROOM_NAMES)}"
    if not isinstance(rain, list):
        raise BadDeal(f'"rain" is {what}.')
    piles = {}
    for k, drops in enumerate(rain):
        if not isinstance(drops, list) or len(drops) != seats - 1 or not all(d in ROOM_NAMES for d in drops):
            raise BadDeal(f'"rain" of round {k + 1} is {drops!r:.60}: it must be {what}.')
        for piece, name in enumerate(drops):
            piles[DROPS, k * PIECES_A_ROUND + piece] = [ROOM_NAMES.index(name)]
    return piles

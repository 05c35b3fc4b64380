"""French Goats in words: moves, events, explicit deals, and why a move is refused."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    ALL_BONUS,
    AWARDED,
    BAAPOLEON,
    BEFORE_FLIP,
    BEFORE_REVEAL,
    BEGAN,
    BIDDING,
    BONUS,
    CANCELLED,
    COUP,
    DEUX,
    DREW,
    FIRST_DRAW,
    FLIPPED,
    FOOD,
    FOUND,
    MARKED,
    NEW_BID,
    PASS,
    PLAYED,
    PRIORITY,
    REVEALED,
    ROUND,
    SABOTAGE,
    SABOTEUR,
    SCORED,
    SEZ_FAIRE,
    TETE,
    VU,
    State,
)
from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.parts.deals import check_entries, read_seat

DRAW = "draw"
BONUS_NAMES = {
    SEZ_FAIRE: "baa-sez-faire",
    DEUX: "baa-de-deux",
    SABOTEUR: "sa-baa-teur",
    COUP: "coup-dbaa",
    BAAPOLEON: "baapoleon",
    VU: "de-baa-vu",
    TETE: "tete-baa-tete",
    TETE + 1: "tete-baa-tete",
    TETE + 2: "tete-baa-tete",
}
TITLES = {
    "baa-sez-faire": "Baa Sez-Faire",
    "baa-de-deux": "Baa De Deux",
    "sa-baa-teur": "Sa Baa Teur",
    "coup-dbaa": "Coup d'Baa",
    "baapoleon": "Baapoleon",
    "de-baa-vu": "De Baa Vu",
    "tete-baa-tete": "Tête-Baa-Tête",
}
"""The cards' names in a sentence; a move is written by the other one."""
COPIES = {name: list(BONUS_NAMES.values()).count(name) for name in BONUS_NAMES.values()}
WINDOW_OF = {
    SEZ_FAIRE: BEFORE_FLIP,
    DEUX: BEFORE_REVEAL,
    SABOTEUR: BEFORE_REVEAL,
    COUP: AFTER_REVEAL,
    BAAPOLEON: AFTER_REVEAL,
    VU: AFTER_REVEAL,
    TETE: AFTER_REVEAL,
}
WINDOW_NAMES = {
    BEFORE_FLIP: "before the dish is turned up",
    BEFORE_REVEAL: "while the bids lie face down",
    AFTER_REVEAL: "after the bids are turned up",
    BIDDING: "while bids are made",
}


def cards_in(mask: int) -> list[int]:
    return list(_members(mask))


@lru_cache(maxsize=1 << 14)
def _members(mask: int) -> tuple[int, ...]:
    """Views are made at every move for everybody, and the same hands come again and again."""
    return tuple(c for c in range(mask.bit_length()) if mask >> c & 1)


def dish_name(dish: int) -> int | str:
    return dish if dish < FIRST_DRAW else DRAW


def bonus_names(mask: int) -> list[str]:
    return sorted(BONUS_NAMES[c] for c in cards_in(mask))


# --- moves ---


def spell(s: State, seat: int, action: int) -> str:
    if s.phase == BIDDING:
        return f"bid {action}"
    if action == PASS:
        return "pass"
    return spell_bonus(action)


def spell_bonus(action: int) -> str:
    if action >= DEUX:
        return f"{BONUS_NAMES[DEUX]} {(action - DEUX) // 6} {(action - DEUX) % 6}"
    if action >= BAAPOLEON:
        return f"{BONUS_NAMES[BAAPOLEON]} {action - BAAPOLEON}"
    return BONUS_NAMES[action]


def why_not(s: State, seat: int, words: Sequence[str]) -> tuple[str, str]:
    first = words[0]
    asked = s.waiting >> seat & 1
    if first == "bid":
        return _why_no_bid(s, seat, words, asked=bool(asked))
    if first == "pass":
        if s.phase == BIDDING:
            return "R2.4", "Everybody bids a card in every auction; nobody can pass."
        if not s.held[seat]:
            return "R5.3", "You hold no bonus card, so there is nothing for you to pass on."
        return "R5.4", "You have already passed: wait for the others."
    if first in COPIES:
        return _why_no_bonus(s, seat, words, asked=bool(asked))
    return "R2.4", f"{' '.join(words)!r} is not a move in this game: moves are bid, pass and the names of bonus cards."


def _why_no_bid(s: State, seat: int, words: Sequence[str], *, asked: bool) -> tuple[str, str]:
    if s.phase != BIDDING:
        return "R2.4", f"You cannot bid now: this is the moment {WINDOW_NAMES[s.phase]}, for bonus cards."
    if not asked:
        return "R2.5", "You have already bid, and a bid cannot be changed."
    if len(words) != 2 or not words[1].isdecimal():
        return "R2.4", f"A bid is one card, such as bid {cards_in(s.hand[seat])[0]}."
    hand = either(cards_in(s.hand[seat])).replace(" or ", " and ")
    return "R2.4", f"You have no {words[1]} left this round: you hold {hand}."


def _why_no_bonus(s: State, seat: int, words: Sequence[str], *, asked: bool) -> tuple[str, str]:
    name, title = words[0], TITLES[words[0]]
    card = next(c for c, n in BONUS_NAMES.items() if n == name)
    if name not in bonus_names(s.held[seat]):
        return "R4.1", f"You do not hold {title}."
    if s.phase != WINDOW_OF[card]:
        return "R5.1", f"{title} is played {WINDOW_NAMES[WINDOW_OF[card]]}, not {WINDOW_NAMES[s.phase]}."
    if not asked:
        return "R5.4", "You have already chosen: wait for the others."
    if s.one_bonus_per_auction and s.busy >> seat & 1:
        return "R5.8", "At this table everybody may play only one bonus card per auction."
    last = s.n - 1
    if card == DEUX:
        return (
            "R4.2",
            f"{title} swaps the bids of two different seats from 0 to {last}, the lower first: {name} 0 {last}.",
        )
    if card == BAAPOLEON:
        return "R4.5", f"{title} goes to one seat from 0 to {last}: {name} {seat}."
    if card == TETE and len(words) == 1:
        tied = [p for p in range(s.n) if p != seat and bid_in_front(s, p) == bid_in_front(s, seat)]
        if not tied:
            return "R4.9", "Your bid is not tied, so there is no tie to break."
        return "R4.10", "That tie is already broken: the first Tête-Baa-Tête counts."
    return "R4.1", f"{title} takes no target: just {name}."


def bid_in_front(s: State, seat: int) -> int:
    return s.bid[s.lies[seat]] + (3 if seat == s.plus3 else 0)


# --- events ---


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind == FLIPPED:
        return {"event": "flipped", "dish": dish_name(data)}
    if kind == REVEALED:
        return {"event": "revealed", "seat": seat, "card": data}
    if kind == PLAYED:
        return _tell_played(seat, data)
    if kind == CANCELLED:
        return {"event": "cancelled", "times": seat, "value": data}
    if kind == AWARDED:
        if seat < 0:
            return {"event": "carried" if s.carry_over else "thrown-away", "dish": dish_name(data)}
        return {"event": "won", "winner": seat, "dish": dish_name(data)}
    if kind == SCORED:
        return {"event": "scored", "seat": seat, "points": data}
    if kind == ROUND:
        return {"event": "round", "round": data}
    if kind == BEGAN:
        return {"event": "auction", "auction": data}
    if kind == FOUND:
        return {"event": "found", "seat": seat, "bonus": BONUS_NAMES[data]}
    if kind == NEW_BID:
        return {"event": "new-bid", "seat": seat, "card": data}
    return {"event": {DREW: "drew", MARKED: "marked"}[kind], "seat": seat}


def _tell_played(seat: int, action: int) -> dict[str, Any]:
    name, *targets = spell_bonus(action).split()
    event: dict[str, Any] = {"event": name, "seat": seat}
    for key, target in zip(("target", "other"), targets, strict=False):
        event[key] = int(target)
    return event


# --- explicit deals ---


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    cards, rounds, bonus = options["cards"], options["rounds"], options["bonus"]
    needed = ["food", "bonus"] if bonus else ["food"]
    check_entries(deal, needed, ("sabotage", "priority"))
    piles = _read_food(deal["food"], cards, rounds, draws=bool(bonus))
    if bonus:
        piles[BONUS, 0] = _read_bonus(deal["bonus"])
    if "sabotage" in deal:
        orders = deal["sabotage"]
        if not isinstance(orders, list) or len(orders) != seats:
            raise BadDeal(
                f'"sabotage" is a list of {seats} lists, one for each seat, of the cards 1 to {cards} in some order.'
            )
        for seat, order in enumerate(orders):
            if not _is_order(order, list(range(1, cards + 1))):
                raise BadDeal(f'"sabotage" of seat {seat} must name each card from 1 to {cards} once.')
            piles[SABOTAGE, seat] = list(order)
    if "priority" in deal:
        piles[PRIORITY, 0] = [read_seat(deal["priority"], seats, '"priority" is the seat with the marker')]
    return piles


def _read_food(food: Any, cards: int, rounds: int, *, draws: bool) -> dict[tuple[int, int], list[int]]:
    if not isinstance(food, list) or len(food) != rounds:
        raise BadDeal(f'"food" is a list of {rounds} lists, one for each round.')
    piles: dict[tuple[int, int], list[int]] = {}
    for number, order in enumerate(food):
        extra = [DRAW] * 3 if draws and number < rounds - 1 else []
        if not _is_order(order, [*range(1, cards + 1), *extra]):
            also = ' and "draw" three times' if extra else " and nothing else"
            raise BadDeal(f'"food" of round {number + 1} must name each dish from 1 to {cards} once{also}.')
        draw_cards = iter(range(FIRST_DRAW, FIRST_DRAW + 3))
        piles[FOOD, number] = [next(draw_cards) if dish == DRAW else dish for dish in order]
    return piles


def _read_bonus(order: Any) -> list[int]:
    names = [BONUS_NAMES[c] for c in cards_in(ALL_BONUS)]
    if not _is_order(order, names):
        raise BadDeal(
            '"bonus" must name the nine bonus cards in the order they are drawn: six once and '
            '"tete-baa-tete" three times.'
        )
    tetes = iter(range(TETE, TETE + 3))
    single = {name: card for card, name in BONUS_NAMES.items()}
    return [next(tetes) if name == BONUS_NAMES[TETE] else single[name] for name in order]


def _is_order(given: Any, things: list[Any]) -> bool:
    """A list with exactly these things, in any order."""
    if not isinstance(given, list) or len(given) != len(things):
        return False
    key = [(type(t).__name__, t) for t in given if isinstance(t, int | str) and not isinstance(t, bool)]
    return sorted(key, key=str) == sorted([(type(t).__name__, t) for t in things], key=str)

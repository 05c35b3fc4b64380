"""The Goodge Rules in words: cards, moves, events, explicit deals, and why a move is refused."""

from collections.abc import Sequence
from typing import Any

from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    AUCTION,
    AUCTION_WON,
    BID_MADE,
    BID_STEP,
    BURYING,
    CARD_PLAYED,
    CLAIM,
    CLAIMED,
    CROWN,
    DATA,
    DEALER,
    HAND,
    HANDS,
    LAID_OPEN,
    LEAST_BID,
    MATCH_WON,
    NAMING_TRUMP,
    NO_CROWN,
    NO_SUIT,
    ONE_SUIT,
    PASS,
    PASSED,
    PLAYING,
    RANKS,
    ROUND_DEALT,
    SCORED,
    STASH,
    STASH_BURIED,
    STASH_FOUND,
    STASH_SIZE,
    STASH_TAKEN,
    THROWN_IN,
    TOP_BID,
    TRICK_WON,
    TRUMP_NAMED,
    State,
    cards_of,
)
from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.parts.deals import check_entries, read_seat

SUIT_NAMES: tuple[str, ...] = tuple(DATA["suits"])
CARD_NAMES = (*(f"{letter}{number}" for letter in DATA["letters"] for number in range(1, RANKS + 1)), "crown")
CARD_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}
MOVES = ("bid", "pass", "bury", "trump", "play", "claim")
NOW = {
    AUCTION: "the auction is still on, so bid or pass",
    BURYING: "the Goodge is burying three cards",
    NAMING_TRUMP: "the Goodge is naming the trump suit",
    PLAYING: "tricks are being played",
}
PHASE_OF = {"bid": AUCTION, "pass": AUCTION, "bury": BURYING, "trump": NAMING_TRUMP, "play": PLAYING, "claim": PLAYING}
PARAGRAPH_OF = {AUCTION: "R3.1", BURYING: "R4.1", NAMING_TRUMP: "R4.5", PLAYING: "R5.1"}


def card_names(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in range(CROWN + 1) if cards >> card & 1]


def suit_name(suit: int) -> str | None:
    return None if suit == NO_SUIT else SUIT_NAMES[suit]


# --- moves ---


def spell(s: State, seat: int, action: int) -> str:
    if s.phase == AUCTION:
        return "pass" if action == PASS else f"bid {LEAST_BID + BID_STEP * (action - 1)}"
    if s.phase == NAMING_TRUMP:
        return f"trump {SUIT_NAMES[action]}"
    if action == CLAIM:
        return "claim"
    return f"{'bury' if s.phase == BURYING else 'play'} {CARD_NAMES[action]}"


def why_not(s: State, seat: int, words: Sequence[str]) -> tuple[str, str]:
    first = words[0]
    if first not in MOVES:
        return "R3.1", f"{' '.join(words)[:40]!r} is not a move in this game: moves begin with {either(MOVES)}."
    if s.phase != PHASE_OF[first]:
        return PARAGRAPH_OF[s.phase], f"You cannot {first} now: {NOW[s.phase]}."
    if s.turn != seat:
        if s.phase == AUCTION and s.bidding >> seat & 1 == 0:
            return "R3.3", "You have passed, and that holds for the rest of the round."
        if s.phase in (BURYING, NAMING_TRUMP):
            return PARAGRAPH_OF[s.phase], f"That is for the Goodge to do, in seat {s.goodge}."
        return PARAGRAPH_OF[s.phase], f"It is not your turn: seat {s.turn} is to play."
    if first in ("pass", "claim") and len(words) > 1:
        return PARAGRAPH_OF[s.phase], f"Nothing comes after {first}: it stands alone."
    if first == "pass":
        return "R3.6", f"Everybody else has passed without a bid, so you are the Goodge: name {LEAST_BID} or more."
    if first == "claim":
        return _why_no_claim(s)
    if first == "bid":
        return _why_no_bid(s, words)
    if first == "trump":
        return "R4.5", f"Name one suit as trumps: trump {either(SUIT_NAMES)}."
    return _why_no_card(s, seat, words)


def _why_no_bid(s: State, words: Sequence[str]) -> tuple[str, str]:
    if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal()):
        return "R3.1", f"A bid is one number, for example bid {s.bid + BID_STEP if s.bid else LEAST_BID}."
    amount = int(words[1][:9])
    if amount > TOP_BID:
        return "R3.2", f"There are only {TOP_BID} points in the pack, so nobody can bid more."
    if s.bid and amount <= s.bid:
        return "R3.1", f"The bid stands at {s.bid}: bid {s.bid + BID_STEP} or more, or pass."
    if amount < LEAST_BID:
        return "R3.1", f"The first bid is at least {LEAST_BID}."
    if amount % BID_STEP:
        return "R3.2", f"Bids are multiples of {BID_STEP}: {amount // BID_STEP * BID_STEP + BID_STEP} would be one."
    return "R3.1", f"Write the bid as bid {amount}."


def _why_no_claim(s: State) -> tuple[str, str]:
    if not s.claims:
        return "R5.9", "This table plays without claims, so play the tricks out."
    if s.trick_size:
        return "R5.9", "Only the player about to lead may claim: finish the trick first."
    return "R5.10", "Going by what you can know, you might still lose a trick: play on."


def _spoken(cards: int) -> list[str]:
    """Cards for a reader who has never typed one."""
    held = [card for card in range(CROWN + 1) if cards >> card & 1]
    return ["the Crown" if card == CROWN else f"the {card % RANKS + 1} of {SUIT_NAMES[card // RANKS]}" for card in held]


def _why_no_card(s: State, seat: int, words: Sequence[str]) -> tuple[str, str]:
    verb = words[0]
    paragraph = PARAGRAPH_OF[s.phase]
    hand = s.hand[seat]
    if len(words) != 2 or words[1] not in CARD_NUMBERS:
        return (
            paragraph,
            f"Name one card by suit letter and number, or the crown: {verb} {card_names(hand)[0]}.",
        )
    card = CARD_NUMBERS[words[1]]
    if hand >> card & 1 == 0:
        return paragraph, f"You do not hold {words[1]}. You hold {_and(card_names(hand))}."
    if s.phase == BURYING:
        limit = "the Crown may not be buried" if s.bury == NO_CROWN else "cards without points are buried first"
        return "R4.3", f"At this table {limit}."
    able = either(_spoken(hand & cards_of(s.lead, s.trump)))
    if card == CROWN:
        return "R5.3", f"The Crown is a trump, and you can follow {SUIT_NAMES[s.lead]}: play {able}."
    return "R5.2", f"{SUIT_NAMES[s.lead].capitalize()} were led and you can follow suit: play {able}."


def _and(names: Sequence[str]) -> str:
    return either(names, most=20).replace(" or ", " and ")


# --- events ---


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind == CARD_PLAYED:
        return {"event": "played", "seat": seat, "card": CARD_NAMES[data]}
    if kind == TRICK_WON:
        return {"event": "trick", "winner": seat, "points": data}
    if kind == BID_MADE:
        return {"event": "bid", "seat": seat, "bid": data}
    if kind == PASSED:
        return {"event": "passed", "seat": seat}
    if kind == ROUND_DEALT:
        return {"event": "round", "dealer": seat, "round": data}
    if kind in (HAND, STASH_FOUND):
        return {"event": "hand" if kind == HAND else "stash-found", "seat": seat, "cards": card_names(data)}
    if kind == AUCTION_WON:
        return {"event": "goodge", "seat": seat, "contract": data}
    if kind == TRUMP_NAMED:
        return {"event": "trump", "seat": seat, "suit": SUIT_NAMES[data]}
    if kind == STASH_TAKEN:
        return {"event": "stash-taken", "seat": seat, "cards": [CARD_NAMES[data >> k & 63] for k in (12, 6, 0)]}
    if kind == SCORED:
        if seat != s.was_goodge:
            return {"event": "scored", "seat": seat, "captured": data}
        kept = "made" if data >= s.was_bid else "failed"
        return {"event": kept, "seat": seat, "captured": data, "contract": s.was_bid}
    if kind == MATCH_WON:
        return {"event": "match-won", "winner": seat, "points": data}
    if kind == CLAIMED:
        return {"event": "claimed", "seat": seat, "points": data}
    if kind == LAID_OPEN:
        cards = (data & ONE_SUIT) << RANKS * (data >> RANKS)
        return {"event": "laid-open", "seat": seat, "cards": card_names(cards)}
    return {"event": {STASH_BURIED: "stash-buried", THROWN_IN: "thrown-in"}[kind], "seat": seat}


# --- explicit deals ---


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    """One round as {"dealer", "hands", "stash"}, or several as {"deals": [...]}."""
    rounds = [deal]
    if "deals" in deal:
        rounds = deal["deals"]
        if len(deal) > 1:
            raise BadDeal('A deal with "deals" has no other entry: each round in the list has its own.')
        if not isinstance(rounds, list) or not rounds or not all(isinstance(r, dict) for r in rounds):
            raise BadDeal('"deals" is a list of rounds, each with "hands" and "stash", the first with its "dealer".')
    piles: dict[tuple[int, int], list[int]] = {}
    for number, one in enumerate(rounds):
        where = f"Round {number + 1} of the deal" if "deals" in deal else "The deal"
        _read_round(one, number, seats, where, piles)
    return piles


def _read_round(
    one: dict[str, Any], number: int, seats: int, where: str, piles: dict[tuple[int, int], list[int]]
) -> None:
    if number:
        check_entries(one, ("hands", "stash"), ("dealer",), where=where)
    else:
        check_entries(one, ("dealer", "hands", "stash"), where=where)
    if "dealer" in one:
        dealer = read_seat(one["dealer"], seats, f"{where} needs the seat of a dealer")
        if number == 0:
            piles[DEALER, 0] = [dealer]
        elif dealer != (piles[DEALER, 0][0] + number) % seats:
            due = (piles[DEALER, 0][0] + number) % seats
            raise BadDeal(f"{where} names dealer {dealer}, but the deal passes to the left: seat {due} is due.")
    size = (ALL_CARDS.bit_count() - STASH_SIZE) // seats
    hands = one["hands"]
    if not isinstance(hands, list) or len(hands) != seats:
        raise BadDeal(f"{where} needs {seats} hands, one for each seat.")
    piles[STASH, number] = _read_cards(one["stash"], STASH_SIZE, f"{where} needs a stash")
    for seat, hand in enumerate(hands):
        piles[HANDS, 4 * number + seat] = _read_cards(hand, size, f"{where} needs, for seat {seat}, a hand")
    seen: set[int] = set()
    for pile in (piles[STASH, number], *(piles[HANDS, 4 * number + seat] for seat in range(seats))):
        for card in pile:
            if card in seen:
                raise BadDeal(f"{where} has {CARD_NAMES[card]} twice: every card comes once.")
            seen.add(card)


def _read_cards(given: Any, size: int, what: str) -> list[int]:
    if not isinstance(given, list) or len(given) != size:
        raise BadDeal(f"{what} of {size} cards, such as s1, t10 or crown.")
    for name in given:
        if not isinstance(name, str) or name not in CARD_NUMBERS:
            raise BadDeal(
                f"{what} of {size} cards, and {name!r:.40} is not one: cards are s1 to s10, d, t, h, c, crown."
            )
    return [CARD_NUMBERS[name] for name in given]

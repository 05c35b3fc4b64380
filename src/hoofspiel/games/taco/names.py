"""Taco in words: cards, moves, events, explicit deals, and why a move is refused."""

from collections.abc import Sequence
from typing import Any

from hoofspiel.games.taco.position import (
    AGO,
    ANSWER,
    ANSWERED,
    ANSWERING,
    BY_ITSELF,
    CAPPED,
    CLASSIC,
    DEALER,
    DEALT,
    FALSE_SLAP,
    GESTURE,
    GESTURED,
    KINDS,
    LANDED,
    LAPSED,
    LAST,
    LOOK_BACK,
    MISSING,
    MOST_CARDS,
    NOT_COUNTED,
    OUT,
    PICKED_UP,
    PICTURE,
    PILE,
    PRESSED,
    RESHUFFLED,
    REVEALED,
    REVERSED,
    RIGHT,
    SIZES,
    SLAP,
    SLAPPED,
    SLAPPING,
    SLOW,
    STOCK,
    SUDDEN_DEATH,
    TAKEN_NOTHING,
    TOO_FAST,
    USED_UP,
    WON,
    WORDS,
    WRONG_ANSWER,
    WRONG_GESTURE,
    WRONG_SIDE,
    WRONG_WORD,
    State,
    gestures,
    words,
)
from hoofspiel.kernel.words import BadDeal, either
from hoofspiel.parts.deals import check_entries, read_seat

SIDES = ("palm", "back")
REASONS = {
    RIGHT: "right",
    WRONG_SIDE: "wrong-side",
    WRONG_GESTURE: "wrong-gesture",
    TOO_FAST: "too-fast",
    FALSE_SLAP: "false-slap",
    LAST: "last",
    MISSING: "missing",
    WRONG_WORD: "wrong-word",
    SLOW: "slow",
    WRONG_ANSWER: "wrong-answer",
}
PLAIN_EVENTS = {
    LAPSED: "lapsed",
    SUDDEN_DEATH: "sudden-death",
    RESHUFFLED: "reshuffled",
    CAPPED: "capped",
}
SEAT_EVENTS = {DEALT: "dealt", WON: "won", BY_ITSELF: "by-itself", USED_UP: "used-up", PRESSED: "pressed"}
REASON_EVENTS = {OUT: "out", TAKEN_NOTHING: "nothing-to-take"}


def card_name(card: int) -> str:
    """taco, taco/back, or taco* for a card of the classic box."""
    picture = PICTURE[card]
    name = words[picture] if picture < WORDS else gestures[picture - WORDS]
    return name + ("*" if card >= CLASSIC else "/back" if card >= REVERSED else "")


CARDS = {card_name(c): c for c in range(KINDS)}


def answer_name(answer: int) -> str:
    if answer == 0:
        return "nothing"
    if answer < 3:
        return SIDES[answer - 1]
    return f"{gestures[(answer - 3) // 2]} {SIDES[(answer - 3) % 2]}"


# --- moves ---


def spell(s: State, seat: int, action: int) -> str:
    """The words of an action; none for a slap on an earlier reveal, which only parse() knows."""
    if action < SLAP:
        return f"say {words[action]}"
    if action < GESTURE:
        return f"slap {SIDES[action - SLAP]}"
    if action < ANSWER:
        return f"gesture {gestures[action - GESTURE]}"
    if action < AGO:
        return f"answer {answer_name(action - ANSWER)}"
    return ""


def parse(s: State, seat: int, said: Sequence[str]) -> int | None:
    """A slap that names the reveal it answers: slap palm #12."""
    if len(said) != 3 or said[0] != "slap" or said[1] not in SIDES:
        return None
    number = _reveal_number(said[2])
    ago = -1 if number is None else s.reveal - number
    if number is None or not 0 < number <= s.reveal or ago > LOOK_BACK:
        return None
    side = SIDES.index(said[1])
    return SLAP + side if ago == 0 else AGO + 2 * (ago - 1) + side


def _reveal_number(text: str) -> int | None:
    digits = text.removeprefix("#")
    return int(digits) if text.startswith("#") and digits.isascii() and digits.isdecimal() and len(digits) < 9 else None


def why_not(s: State, seat: int, said: Sequence[str]) -> tuple[str, str]:
    first = said[0]
    known = gestures[:6] if s.deck else gestures[:3]
    if first not in ("say", "slap", "gesture", "answer"):
        kinds = "say and answer" if s.calm else "say, slap and gesture"
        return "R3.1", f"{' '.join(said)!r} is not a move in this game: moves are {kinds}."
    if s.out >> seat & 1:
        return "R6.5", "You are out of sudden death."
    if first == "answer" and not s.calm:
        return "R9.1", "Answers are for calm play: here you slap, or you don't."
    if first in ("slap", "gesture") and s.calm:
        return "R9.1", "In calm play nobody slaps: answer the card instead, for example answer palm."
    if first == "say":
        return _why_no_word(s, seat, said)
    if first == "slap":
        return _why_no_slap(s, seat, said)
    if first == "gesture":
        return "R4.5", f"There is no such gesture: write gesture {either(known)}."
    if s.phase != ANSWERING:
        return "R9.2", "There is no card to answer yet: the next word comes first."
    if s.waiting >> seat & 1 == 0:
        return "R9.2", "You have already answered this card."
    return "R9.2", f"An answer is nothing, palm or back, or a gesture with its slap, such as {known[0]} palm."


def _why_no_word(s: State, seat: int, said: Sequence[str]) -> tuple[str, str]:
    if len(said) != 2 or said[1] not in words:
        return "R3.4", f"A word is one of {either(words)}."
    if s.phase == SLAPPING:
        return "R3.11", "This card is one to slap: settle that first."
    if s.phase == ANSWERING:
        return "R9.2", "Everybody answers the card first."
    if seat != s.turn:
        return "R3.11", f"It is not your turn but that of seat {s.turn}."
    if s.pressed:
        return "R8.2", "You have said your word; the card turns on the beat."
    if s.now < s.ready:
        return "R3.5", f"Too early: your word may come from {s.ready} ms on."
    return "R8.1", "At this table the right word is said for you."


def _why_no_slap(s: State, seat: int, said: Sequence[str]) -> tuple[str, str]:
    if len(said) not in (2, 3) or said[1] not in SIDES:
        return "R4.2", "A slap is slap palm or slap back; it may name its reveal, such as slap palm #1."
    number = s.reveal
    if len(said) == 3:
        named = _reveal_number(said[2])
        if named is None or not 0 < named <= s.reveal:
            return "R5.10", f"There was no reveal {said[2]}: so far they count from #1 to #{s.reveal}."
        number = named
    if s.centre == 0:
        return "R3.9", "There is nothing in the centre to slap."
    if number == s.reveal and s.phase == SLAPPING:
        return "R5.8", "Your hand is already on the pile: the first slap counts."
    if s.reveal - number > LOOK_BACK:
        return "R5.10", f"Reveal {number} is too long ago to be answered."
    return "R5.7", f"Reveal {number} is settled: nobody can slap at it any more."


# --- events ---


def tell(s: State, kind: int, seat: int, data: int) -> dict[str, Any]:
    if kind == REVEALED:
        return _tell_reveal(seat, data)
    if kind == SLAPPED:
        return {
            "event": "slapped",
            "seat": seat,
            "side": SIDES[data >> 4 & 1],
            "ms": data >> 5 & 0xFFFFF,
            "verdict": REASONS[data & 15],
            "reveal": data >> 25,
        }
    if kind == PICKED_UP:
        return {"event": "picked-up", "seat": seat, "cards": data >> 4, "why": REASONS[data & 15]}
    if kind == LANDED:
        return {"event": "landed", "seat": seat, "side": SIDES[data & 1], "ms": data >> 1}
    if kind == NOT_COUNTED:
        return {"event": "not-counted", "seat": seat, "side": SIDES[data]}
    if kind == GESTURED:
        return {"event": "gestured", "seat": seat, "gesture": gestures[data & 7]}
    if kind == ANSWERED:
        return {"event": "answered", "seat": seat, "answer": answer_name(data)}
    if kind in REASON_EVENTS:
        return {"event": REASON_EVENTS[kind], "seat": seat, "why": REASONS[data]}
    if kind in SEAT_EVENTS:
        return {"event": SEAT_EVENTS[kind], "seat": seat}
    return {"event": PLAIN_EVENTS[kind]}


def _tell_reveal(seat: int, data: int) -> dict[str, Any]:
    word, card, reveal = words[data & 7], (data >> 3 & 31) - 1, data >> 8
    if card < 0:
        return {"event": "said", "seat": seat, "word": word, "reveal": reveal}
    return {"event": "flipped", "seat": seat, "word": word, "card": card_name(card), "reveal": reveal}


# --- explicit deals ---


def read_deal(deal: dict[str, Any], seats: int, options: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    check_entries(deal, ("dealer", "piles"), ("stock",))
    dealer, piles = read_seat(deal["dealer"], seats, '"dealer" is the seat that begins'), deal["piles"]
    if not isinstance(piles, list) or len(piles) != seats:
        raise BadDeal(f'"piles" is a list of {seats} lists of cards, one for each seat, top card first.')
    mixed = options["deck"] == "mixed"
    found: dict[tuple[int, int], list[int]] = {(DEALER, 0): [dealer]}
    everything: list[int] = []
    for seat, pile in enumerate(piles):
        cards = _read_cards(pile, f"the pile of seat {seat}", mixed=mixed)
        found[SIZES, seat] = [len(cards)]
        for index, card in enumerate(cards):
            found[PILE, 256 * seat + len(cards) - index] = [card]
        everything += cards
    if not 0 < len(everything) <= MOST_CARDS:
        raise BadDeal(f"The piles hold {len(everything)} cards together: it must be 1 to {MOST_CARDS}.")
    stock = _read_cards(deal.get("stock", []), '"stock"', mixed=mixed)
    for card in stock:
        if stock.count(card) > everything.count(card):
            raise BadDeal(f'"stock" is an order of the cards in the piles, which hold fewer of {card_name(card)}.')
    for index, card in enumerate(stock):
        found[STOCK, index] = [card]
    return found


def _read_cards(given: Any, what: str, *, mixed: bool) -> list[int]:
    if not isinstance(given, list):
        raise BadDeal(f"A list of cards was expected for {what}, not {given!r:.60}.")
    for name in given:
        if not isinstance(name, str) or name not in CARDS:
            raise BadDeal(f"{name!r:.40} in {what} is no card: cards are {either(list(CARDS), most=24)}.")
        if CARDS[name] >= CLASSIC and not mixed:
            raise BadDeal(f'{name} in {what} is a card of the classic box: it needs the option deck "mixed".')
    return [CARDS[name] for name in given]

"""What each player of The Goodge Rules may know. The only file that decides it."""

from typing import Literal, TypedDict

from hoofspiel.games.goodge.names import CARD_NAMES, card_names, suit_name
from hoofspiel.games.goodge.rules import legal
from hoofspiel.games.goodge.table import (
    AUCTION,
    BURYING,
    COUNT_ALL,
    COUNT_NONE,
    CROWN,
    NAMING_TRUMP,
    OVER,
    PASS,
    PLAYING,
    STASH_SIZE,
    State,
    cards_of,
    points_in,
    rank_of,
    suit_of,
)
from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.engine import NOBODY

Suit = Literal["spades", "diamonds", "stars", "hearts", "clubs"]
Phase = Literal["auction", "burying", "trump", "tricks", "over"]


class Player(TypedDict):
    """What everybody may know of a player."""

    cards: int
    bid: int | None
    """The latest bid in this round's auction."""

    passed: bool
    total: int
    """Points of finished rounds."""

    captured: int | None
    """Points taken in this round, where the table shows counters."""

    card: str | None
    """The card this player has laid in the trick on the table."""


class Laid(TypedDict):
    seat: int
    card: str


class Trick(TypedDict):
    """A trick in the order it was played."""

    cards: list[Laid]
    winner: int
    """Who has taken it, or would take it as it stands."""

    points: int


class Round(TypedDict):
    """A finished round. Without a Goodge: everybody passed, nobody scored."""

    goodge: int | None
    contract: int
    trump: Suit | None
    captured: list[int]
    change: list[int]
    stash: list[str]
    last_trick: int | None
    """Who took the last trick and the Stash."""


class View(TypedDict):
    me: int | None
    prompt: str
    phase: Phase
    round: int
    target: int
    dealer: int
    turn: int | None
    players: list[Player]
    bid: int
    """The bid that stands, then the contract; 0 before the first bid."""

    goodge: int | None
    """The highest bidder so far; after the auction, the Goodge."""

    trump: Suit | None
    trick: Trick | None
    led: Suit | None
    """The suit everybody has to follow in this trick."""

    trick_number: int
    tricks: int
    last_trick: Trick | None
    hand: list[str]
    """My cards, trumps first, then suit by suit, high cards first."""

    found: list[str]
    """While I bury: the cards that came out of the Stash."""

    stash: list[str] | None
    """What I have buried, if I am the Goodge; nobody else knows."""

    stash_points: int | None
    to_bury: int
    """How many cards the Goodge has still to bury."""

    one_is_high: bool
    last_round: Round | None
    winner: int | None


PHASES: dict[int, Phase] = {
    AUCTION: "auction",
    BURYING: "burying",
    NAMING_TRUMP: "trump",
    PLAYING: "tricks",
    OVER: "over",
}


def view(s: State, me: int | None) -> View:
    left = max(count(s.hand[p]) for p in range(s.n))
    stash_is_mine = me is not None and me == s.goodge and s.phase in (BURYING, NAMING_TRUMP, PLAYING)
    return {
        "me": me,
        "prompt": prompt(s, me),
        "phase": PHASES[s.phase],
        "round": s.deals if s.phase == OVER else s.deals + 1,
        "target": s.target,
        "dealer": s.dealer,
        "turn": None if s.phase == OVER else s.turn,
        "players": [player(s, p, me) for p in range(s.n)],
        "bid": s.bid,
        "goodge": None if s.goodge == NOBODY else s.goodge,
        "trump": suit(s.trump),
        "trick": trick(s, s.laid, s.leader, s.trick_size, s.best_seat) if s.trick_size else None,
        "led": suit(s.lead) if s.trick_size else None,
        "trick_number": hand_size(s) - left + 1 if s.phase == PLAYING else 0,
        "tricks": hand_size(s),
        "last_trick": None if s.old_winner == NOBODY else trick(s, s.old_laid, s.old_leader, s.n, s.old_winner),
        "hand": [] if me is None else in_order(s, s.hand[me]),
        "found": in_order(s, s.found & s.hand[s.goodge]) if stash_is_mine else [],
        "stash": in_order(s, s.stash) if stash_is_mine else None,
        "stash_points": points_in(s.stash) if stash_is_mine else None,
        "to_bury": STASH_SIZE - count(s.stash) if s.phase == BURYING else 0,
        "one_is_high": bool(s.one_is_high),
        "last_round": last_round(s) if s.deals else None,
        "winner": winner(s) if s.phase == OVER else None,
    }


def hand_size(s: State) -> int:
    return (CROWN + 1 - STASH_SIZE) // s.n


def player(s: State, seat: int, me: int | None) -> Player:
    laid = (seat - s.leader) % s.n < s.trick_size
    return {
        "cards": count(s.hand[seat]),
        "bid": s.offer[seat] or None,
        "passed": s.bidding >> seat & 1 == 0,
        "total": s.total[seat],
        "captured": s.captured[seat] if shows_counter(s, seat, me) else None,
        "card": CARD_NAMES[s.laid[seat]] if laid else None,
    }


def shows_counter(s: State, seat: int, me: int | None) -> bool:
    """R5.8"""
    return s.counters == COUNT_ALL or (s.counters != COUNT_NONE and seat == me)


def suit(number: int) -> Suit | None:
    names: dict[str | None, Suit] = {
        "spades": "spades",
        "diamonds": "diamonds",
        "stars": "stars",
        "hearts": "hearts",
        "clubs": "clubs",
    }
    return names.get(suit_name(number))


def trick(s: State, laid: list[int], leader: int, size: int, best: int) -> Trick:
    seats = [(leader + k) % s.n for k in range(size)]
    return {
        "cards": [{"seat": p, "card": CARD_NAMES[laid[p]]} for p in seats],
        "winner": best,
        "points": sum(points_in(bit(laid[p])) for p in seats),
    }


def in_order(s: State, cards: int) -> list[str]:
    """Trumps first, then suit by suit, high cards first; the Crown lies with the trumps."""

    def place(card: int) -> tuple[int, int]:
        suit = suit_of(card, s.trump)
        behind = -1 if card == CROWN or suit == s.trump else suit
        return behind, -rank_of(card, s.one_is_high)

    return [CARD_NAMES[card] for card in sorted((c for c in range(CROWN + 1) if cards >> c & 1), key=place)]


def last_round(s: State) -> Round:
    played = s.was_goodge != NOBODY
    return {
        "goodge": s.was_goodge if played else None,
        "contract": s.was_bid,
        "trump": suit(s.was_trump) if played else None,
        "captured": s.was_captured[: s.n],
        "change": s.gain[: s.n],
        "stash": card_names(s.was_stash),
        "last_trick": s.was_last if played else None,
    }


def winner(s: State) -> int:
    return max(range(s.n), key=lambda p: s.total[p])


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.phase == OVER:
        return "over"
    if me is None:
        return "watch"
    if me != s.turn:
        return "wait-passed" if s.phase == AUCTION and s.bidding >> me & 1 == 0 else "wait"
    if s.phase == AUCTION:
        if legal(s, me) & bit(PASS) == 0:
            return "bid-must"
        return "bid" if s.bid else "bid-first"
    if s.phase == PLAYING:
        if s.trick_size == 0:
            return "lead"
        return "follow" if s.hand[me] & cards_of(s.lead, s.trump) else "discard"
    return "bury" if s.phase == BURYING else "trump"

"""The pack and the position of The Goodge Rules.

A card is a number: suit * 10 + rank, with the ranks 0..9 for the numbers 1..10; the Crown is 50.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any

from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.game import Choice, Number, Option, Position, Switch

DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8"))

SUITS = len(DATA["suits"])
RANKS: int = DATA["ranks"]
CROWN = SUITS * RANKS
NO_SUIT = SUITS
ALL_CARDS = bit(CROWN + 1) - 1
ONE_SUIT = bit(RANKS) - 1
ONES = sum(bit(RANKS * suit) for suit in range(SUITS))
PRICES: tuple[int, ...] = tuple(DATA["points"].values())
PRICED = tuple(bit(CROWN) if name == "crown" else ONES << int(name) - 1 for name in DATA["points"])  # R1.3
RICH = sum(PRICED)  # all cards with points
STASH_SIZE: int = DATA["stash"]
LEAST_BID: int = DATA["bids"]["least"]
BID_STEP: int = DATA["bids"]["step"]
TOP_BID: int = DATA["bids"]["most"]
BIDS = (TOP_BID - LEAST_BID) // BID_STEP + 1

# Actions. In the auction 0 passes and k bids LEAST_BID + BID_STEP * (k - 1); then a card, a suit, or CLAIM.
PASS = 0
CLAIM = CROWN + 1

AUCTION = 0  # phases
BURYING = 1
NAMING_TRUMP = 2
PLAYING = 3
OVER = 4

DEALER = 0  # piles of an explicit deal: the first dealer; Stash by deal; hands by 4 * deal + seat
STASH = 1
HANDS = 2

ROUND_DEALT = 0  # events: the dealer, number of the round
HAND = 1  # told to each player: their own cards
BID_MADE = 2
PASSED = 3
AUCTION_WON = 4  # the Goodge, the contract
STASH_FOUND = 5  # told to the Goodge: the three cards
STASH_BURIED = 6
TRUMP_NAMED = 7
CARD_PLAYED = 8
TRICK_WON = 9  # winner, points in the trick
CLAIMED = 10  # seat, points left to take
LAID_OPEN = 11  # the claimer, their cards of one suit with the suit above them
STASH_TAKEN = 12  # seat, three cards of six bits each
SCORED = 13  # seat, points taken
THROWN_IN = 14  # everybody has passed
MATCH_WON = 15

ANYTHING = 0  # values of the option `bury`
NO_POINTS = 1
NO_CROWN = 2
COUNT_NONE = 0  # and of `counters`
COUNT_OWN = 1
COUNT_ALL = 2

OPTIONS: tuple[Option, ...] = (
    Number("target", 50, 5000, 500, offered=(500, 1000), origin="variant"),
    Switch("one_is_high", origin="ruling"),
    Switch("redeal_when_all_pass", origin="ruling"),
    Choice("bury", ("anything", "no-points", "no-crown"), origin="ours"),
    Choice("counters", ("none", "own", "all"), origin="ruling"),
    Switch("claims", origin="ours"),
)

Four = Annotated[list[int], 4]


class State(Position):
    """One match. Sets of cards, seats and suits are masks."""

    target: int
    one_is_high: int
    redeal_when_all_pass: int
    bury: int
    counters: int
    claims: int

    phase: int
    dealer: int
    turn: int
    hand: Four
    stash: int  # the cards laid aside; while the Goodge buries, those buried so far
    found: int  # while burying: the cards the Goodge took from the Stash
    bidding: int  # seats still in the auction
    offer: Four  # the latest bid of each seat
    refused: Four  # the bid each seat passed at, 0 while it has not
    bid: int  # the bid that stands, then the contract; 0 before the first
    goodge: int  # the seat whose bid that is
    trump: int  # NO_SUIT until named
    leader: int
    lead: int  # suit of the trick, and all cards of it
    following: int
    trick: int  # cards in the trick, and who played which, clockwise from the leader
    trick_size: int
    laid: Four
    beating: int  # the cards that beat the best one so far, and who played that
    best_seat: int
    played: int  # all cards taken or on the table in this round
    barred: Four  # cards each player has shown not to have
    captured: Four  # points taken in this round
    total: Four

    old_leader: int  # the last finished trick of this round
    old_winner: int  # NOBODY when there is none
    old_laid: Four

    was_goodge: int  # the last finished round; NOBODY if everybody passed
    was_bid: int
    was_trump: int
    was_stash: int
    was_last: int  # who took the Stash
    was_captured: Four
    gain: Four  # what it changed in the totals

    above_bids: int  # points that Goodges took beyond their contracts so far, less what they fell short by

    counts: int  # notes of a bot that thinks: how many tricks it counts out more than others do,
    outcome: int  # what came of it, and in which moment (last_tricks.py),
    worth: Four  # what that is worth to each seat,
    standing: Four  # and how each stood before the round, and how much a point mattered (standing.py)
    stake: Four


def suit_of(card: int, trump: int) -> int:
    return trump if card == CROWN else card // RANKS  # R5.3


def cards_of(suit: int, trump: int) -> int:
    """All cards that follow a suit; the Crown follows trumps."""
    cards = ONE_SUIT << suit * RANKS
    return cards | bit(CROWN) if suit == trump else cards


def rank_of(card: int, one_is_high: int) -> int:
    if card == CROWN:
        return RANKS + 1  # R1.4
    rank = card % RANKS
    return RANKS if one_is_high and rank == 0 else rank  # R1.5


def cards_above(card: int, trump: int, one_is_high: int) -> int:
    """R5.5: the cards that take a trick from a card which is winning it."""
    if card == CROWN:
        return 0
    suit = card // RANKS
    mine = ONE_SUIT << suit * RANKS
    higher = mine & -bit(card + 1)
    if one_is_high:
        higher = 0 if card == suit * RANKS else higher | mine & ONES  # R1.5
    return higher | (bit(CROWN) if suit == trump else cards_of(trump, trump))


def ladder(cards: int, suit: int, trump: int, one_is_high: int) -> int:
    """The ranks found among `cards` in a suit, as a mask."""
    ranks = cards >> suit * RANKS & ONE_SUIT
    if one_is_high:
        ranks = (ranks & ~1) | (ranks & 1) << RANKS
    if suit == trump:
        ranks |= (cards >> CROWN & 1) << RANKS + 1
    return ranks


def points_in(cards: int) -> int:
    worth = 0
    for k in range(len(PRICED)):
        worth += PRICES[k] * count(cards & PRICED[k])
    return worth

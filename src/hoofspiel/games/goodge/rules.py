"""The Goodge Rules: an auction for the Stash and the trump suit, then tricks for the points in them.

Paragraphs are those of RULES.md. The pack and the position are in table.py, what a player cannot see in unseen.py.
"""

from hoofspiel.games.goodge.table import (
    ALL_CARDS,
    AUCTION,
    AUCTION_WON,
    BID_MADE,
    BID_STEP,
    BIDS,
    BURYING,
    CARD_PLAYED,
    CLAIM,
    CLAIMED,
    CROWN,
    DEALER,
    HAND,
    HANDS,
    LAID_OPEN,
    LEAST_BID,
    MATCH_WON,
    NAMING_TRUMP,
    NO_CROWN,
    NO_POINTS,
    NO_SUIT,
    ONE_SUIT,
    OPTIONS,
    OVER,
    PASS,
    PASSED,
    PLAYING,
    RANKS,
    RICH,
    ROUND_DEALT,
    SCORED,
    STASH,
    STASH_BURIED,
    STASH_FOUND,
    STASH_SIZE,
    STASH_TAKEN,
    SUITS,
    THROWN_IN,
    TOP_BID,
    TRICK_WON,
    TRUMP_NAMED,
    State,
    cards_above,
    cards_of,
    points_in,
    suit_of,
)
from hoofspiel.games.goodge.unseen import claim_is_proved, redeal
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.chance import deal_card, deal_cards
from hoofspiel.kernel.contract import winners
from hoofspiel.kernel.engine import NOBODY, all_seats, ask, emit, whisper

__all__ = ["OPTIONS", "State", "apply", "legal", "points", "redeal", "reopen", "sound", "start"]


# --- the deal ---


def start(s: State) -> None:
    s.dealer = deal_card(s, DEALER, 0, all_seats(s))  # R2.1
    s.was_goodge = NOBODY
    deal_round(s)


def deal_round(s: State) -> None:
    """R2.2"""
    emit(s, ROUND_DEALT, s.dealer, s.deals + 1)
    pool = ALL_CARDS
    s.stash = deal_cards(s, STASH, s.deals, pool, STASH_SIZE)
    pool ^= s.stash
    size = count(pool) // s.n
    for p in range(s.n):
        s.hand[p] = deal_cards(s, HANDS, 4 * s.deals + p, pool, size)
        pool ^= s.hand[p]
        whisper(s, p, HAND, s.hand[p])  # R2.3
        s.offer[p] = 0
        s.refused[p] = 0
        s.barred[p] = 0
        s.captured[p] = 0
    s.played = 0
    s.bid = 0
    s.goodge = NOBODY
    s.bidding = all_seats(s)
    s.trump = NO_SUIT
    s.trick = 0
    s.trick_size = 0
    s.old_winner = NOBODY
    s.phase = AUCTION
    turn_to(s, next_seat(s, s.dealer))  # R2.1


def next_seat(s: State, seat: int) -> int:
    """Clockwise."""
    return seat + 1 if seat + 1 < s.n else 0


def turn_to(s: State, seat: int) -> None:
    s.turn = seat
    ask(s, bit(seat))


# --- the auction ---


def legal_bids(s: State) -> int:
    """R3.1, R3.2: every multiple of five above the bid that stands."""
    first = (s.bid - LEAST_BID) // BID_STEP + 2 if s.bid else 1
    bids = bit(BIDS + 1) - bit(first)
    if s.bid == 0 and one_left(s) and not s.redeal_when_all_pass:
        return bids  # R3.6
    return bids | bit(PASS)


def one_left(s: State) -> bool:
    """All but one have passed."""
    return s.bidding & (s.bidding - 1) == 0


def make_bid(s: State, action: int) -> None:
    if action == PASS:
        emit(s, PASSED, s.turn, 0)
        s.bidding ^= bit(s.turn)  # R3.3
        s.refused[s.turn] = s.bid + BID_STEP if s.bid else LEAST_BID
    else:
        s.bid = LEAST_BID + BID_STEP * (action - 1)
        s.goodge = s.turn
        s.offer[s.turn] = s.bid
        emit(s, BID_MADE, s.turn, s.bid)
    if s.bidding == 0:
        throw_in(s)
    elif s.bid == TOP_BID or (s.bid and one_left(s)):  # R3.4, R3.5
        end_auction(s)
    else:
        next_bidder(s)


def next_bidder(s: State) -> None:
    seat = next_seat(s, s.turn)
    while s.bidding >> seat & 1 == 0:
        seat = next_seat(s, seat)
    turn_to(s, seat)


def throw_in(s: State) -> None:
    """R3.7: nobody scores."""
    emit(s, THROWN_IN, s.dealer, 0)
    s.was_goodge = NOBODY
    s.was_bid = 0
    s.was_trump = NO_SUIT
    s.was_stash = 0
    s.was_last = NOBODY
    for p in range(s.n):
        s.was_captured[p] = 0
        s.gain[p] = 0
    next_round(s)


def end_auction(s: State) -> None:
    emit(s, AUCTION_WON, s.goodge, s.bid)
    whisper(s, s.goodge, STASH_FOUND, s.stash)
    s.hand[s.goodge] |= s.stash  # R4.1
    s.found = s.stash
    s.stash = 0
    s.phase = BURYING
    turn_to(s, s.goodge)


# --- Stash and trumps ---


def cards_to_bury(s: State, hand: int) -> int:
    """R4.2, R4.3"""
    if s.bury == NO_CROWN:
        return hand & ~bit(CROWN)
    if s.bury == NO_POINTS and hand & ~RICH:
        return hand & ~RICH
    return hand


def bury_card(s: State, card: int) -> None:
    """R4.4: nobody is told which."""
    s.hand[s.turn] ^= bit(card)
    s.stash |= bit(card)
    if count(s.stash) == STASH_SIZE:
        emit(s, STASH_BURIED, s.turn, 0)
        s.found = 0
        s.phase = NAMING_TRUMP  # R4.5
    turn_to(s, s.turn)


def name_trump(s: State, suit: int) -> None:
    s.trump = suit
    s.phase = PLAYING
    emit(s, TRUMP_NAMED, s.turn, suit)
    turn_to(s, s.turn)  # R5.1


# --- the tricks ---


def legal_cards(s: State, seat: int) -> int:
    hand = s.hand[seat]
    if s.trick_size == 0:
        if s.claims and claim_is_proved(s, seat):
            return hand | bit(CLAIM)  # R5.9
        return hand  # R5.1
    follow = hand & s.following
    return follow if follow else hand  # R5.2, R5.4


def play_card(s: State, card: int) -> None:
    seat = s.turn
    emit(s, CARD_PLAYED, seat, card)
    one = bit(card)
    s.hand[seat] ^= one
    s.played |= one
    s.trick |= one
    s.laid[seat] = card
    if s.trick_size == 0:
        s.leader = seat
        s.lead = suit_of(card, s.trump)
        s.following = cards_of(s.lead, s.trump)
        s.beating = one
    s.barred[seat] |= 0 if one & s.following else s.following
    if one & s.beating:  # R5.5
        s.beating = cards_above(card, s.trump, s.one_is_high)
        s.best_seat = seat
    s.trick_size += 1
    if s.trick_size == s.n:
        end_trick(s)
    else:
        turn_to(s, next_seat(s, seat))


def end_trick(s: State) -> None:
    winner = s.best_seat
    worth = points_in(s.trick)
    s.captured[winner] += worth  # R5.6
    emit(s, TRICK_WON, winner, worth)
    s.old_leader = s.leader
    s.old_winner = winner
    for p in range(s.n):
        s.old_laid[p] = s.laid[p]
    s.trick = 0
    s.trick_size = 0
    if s.hand[winner]:
        turn_to(s, winner)
    else:
        take_stash(s, winner)


def claim_the_rest(s: State) -> None:
    """R5.9: every card left, in whatever hand, goes to the claimer."""
    seat = s.turn
    rest = ALL_CARDS & ~(s.played | s.stash)
    emit(s, CLAIMED, seat, points_in(rest))
    for suit in range(SUITS):
        if s.hand[seat] >> suit * RANKS & ONE_SUIT:
            emit(s, LAID_OPEN, seat, suit << RANKS | (s.hand[seat] >> suit * RANKS & ONE_SUIT))
    if s.hand[seat] >> CROWN:
        emit(s, LAID_OPEN, seat, SUITS << RANKS | 1)
    s.captured[seat] += points_in(rest)
    s.played |= rest
    for p in range(s.n):
        s.hand[p] = 0
    take_stash(s, seat)


# --- scoring ---


def take_stash(s: State, seat: int) -> None:
    """R5.7: with the last trick."""
    s.captured[seat] += points_in(s.stash)
    cards = 0
    rest = s.stash
    while rest:
        cards = cards << 6 | lowest(rest)
        rest &= rest - 1
    emit(s, STASH_TAKEN, seat, cards)  # R4.4
    s.was_last = seat
    s.was_stash = s.stash
    s.played |= s.stash
    s.stash = 0
    score_round(s)


def score_round(s: State) -> None:
    s.was_goodge = s.goodge
    s.was_bid = s.bid
    s.was_trump = s.trump
    s.above_bids += s.captured[s.goodge] - s.bid
    for p in range(s.n):
        change = s.captured[p]  # R6.2, R6.4
        if p == s.goodge and change < s.bid:
            change = -s.bid  # R6.3
        s.was_captured[p] = s.captured[p]
        s.gain[p] = change
        s.total[p] += change
        emit(s, SCORED, p, s.captured[p])
    next_round(s)


def next_round(s: State) -> None:
    s.deals += 1
    leaders = winners(s)
    if count(leaders) == 1 and s.total[lowest(leaders)] >= s.target:
        s.phase = OVER  # R7.1, R7.2
        s.waiting = 0
        emit(s, MATCH_WON, lowest(leaders), s.total[lowest(leaders)])
    else:
        s.dealer = next_seat(s, s.dealer)  # R2.1
        deal_round(s)  # R7.3


# --- what every game offers ---


def legal(s: State, seat: int) -> int:
    if s.phase == PLAYING:
        return legal_cards(s, seat)
    if s.phase == AUCTION:
        return legal_bids(s)
    if s.phase == BURYING:
        return cards_to_bury(s, s.hand[seat])
    return bit(SUITS) - 1  # R4.5, R4.6


def apply(s: State, seat: int, action: int) -> None:
    if s.phase == PLAYING:
        if action == CLAIM:
            claim_the_rest(s)
        else:
            play_card(s, action)
    elif s.phase == AUCTION:
        make_bid(s, action)
    elif s.phase == BURYING:
        bury_card(s, action)
    else:
        name_trump(s, action)


def points(s: State, seat: int) -> int:
    return s.total[seat]


def reopen(s: State) -> None:
    """Nothing is sealed in this game."""


def sound(s: State) -> bool:
    """Every card is in one place, nobody holds a card they have shown not to have, and 250 points are shared out."""
    places = s.played
    worth = points_in(s.stash) + points_in(s.trick)
    for p in range(s.n):
        if s.hand[p] & (places | s.barred[p]):
            return False
        places |= s.hand[p]
        worth += points_in(s.hand[p]) + s.captured[p]
    if s.stash & places or places | s.stash != ALL_CARDS or worth != points_in(ALL_CARDS):
        return False
    taken = 0
    for p in range(s.n):
        taken += s.was_captured[p]
    return taken == (points_in(ALL_CARDS) if s.was_goodge != NOBODY else 0)  # R6.1

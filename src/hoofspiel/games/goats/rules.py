"""French Goats in Trench Coats: all bid a card for a dish, equal cards cancel, the best lonely card wins.

Here are the rounds and their auctions; bids.py compares bids, windows.py plays bonus cards. R numbers are paragraphs
of RULES.md; what the numbers of a position mean is in position.py.
"""

from hoofspiel.games.goats.bids import ask_for_bids, forget_bids, may_tete, tell_ties, winner_now
from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    ALL_BONUS,
    AWARDED,
    BAAPOLEON,
    BEATS,
    BEFORE_FLIP,
    BEFORE_REVEAL,
    BEGAN,
    BIDDING,
    BONUS,
    COUP,
    DEUX,
    DRAW_CARDS,
    DREW,
    FACE_DOWN,
    FIRST_DRAW,
    FLIPPED,
    FOOD,
    FOUND,
    MARKED,
    OPTIONS,
    OVER,
    PAIRS,
    PASS,
    PRIORITY,
    REVEALED,
    ROUND,
    SABOTEUR,
    SCORED,
    SEZ_FAIRE,
    TETE,
    TETES,
    VU,
    State,
)
from hoofspiel.games.goats.windows import choose_in_beat, holders, open_window, play_bonus
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.chance import deal_card, draw, draw_one
from hoofspiel.kernel.engine import NOBODY, all_seats, emit, whisper

__all__ = ["OPTIONS", "State"]


# --- rounds and auctions ---


def start(s: State) -> None:
    s.pile = ALL_BONUS if s.bonus else 0
    s.marker = deal_card(s, PRIORITY, 0, all_seats(s))
    emit(s, MARKED, s.marker, 0)
    start_round(s)
    go_on(s)


def suit(s: State) -> int:
    """All bid cards of a player."""
    return bit(s.cards + 1) - bit(1)


def start_round(s: State) -> None:
    emit(s, ROUND, 0, s.deals + 1)
    for p in range(s.n):
        s.hand[p] = suit(s)  # R2.1
        s.won[p] = 0
        s.last_bids[p] = s.bids[p]
        s.bids[p] = 0
    s.last_dishes = s.dishes
    s.dishes = 0
    s.food = suit(s)
    if s.bonus and s.deals + 1 < s.rounds:  # R2.3: the last round has no Draw cards
        s.food |= DRAW_CARDS
    s.auction = 0
    s.kept = 0
    start_auction(s)


def start_auction(s: State) -> None:
    s.auction += 1
    emit(s, BEGAN, 0, s.auction)
    s.dish = FACE_DOWN
    s.blind = 0
    s.coup = 0
    s.busy = 0
    forget_bids(s)
    open_window(s, BEFORE_FLIP)


def go_on(s: State) -> None:
    """Go through the auction until somebody is asked."""
    while s.waiting == 0 and s.phase != OVER:
        if s.phase == BEFORE_FLIP:
            if not s.blind:
                flip(s)
            ask_for_bids(s)
        elif s.phase == BIDDING:
            if s.dish == FACE_DOWN:
                flip(s)
            open_window(s, BEFORE_REVEAL)  # R5.2
        elif s.phase == BEFORE_REVEAL:
            reveal(s)
            open_window(s, AFTER_REVEAL)
        else:
            award(s)


def flip(s: State) -> None:
    s.dish = deal_card(s, FOOD, s.deals, s.food)
    s.food ^= bit(s.dish)
    emit(s, FLIPPED, 0, s.dish)


def reveal(s: State) -> None:
    for p in range(s.n):
        emit(s, REVEALED, p, s.bid[s.lies[p]])


def award(s: State) -> None:
    winner = winner_now(s)
    tell_ties(s, winner)
    emit(s, AWARDED, winner, s.dish)
    prize = s.kept | bit(s.dish)
    s.kept = 0
    if winner != NOBODY:
        while prize:
            take(s, winner, lowest(prize))
            prize &= prize - 1
    elif s.carry_over:
        s.kept = prize  # R3.7
    s.dishes = s.dishes << 4 | min(s.dish, FIRST_DRAW)
    for p in range(s.n):
        s.hand[p] ^= bit(s.bid[p])  # R4.8: to the pile of the card's owner
        s.bids[p] = s.bids[p] << 4 | s.bid[p]
    s.marker = (s.marker + 1) % s.n
    if s.auction < s.cards:
        start_auction(s)
    else:
        end_round(s)


def take(s: State, winner: int, dish: int) -> None:
    if dish < FIRST_DRAW:
        s.won[winner] += dish
    elif s.pile:  # R3.6
        card = deal_card(s, BONUS, 0, s.pile)
        s.pile ^= bit(card)
        s.held[winner] |= bit(card)
        emit(s, DREW, winner, 0)
        whisper(s, winner, FOUND, card)


def end_round(s: State) -> None:
    for p in range(s.n):
        s.score[p] += s.won[p]  # R6.1
        s.last[p] = s.won[p]
        emit(s, SCORED, p, s.won[p])
        s.won[p] = 0
    s.deals += 1
    if s.deals < s.rounds:
        start_round(s)
    else:
        s.phase = OVER  # R6.4: bonus cards left count nothing


# --- what every game offers ---


def legal(s: State, seat: int) -> int:
    if s.phase == BIDDING:
        return s.hand[seat]
    held = s.held[seat]
    if s.one_bonus_per_auction and s.busy >> seat & 1:  # R5.8
        return bit(PASS)
    if s.phase == BEFORE_FLIP:
        return bit(PASS) | held & bit(SEZ_FAIRE)
    if s.phase == BEFORE_REVEAL:
        pairs = PAIRS[s.n] if held & bit(DEUX) else 0
        return bit(PASS) | held & bit(SABOTEUR) | pairs
    moves = bit(PASS) | held & (bit(COUP) | bit(VU))
    if held & bit(BAAPOLEON):
        moves |= all_seats(s) << BAAPOLEON
    if held & TETES and may_tete(s, seat):
        moves |= bit(TETE)
    return moves


def apply(s: State, seat: int, action: int) -> None:
    s.waiting ^= bit(seat)
    if s.phase == BIDDING:
        s.bid[seat] = action
    elif s.windows == BEATS:
        choose_in_beat(s, seat, action)
    elif action != PASS:
        play_bonus(s, seat, action)
    go_on(s)


def points(s: State, seat: int) -> int:
    return s.score[seat] + s.won[seat]


def rank(s: State, seat: int) -> int:
    """Points (R6.2); level on points share, or with the house rule the better last round decides (R6.3)."""
    return s.score[seat] * 256 + (s.last[seat] if s.last_round_breaks_ties else 0)


def redeal(s: State, seat: int, rng: int) -> None:
    """Unknown are the others' bonus cards, sealed bids, sealed choices, and all chance to come."""
    s.rng = rng
    sealed_bids = s.phase == BIDDING or s.phase == BEFORE_REVEAL
    unseen = ALL_BONUS & ~s.spent if s.bonus else 0
    if seat >= 0:
        unseen &= ~s.held[seat]
    for p in range(s.n):
        if p != seat:
            s.held[p] = draw(s, unseen, count(s.held[p]))
            unseen ^= s.held[p]
            if sealed_bids and s.bid[p]:
                s.bid[p] = draw_one(s, s.hand[p])
    s.pile = unseen
    if s.phase != BIDDING and s.phase != OVER and s.windows == BEATS:
        for p in range(s.n):
            if p != seat and s.held[p] and s.waiting >> p & 1 == 0:
                s.choice[p] = draw_one(s, legal(s, p))


def reopen(s: State) -> None:
    """Bids of this moment and choices of this beat are sealed; a pass in an open window is not."""
    if s.phase == BIDDING:
        for p in range(s.n):
            s.bid[p] = 0
        s.waiting = all_seats(s)
    elif s.windows == BEATS and s.phase != OVER:
        for p in range(s.n):
            s.choice[p] = PASS
        s.waiting = holders(s)


def sound(s: State) -> bool:
    """Every bonus card is in one place, every player has as many cards as there are auctions to come."""
    rest = s.pile | s.spent
    left = 0 if s.phase == OVER else s.cards - s.auction + 1
    for p in range(s.n):
        if rest & s.held[p] or count(s.hand[p]) != left:
            return False
        rest |= s.held[p]
    return rest == (ALL_BONUS if s.bonus else 0)

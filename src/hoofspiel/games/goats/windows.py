"""The windows of an auction, and what the bonus cards played in them do. R numbers are paragraphs of RULES.md."""

from hoofspiel.games.goats.bids import ask_for_bids
from hoofspiel.games.goats.position import (
    BAAPOLEON,
    COUP,
    DEUX,
    NEW_BID,
    PASS,
    PLAYED,
    SABOTAGE,
    SABOTEUR,
    SEATS,
    SEZ_FAIRE,
    TETE,
    TETES,
    VU,
    State,
)
from hoofspiel.kernel.bits import bit, lowest
from hoofspiel.kernel.chance import deal_card
from hoofspiel.kernel.engine import NOBODY, ask, emit, whisper


def holders(s: State) -> int:
    """Everybody who holds a bonus card, of whatever kind: a window must not betray which (R5.3)."""
    seats = 0
    for p in range(s.n):
        if s.held[p]:
            seats |= bit(p)
    return seats


def open_window(s: State, window: int) -> None:
    s.phase = window
    ask(s, holders(s))
    s.played = 0
    for p in range(s.n):
        s.late[p] = 0
        s.choice[p] = PASS


def choose_in_beat(s: State, seat: int, action: int) -> None:
    """All holders choose, one card is played by priority, the others take theirs back (R5.5)."""
    s.choice[seat] = action
    if s.waiting == 0:
        first = NOBODY
        for p in range(s.n):
            if s.choice[p] != PASS and (first == NOBODY or place(s, p) < place(s, first)):
                first = p
        if first != NOBODY:
            play_bonus(s, first, s.choice[first])


def place(s: State, seat: int) -> int:
    """Clockwise from the marker; who played a card in this window comes after all others (R5.6)."""
    return s.late[seat] * SEATS + (seat - s.marker) % s.n


def play_bonus(s: State, seat: int, action: int) -> None:
    card = card_of(s, seat, action)
    s.held[seat] ^= bit(card)
    s.spent |= bit(card)  # R4.1
    s.busy |= bit(seat)
    s.newest = action + 1
    s.newest_by = seat
    s.played += 1
    s.late[seat] = s.played
    for p in range(s.n):
        s.choice[p] = PASS
    emit(s, PLAYED, seat, action)
    ask(s, holders(s))  # R5.4: all may answer
    if action == SEZ_FAIRE:
        s.blind = 1
    elif action == SABOTEUR:
        sabotage(s, seat)
    elif action == COUP:
        s.coup = 1
    elif action == VU:
        if s.vu_wipes_everything:
            s.coup = 0
        ask_for_bids(s)  # R4.6: +3 and Tête are gone, the Coup stays
    elif action == TETE:
        s.tetes += 1
        s.tete[seat] = s.tetes
    elif action < DEUX:
        s.plus3 = action - BAAPOLEON
    else:
        swap(s, (action - DEUX) // 6, (action - DEUX) % 6)


def card_of(s: State, seat: int, action: int) -> int:
    if action == TETE:
        return lowest(s.held[seat] & TETES)
    if action < BAAPOLEON:
        return action
    return BAAPOLEON if action < DEUX else DEUX


def swap(s: State, a: int, b: int) -> None:
    """Any two seats; the cards keep their owners (R4.2, R4.8)."""
    s.lies[a], s.lies[b] = s.lies[b], s.lies[a]


def sabotage(s: State, saboteur: int) -> None:
    """Swaps are undone; the others get a random card of theirs, their bid included (R4.3)."""
    for p in range(s.n):
        s.lies[p] = p
        if p != saboteur:
            s.bid[p] = deal_card(s, SABOTAGE, p, s.hand[p])
            whisper(s, p, NEW_BID, s.bid[p])

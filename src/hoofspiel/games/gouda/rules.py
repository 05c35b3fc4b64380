"""Gouda Gangster: rats sneak into four rooms, spy, reinforce, and the strongest in each room get its cheese."""

from hoofspiel.games.gouda.cards import (
    ALL_CARDS,
    ALL_ROOMS,
    CHEESE_CARDS,
    FACES,
    FIRST_ROOM,
    GANGSTER,
    HOLE,
    NAILED_DOWN,
    ROOMS,
    TRAP,
    WEAPONS,
    alike,
    face_of,
    put,
    put_all,
    take,
)
from hoofspiel.games.gouda.fights import fight
from hoofspiel.games.gouda.guesses import redeal, reopen
from hoofspiel.games.gouda.position import (
    ADDED,
    CHEESE_MOVED,
    CROWNED,
    DEALT,
    DECK,
    DREW,
    DROPS,
    ENTER,
    FIGHT,
    GO_THROUGH,
    KING,
    LAID,
    LIVES,
    MOVE_CHEESE,
    NOTHING,
    OPTIONS,
    OVER,
    PASS,
    PASSED,
    PIECES_A_ROUND,
    RAIN,
    RAINED,
    READY,
    REINFORCE,
    SHUFFLED,
    SNEAK,
    SPARED,
    SPIED,
    SPY,
    WENT_THROUGH,
    State,
    clear_table,
    face_down,
    in_order,
    lay_at,
    lies,
    may_lay,
    pieces_in_play,
    room_now,
    takes_part,
)
from hoofspiel.games.gouda.rewards import clean_up
from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.chance import deal_card
from hoofspiel.kernel.engine import all_seats, ask, emit, whisper

__all__ = [
    "OPTIONS",
    "State",
    "apply",
    "legal",
    "points",
    "redeal",
    "reopen",
    "sound",
    "start",
    "winners",
]


def start(s: State) -> None:
    s.pile = ALL_CARDS
    s.in_play = all_seats(s)
    for p in range(s.n):
        s.rats[p] = LIVES if s.last_rat_standing else 0  # R9.2
        clear_table(s, p)
    s.king = deal_card(s, KING, 0, all_seats(s))  # R2.1
    s.phase = RAIN
    go_on(s)


def go_on(s: State) -> None:
    """Go through the phases until somebody is asked."""
    while s.waiting == 0 and s.phase != OVER:
        if s.phase == RAIN:
            emit(s, CROWNED, s.king, s.deals + 1)
            rain(s)
            draw_equipment(s)
            s.phase = SNEAK
            ask(s, s.in_play)  # R3.2
        elif s.phase == SNEAK:
            show_rows(s)
            begin_turns(s, SPY)
        elif s.phase == SPY:
            next_spy(s)
        elif s.phase == REINFORCE:
            next_reinforcement(s)
        else:
            fight(s)
            clean_up(s)


# --- phases 1 and 2: cheese and cards ---


def rain(s: State) -> None:
    """R2.2: all pieces in play are picked up and dropped again."""
    for room in range(ROOMS):
        s.pieces[room] = 0
    room = NOTHING
    for piece in range(pieces_in_play(s)):
        room = drop(s, s.deals * PIECES_A_ROUND + piece, room)
        s.pieces[room] += 1
    told = 0
    for r in range(ROOMS):
        s.fallen[r] = s.pieces[r]
        told |= s.pieces[r] << 4 * r
    emit(s, RAINED, s.king, told)


def drop(s: State, number: int, before: int) -> int:
    """R2.3: any room; clumpy: every other piece stays with the one dropped before it."""
    pool = ALL_ROOMS
    if s.clumpy_rain and before != NOTHING:
        pool |= ALL_ROOMS << ROOMS
    landed = deal_card(s, DROPS, number, pool)
    return landed if landed < ROOMS else before


def draw_equipment(s: State) -> None:
    """R2.4, R2.5: one card at a time, clockwise from the king."""
    need = 3 if s.deals == 0 else 2
    for p in range(s.n):
        s.drew[p] = 0
    for _ in range(need):
        for k in range(s.n):
            if takes_part(s, in_order(s, k)):
                draw_card(s, in_order(s, k))
    for k in range(s.n):
        p = in_order(s, k)
        if takes_part(s, p):
            emit(s, DEALT, p, s.drew[p])


def draw_card(s: State, seat: int) -> None:
    if s.pile == 0 and s.discard:
        s.pile = s.discard
        s.shuffled = s.discard
        s.discard = 0
        s.shuffles += 1
        emit(s, SHUFFLED, seat, count(s.pile))
    if s.pile:  # else there is no card
        card = deal_card(s, DECK, s.shuffles, s.pile)
        s.pile ^= bit(card)
        s.hand[seat] = put(s.hand[seat], face_of(card))
        s.drew[seat] += 1
        whisper(s, seat, DREW, face_of(card))


# --- phase 3: sneak into the house ---


def rows_to_lay(s: State, seat: int) -> int:
    cards = s.hand[seat] & FACES & may_lay(s)
    return cards | ALL_ROOMS << ENTER if s.room[seat] == NOTHING else cards | bit(READY)


def lay(s: State, seat: int, action: int) -> None:
    """One more card at the end of a row, or `ready`; nobody is told anything."""
    if action == READY:
        s.waiting ^= bit(seat)
        return
    lay_at(s, seat, s.length[seat], action)
    s.length[seat] += 1
    if action >= ENTER:
        s.room[seat] = action - ENTER
    else:
        s.hand[seat] = take(s.hand[seat], action)


def show_rows(s: State) -> None:
    """R3.2: how long the rows are, all at once."""
    for k in range(s.n):
        if takes_part(s, in_order(s, k)):
            emit(s, LAID, in_order(s, k), s.length[in_order(s, k)])


# --- phase 4: spying ---


def begin_turns(s: State, phase: int) -> None:
    s.phase = phase
    s.turns = 0


def targets(s: State, spy: int) -> int:
    """The face-down cards of the others; all cards are numbered through, seat by seat."""
    found = 0
    first = 0
    for p in range(s.n):
        if p != spy:
            found |= face_down(s, p) << first
        first += s.length[p]
    return found


def next_spy(s: State) -> None:
    """R4.1: the next in order must turn a card; R4.2: unless there is none to turn."""
    while s.turns < s.n:
        seat = in_order(s, s.turns)
        s.turns += 1
        if takes_part(s, seat):
            if targets(s, seat):
                ask(s, bit(seat))
                return
            emit(s, SPARED, seat, 0)
    begin_turns(s, REINFORCE)


def spy_on(s: State, spy: int, card: int) -> None:
    target = 0
    while card >= s.length[target]:
        card -= s.length[target]
        target += 1
    s.up[target] |= bit(card)  # R4.3
    s.spied[spy] = card << 3 | target
    emit(s, SPIED, spy, s.spied[spy] << 6 | lies(s, target, card))
    if lies(s, target, card) == TRAP:  # R4.4
        s.gone[target] |= bit(card)
        s.hurt[spy] += 1


# --- phase 5: reinforcement ---


def next_reinforcement(s: State) -> None:
    """R5.1: the next in order may play a card; R5.4: whoever holds any card is asked."""
    while s.turns < s.n:
        seat = in_order(s, s.turns)
        s.turns += 1
        if takes_part(s, seat) and s.hand[seat]:
            ask(s, bit(seat))
            return
    s.phase = FIGHT


def reinforcements(s: State, seat: int) -> int:
    may = WEAPONS | alike(NAILED_DOWN)  # R5.3: no traps
    if s.playoff == 0:
        may |= CHEESE_CARDS
    found: int = s.hand[seat] & FACES & may | bit(PASS)
    if s.hand[seat] & bit(GANGSTER):
        found |= ways_to_move(s)
    if s.hand[seat] & bit(HOLE):
        found |= (ALL_ROOMS ^ bit(room_now(s, seat))) << GO_THROUGH  # R5.8
    return found


def ways_to_move(s: State) -> int:
    """R5.6: from any room with a piece to any other room."""
    found = 0
    for room in range(ROOMS):
        if s.pieces[room]:
            found |= 0b111 << MOVE_CHEESE + 3 * room
    return found


def move_to(action: int) -> int:
    """Where MOVE_CHEESE takes a piece to."""
    to = (action - MOVE_CHEESE) % 3
    return to if to < (action - MOVE_CHEESE) // 3 else to + 1


def move_from(action: int) -> int:
    """Where MOVE_CHEESE takes it from."""
    return (action - MOVE_CHEESE) // 3


def reinforce(s: State, seat: int, action: int) -> None:
    if action == PASS:
        emit(s, PASSED, seat, 0)  # R5.2
        return
    face = face_of(action)
    if action >= GO_THROUGH:
        face = HOLE
    elif action >= MOVE_CHEESE:
        face = GANGSTER
    s.hand[seat] = take(s.hand[seat], face)
    s.added[seat] = face
    if face == GANGSTER:
        room = (action - MOVE_CHEESE) // 3
        s.pieces[room] -= 1
        s.pieces[move_to(action)] += 1
        s.moved[seat] = room << 2 | move_to(action)
        emit(s, CHEESE_MOVED, seat, s.moved[seat])
    elif face == HOLE:
        s.hole[seat] = action - GO_THROUGH  # R5.10: all that lies with the rat goes along
        emit(s, WENT_THROUGH, seat, s.hole[seat])
    else:
        emit(s, ADDED, seat, face)
        if face == NAILED_DOWN:
            s.turns = s.n  # R5.5: the fight still takes place


# --- what every game offers ---


def legal(s: State, seat: int) -> int:
    if s.phase == SNEAK:
        return rows_to_lay(s, seat)
    if s.phase == SPY:
        return targets(s, seat)
    return reinforcements(s, seat)


def apply(s: State, seat: int, action: int) -> None:
    if s.phase == SNEAK:
        lay(s, seat, action)
    else:
        s.waiting = 0
        if s.phase == SPY:
            spy_on(s, seat, action)
        else:
            reinforce(s, seat, action)
    go_on(s)


def points(s: State, seat: int) -> int:
    return s.rats[seat]


def winners(s: State) -> int:
    return s.crowned


def sound(s: State) -> bool:
    """Every card of the deck is in one place, a finished row is one room card and equipment, no cheese is lost."""
    cards = count(s.pile)
    found = s.discard
    pieces = 0
    for room in range(ROOMS):
        pieces += s.pieces[room]
    for p in range(s.n):
        rooms = 0
        for place in range(s.length[p]):
            if lies(s, p, place) < FIRST_ROOM:
                found = put(found, lies(s, p, place))
            else:
                rooms += 1
        if s.added[p] != NOTHING:
            found = put(found, s.added[p])
        found = put_all(found, s.hand[p])
        if rooms > 1 or (rooms == 0 and s.phase > SNEAK and s.length[p]):
            return False
    cards += count(found)
    no_cheese_lost = s.phase == OVER or pieces == pieces_in_play(s)
    return cards == count(ALL_CARDS) and put_all(found, s.pile) == ALL_CARDS and no_cheese_lost

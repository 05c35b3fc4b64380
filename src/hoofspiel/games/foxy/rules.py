"""Foxy & Woolly: eighteen tokens are auctioned one after the other, then every farm is scored.

Wolves go to whoever takes them with the cubes on the field instead of paying one more; specials go to the highest
offer. Paragraphs (R2.1) are those of RULES.md. A move token is played as three actions: token, sheep, goal.
"""

from hoofspiel.games.foxy.auction import (
    bid,
    can_shoot,
    face_wolf,
    must_open,
    offers,
    respond,
    turn_to,
    turn_up,
    wait_for_answer,
)
from hoofspiel.games.foxy.components import (
    ALL_TOKENS,
    CUBES,
    PLACES,
    STANDARD_FARM,
    STEAL_TOKENS,
    WOLF_PLACES,
)
from hoofspiel.games.foxy.ending import act_at_end, settle_farms
from hoofspiel.games.foxy.farm import alive, goals, movable, move_sheep, open_moves, token_of_move
from hoofspiel.games.foxy.position import (
    ALL_CELLS,
    ATTACK,
    CELLS,
    CHASE,
    DEALT,
    END,
    FINISH,
    FIRST_SPECIAL,
    GUN,
    LAID,
    LAID_OUT,
    MOVE,
    OVER,
    PASS,
    RESOLVE,
    RESPOND,
    SPECIAL,
    STARTER,
    STEAL,
    TAKE,
    WOLF,
    State,
)
from hoofspiel.games.foxy.scoring import points_now
from hoofspiel.kernel.bits import bit, count
from hoofspiel.kernel.chance import deal_card
from hoofspiel.kernel.engine import NOBODY, all_seats, emit
from hoofspiel.kernel.game import Switch

OPTIONS = (
    Switch("six_players", origin="ruling"),
    Switch("closed_hands", origin="ruling"),
    Switch("rotatable_moves", origin="ruling"),
    Switch("starter_must_open", origin="ruling"),
    Switch("shuffled_farms", origin="ours"),
    Switch("wolf_left", origin="ruling"),
)

ALL_WOLVES = (1 << FIRST_SPECIAL) - 2
SLOT_NUMBERS = 0b11_1111_1110

STARTERS = 0  # piles of an explicit deal
DEALT_PILE = 1
WOLF_PILE = 2
SPECIAL_PILE = 3
FARM_PILE = 4  # by seat


# --- setting up ---


def start(s: State) -> None:
    for p in range(s.n):
        s.hand[p] = CUBES  # R1.2
        s.sheep[p] = ALL_CELLS
        lay_out_farm(s, p)
    box = ALL_TOKENS
    for p in range(s.n):  # R1.4
        token = deal_card(s, DEALT_PILE, 0, box)
        box ^= bit(token)
        s.tokens[p] = bit(token)
        emit(s, DEALT, p, token)
    lay_out_field(s, box)
    s.starter = deal_card(s, STARTERS, 0, all_seats(s))  # R1.6
    emit(s, STARTER, s.starter, 0)
    turn_up(s)


def lay_out_farm(s: State, seat: int) -> None:
    s.slots[seat] = STANDARD_FARM
    if s.shuffled_farms:  # R1.8
        s.slots[seat] = 0
        numbers = SLOT_NUMBERS
        for cell in range(CELLS):
            slot = deal_card(s, FARM_PILE, seat, numbers)
            numbers ^= bit(slot)
            s.slots[seat] |= slot << 4 * cell
        emit(s, LAID_OUT, seat, s.slots[seat])


def lay_out_field(s: State, box: int) -> None:
    """R1.5: three wolves, two specials, and so on; all wolves are used."""
    wolves = ALL_WOLVES
    told = 0
    first = 0
    for place in range(PLACES):
        if WOLF_PLACES >> place & 1:
            token = deal_card(s, WOLF_PILE, 0, wolves)
            wolves ^= bit(token)
            s.track[place] = token
        else:
            token = deal_card(s, SPECIAL_PILE, 0, box)
            box ^= bit(token)
            s.track[place] = FIRST_SPECIAL + token
        told |= s.track[place] << 6 * (place - first) + 5
        if place % 5 == 4 or place == PLACES - 1:
            emit(s, LAID, NOBODY, told | first)
            told = 0
            first = place + 1


# --- move tokens (R4) ---


def legal_in_move(s: State, seat: int) -> int:
    token = token_of_move(s, seat, s.moving[seat] - 1)
    if s.lifted[seat] == 0:
        return movable(s, seat, token)
    return goals(s, seat, token, s.lifted[seat] - 1)


def make_move(s: State, seat: int, action: int) -> None:
    if s.moving[seat] == 0:
        s.moving[seat] = action - MOVE + 1
    elif s.lifted[seat] == 0:
        s.lifted[seat] = action + 1
    else:
        token = token_of_move(s, seat, s.moving[seat] - 1)
        cell = s.lifted[seat] - 1
        s.moving[seat] = 0
        s.lifted[seat] = 0
        move_sheep(s, seat, token, cell, action)
        if s.phase == RESPOND:
            wait_for_answer(s, seat)
        elif s.phase != END:
            turn_to(s, seat)  # R4.4: a move does not end the turn


def unfinished(s: State) -> int:
    for p in range(s.n):
        if s.moving[p]:
            return p
    return NOBODY


# --- what every game offers ---


def legal(s: State, seat: int) -> int:
    if s.moving[seat]:
        return legal_in_move(s, seat)
    actions = open_moves(s, seat)
    if s.phase == WOLF:
        actions |= bit(TAKE)
        if s.hand[seat]:
            actions |= bit(CHASE)
        if s.tokens[seat] & STEAL_TOKENS:
            actions |= bit(STEAL)  # R2.10, R2.12
    elif s.phase == SPECIAL:
        actions |= offers(s, seat)
        if not must_open(s):
            actions |= bit(PASS)
    elif s.phase == RESPOND:
        actions |= bit(RESOLVE)
        if can_shoot(s, seat):
            actions |= bit(GUN)
    else:
        actions |= bit(FINISH) | s.wolves[seat] << ATTACK
    return actions


def apply(s: State, seat: int, action: int) -> None:
    if s.moving[seat] or (action >= MOVE):
        make_move(s, seat, action)
    elif s.phase == WOLF:
        face_wolf(s, seat, action)
    elif s.phase == SPECIAL:
        bid(s, seat, action)
    elif s.phase == RESPOND:
        respond(s, seat, action)
    else:
        act_at_end(s, seat, action)
    if s.phase == END:
        settle_farms(s)


def points(s: State, seat: int) -> int:
    """The score if the match ended now."""
    return s.score[seat] if s.phase == OVER else points_now(s, seat)


def rank(s: State, seat: int) -> int:
    """Points, then sheep that survived (R6.8, R6.9)."""
    return s.score[seat] << 4 | s.survivors[seat]


def redeal(s: State, seat: int, rng: int) -> None:
    """Everything is open (R1.7); all that others do not see is a half-made move."""
    s.rng = rng
    for p in range(s.n):
        if p != seat:
            s.moving[p] = 0
            s.lifted[p] = 0


def reopen(s: State) -> None:
    """Nothing is sealed in this game."""


def sound(s: State) -> bool:
    """Cubes are never made or lost (R1.9), every token is in one place, and no wolf takes two sheep."""
    cubes = s.pot
    tokens = s.gone
    lost = 0
    waiting_wolves = 0
    for p in range(s.n):
        cubes += s.hand[p]
        held = s.tokens[p] | s.spent[p]
        if s.hand[p] < 0 or tokens & held or s.tokens[p] & s.spent[p] or waiting_wolves & s.wolves[p]:
            return False
        tokens |= held
        waiting_wolves |= s.wolves[p]
        lost += CELLS - alive(s, p)
    for place in range(s.place, PLACES):
        if s.track[place] >= FIRST_SPECIAL:
            if tokens >> (s.track[place] - FIRST_SPECIAL) & 1:
                return False
            tokens |= bit(s.track[place] - FIRST_SPECIAL)
    if s.place == PLACES and s.pot:
        return False
    return cubes == CUBES * s.n and count(tokens) == s.n + PLACES - count(WOLF_PLACES) and lost <= count(WOLF_PLACES)

"""Hands on the pile: gestures, slaps, and who picks up. The core takes slaps in the order it is given them."""

from hoofspiel.games.taco.piles import cards_of, top_card
from hoofspiel.games.taco.position import (
    CLASSIC,
    FALSE_SLAP,
    GESTURED,
    HUMAN_SPECIAL,
    HUMAN_WORD,
    LANDED,
    LAST,
    MISSING,
    NOT_COUNTED,
    OVER,
    PICTURE,
    REVERSED,
    RIGHT,
    SLAPPED,
    SLAPPING,
    TIMES,
    TOO_FAST,
    WORDS,
    WRONG_GESTURE,
    WRONG_SIDE,
    State,
)
from hoofspiel.games.taco.rounds import lapse, penalise, playing, put_out, win
from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import draw_one
from hoofspiel.kernel.engine import NOBODY, emit, whisper


def is_special(card: int) -> bool:
    return PICTURE[card] >= WORDS


def side_of(card: int) -> int:
    """PALM for a picture seen from the front, BACK for one from behind (R4.3)."""
    return 1 if REVERSED <= card < CLASSIC else 0


# --- gestures ---


def make_gesture(s: State, seat: int, gesture: int) -> None:
    whisper(s, seat, GESTURED, s.reveal * 8 + gesture)
    times = s.made[seat] >> 2 * gesture & 3
    if times < 3:
        s.made[seat] += 1 << 2 * gesture


def gesture_done(s: State, seat: int, gesture: int) -> bool:
    if s.strict_gesture:  # R8.4
        return s.made[seat] == TIMES[gesture] << 2 * gesture
    return s.made[seat] >> 2 * gesture & 3 >= TIMES[gesture]


# --- slaps ---


def forget_hands(s: State) -> None:
    s.hands = 0
    s.settled = 0
    s.outcome = 0
    for p in range(s.n):
        s.place[p] = 0
        s.took[p] = 0
        s.side[p] = 0
        s.verdict[p] = 0
        s.made[p] = 0
        s.answer[p] = 0


def put_hand(s: State, seat: int, side: int, took: int, verdict: int) -> None:
    s.hands += 1
    s.place[seat] = s.hands
    s.took[seat] = took
    s.side[seat] = side
    s.verdict[seat] = verdict


def judge(s: State, seat: int, side: int, took: int) -> int:
    """What a slap on the event is worth."""
    card = top_card(s)
    special = is_special(card)
    if took < (HUMAN_SPECIAL if special else HUMAN_WORD):
        return TOO_FAST  # R5.9
    if special and not gesture_done(s, seat, PICTURE[card] - WORDS):
        return WRONG_GESTURE  # R4.6
    return RIGHT if side == side_of(card) else WRONG_SIDE


def slap(s: State, seat: int, side: int) -> None:
    """A slap on the last reveal."""
    if s.phase == SLAPPING:
        slap_event(s, seat, side)
    else:
        false_slap(s, seat, side, 0)


def slap_event(s: State, seat: int, side: int) -> None:
    if s.no_fault_for_wrong_side and side != side_of(top_card(s)):
        whisper(s, seat, NOT_COUNTED, side)  # R8.6: no slap, so neither too fast nor without its gesture
        return
    took = s.now - s.shown_at
    verdict = judge(s, seat, side, took)
    first = verdict == RIGHT and first_right(s) == NOBODY
    put_hand(s, seat, side, took, verdict)
    whisper(s, seat, LANDED, took * 2 + side)
    if first and (s.sudden or cards_of(s, seat) == 0):
        show_hands(s)  # R6.1, R5.4: no wrong slap before it can prevent this
        win(s, seat)
    elif everybody_slapped(s):
        settle(s)


def false_slap(s: State, seat: int, side: int, ago: int) -> None:
    """R5.6: a slap on a reveal that was no event is settled at once, whatever has been turned since."""
    took = s.now - s.times[(s.reveal - ago) & 31]
    emit(s, SLAPPED, seat, packed_slap(s.reveal - ago, took, side, FALSE_SLAP))
    s.blamed = s.reveal - ago
    if s.sudden and s.phase == SLAPPING:  # an open event stays open for the others
        s.place[seat] = 0
        s.took[seat] = took
        s.side[seat] = side
        s.verdict[seat] = FALSE_SLAP
        put_out(s, seat, FALSE_SLAP)
        if s.phase != OVER and everybody_slapped(s):
            settle(s)
        return
    forget_hands(s)
    put_hand(s, seat, side, took, FALSE_SLAP)
    s.settled = 1
    penalise(s, seat, FALSE_SLAP)


def packed_slap(reveal: int, took: int, side: int, verdict: int) -> int:
    return ((reveal << 20 | min(took, 0xFFFFF)) * 2 + side) * 16 + verdict


def everybody_slapped(s: State) -> bool:
    return missing(s) == 0


def missing(s: State) -> int:
    """The players without a hand on the pile, as a mask."""
    seats = playing(s)
    for p in range(s.n):
        if s.place[p]:
            seats &= ~bit(p)
    return seats


def first_right(s: State) -> int:
    found = NOBODY
    for p in range(s.n):
        if s.place[p] and s.verdict[p] == RIGHT and (found == NOBODY or s.place[p] < s.place[found]):
            found = p
    return found


def first_wrong(s: State) -> int:
    found = NOBODY
    for p in range(s.n):
        if s.place[p] and s.verdict[p] != RIGHT and (found == NOBODY or s.place[p] < s.place[found]):
            found = p
    return found


def last_hand(s: State) -> int:
    found = 0
    for p in range(s.n):
        if s.place[p] > s.place[found]:
            found = p
    return found


def show_hands(s: State) -> None:
    """Who slapped when and how becomes known to all (R5.8)."""
    s.settled = 1
    for place in range(1, s.n + 1):
        for p in range(s.n):
            if s.place[p] == place:
                measure(s, p)
                emit(s, SLAPPED, p, packed_slap(s.reveal, s.took[p], s.side[p], s.verdict[p]))


def measure(s: State, seat: int) -> None:
    """How fast a player is becomes known with the hands: whoever minds the seat later shall be as fast (R6.8)."""
    if s.verdict[seat] == RIGHT and not is_special(top_card(s)):
        s.speed[seat] = s.took[seat] if s.speed[seat] == 0 else (7 * s.speed[seat] + s.took[seat]) // 8


def settle(s: State) -> None:
    """Everybody has slapped or the window is closed, and nobody has won."""
    show_hands(s)
    wrong = first_wrong(s)
    absent = missing(s)
    if wrong != NOBODY:
        penalise(s, wrong, s.verdict[wrong])  # R5.2, R5.3
    elif s.hands == 0 or s.sudden:
        lapse(s)  # R5.7
    elif absent:
        penalise(s, draw_one(s, absent), MISSING)  # R5.5
    else:
        penalise(s, last_hand(s), LAST)  # R5.1

"""Players of Taco with human times and human errors.

A player is one number, his pace: the mean reaction in milliseconds to a plain card. 390 is a master, 530 a club player,
720 casual; everything else he does (gestures, wrong sides, false slaps, wrong words) is read off between these three.
plan() decides what a seat does next and when, from nothing but what that seat may know.
"""

from collections.abc import MutableSequence
from math import exp, log

from hoofspiel.games.taco.calm import right_answer
from hoofspiel.games.taco.piles import cards_of, top_card
from hoofspiel.games.taco.position import (
    ANSWER,
    ANSWERING,
    AUTO,
    GESTURE,
    GESTURES,
    MIXED,
    NO_CARD,
    OPENING,
    OVER,
    PICTURE,
    SLAP,
    SLAPPING,
    TIMES,
    WORDS,
    State,
)
from hoofspiel.games.taco.rules import due, legal
from hoofspiel.games.taco.slaps import gesture_done, is_special, side_of
from hoofspiel.kernel.chance import below, next_rng
from hoofspiel.kernel.contract import apply
from hoofspiel.kernel.engine import mix

PACES = (390, 530, 720)  # master, club, casual
LEVELS = {"novice": 850, "casual": 720, "club": 530, "master": 390}
MU = (330, 420, 540)  # reaction: normal part, its spread, and the mean of the long tail
SIGMA = (40, 55, 80)
TAU = (60, 110, 180)
FROM_BEHIND = (60, 90, 130)  # added for a picture from behind
GESTURE_TIME = ((380, 420, 520), (430, 480, 600), (500, 560, 700), (430, 480, 600), (400, 450, 560), (430, 480, 600))
WRONG_SIDE_FRONT = (200, 300, 500)  # chances, in 1/10,000
WRONG_SIDE_BEHIND = (500, 1100, 1700)
WRONG_MOTION = (200, 500, 900)
ASLEEP = (20, 80, 200)
FALSE_PLAIN = (30, 60, 100)
FALSE_LURE = (100, 200, 300)
FALSE_ECHO = (200, 400, 600)  # somebody without cards says the word of the card on top
WRONG_TONGUE = (40, 120, 300)
TURN_MEAN = (560, 680, 850)
TURN_SPREAD = (90, 130, 190)
RECAP = 1800  # everybody looks at the hands before a round begins
LAST_MOTION = 120  # the gesture is done so long before the slap
BETWEEN_CLAPS = 150
NEVER = -1
CALM_SLOWER = 3


# --- the worth of a position, and a player without times ---


def value(s: State, seat: int) -> float:
    """1 for the winner; before that, the fewer cards the better."""
    if s.won:
        return 1.0 if s.won >> seat & 1 else 0.0
    return 0.5 + 0.5 * (1.0 / float(s.n) - float(cards_of(s, seat)) / float(max(1, s.cards)))


def greedy(s: State, seat: int, x: int) -> int:
    """Always right, as soon as he is asked; a gesture to himself while there is nothing to do."""
    if s.phase == ANSWERING:
        return ANSWER + right_answer(s)
    mask = legal(s, seat)
    if mask >> s.expected & 1:
        return s.expected
    if s.phase == SLAPPING and s.place[seat] == 0:
        card = top_card(s)
        if is_special(card) and not gesture_done(s, seat, PICTURE[card] - WORDS):
            return GESTURE + PICTURE[card] - WORDS
        return SLAP + side_of(card)
    return GESTURE


def rollout(s: State, seat: int, x: int) -> int:
    """In playouts too: random slaps would end every round with its first card."""
    return greedy(s, seat, x)


# --- a player's numbers ---


def at_pace(row: tuple[int, int, int], pace: int) -> float:
    """A number of a player, read off between those of the three."""
    p = float(pace)
    if pace <= PACES[0]:
        return float(row[0]) * p / float(PACES[0])
    if pace >= PACES[2]:
        return float(row[2]) * p / float(PACES[2])
    k = 0 if pace < PACES[1] else 1
    share = (p - float(PACES[k])) / float(PACES[k + 1] - PACES[k])
    return float(row[k]) + share * float(row[k + 1] - row[k])


def uniform(x: int) -> float:
    return float(below(x, 1 << 30)) / float(1 << 30)


def stream(x: int, number: int) -> int:
    """One of many random states that hang on x and not on each other."""
    return next_rng(next_rng(mix(x, number) & 0xFFFFFFFFFFFF | 1))


def bell(x: int) -> float:
    """A normal number: the sum of twelve uniform ones, the same plain and compiled."""
    total = -6.0
    for _ in range(12):
        x = next_rng(x)
        total += uniform(x)
    return total


def slips(row: tuple[int, int, int], pace: int, hurry: float, x: int) -> bool:
    """Whether an error happens: its odds grow with hurry."""
    p = min(0.9, at_pace(row, pace) / 10_000.0)
    odds = p / (1.0 - p) * exp(0.35 * hurry)
    return uniform(x) < odds / (1.0 + odds)


def hurry_of(s: State, seat: int, x: int) -> float:
    """Without cards one must be first."""
    return bell(x) + (0.7 if cards_of(s, seat) == 0 else 0.0)


def reaction(s: State, seat: int, pace: int, x: int) -> float:
    """Milliseconds until the hand would land on the card just turned, gestures not counted."""
    time = at_pace(MU, pace) + at_pace(SIGMA, pace) * bell(stream(x, 1))
    time -= at_pace(TAU, pace) * log(1.0 - uniform(stream(x, 2)))
    if top_card(s) != NO_CARD and side_of(top_card(s)):
        time += at_pace(FROM_BEHIND, pace)
    return max(151.0, time * (1.0 - 0.08 * hurry_of(s, seat, x)))


# --- what a seat does next ---


def plan(s: State, seat: int, pace: int, x: int) -> tuple[int, int]:
    """When a seat acts next and how, if nothing happens before: (time, action), or (NEVER, 0).

    `x` stays the same for a seat until the next moment, so that asking again gives the rest of the same plan.
    """
    if s.phase == OVER or s.out >> seat & 1:
        return NEVER, 0
    if s.phase == ANSWERING:
        return plan_answer(s, seat, pace, x)
    if s.phase == SLAPPING:
        return plan_slap(s, seat, pace, x)
    when, action = plan_false_slap(s, seat, pace, x)
    if s.turn == seat and s.pressed == 0:
        at, word = plan_word(s, seat, pace, x)
        if at != NEVER and (when == NEVER or at < when):
            return at, word
    return when, action


def plan_word(s: State, seat: int, pace: int, x: int) -> tuple[int, int]:
    if slips(ASLEEP, pace, 0.0, stream(x, 3)):
        return NEVER, 0
    word = s.expected
    if s.word != AUTO and slips(WRONG_TONGUE, pace, 0.0, stream(x, 4)):
        word = (word + 1 + below(stream(x, 5), WORDS - 1)) % WORDS
    if s.phase == OPENING and word == s.missed - 1:  # it would only be taken for the word he was late with
        word = s.expected
    turn = at_pace(TURN_MEAN, pace) + at_pace(TURN_SPREAD, pace) * bell(stream(x, 6))
    turn = max(200.0, turn)
    if s.calm:
        return s.ready + CALM_SLOWER * int(turn), word
    if s.phase == OPENING:
        return s.ready + (RECAP if s.reveal else 0) + int(turn), word
    if s.metronome:
        aim = s.grid + int(0.4 * at_pace(TURN_SPREAD, pace) * bell(stream(x, 6)))
        return max(s.now, s.ready, aim), word
    return max(s.now, s.ready, s.shown_at + int(turn)), word


def plan_slap(s: State, seat: int, pace: int, x: int) -> tuple[int, int]:
    """The rest of gesture, gesture, slap."""
    if s.place[seat] or slips(ASLEEP, pace, 0.0, stream(x, 3)):
        return NEVER, 0
    card = top_card(s)
    hurry = hurry_of(s, seat, x)
    lands = s.shown_at + int(reaction(s, seat, pace, x))
    side = side_of(card)
    if slips(WRONG_SIDE_BEHIND if side else WRONG_SIDE_FRONT, pace, hurry, stream(x, 7)):
        side = 1 - side
    if s.no_fault_for_wrong_side and s.now >= lands:  # he sees that it did not count
        side = side_of(card)
        lands = s.now + 300
    if is_special(card):
        gesture = PICTURE[card] - WORDS
        lands += int(at_pace(GESTURE_TIME[gesture], pace))
        times = TIMES[gesture]
        if slips(WRONG_MOTION, pace, hurry, stream(x, 8)):
            if times > 1:
                times = 1
            else:
                gesture = (gesture + 1 + below(stream(x, 9), 2)) % (GESTURES if s.deck == MIXED else 3)
        done = s.made[seat] >> 2 * gesture & 3
        if done < times:
            return max(s.now, lands - LAST_MOTION - BETWEEN_CLAPS * (times - 1 - done)), GESTURE + gesture
    return max(s.now, lands), SLAP + side


def plan_false_slap(s: State, seat: int, pace: int, x: int) -> tuple[int, int]:
    """Now and then a hand comes down although nothing happened."""
    if s.calm or s.centre == 0 or s.quiet & 1 == 0:
        return NEVER, 0
    row = FALSE_LURE if is_lure(s) else FALSE_PLAIN
    if s.turned == 0 and PICTURE[top_card(s)] == s.said - 1:
        row = FALSE_ECHO
    if not slips(row, pace, hurry_of(s, seat, x), stream(x, 10)):
        return NEVER, 0
    return max(s.now, s.shown_at + int(reaction(s, seat, pace, x))), SLAP + side_of(top_card(s))


def is_lure(s: State) -> bool:
    """The picture is the word before or after the one that was said."""
    picture = PICTURE[top_card(s)]
    return s.turned > 0 and (picture == s.said % WORDS or picture == (s.said + WORDS - 2) % WORDS)


def plan_answer(s: State, seat: int, pace: int, x: int) -> tuple[int, int]:
    """Calm play: the same errors, without hurry."""
    if s.waiting >> seat & 1 == 0:
        return NEVER, 0
    when = s.shown_at + CALM_SLOWER * int(reaction(s, seat, pace, x))
    answer = right_answer(s)
    behind = top_card(s) != NO_CARD and side_of(top_card(s)) > 0
    if answer == 0:
        if slips(FALSE_LURE if is_lure(s) else FALSE_PLAIN, pace, 0.0, stream(x, 10)):
            answer = 1 + below(stream(x, 11), 2)
    elif slips(ASLEEP, pace, 0.0, stream(x, 3)):
        answer = 0
    elif slips(WRONG_SIDE_BEHIND if behind else WRONG_SIDE_FRONT, pace, 0.0, stream(x, 7)):
        answer = answer + 1 if answer & 1 else answer - 1
    return max(s.now, when), ANSWER + answer


# --- whole matches in virtual time ---


def seat_seed(x: int, seat: int, moment: int) -> int:
    """A random state for one seat and one moment."""
    return stream(mix(x, seat + 1), moment)


def mood(pace: int, x: int, seat: int, reveal: int) -> int:
    """Players tire or warm up: over a match the pace drifts by up to a twentieth."""
    drift = uniform(seat_seed(x, seat, 0)) - 0.5
    return int(float(pace) * (1.0 + 0.1 * drift * float(min(reveal, 120)) / 120.0))


def play_in_time(s: State, x: int, paces: MutableSequence[int]) -> int:
    """A whole match of such players; how many moves were made."""
    moves = 0
    idle = 0  # moves that changed nothing, to be on the safe side
    while s.phase != OVER:
        best = 0
        seat = -1
        action = 0
        for p in range(s.n):
            if s.waiting >> p & 1:
                y = seat_seed(x, p, s.moment)
                at, what = plan(s, p, mood(paces[p], x, p, s.reveal), y)
                key = max(at, s.now) << 10 | y & 1023  # equal times: anybody may be first
                if at != NEVER and (seat < 0 or key < best):
                    best = key
                    seat = p
                    action = what
        if idle > 8 * s.n:
            seat = -1
        moment = s.moment
        s.now = s.alarm + 1 if seat < 0 else best >> 10
        due(s)
        if seat >= 0 and s.moment == moment:
            apply(s, seat, action)
            moves += 1
        idle = idle + 1 if s.moment == moment else 0
    return moves

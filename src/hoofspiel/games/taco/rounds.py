"""Rounds of Taco: whose word is awaited and until when, who picks up, who is out, who wins."""

from hoofspiel.games.taco.piles import cards_of, give_centre
from hoofspiel.games.taco.position import (
    ADAPTIVE,
    BEAT_MAX,
    BEAT_MIN,
    CALM_PATIENCE,
    CAPPED,
    CHANT,
    DEADLINE,
    LAPSED,
    OPENING,
    OPENING_WAIT,
    OUT,
    OVER,
    PICKED_UP,
    TAKEN_NOTHING,
    TURN_CAP,
    WON,
    State,
)
from hoofspiel.kernel.bits import bit, count, lowest
from hoofspiel.kernel.engine import all_seats, ask, emit, mix


def playing(s: State) -> int:
    """Everybody, without those out of a sudden death."""
    return all_seats(s) & ~s.out


def left_of(s: State, seat: int) -> int:
    """The next player clockwise who is not out."""
    seat = (seat + 1) % s.n
    while s.out >> seat & 1:
        seat = (seat + 1) % s.n
    return seat


# --- waiting for a word ---


def begin_round(s: State, seat: int) -> None:
    """R3.1: an empty centre, and the chant starts again."""
    s.phase = OPENING
    s.starter = seat
    s.turn = seat
    s.expected = 0
    s.quiet = 0
    s.pressed = 0
    s.missed = 0
    s.ready = s.now
    s.alarm = s.now + OPENING_WAIT * patience(s)  # R3.7
    await_word(s)


def chant_on(s: State, since: int) -> None:
    """The player on turn says the next word: not before the beat, not after the deadline (R3.5, R3.6)."""
    s.phase = CHANT
    s.pressed = 0
    s.ready = s.now if s.calm else beat_end(s)
    s.alarm = since + deadline(s) * patience(s)
    if s.metronome and not s.calm:  # R8.2
        s.grid = since + s.beat // 1000
        s.ready = s.grid - slack(s)
        s.alarm = s.grid + slack(s)
    if s.centre == 0:
        s.alarm = since + OPENING_WAIT * patience(s)  # R3.9
    await_word(s)


def await_word(s: State) -> None:
    s.shown = mix(s.shown, s.now)  # times from which others are counted are known to all
    if s.turns >= TURN_CAP:
        draw_at_cap(s)
    elif s.calm:
        ask(s, bit(s.turn))
    else:
        ask(s, playing(s))


def beat_end(s: State) -> int:
    return s.shown_at + (s.beat + 999) // 1000


def patience(s: State) -> int:
    return CALM_PATIENCE if s.calm else 1


def deadline(s: State) -> int:
    return s.beat * 3 // 1000 if s.tempo == ADAPTIVE else DEADLINE[s.tempo]


def slack(s: State) -> int:
    """How far from the beat of a metronome a word may be."""
    return s.beat * 35 // 100_000


def quicken(s: State) -> None:
    """R3.8: the adaptive tempo rises with the cards turned."""
    if s.tempo == ADAPTIVE and s.reveal % 10 == 0:
        s.beat = max(BEAT_MIN, s.beat * 97 // 100)


def slacken(s: State) -> None:
    if s.tempo == ADAPTIVE:
        s.beat = min(BEAT_MAX, s.beat * 110 // 100)


# --- how a round ends ---


def penalise(s: State, seat: int, why: int) -> None:
    """Who makes a mistake picks up; in sudden death he is out (R6.5)."""
    if s.sudden:
        put_out(s, seat, why)
        if s.phase != OVER:
            chant_on(s, s.now)
    elif s.centre:
        pick_up(s, seat, why)
    else:
        emit(s, TAKEN_NOTHING, seat, why)  # R3.9
        begin_round(s, seat)


def pick_up(s: State, seat: int, why: int) -> None:
    """R3.2: the whole centre goes under his pile, and he begins the next round."""
    emit(s, PICKED_UP, seat, s.centre * 16 + why)
    s.outcome = why
    s.loser = seat
    s.haul = s.centre
    give_centre(s, seat)
    for p in range(s.n):
        s.waits[p] += 1
    s.waits[seat] = 0
    slacken(s)
    s.deals += 1
    begin_round(s, seat)


def lapse(s: State) -> None:
    """R5.7: an event that nobody noticed passes."""
    emit(s, LAPSED, 0, 0)
    chant_on(s, s.now)


def put_out(s: State, seat: int, why: int) -> None:
    """Out of the sudden death; the last one left wins (R6.5)."""
    emit(s, OUT, seat, why)
    s.out |= bit(seat)
    s.outcome = why
    s.loser = seat
    s.haul = 0
    s.waiting &= ~bit(seat)
    left = playing(s)
    if count(left) == 1:
        win(s, lowest(left))
    elif s.turn == seat:
        s.turn = left_of(s, seat)


# --- how the match ends ---


def win(s: State, seat: int) -> None:
    s.outcome = 0
    emit(s, WON, seat, 0)
    end(s, bit(seat))


def draw_at_cap(s: State) -> None:
    """R6.6: too many turns; those with the fewest cards share the win."""
    emit(s, CAPPED, 0, 0)
    fewest = s.cards
    seats = 0
    for p in range(s.n):
        if s.out >> p & 1 == 0:
            if cards_of(s, p) < fewest or seats == 0:
                fewest = cards_of(s, p)
                seats = 0
            if cards_of(s, p) == fewest:
                seats |= bit(p)
    end(s, seats)


def end(s: State, seats: int) -> None:
    s.won = seats
    s.phase = OVER
    s.deals += 1
    ask(s, 0)

"""Taco Verso Bouc Cheese Pizza: five words go round, and when card and word agree, everybody slaps.

Times are inputs: a move is made at `now`, and due() lets everything happen that time alone brings about. R numbers
are paragraphs of RULES.md. Slaps are judged in slaps.py, rounds begin and end in rounds.py, cards lie in piles.py.
"""

from hoofspiel.games.taco.calm import ask_for_answers, give_answer, settle_calmly
from hoofspiel.games.taco.piles import (
    all_empty,
    cards_of,
    chain_length,
    deal_out,
    make_stock,
    turn_card,
    turn_stock,
)
from hoofspiel.games.taco.position import (
    AGO,
    ANSWER,
    ANSWER_MIXED,
    ANSWER_VERSO,
    ANSWERING,
    AUTO,
    BEAT,
    BY_ITSELF,
    CHANT,
    DEALER,
    DEALT,
    GESTURE,
    GESTURE_MIXED,
    GESTURE_VERSO,
    KINDS,
    LOOK_BACK,
    MIXED,
    NO_CARD,
    OPENING,
    OPTIONS,
    OVER,
    PICTURE,
    PRESSED,
    RESHUFFLED,
    REVEALED,
    SAY_ANY,
    SLAP,
    SLAP_ANY,
    SLAPPING,
    SLOW,
    SUDDEN_DEATH,
    USED_UP,
    WINDOW_SPECIAL,
    WINDOW_WORD,
    WORDS,
    WRONG_WORD,
    State,
)
from hoofspiel.games.taco.rounds import beat_end, begin_round, chant_on, left_of, penalise, playing, quicken, slack, win
from hoofspiel.games.taco.slaps import false_slap, forget_hands, is_special, make_gesture, settle, slap
from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import below, deal_card, draw_one, next_rng
from hoofspiel.kernel.engine import all_seats, ask, emit, mix, whisper

__all__ = ["OPTIONS", "State"]

HISTORY = (1 << LOOK_BACK + 1) - 1


def start(s: State) -> None:
    deal_out(s)
    s.beat = 1000 * BEAT[s.tempo]
    dealer = deal_card(s, DEALER, 0, all_seats(s))
    emit(s, DEALT, dealer, 0)
    begin_round(s, dealer)  # R2.3


# --- saying a word and turning a card ---


def say(s: State, word: int) -> None:
    if s.phase == OPENING and is_late(s, word):
        whisper(s, s.turn, USED_UP, 0)  # R3.10
    elif s.metronome and not s.calm and s.phase == CHANT and s.now < s.grid:
        s.pressed = word + 1  # R8.2: the card waits for the beat
        whisper(s, s.turn, PRESSED, s.reveal)
        s.alarm = s.grid
    else:
        reveal(s, word)


def is_late(s: State, word: int) -> bool:
    """Whether a word belongs to the turn its player has just lost by being too slow."""
    if s.missed == 0:
        return False
    return s.now - s.missed_at <= s.beat // 1000 or (word > 0 and word == s.missed - 1)


def reveal(s: State, word: int) -> None:
    """The player on turn says a word and turns a card at the same time, if he has one."""
    seat = s.turn
    forget_hands(s)
    if s.sudden == 0 and s.centre and all_empty(s):
        begin_sudden_death(s)  # R6.3
    card = NO_CARD
    if s.sudden:
        if s.stock_left == 0:
            make_stock(s)
            emit(s, RESHUFFLED, 0, 0)
        card = turn_stock(s)
    elif cards_of(s, seat):
        card = turn_card(s, seat)
    since = s.grid if s.metronome and s.phase == CHANT and s.now <= s.grid + slack(s) else s.now
    right = word == s.expected
    s.due = s.expected + 1
    s.turns += 1
    s.reveal += 1
    s.times[s.reveal & 31] = s.now
    s.shown_at = s.now
    s.said = word + 1
    s.turned = card + 1
    s.expected = (s.expected + 1) % WORDS
    s.flipper = seat
    s.missed = 0
    s.pressed = 0
    s.turn = left_of(s, seat)
    s.shown = mix(s.shown, s.now)
    emit(s, REVEALED, seat, (s.reveal * 32 + card + 1) * 8 + word)
    quicken(s)
    event = card != NO_CARD and (is_special(card) or PICTURE[card] == word)  # R4.1, R4.4, R4.5
    s.quiet = (s.quiet << 1 | (1 if right and not event else 0)) & HISTORY
    if not right:
        penalise(s, seat, WRONG_WORD)  # R4.7
    elif s.easy_win and card != NO_CARD and cards_of(s, seat) == 0:
        win(s, seat)  # R8.3
    elif s.calm:
        ask_for_answers(s)
    elif event:
        open_event(s, card)
    else:
        chant_on(s, since)


def open_event(s: State, card: int) -> None:
    s.phase = SLAPPING
    s.ready = beat_end(s)
    s.alarm = s.now + (WINDOW_SPECIAL if is_special(card) else WINDOW_WORD)
    ask(s, playing(s))


def begin_sudden_death(s: State) -> None:
    s.sudden = 1
    s.quiet = 0
    emit(s, SUDDEN_DEATH, 0, 0)
    make_stock(s)


# --- what time brings about ---


def due(s: State) -> None:
    """Let everything happen that was due strictly before now (R7.1)."""
    now = s.now
    while s.phase != OVER and s.alarm < now:
        s.now = s.alarm
        ring(s)
    s.now = now


def ring(s: State) -> None:
    if s.phase == SLAPPING:
        settle(s)
    elif s.phase == ANSWERING:
        settle_calmly(s)
    elif s.pressed:
        reveal(s, s.pressed - 1)
    elif s.phase == OPENING or s.centre == 0:
        emit(s, BY_ITSELF, s.turn, 0)  # R3.7
        reveal(s, s.expected)
    else:
        too_slow(s)


def too_slow(s: State) -> None:
    """R3.6: forgetting the word, or one's turn."""
    missed = s.expected + 1
    s.due = missed
    s.turns += 1
    forget_hands(s)
    penalise(s, s.turn, SLOW)
    if s.phase == OPENING:
        s.missed = missed
        s.missed_at = s.now


def let_time_pass(s: State, x: int) -> None:
    """The clock of random matches: mostly short steps, now and then a long silence."""
    y = next_rng(x ^ 0x5DEECE66D)
    s.now += below(y, 3000) if y & 15 == 0 else below(y, 400)
    due(s)


# --- what every game offers ---


def legal(s: State, seat: int) -> int:
    if s.phase == ANSWERING:
        return ANSWER_MIXED if s.deck == MIXED else ANSWER_VERSO
    moves = 0
    if seat == s.turn and s.phase <= CHANT and s.now >= s.ready and s.pressed == 0:
        moves = bit(s.expected) if s.word == AUTO else SAY_ANY  # R3.5, R8.1
    if s.calm:
        return moves
    moves |= GESTURE_MIXED if s.deck == MIXED else GESTURE_VERSO
    if s.centre:  # R3.9
        moves |= legal_slaps(s, seat)
    return moves


def legal_slaps(s: State, seat: int) -> int:
    """One slap on an event; any on a reveal of this round that was none: it is false, and ends the round."""
    open_to_me = s.phase == SLAPPING and s.place[seat] == 0
    slaps = SLAP_ANY if open_to_me or s.quiet & 1 else 0
    earlier = s.quiet >> 1
    pair = 0b11 << AGO
    while earlier:
        if earlier & 1:
            slaps |= pair
        earlier >>= 1
        pair <<= 2
    return slaps


def apply(s: State, seat: int, action: int) -> None:
    if action < SLAP:
        say(s, action)
    elif action < GESTURE:
        slap(s, seat, action - SLAP)
    elif action < ANSWER:
        make_gesture(s, seat, action - GESTURE)
    elif action < AGO:
        give_answer(s, seat, action)
    else:
        false_slap(s, seat, (action - AGO) & 1, (action - AGO) // 2 + 1)


def points(s: State, seat: int) -> int:
    return s.won >> seat & 1


def winners(s: State) -> int:
    return s.won


def redeal(s: State, seat: int, rng: int) -> None:
    """Unknown are all face-down cards, the hands and gestures of the others until they are settled, sealed answers,
    and whether somebody has said his word ahead of the metronome."""
    s.rng = rng
    if s.pressed and s.turn != seat:
        s.pressed = 0
        s.alarm = s.grid + slack(s)
    if s.settled == 0:
        s.hands = 0
        for p in range(s.n):
            if p != seat:
                if s.place[p]:
                    s.place[p] = 0
                    s.took[p] = 0
                    s.side[p] = 0
                    s.verdict[p] = 0
                if s.phase == ANSWERING and s.waiting >> p & 1 == 0 and s.out >> p & 1 == 0:
                    s.answer[p] = draw_one(s, legal(s, p)) - ANSWER
            elif s.place[p]:
                s.place[p] = 1
                s.hands = 1
    for p in range(s.n):
        if p != seat:
            s.made[p] = 0


def reopen(s: State) -> None:
    """Answers are sealed; a slap cannot be taken back."""
    if s.phase == ANSWERING:
        s.waiting = playing(s)
        for p in range(s.n):
            s.answer[p] = 0


def sound(s: State) -> bool:
    """No card is lost or doubled, and every chain is as long as it is said to be (R2.4)."""
    total = s.centre + s.stock_left
    for p in range(s.n):
        if s.fresh[p] < 0 or s.taken[p] > 0 and chain_length(s, s.first[p]) != s.taken[p]:
            return False
        total += cards_of(s, p)
    stock = 0
    for c in range(KINDS):
        if s.unseen[c] < 0 or s.stock[c] < 0:
            return False
        stock += s.stock[c]
    return total == s.cards and chain_length(s, s.bottom) == s.centre and stock == s.stock_left

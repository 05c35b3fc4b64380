"""Calm play (R9): no reflexes. Everybody answers every card in secret, and lots decide who was first and last."""

from hoofspiel.games.taco.piles import cards_of, top_card
from hoofspiel.games.taco.position import (
    ANSWER,
    ANSWERED,
    ANSWERING,
    LAST,
    PICTURE,
    WINDOW_CALM,
    WORDS,
    WRONG_ANSWER,
    State,
)
from hoofspiel.games.taco.rounds import chant_on, lapse, penalise, playing, win
from hoofspiel.games.taco.slaps import is_special, side_of
from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.chance import draw_one, random
from hoofspiel.kernel.engine import ask, emit


def ask_for_answers(s: State) -> None:
    s.phase = ANSWERING
    s.alarm = s.now + WINDOW_CALM
    ask(s, playing(s))


def right_answer(s: State) -> int:
    if s.quiet & 1:
        return 0
    card = top_card(s)
    if is_special(card):
        return 3 + 2 * (PICTURE[card] - WORDS) + side_of(card)
    return 1 + side_of(card)


def give_answer(s: State, seat: int, action: int) -> None:
    s.answer[seat] = action - ANSWER
    s.waiting ^= bit(seat)
    if s.waiting == 0:
        settle_calmly(s)


def settle_calmly(s: State) -> None:
    """All have answered, or the time is out; no answer is the answer "nothing"."""
    s.settled = 1
    right = 0
    moved = 0
    for p in range(s.n):
        if playing(s) >> p & 1:
            emit(s, ANSWERED, p, s.answer[p])
            if s.answer[p] == right_answer(s):
                right |= bit(p)
            if s.answer[p]:
                moved |= bit(p)
    wrong = playing(s) & ~right
    event = s.quiet & 1 == 0
    first = draw_one(s, right) if right and event else -1
    if first >= 0 and (s.sudden or cards_of(s, first) == 0):
        win(s, first)  # R9.4
    elif event and moved == 0:
        lapse(s)
    elif wrong and s.centre:
        penalise(s, draw_one(s, wrong), WRONG_ANSWER)  # R9.3
    elif event:
        penalise(s, unlucky(s, right & ~bit(first)), LAST)
    else:
        chant_on(s, s.now)


def unlucky(s: State, seats: int) -> int:
    """R9.5: the last place by lot; a ticket for everybody, and one more for each round without picking up."""
    tickets = 0
    for p in range(s.n):
        if seats >> p & 1:
            tickets += 1 + s.waits[p]
    k = random(s, tickets)
    seat = 0
    for p in range(s.n):
        if seats >> p & 1 and k >= 0:
            seat = p
            k -= 1 + s.waits[p]
    return seat

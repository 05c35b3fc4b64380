"""What each player of Taco may know. The only file that decides it.

Nobody knows a face-down card, not even its owner; hands and gestures are their owner's alone until the event is
settled; and the next word is nobody's business but the memory's, except where the table says it for the players.
"""

from typing import Literal, TypedDict

from hoofspiel.games.taco.names import REASONS, answer_name, card_name
from hoofspiel.games.taco.piles import cards_of, top_card
from hoofspiel.games.taco.position import (
    ADAPTIVE,
    ANSWERING,
    AUTO,
    CHANT,
    DEADLINE,
    FALSE_SLAP,
    NO_CARD,
    OPENING,
    OVER,
    PICTURE,
    SLAPPING,
    SLOW,
    WORDS,
    WRONG_WORD,
    State,
    data,
    gestures,
    words,
)


class Hand(TypedDict):
    """A slap."""

    seat: int
    side: Literal["palm", "back"]
    ms: int
    """The reaction: milliseconds since the reveal it answers."""

    reveal: int
    verdict: str | None
    """None for one's own hand until the event is settled."""


class Ending(TypedDict):
    """How the last round ended; gone with the next card."""

    seat: int
    """Who picked up, or is out of the sudden death."""

    why: str
    cards: int
    due: str | None
    """The word that was due, if a word was wrong or late. In sudden death the chant goes on, and nobody is reminded."""


class View(TypedDict):
    me: int | None
    prompt: str
    turn: int
    """Who says the next word."""

    starter: int
    piles: list[int]
    """Cards in each player's pile."""

    centre: int
    top: str | None
    """The card on top of the centre, such as taco, taco/back or taco*."""

    colour: str | None
    """The word whose colour the top card has: now and then not its own."""

    reveal: int
    """Number of the last reveal; words without a card count too."""

    by: int | None
    word: str | None
    """The last word that was said, and by whom."""

    card: str | None
    """The card turned with it; None for a word without a card."""

    next_word: str | None
    """Only where the table says the words for the players."""

    now: int
    shown_at: int
    """Times in milliseconds since the match began: the last move or tick, and the last reveal."""

    beat: int
    deadline: int
    """After a reveal the next word may come from the beat on, until the deadline."""

    window_closes: int | None
    """Calm play: when the time for answers is out."""

    my_hand: Hand | None
    my_gestures: list[str]
    """Made since the reveal."""

    my_answer: str | None
    answered: list[bool]
    """Calm play: who has answered the card."""

    hands: list[Hand]
    """In the order they came, once the event is settled."""

    answers: list[str]
    """Calm play: by seat, once the card is settled."""

    ending: Ending | None
    sudden_death: bool
    stock: int
    """Sudden death: cards that lie face down."""

    out: list[int]
    winners: list[int]
    calm: bool


def view(s: State, me: int | None) -> View:
    card = top_card(s)
    answering = s.phase == ANSWERING
    return {
        "me": me,
        "prompt": prompt(s, me),
        "turn": s.turn,
        "starter": s.starter,
        "piles": [cards_of(s, p) for p in range(s.n)],
        "centre": s.centre,
        "top": None if card == NO_CARD else card_name(card),
        "colour": None if card == NO_CARD else colour(s, card),
        "reveal": s.reveal,
        "by": s.flipper if s.reveal else None,
        "word": words[s.said - 1] if s.said else None,
        "card": card_name(s.turned - 1) if s.turned else None,
        "next_word": words[s.expected] if s.word == AUTO else None,
        "now": s.now,
        "shown_at": s.shown_at,
        "beat": (s.beat + 999) // 1000,
        "deadline": s.beat * 3 // 1000 if s.tempo == ADAPTIVE else DEADLINE[s.tempo],
        "window_closes": s.alarm if answering else None,
        "my_hand": None if me is None or not s.place[me] else hand(s, me),
        "my_gestures": [] if me is None else gestures_made(s.made[me]),
        "my_answer": answer_name(s.answer[me]) if me is not None and answering and not s.waiting >> me & 1 else None,
        "answered": [answering and not s.waiting >> p & 1 and not s.out >> p & 1 for p in range(s.n)],
        "hands": [hand(s, p) for p in shown_hands(s)],
        "answers": [answer_name(a) for a in s.answer[: s.n]] if s.calm and s.settled else [],
        "ending": ending(s),
        "sudden_death": bool(s.sudden),
        "stock": s.stock_left,
        "out": [p for p in range(s.n) if s.out >> p & 1],
        "winners": [p for p in range(s.n) if s.won >> p & 1],
        "calm": bool(s.calm),
    }


def ending(s: State) -> Ending | None:
    if not s.outcome:
        return None
    due = words[s.due - 1] if s.outcome in (WRONG_WORD, SLOW) and not s.sudden else None
    return {"seat": s.loser, "why": REASONS[s.outcome], "cards": s.haul, "due": due}


def shown_hands(s: State) -> list[int]:
    """Settled hands, and false slaps, which are settled at once."""
    seats = [p for p in range(s.n) if s.verdict[p] and (s.settled or s.verdict[p] == FALSE_SLAP)]
    return sorted(seats, key=lambda p: s.place[p])


def hand(s: State, seat: int) -> Hand:
    known = s.settled or s.verdict[seat] == FALSE_SLAP
    return {
        "seat": seat,
        "side": "back" if s.side[seat] else "palm",
        "ms": s.took[seat],
        "reveal": s.blamed if s.verdict[seat] == FALSE_SLAP else s.reveal,
        "verdict": REASONS[s.verdict[seat]] if known else None,
    }


def gestures_made(made: int) -> list[str]:
    return [name for g, name in enumerate(gestures) for _ in range(made >> 2 * g & 3)]


def colour(s: State, card: int) -> str:
    """The word whose colour the top card has: a few cards of each word wear another one's, always the same."""
    if PICTURE[card] >= WORDS:
        return card_name(PICTURE[card] if card < 16 else card).removesuffix("*")
    box = data["words"][words[PICTURE[card]]]
    lot = s.top * 7 % box["cards"]
    return words[(PICTURE[card] + 1 + s.top % (WORDS - 1)) % WORDS if lot < box["decoy"] else PICTURE[card]]


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.phase == OVER:
        return "over"
    if me is None:
        return "watch"
    if s.out >> me & 1:
        return "out"
    if s.phase == ANSWERING:
        return "answer" if s.waiting >> me & 1 else "answered"
    if s.phase == SLAPPING and s.place[me]:
        return "hand-down"
    if s.turn == me:
        if s.phase == OPENING:
            return "open"
        if s.pressed:
            return "pressed"
        return "say" if s.phase == CHANT and s.now >= s.ready else "next"
    if s.phase == OPENING:
        return "wait-open"
    return "wait" if s.calm else "eyes"

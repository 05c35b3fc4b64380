"""A position of Taco: its fields, and the numbers that stand for cards, phases, actions, events and reasons.

Cards 0..4 are the words and 5..7 the specials of the box, 8..15 the same from behind, 16..20 the words of the
classic box and 21..23 its specials. Times are whole milliseconds since the match began; `beat` alone is finer.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any

from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.game import Choice, EachSeat, Position, Switch

data: dict[str, Any] = tomllib.loads(Path(__file__).with_name("data.toml").read_text(encoding="utf-8"))
words: list[str] = data["chant"]

# --- cards ---

WORDS = 5
KINDS = 24
REVERSED = 8  # first card shown from behind
CLASSIC = 16  # first card of the classic box
NO_CARD = -1
MOST_CARDS = 128
PICTURE: tuple[int, ...] = (*range(8), *range(8), *range(5), 8, 9, 10)  # a word, or WORDS + the special's gesture
GESTURES = 6  # panda, moose, seal, and three of the classic box
SPECIALS: dict[str, Any] = {**data["specials"], **data["classic"]["specials"]}
gestures: list[str] = list(SPECIALS)
TIMES: tuple[int, ...] = tuple(special["times"] for special in SPECIALS.values())


def _box() -> tuple[tuple[int, ...], tuple[int, ...]]:
    kinds = [*(data["words"][word] for word in words), *data["specials"].values()]
    verso = [*(k["cards"] - k["reversed"] for k in kinds), *(k["reversed"] for k in kinds)]
    extra = [data["classic"]["words"]] * WORDS + [k["cards"] for k in data["classic"]["specials"].values()]
    return (*verso, *[0] * len(extra)), (*verso, *extra)


VERSO_BOX, MIXED_BOX = _box()
EACH: tuple[int, ...] = tuple(data["deal"].get(str(n), 0) for n in range(9))  # cards dealt to each, by players
EACH_LONG = 16
EACH_SHORT = 5
DECK_SIZE = (sum(VERSO_BOX), sum(MIXED_BOX))

# --- options ---

NORMAL = 0
ADAPTIVE = 3
AUTO = 1
MIXED = 1

OPTIONS = (
    Choice("tempo", ("normal", "relaxed", "fast", "adaptive"), origin="ours"),
    Choice("word", ("call", "auto"), origin="printed"),
    Choice("deck", ("verso", "mixed"), origin="variant"),
    Switch("calm", origin="ours"),
    Switch("metronome", origin="ours"),
    Switch("easy_win", origin="ours"),
    Switch("strict_gesture", default=True, origin="printed"),
    Switch("shuffle_pickup", origin="ruling"),
    Switch("no_fault_for_wrong_side", origin="ours"),
    Switch("long_deal", origin="ours"),
    Switch("short_deal", origin="ours"),
)

# --- time ---

_fastest: int = data["tempo"]["fast"]["beat"]
_slowest: int = data["tempo"]["relaxed"]["beat"]
BEAT: tuple[int, ...] = (data["tempo"]["normal"]["beat"], _slowest, _fastest, _slowest)
DEADLINE: tuple[int, ...] = (
    data["tempo"]["normal"]["deadline"],
    data["tempo"]["relaxed"]["deadline"],
    data["tempo"]["fast"]["deadline"],
    3 * _slowest,
)
BEAT_MIN = 1000 * _fastest  # of the adaptive tempo, in microseconds
BEAT_MAX = 1000 * _slowest
WINDOW_WORD: int = data["time"]["window_word"]
WINDOW_SPECIAL: int = data["time"]["window_special"]
WINDOW_CALM: int = data["time"]["window_calm"]
OPENING_WAIT: int = data["time"]["opening"]
HUMAN_WORD: int = data["time"]["human_word"]
HUMAN_SPECIAL: int = data["time"]["human_special"]
CALM_PATIENCE = 10  # in calm play the waits for a word are this many times longer
TURN_CAP = 20_000

# --- phases ---

OPENING = 0  # a round begins: its first word is awaited
CHANT = 1  # the next word is awaited
SLAPPING = 2  # the card is an event
ANSWERING = 3  # calm play: everybody answers the card
OVER = 4

# --- actions ---

SAY = 0  # + word
SLAP = 5  # + side
GESTURE = 7  # + gesture
ANSWER = 13  # calm play: + 0 nothing, + 1 + side, + 3 + 2 * gesture + side
AGO = 28  # + 2 * (reveals ago - 1) + side: a slap on an earlier reveal
LOOK_BACK = 17  # reveals ago that a slap can still answer
PALM = 0
BACK = 1
SAY_ANY = bit(WORDS) - 1
SLAP_ANY = 0b11 << SLAP
GESTURE_VERSO = 0b111 << GESTURE
GESTURE_MIXED = 0b111111 << GESTURE
ANSWER_VERSO = (bit(9) - 1) << ANSWER
ANSWER_MIXED = (bit(15) - 1) << ANSWER

# --- piles of an explicit deal ---

DEALER = 0
SIZES = 1  # cards dealt to a seat
PILE = 2  # 256 * seat + cards left in its pile, this one included
STOCK = 3  # the order in sudden death

# --- events ---

DEALT = 0  # the dealer; cards dealt to each
REVEALED = 1  # seat; packed_reveal
SLAPPED = 2  # seat; packed_slap
PICKED_UP = 3  # seat; cards * 16 + reason
LAPSED = 4  # nobody slapped
WON = 5  # seat
SUDDEN_DEATH = 6
RESHUFFLED = 7
OUT = 8  # seat; reason
CAPPED = 9
BY_ITSELF = 10  # seat whose word and card came by themselves
TAKEN_NOTHING = 11  # seat; a mistake while there was nothing to take
USED_UP = 12  # seat whose word came too late for a turn it had lost
LANDED = 13  # told to a seat: its hand lies on the pile; milliseconds * 2 + side
NOT_COUNTED = 14  # told to a seat: the wrong side, which is no slap at this table
ANSWERED = 15  # seat; answer
GESTURED = 16  # told to a seat: its own gesture, after which reveal; reveal * 8 + gesture
PRESSED = 17  # told to a seat: its word waits for the beat of the metronome; the reveal before it

# --- verdicts on a slap, and reasons for a pick-up ---

RIGHT = 1
WRONG_SIDE = 2
WRONG_GESTURE = 3
TOO_FAST = 4
FALSE_SLAP = 5
LAST = 6
MISSING = 7
WRONG_WORD = 8
SLOW = 9
WRONG_ANSWER = 10

Cards = Annotated[list[int], KINDS]
Slots = Annotated[list[int], MOST_CARDS + 1]
Recent = Annotated[list[int], 32]


class State(Position):
    tempo: int
    word: int  # CALL: the player says it, AUTO: it is said for him
    deck: int
    calm: int
    metronome: int
    easy_win: int
    strict_gesture: int
    shuffle_pickup: int
    no_fault_for_wrong_side: int
    long_deal: int
    short_deal: int

    now: int
    phase: int
    starter: int  # first player of the round
    turn: int  # who says the next word
    flipper: int  # who said the last one
    expected: int  # the next word
    said: int  # the last word + 1, 0 when there was none yet
    turned: int  # the card that was turned with it + 1, 0 when there was none
    reveal: int  # reveals so far, in the whole match
    turns: int
    shown_at: int  # time of the last reveal
    times: Recent  # times of the last reveals, by number modulo 32
    quiet: int  # bit k: the reveal k ago, in this round, was no event: a slap on it is false
    beat: int  # in microseconds
    ready: int  # earliest time of the next word
    alarm: int  # what happens then depends on the phase: see due()
    grid: int  # metronome: the beat the next card is turned on
    pressed: int  # metronome: the word said ahead of it + 1
    missed: int  # the word the starter was too slow with + 1
    missed_at: int

    cards: int  # dealt in this match
    unseen: Cards  # cards of the box nobody has seen yet, by kind
    fresh: EachSeat  # of these, how many lie in the pile of a seat
    taken: EachSeat  # cards picked up, which lie under the fresh ones
    first: EachSeat  # the slot of the uppermost of them
    last: EachSeat  # and of the lowest
    slots: int  # slots in use: every card seen so far has one
    card: Slots  # what lies in a slot
    after: Slots  # the slot of the card below it in the same pile, 0 for none
    lump: Slots  # shuffle_pickup: the pick-up it came with
    pickups: int
    centre: int  # cards in the centre
    bottom: int  # the slot of the card laid first
    top: int
    stock: Cards  # sudden death: cards face down
    stock_left: int
    stock_drawn: int
    sudden: int
    out: int  # seats out of the sudden death

    place: EachSeat  # order of the hands on the pile from 1, 0 for no hand
    took: EachSeat  # reaction
    side: EachSeat
    verdict: EachSeat
    hands: int
    blamed: int  # the reveal that a false slap answered
    made: EachSeat  # gestures since the reveal: two bits each, 3 stands for three or more
    answer: EachSeat  # calm play: sealed
    settled: int  # the hands or answers are shown to all
    outcome: int  # why the last round ended, until the next card
    loser: int  # who picked up then
    haul: int  # and how many cards
    due: int  # the word that should have been said when a word was wrong or late + 1
    waits: EachSeat  # rounds since a seat last picked up
    speed: EachSeat  # the mean reaction of a seat to words, in milliseconds, as its hands have shown; 0 for none
    won: int  # the winners

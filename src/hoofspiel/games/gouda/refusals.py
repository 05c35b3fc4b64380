"""Why a text is not a legal move of Gouda Gangster now: the paragraph of RULES.md, and a sentence."""

from collections.abc import Sequence

from hoofspiel.games.gouda.cards import EQUIPMENT, GANGSTER, HOLE, NAILED_DOWN, TRAP, WEAPONS, alike
from hoofspiel.games.gouda.position import REINFORCE, SNEAK, SPY, State, room_now, takes_part
from hoofspiel.games.gouda.words import ROOM_NAMES, ROOM_TITLES, card_names, face_named
from hoofspiel.kernel.words import either

PHASE_OF = {
    "room": SNEAK,
    "lay": SNEAK,
    "ready": SNEAK,
    "spy": SPY,
    "add": REINFORCE,
    "nailed-down": REINFORCE,
    "gangster": REINFORCE,
    "hole": REINFORCE,
    "pass": REINFORCE,
}
PARAGRAPH_OF = {SNEAK: "R3.1", SPY: "R4.1", REINFORCE: "R5.1"}
DOING = {SNEAK: "everybody is sneaking in", SPY: "everybody is spying", REINFORCE: "last cards are being played"}

Refusal = tuple[str, str]


def why_not(s: State, seat: int, words: Sequence[str]) -> Refusal:
    first = words[0]
    if first not in PHASE_OF:
        return _no_such_move(s, words)
    if not takes_part(s, seat):
        return (
            ("R9.6", "You are out of the game.")
            if s.last_rat_standing
            else ("R8.1", "This is a play-off, and you are not in it.")
        )
    if PHASE_OF[first] != s.phase:
        return _wrong_phase(s, words)
    if s.waiting >> seat & 1 == 0:
        if s.phase == SNEAK:
            return "R3.4", "Your row is complete: wait until everybody is ready."
        asked = s.waiting.bit_length() - 1
        return PARAGRAPH_OF[s.phase], f"It is not your turn: seat {asked} is to play."
    if s.phase == SNEAK:
        return _why_not_sneak(s, seat, words)
    if s.phase == SPY:
        return _why_not_spy(s, seat, words)
    return _why_not_reinforce(s, seat, words)


def _no_such_move(s: State, words: Sequence[str]) -> Refusal:
    """A player who types just the name of a thing is told the move for it."""
    text = " ".join(words)
    if text in ROOM_NAMES and s.phase == SNEAK:
        return "R3.1", f"To sneak into that room, say room {text}."
    if face_named(text) is not None and s.phase in (SNEAK, REINFORCE):
        return PARAGRAPH_OF[s.phase], f"To play that card, say {'lay' if s.phase == SNEAK else 'add'} {text}."
    return "R10.2", f"{text!r} is not a move in this game: moves begin with {either(list(PHASE_OF))}."


def _wrong_phase(s: State, words: Sequence[str]) -> Refusal:
    rule = PARAGRAPH_OF[PHASE_OF[words[0]]]
    if words[0] in ("nailed-down", "gangster", "hole") and s.phase == SNEAK:
        rule = "R3.3"
    return rule, f"{words[0]!r} is for when {DOING[PHASE_OF[words[0]]]}. Right now {DOING[s.phase]}."


def _hand(s: State, seat: int) -> str:
    names = card_names(s.hand[seat])
    return "you hold " + either(names, most=60).replace(" or ", " and ") if names else "you hold no cards"


def _why_not_sneak(s: State, seat: int, words: Sequence[str]) -> Refusal:
    first, *rest = words
    if first == "ready":
        if rest:
            return "R3.4", "Nothing comes after ready: it stands alone."
        return "R3.1", f"Your row needs a room card first: {either([f'room {r}' for r in ROOM_NAMES])}."
    if first == "room":
        if len(rest) != 1 or rest[0] not in ROOM_NAMES:
            return "R3.1", f"A room card is {either([f'room {r}' for r in ROOM_NAMES])}."
        return (
            "R3.3",
            f"Your rat is already going to the {ROOM_TITLES[s.room[seat]]}, and only one room card can be laid.",
        )
    if len(rest) == 1 and rest[0] in ROOM_NAMES:
        return "R3.1", f"To lay a room card, say room {rest[0]}."
    face = face_named(rest[0]) if len(rest) == 1 else None
    if face is None:
        return "R3.1", "Name the card to lay: lay 15, lay trap or lay cheese."
    if EQUIPMENT >> face & 1 == 0:
        return "R3.3", "That card is for the end of the night, after the spying: it cannot be laid in a row."
    if s.hand[seat] & alike(face):
        return "R8.3", "Cheese cards cannot be played in a play-off."
    return "R3.1", f"You have no {rest[0]} in your hand: {_hand(s, seat)}."


def _why_not_spy(s: State, seat: int, words: Sequence[str]) -> Refusal:
    numbers = [int(w) for w in words[1:] if w.isascii() and w.isdecimal()]
    if len(words) != 3 or len(numbers) != 2:
        return "R4.3", "Name a seat and a place in its row, counted from 0: spy 2 0."
    target, place = numbers
    if target == seat:
        return "R4.2", "You cannot spy on your own row."
    if target >= s.n or not takes_part(s, target):
        others = [p for p in range(s.n) if p != seat and takes_part(s, p)]
        return "R4.1", f"Seat {target} has no row here: spy on seat {either(others)}."
    if place >= s.length[target]:
        cards = s.length[target]
        return "R4.3", f"The row of seat {target} was laid with {cards} card{'s' * (cards > 1)}, at place 0" + (
            f" to {cards - 1}." if cards > 1 else "."
        )
    if s.gone[target] >> place & 1:
        return "R4.3", f"Place {place} in the row of seat {target} is empty: the trap there has snapped."
    return "R4.3", f"The card at place {place} in the row of seat {target} is already face up."


def _why_not_reinforce(s: State, seat: int, words: Sequence[str]) -> Refusal:
    first, *rest = words
    if first == "pass":
        return "R5.1", "Nothing comes after pass: it stands alone."
    if first == "add":
        return _why_not_add(s, seat, rest)
    face = {"nailed-down": NAILED_DOWN, "gangster": GANGSTER, "hole": HOLE}[first]
    if s.hand[seat] & alike(face) == 0:
        return "R5.1", f"You have no such card in your hand: {_hand(s, seat)}."
    if face == NAILED_DOWN:
        return "R5.5", "Nothing comes after nailed-down: it stands alone."
    if face == HOLE:
        here = ROOM_NAMES[room_now(s, seat)]
        if rest == [here]:
            return (
                "R5.8",
                f"Your rat is already in the {ROOM_TITLES[room_now(s, seat)]}: Hole-in-the-Wall leads to another room.",
            )
        return "R5.8", f"Hole-in-the-Wall names a room: {either([f'hole {r}' for r in ROOM_NAMES if r != here])}."
    full = [r for k, r in enumerate(ROOM_NAMES) if s.pieces[k]]
    if len(rest) == 2 and set(rest) <= set(ROOM_NAMES) and rest[0] != rest[1]:
        titles = [ROOM_TITLES[ROOM_NAMES.index(room)] for room in full]
        return "R5.6", f"There is no piece of cheese in that room; there is in the {either(titles)}."
    return "R5.6", f"Gouda Gangster needs two different rooms, from and to: gangster {full[0]} " + (
        f"{next(r for r in ROOM_NAMES if r != full[0])}."
    )


def _why_not_add(s: State, seat: int, rest: Sequence[str]) -> Refusal:
    face = face_named(rest[0]) if len(rest) == 1 else None
    if face is None:
        return "R5.1", "Name the card to play: add 15 or add cheese."
    if face == TRAP:
        return "R5.3", "Traps can only be laid in phase 3."
    if face in (GANGSTER, HOLE, NAILED_DOWN):
        how = {GANGSTER: "gangster bath bed", HOLE: "hole bed", NAILED_DOWN: "nailed-down"}[face]
        return "R5.1", f"An action has a word of its own: {how}."
    if s.hand[seat] & alike(face) and WEAPONS >> face & 1 == 0:
        return "R8.3", "Cheese cards cannot be played in a play-off."
    return "R5.1", f"You have no {rest[0]} in your hand: {_hand(s, seat)}."

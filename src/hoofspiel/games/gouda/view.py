"""What each player of Gouda Gangster may know. The only file that decides it."""

from collections import Counter
from typing import Literal, TypedDict

from hoofspiel.games.gouda.cards import CHEESE, strength_of
from hoofspiel.games.gouda.fights import is_weapon
from hoofspiel.games.gouda.position import (
    CARDS_A_WORD,
    INJURY,
    NOTHING,
    OVER,
    REINFORCE,
    SNEAK,
    SPY,
    WORDS_A_ROW,
    State,
    card_at,
    face_down,
    in_order,
    lies,
    room_is_open,
    takes_part,
)
from hoofspiel.games.gouda.words import ROOM_NAMES, card_name, card_names
from hoofspiel.kernel.bits import count

Phase = Literal["sneak", "spy", "reinforce", "over"]
PHASES: dict[int, Phase] = {SNEAK: "sneak", SPY: "spy", REINFORCE: "reinforce", OVER: "over"}


class RowCard(TypedDict):
    card: str | None
    """What this reader knows it to be; None for a back."""

    open: bool
    """Everybody sees it."""

    gone: bool
    """A trap that has snapped: it lies beside the spy now, and this place is empty."""

    surely_room: bool
    """Nothing but the room card can lie here, as everybody can conclude."""


class Turned(TypedDict):
    """A card that a spy turned up."""

    target: int
    place: int


class Player(TypedDict):
    """What the reader may know of a player."""

    takes_part: bool
    ready: bool
    """Has chosen, or need not choose now."""

    rats: int
    """Lives in Last-Rat-Standing."""

    cards: int
    """In the hand, room cards not counted; while rows are laid, with those in the row."""

    row: list[RowCard]
    """Empty for others until everybody is ready."""

    room: str | None
    """Where this rat is, if the reader knows."""

    through_the_wall: bool
    added: str | None
    """The card played as reinforcement."""

    moved: list[str]
    """The rooms its gangster moved a piece from and to."""

    spied: Turned | None
    injured: bool
    strength: int
    """Of the weapons the reader knows, less 10 if injured."""

    unknown: int
    """Cards in the row that may add to it."""

    cheese_cards: int
    """Known to the reader."""


class Room(TypedDict):
    room: str
    pieces: int
    cheese_cards: int
    """Those of rats known to be here."""

    rats: list[int]
    """Known to be here."""


class Night(TypedDict):
    """How the last round ended for a player."""

    room: str
    strength: int
    ate: bool
    row: list[str]
    """All cards of the row in their places, traps that snapped too."""

    added: str | None
    moved: list[str]
    spied: Turned | None


class View(TypedDict):
    me: int | None
    prompt: str
    phase: Phase
    round: int
    playoff: int
    """1 in the first play-off, and so on; 0 before."""

    king: int
    order: list[int]
    """Who takes part, from the king on."""

    turn: int | None
    """Whose turn it is to spy or to reinforce."""

    pieces: int
    """Of cheese in play."""

    rooms: list[Room]
    stray_cheese_cards: int
    """Open cheese cards of rats whose room is not known."""

    players: list[Player]
    pile: int
    discards: dict[str, int]
    my_hand: list[str]
    last: list[Night | None]
    """The round before this one, by seat; empty in the first."""

    lives: bool
    """Rats are lives: Last-Rat-Standing."""

    winners: list[int]


def view(s: State, me: int | None) -> View:
    players = [player(s, p, me) for p in range(s.n)]
    asked = [p for p in range(s.n) if s.waiting >> p & 1]
    return {
        "me": me,
        "prompt": prompt(s, me),
        "phase": PHASES[s.phase],
        "round": s.deals if s.phase == OVER else s.deals + 1,
        "playoff": s.playoff,
        "king": s.king,
        "order": [p for p in (in_order(s, k) for k in range(s.n)) if takes_part(s, p)],
        "turn": asked[0] if s.phase in (SPY, REINFORCE) else None,
        "pieces": sum(s.pieces),
        "rooms": [room(s, name, players) for name in ROOM_NAMES],
        "stray_cheese_cards": sum(p["cheese_cards"] for p in players if p["room"] is None),
        "players": players,
        "pile": count(s.pile),
        "discards": dict(Counter(card_names(s.discard))),
        "my_hand": [] if me is None else card_names(s.hand[me]),
        "last": [night(s, p) for p in range(s.n)] if s.deals else [],
        "lives": bool(s.last_rat_standing),
        "winners": [p for p in range(s.n) if s.crowned >> p & 1],
    }


def player(s: State, seat: int, me: int | None) -> Player:
    secret = s.phase == SNEAK and seat != me
    row = [] if secret else [row_card(s, seat, place, me) for place in range(s.length[seat])]
    known = [lies(s, seat, place) for place, c in enumerate(row) if c["card"] is not None]
    known += [s.added[seat]] if s.added[seat] != NOTHING else []
    weapons = sum(strength_of(card) for card in known if is_weapon(card))
    backs = sum(c["card"] is None for c in row)
    laid = s.length[seat] - (s.room[seat] != NOTHING) if s.phase == SNEAK else 0
    return {
        "takes_part": takes_part(s, seat),
        "ready": s.waiting >> seat & 1 == 0,
        "rats": s.rats[seat],
        "cards": count(s.hand[seat]) + laid,
        "row": row,
        "room": room_of(s, seat, me),
        "through_the_wall": s.hole[seat] != NOTHING,
        "added": None if s.added[seat] == NOTHING else card_name(s.added[seat]),
        "moved": rooms_of(s.moved[seat]),
        "spied": turned(s.spied[seat]),
        "injured": s.hurt[seat] > 0,
        "strength": weapons - INJURY * s.hurt[seat],
        "unknown": max(0, backs - (not room_is_open(s, seat))),
        "cheese_cards": known.count(CHEESE),
    }


def row_card(s: State, seat: int, place: int, me: int | None) -> RowCard:
    is_open = s.up[seat] >> place & 1 == 1
    last = face_down(s, seat) == 1 << place and not room_is_open(s, seat)
    return {
        "card": card_name(lies(s, seat, place)) if is_open or seat == me else None,
        "open": is_open,
        "gone": s.gone[seat] >> place & 1 == 1,
        "surely_room": last and s.phase != SNEAK,  # R4.5
    }


def room_of(s: State, seat: int, me: int | None) -> str | None:
    if s.hole[seat] != NOTHING:
        return ROOM_NAMES[s.hole[seat]]
    if s.room[seat] != NOTHING and (seat == me or room_is_open(s, seat)):
        return ROOM_NAMES[s.room[seat]]
    return None


def room(s: State, name: str, players: list[Player]) -> Room:
    here = [p for p in range(s.n) if players[p]["room"] == name]
    return {
        "room": name,
        "pieces": s.pieces[ROOM_NAMES.index(name)],
        "cheese_cards": 0 if s.playoff else sum(players[p]["cheese_cards"] for p in here),
        "rats": here,
    }


def night(s: State, seat: int) -> Night | None:
    if s.took_part >> seat & 1 == 0:
        return None
    words = s.last_row[seat * WORDS_A_ROW :]
    return {
        "room": ROOM_NAMES[s.last_room[seat]],
        "strength": s.last_strength[seat],
        "ate": s.ate >> seat & 1 == 1,
        "row": [card_name(card_at(words[place // CARDS_A_WORD], place)) for place in range(s.last_length[seat])],
        "added": None if s.last_added[seat] == NOTHING else card_name(s.last_added[seat]),
        "moved": rooms_of(s.last_moved[seat]),
        "spied": turned(s.last_spied[seat]),
    }


def rooms_of(moved: int) -> list[str]:
    return [] if moved == NOTHING else [ROOM_NAMES[moved >> 2], ROOM_NAMES[moved & 3]]


def turned(spied: int) -> Turned | None:
    return None if spied == NOTHING else {"target": spied & 7, "place": spied >> 3}


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.phase == OVER:
        return "over"
    if me is None:
        return "watch"
    if not takes_part(s, me):
        return "out"
    if s.waiting >> me & 1 == 0:
        return f"wait-{PHASES[s.phase]}"
    if s.phase == SNEAK and s.room[me] == NOTHING:
        return "sneak-room"
    return PHASES[s.phase]

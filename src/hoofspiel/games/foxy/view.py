"""What each player of Foxy & Woolly may know: everything but, with closed hands, the others' cubes."""

from typing import Literal, TypedDict

from hoofspiel.games.foxy.allocation import Allocation, allocation
from hoofspiel.games.foxy.auction import after_strike, can_shoot, target
from hoofspiel.games.foxy.components import (
    ALL_TOKENS,
    BOX,
    FREE_POINTS,
    HANDS_POINTS,
    HANDS_TOKENS,
    PLACES,
    ROWS,
    SET_TOKENS,
    WOLVES_LEFT,
)
from hoofspiel.games.foxy.farm import open_moves, slot_at
from hoofspiel.games.foxy.names import slots_of, token_name, token_names
from hoofspiel.games.foxy.position import CELLS, END, FIRST_SPECIAL, OVER, RESPOND, ROW_WOLF, SPECIAL, WOLF, State
from hoofspiel.kernel.bits import bit

Phase = Literal["wolf", "respond", "special", "end", "over"]
Token = int | str


class Farm(TypedDict):
    """One player's corner of the table."""

    cubes: int | None
    """In hand; None if hands are closed and it is not mine."""

    slots: list[int]
    """The nine numbers as they lie, row by row from the top left."""

    sheep: list[int]
    """Slots with a sheep, lowest first."""

    tokens: list[str]
    spent: list[str]
    wolves: list[str]
    """Row wolves that wait beside the farm."""

    passed: bool
    """Out of the auction of this special."""

    done: bool
    """Nothing more to do on this farm, at the end."""

    now: Allocation | None
    """The best ending if the match ended now; None if hands are closed and it is not mine."""


class SetPrice(TypedDict):
    """A token that takes sheep and cubes beside the farm, once."""

    token: str
    sheep: int
    cubes: int
    points: int


class Arrange(TypedDict):
    """What somebody who likes to arrange their farm themselves has to share out, and what everything earns."""

    sheep: list[int]
    """Slots of the surviving sheep: each earns its number with a cube."""

    cubes: int
    sets: list[SetPrice]
    idle: list[int]
    """What no idle cube earns, one, two, ..."""

    herd: int
    """Earned whatever is arranged."""


class Public(TypedDict):
    """The same for everybody."""

    phase: Phase
    place: int
    """Of the token on the table, from 0; 18 when all are gone."""

    path: list[Token]
    """All 18 tokens: 1 to 9, TOP, MID, LOW, or a special token."""

    token: Token | None
    pot: int
    """Cubes on the field."""

    starter: int
    turn: int | None
    """Who is on turn in the auction, or must answer the wolf; None at the end, when all act at once."""

    high: int | None
    """The highest offer."""

    bidder: int | None
    """Who made it."""

    target: int | None
    """The slot that the wolf just taken will strike; None if the gun has turned it away, or there is no such wolf."""

    shot: bool
    wolves_left: bool
    """Row wolves stand on the left of the farms."""

    closed_hands: bool
    farms: list[Farm]
    """As a watcher sees them."""

    gone: list[str]
    """Specials nobody wanted."""

    box: list[str]
    """Specials that are not in the match: nobody sees them, but one can tell."""


class Private(TypedDict):
    """What one reader sees besides."""

    me: int | None
    prompt: str
    arrange: Arrange | None
    """My own farm at the end, when nothing more happens on it."""

    outlook: dict[str, int]
    """My points if the match ended after a move, by move: "chase", "take", "resolve", "offer 3" if it wins."""


class WithClosedHands(Private, total=False):
    """Where hands are closed, a reader knows more of one farm."""

    farms: list[Farm]


class View(Private, Public):
    """All that a reader may know."""


PHASES: dict[int, Phase] = {WOLF: "wolf", RESPOND: "respond", SPECIAL: "special", END: "end", OVER: "over"}


def view(s: State, me: int | None) -> View:
    return {**public(s), **private(s, me)}


def public(s: State) -> Public:
    running = s.place < PLACES
    auctioned = s.phase == SPECIAL
    aim = target(s) if s.phase == RESPOND else 0
    return {
        "phase": PHASES[s.phase],
        "place": s.place,
        "path": [token_name(token) for token in s.track],
        "token": token_name(s.track[s.place]) if running else None,
        "pot": s.pot,
        "starter": s.starter,
        "turn": s.turn if running else None,
        "high": s.high if auctioned and s.high >= 0 else None,
        "bidder": s.bidder if auctioned and s.bidder >= 0 else None,
        "target": aim if aim >= 1 else None,
        "shot": s.phase == RESPOND and bool(s.shot),
        "wolves_left": bool(WOLVES_LEFT or s.wolf_left),
        "closed_hands": bool(s.closed_hands),
        "farms": [farm(s, p, None) for p in range(s.n)],
        "gone": token_names(s.gone),
        "box": token_names(left_in_box(s)),
    }


def private(s: State, me: int | None) -> WithClosedHands:
    known: WithClosedHands = {
        "me": me,
        "prompt": prompt(s, me),
        "arrange": arrange(s, me) if me is not None and s.phase >= END and s.waiting >> me & 1 == 0 else None,
        "outlook": {} if me is None else outlook(s, me),
    }
    if s.closed_hands and me is not None:
        known["farms"] = [farm(s, p, me) for p in range(s.n)]
    return known


def farm(s: State, seat: int, me: int | None) -> Farm:
    known = seat == me or not s.closed_hands or s.phase == OVER
    return {
        "cubes": s.hand[seat] if known else None,
        "slots": [slot_at(s, seat, cell) for cell in range(CELLS)],
        "sheep": slots_of(s, seat, s.sheep[seat]),
        "tokens": token_names(s.tokens[seat]),
        "spent": token_names(s.spent[seat]),
        "wolves": [row for number, row in enumerate(ROWS) if s.wolves[seat] >> number & 1],
        "passed": s.phase == SPECIAL and s.bidding >> seat & 1 == 0,
        "done": s.phase >= END and s.waiting >> seat & 1 == 0,
        "now": allocation(s, seat) if known else None,
    }


def arrange(s: State, me: int) -> Arrange:
    sets = [special for token, special in enumerate(BOX.specials) if s.tokens[me] & SET_TOKENS & bit(token)]
    return {
        "sheep": slots_of(s, me, s.sheep[me]),
        "cubes": s.hand[me],
        "sets": [{"token": a.id, "sheep": a.sheep, "cubes": a.cubes, "points": a.points} for a in sets],
        "idle": list((HANDS_POINTS if s.tokens[me] & HANDS_TOKENS else FREE_POINTS)[: s.hand[me] + 1]),
        "herd": allocation(s, me)["herd_points"],
    }


def left_in_box(s: State) -> int:
    seen = s.gone
    for p in range(s.n):
        seen |= s.tokens[p] | s.spent[p]
    for token in s.track[s.place :]:
        if token >= FIRST_SPECIAL:
            seen |= bit(token - FIRST_SPECIAL)
    return ALL_TOKENS & ~seen


def outlook(s: State, me: int) -> dict[str, int]:
    """What my answers to the token on the table would be worth, if the match ended with them."""
    if s.phase == SPECIAL:
        mine = s.tokens[me] | bit(s.track[s.place] - FIRST_SPECIAL)
        return {
            f"offer {price}": allocation(s, me, tokens=mine, cubes=s.hand[me] - price)["points"]
            for price in range(s.high + 1, s.hand[me] + 1)
        }
    if s.phase == RESPOND and s.turn == me:
        return {"resolve": allocation(s, me, sheep=after_strike(s, me, target(s)))["points"]}
    if s.phase != WOLF:
        return {}
    wolf, rich = s.track[s.place], s.hand[me] + s.pot
    found = {}
    if s.hand[me]:
        found["chase"] = allocation(s, me, cubes=s.hand[me] - 1)["points"]
    if wolf >= ROW_WOLF:
        found["take"] = allocation(s, me, cubes=rich, wolves=s.wolves[me] | bit(wolf - ROW_WOLF))["points"]
    else:
        found["take"] = allocation(s, me, cubes=rich, sheep=after_strike(s, me, wolf))["points"]
    return found


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.phase == OVER:
        return "over"
    if me is None:
        return "watch"
    if s.waiting >> me & 1 == 0:
        return "wait-end" if s.phase == END else "wait"
    if s.phase == WOLF:
        if s.hand[me] == 0:
            return "broke"
        return "row-wolf" if s.track[s.place] >= ROW_WOLF else "wolf"
    if s.phase == SPECIAL:
        return "open" if s.high < 0 else "raise" if s.hand[me] > s.high else "outbid"
    if s.phase == RESPOND:
        return "respond" if can_shoot(s, me) or open_moves(s, me) else "strike"
    return "attack" if s.wolves[me] else "last-moves"

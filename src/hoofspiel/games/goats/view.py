"""What each player of French Goats may know. The only file that decides it."""

from typing import Literal, TypedDict

from hoofspiel.games.goats.bids import bid_at, tete_would_win, winner_now
from hoofspiel.games.goats.names import bonus_names, cards_in, dish_name, spell_bonus
from hoofspiel.games.goats.position import (
    AFTER_REVEAL,
    ALL_BONUS,
    BEATS,
    BEFORE_FLIP,
    BEFORE_REVEAL,
    BIDDING,
    FACE_DOWN,
    OVER,
    PASS,
    TETE,
    State,
)
from hoofspiel.games.goats.rules import legal
from hoofspiel.kernel.bits import bit, count

Dish = int | Literal["draw"]


class Player(TypedDict):
    """What everybody may know of a player."""

    left: list[int]
    """Cards not shown yet in this round; a bid that lies face down is still among them."""

    ready: bool
    """Has chosen, or need not choose now."""

    bonus_cards: int
    points: int | None
    """All points so far; None where the table plays from memory."""

    recorded: int
    """Points of finished rounds."""

    card: int | None
    """The card in front of this seat, once the bids are turned up."""

    counts: int | None
    """What it counts: with Baapoleon's 3."""

    whose: int
    """The owner of the card in front of this seat: a swap changes it."""

    tete: int
    """1 if this seat was the first to play Tête-Baa-Tête in this auction, 2 for the second; 0 if it did not."""


class Newest(TypedDict):
    """A bonus card and what it was aimed at."""

    seat: int
    move: str


class Public(TypedDict):
    """The same for everybody."""

    phase: Literal["before-flip", "bidding", "before-reveal", "after-reveal", "over"]
    round: int
    rounds: int
    auction: int
    auctions: int
    dish: Dish | None
    """None while it lies face down."""

    kept: list[Dish]
    """Dishes nobody won that go with this one."""

    last_dish: Dish | None
    """The dish of the auction before this one, in this round or the round before."""

    to_come: list[Dish]
    """Food cards not turned up yet in this round; not all of them will be."""

    blind: bool
    coup: bool
    plus3: int | None
    players: list[Player]
    """As a watcher sees them."""

    priority: int
    """The seat that comes first when several play a card in one beat."""

    beats: bool
    leader: int | None
    """Who would win the dish as it stands, once the bids are turned up."""

    played: list[str]
    """Bonus cards that lie face up."""

    newest: Newest | None
    """The last of them: the auction it was played in may be over."""


class Private(TypedDict):
    """What one reader sees besides."""

    me: int | None
    prompt: str
    my_bid: int | None
    my_bonus: list[str]
    my_choice_made: bool
    unseen_bonus: list[str]
    """Bonus cards I have not seen: in the pile or in somebody's hand."""


class FromMemory(Private, total=False):
    """Where the table plays from memory, a reader knows more of one player."""

    players: list[Player]


class View(Private, Public):
    """All that a reader may know."""


PHASES: dict[int, Literal["before-flip", "bidding", "before-reveal", "after-reveal", "over"]] = {
    BEFORE_FLIP: "before-flip",
    BIDDING: "bidding",
    BEFORE_REVEAL: "before-reveal",
    AFTER_REVEAL: "after-reveal",
    OVER: "over",
}


def view(s: State, me: int | None) -> View:
    return {**public(s), **private(s, me)}


def public(s: State) -> Public:
    winner = winner_now(s) if s.phase == AFTER_REVEAL else -1
    return {
        "phase": PHASES[s.phase],
        "round": min(s.deals + 1, s.rounds),
        "rounds": s.rounds,
        "auction": s.auction,
        "auctions": s.cards,
        "dish": None if s.dish == FACE_DOWN else dishes(1 << s.dish)[0],
        "kept": dishes(s.kept),
        "last_dish": last_dish(s),
        "to_come": dishes(s.food),
        "blind": bool(s.blind),
        "coup": bool(s.coup),
        "plus3": None if s.plus3 < 0 else s.plus3,
        "players": [player(s, p, None) for p in range(s.n)],
        "priority": s.marker,
        "beats": s.windows == BEATS,
        "leader": winner if winner >= 0 else None,
        "played": bonus_names(s.spent),
        "newest": {"seat": s.newest_by, "move": spell_bonus(s.newest - 1)} if s.newest else None,
    }


def private(s: State, me: int | None) -> FromMemory:
    mine = 0 if me is None else s.held[me]
    known: FromMemory = {
        "me": me,
        "prompt": prompt(s, me),
        "my_bid": None if me is None or s.bid[me] == 0 else s.bid[me],
        "my_bonus": bonus_names(mine),
        "my_choice_made": me is not None and s.waiting >> me & 1 == 0,
        "unseen_bonus": bonus_names(ALL_BONUS & ~s.spent & ~mine) if s.bonus else [],
    }
    if s.memory and me is not None:
        known["players"] = [player(s, p, me) for p in range(s.n)]
    return known


def player(s: State, seat: int, me: int | None) -> Player:
    revealed = s.phase == AFTER_REVEAL
    open_score = not s.memory or s.phase == OVER or seat == me
    return {
        "left": cards_in(s.hand[seat]),
        "ready": s.waiting >> seat & 1 == 0,
        "bonus_cards": count(s.held[seat]),
        "points": s.score[seat] + s.won[seat] if open_score else None,
        "recorded": s.score[seat],
        "card": s.bid[s.lies[seat]] if revealed else None,
        "counts": bid_at(s, seat) if revealed else None,
        "whose": s.lies[seat],
        "tete": s.tete[seat],
    }


def dishes(mask: int) -> list[Dish]:
    return ["draw" if isinstance(name := dish_name(c), str) else name for c in cards_in(mask)]


def last_dish(s: State) -> Dish | None:
    """A dish that nobody wins at the end of a round, flipped after the bids, leaves no other trace."""
    auctioned = s.dishes or s.last_dishes
    return dishes(1 << (auctioned & 15))[0] if auctioned else None


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.phase == OVER:
        return "over"
    if me is None:
        return "watch"
    if s.waiting >> me & 1 == 0:
        return "wait-bids" if s.phase == BIDDING else "wait-window"
    if s.phase == BIDDING:
        return "bid-blind" if s.dish == FACE_DOWN else "bid"
    choices = legal(s, me)
    if choices == bit(PASS):
        return "nothing-fits"
    if choices & bit(TETE) and not tete_would_win(s, me):
        return "after-reveal-outbid"
    return {BEFORE_FLIP: "before-flip", BEFORE_REVEAL: "before-reveal", AFTER_REVEAL: "after-reveal"}[s.phase]

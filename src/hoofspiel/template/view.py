"""What each player may know. The only file that decides it."""

from typing import TypedDict

from hoofspiel.kernel.bits import count
from hoofspiel.template.names import straws_in
from hoofspiel.template.rules import State


class Player(TypedDict):
    """What everybody may know of a player."""

    left: int
    """How many straws are still in hand; one that is chosen is still among them."""

    ready: bool
    last: int | None
    """The straw shown in the draw before."""

    points: int


class View(TypedDict):
    me: int | None
    prompt: str
    draw: int
    draws: int
    shortest: bool
    shown: list[int]
    """The straws that are out of the game."""

    players: list[Player]
    my_straws: list[int]
    my_choice: int | None


def view(s: State, me: int | None) -> View:
    chosen = 0 if me is None else s.chosen[me]
    return {
        "me": me,
        "prompt": prompt(s, me),
        "draw": min(s.deals + 1, s.straws),
        "draws": s.straws,
        "shortest": bool(s.shortest),
        "shown": straws_in(s.out),
        "players": [player(s, p) for p in range(s.n)],
        "my_straws": [] if me is None else straws_in(s.hand[me]),
        "my_choice": chosen or None,
    }


def player(s: State, seat: int) -> Player:
    return {
        "left": count(s.hand[seat]),
        "ready": s.waiting >> seat & 1 == 0,
        "last": s.last[seat] or None,
        "points": s.won[seat],
    }


def prompt(s: State, me: int | None) -> str:
    """Which sentence of the texts says what this reader can do now."""
    if s.waiting == 0:
        return "over"
    if me is None:
        return "watch"
    return "show" if s.waiting >> me & 1 else "wait"

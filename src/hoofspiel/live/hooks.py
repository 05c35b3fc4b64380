"""What a game may tell live tables beyond its rules: the optional functions of its live.py.

    window_ms(s)              how long the present question is open to all who are asked, as one common window; 0: it is
                              an ordinary question. Must depend on public facts alone
    brisk(s)                  is this a question that people answer without much thought, such as one more bid? Bots
                              then pause for a shorter time. Must depend on public facts alone
    unhurried(s)              is this a question that takes several moves, of which the others see only the last? Bots
                              then pause for a longer time, once for all of them. Must depend on public facts alone
    late(s, seat)             the move that is played for a seat when the window closes
    reason(view, move)        where a hint has tried nothing out (else reasons.py speaks, as in a review), why a seat
                              that knows this view might make this move: {"reason": a key in the texts'
                              [reasons], and the facts its sentence names}, or None
    ORDERS                    standing orders that make sense in this game, each with the fields of words.Offer

Timed games also
    due_at(s)                 the next time (ms of the match) at which the rules act by themselves; -1: none
    reaction_from(s)          the time from which reactions count: that of the last reveal
    fair_time(...)            the effective reaction, from what was reported and what the server measured
    place(shown, reaction, lot)   where a press belongs among the others: tenths of a millisecond of the match, the lot
    patience(slow)            how long after its own time a press waits, given a slow round trip of each line
    races(move)               is this a press in which the faster one wins?
    doubt(claims, answers, rtt_p95)   why what a line claims does not fit what was measured, in a word; None: it fits
    bot_plan(s, seat, level, x)   what a bot does next and when: (milliseconds after the last step, move), or None;
                              level "minding" is that of a bot in the seat of a person who is away
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from hoofspiel.kernel.game import Game

from .words import Offer


def _of(game: Game, name: str) -> Callable[..., Any] | None:
    found: Callable[..., Any] | None = getattr(game.live, name, None)
    return found


def offers(game: Game) -> list[Offer]:
    """The standing orders a page suggests; ValidationError where a game has written nonsense."""
    return msgspec.convert(getattr(game.live, "ORDERS", ()), list[Offer], strict=True)


def reason(game: Game, view: Any, move: str) -> dict[str, Any] | None:
    """The game's own word for a piece of advice; made of the seat's view, so it knows no more."""
    hook = _of(game, "reason")
    found: dict[str, Any] | None = None if hook is None else hook(view, move)
    return found


def hides(game: Game, options: Mapping[str, Any]) -> bool:
    """May a seat know something that others must not? Not where people could play around one screen."""
    shared = game.one_device
    return shared is None or any(options.get(name) != value for name, value in shared.items())


def window_ms(game: Game, position: Any) -> int:
    hook = _of(game, "window_ms")
    return 0 if hook is None else int(hook(position))


def brisk(game: Game, position: Any) -> bool:
    hook = _of(game, "brisk")
    return hook is not None and bool(hook(position))


def unhurried(game: Game, position: Any) -> bool:
    hook = _of(game, "unhurried")
    return hook is not None and bool(hook(position))


def late_move(game: Game, position: Any, seat: int, moves: list[str]) -> str:
    hook = _of(game, "late")
    move = None if hook is None else hook(position, seat)
    return move if move in moves else moves[0]


def lets_pass(game: Game, position: Any, seat: int, move: str) -> bool:
    """Is this the move with which one lets a window go by?"""
    hook = _of(game, "late")
    return hook is not None and hook(position, seat) == move


def due_at(game: Game, position: Any) -> int:
    hook = _of(game, "due_at")
    return -1 if hook is None else int(hook(position))


def reaction_from(game: Game, position: Any) -> int:
    hook = _of(game, "reaction_from")
    return int(position.now) if hook is None else int(hook(position))


def fair_time(game: Game, **measured: float) -> float:
    hook = _of(game, "fair_time")
    elapsed = measured["arrived"] - measured["sent"] - measured["rtt_min"]
    return max(0.0, elapsed) if hook is None else float(hook(**measured))


def place(game: Game, shown: int, reaction: float, lot: float) -> tuple[int, float]:
    hook = _of(game, "place")
    found: tuple[int, float] = (shown * 10 + round(reaction * 10), lot) if hook is None else hook(shown, reaction, lot)
    return found


def patience(game: Game, slow: list[float]) -> float:
    hook = _of(game, "patience")
    return max(slow, default=0.0) if hook is None else float(hook(slow))


def races(game: Game, move: str) -> bool:
    hook = _of(game, "races")
    return hook is None or bool(hook(move))


def doubt(game: Game, **measured: Any) -> str | None:
    hook = _of(game, "doubt")
    return None if hook is None else hook(**measured)


def bot_plan(game: Game, position: Any, seat: int, level: str, x: int) -> tuple[int, str] | None:
    hook = _of(game, "bot_plan")
    return None if hook is None else hook(position, seat, level, x)

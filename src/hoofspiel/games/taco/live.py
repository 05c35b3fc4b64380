"""What a live table of Taco needs beyond the rules: when time acts, fair reactions, and bots that plan ahead."""

from secrets import randbits

from hoofspiel.games.taco.bot import LEVELS, NEVER, plan, seat_seed
from hoofspiel.games.taco.fair import doubt, fair_time, patience, place, races
from hoofspiel.games.taco.names import spell
from hoofspiel.games.taco.position import OVER, State

__all__ = ["bot_plan", "doubt", "due_at", "fair_time", "patience", "place", "races", "reaction_from", "reason"]

_salt = randbits(40)
"""Nobody outside can tell what a bot will do, and a bot asked twice in one moment sticks to its plan."""


def due_at(s: State) -> int:
    """When something happens by itself, if nobody does anything before."""
    return -1 if s.phase == OVER else s.alarm


def reaction_from(s: State) -> int:
    return s.shown_at


def bot_plan(s: State, seat: int, level: str, x: int) -> tuple[int, str] | None:
    """What a bot does next, and how many milliseconds from now; None while it has nothing to do.

    One that minds the seat of somebody who is away is as fast as that person has been (R6.8).
    """
    pace = (s.speed[seat] or LEVELS["casual"]) if level == "minding" else LEVELS[level]
    at, action = plan(s, seat, pace, seat_seed(_salt ^ s.shown_at, seat, s.moment))
    return None if at == NEVER else (max(0, at - s.now), spell(s, seat, action))


def reason(view: object, move: str) -> dict[str, str]:
    """Why, in a word: there is no time for more."""
    return {"reason": move.split()[0]}

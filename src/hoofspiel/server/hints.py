"""What a strong bot would do in somebody's place, from what their seat knows."""

from typing import Any, NamedTuple

from hoofspiel.bots.bench import Bench
from hoofspiel.kernel.game import Game
from hoofspiel.live import fanout, hooks
from hoofspiel.live.room import Room

from .bodies import Figures, Hint


class Choice(NamedTuple):
    """What a seat has to choose: nothing in it that the seat does not know."""

    game: Game
    seat: int
    v: int
    view: Any
    guess: Any
    whose: tuple[str, str]
    """the person who asks, and the table"""


def choice_of(room: Room, person_id: str, chance: int) -> Choice | None:
    """What somebody is asked, as their seat knows it; None where they need not choose."""
    match = room.match
    asked = [] if match is None else [seat for seat in room.body.seats_of(person_id) if seat in match.actors]
    if match is None or not asked:
        return None
    seat = asked[0]
    guess = fanout.guess_for(match, seat, chance)
    v, view = room.state.version_for((seat,)), match.game.view(match.position, seat)
    return Choice(match.game, seat, v, view, guess, (person_id, room.row.id))


async def hint_for(choice: Choice, bench: Bench) -> Hint:
    found = await bench.advise(choice.game, choice.guess, choice.seat, choice.whose)
    why = _why(choice, found["best"], found.get("other"))
    best, other = _figures(found["best"]), found.get("other")
    return Hint(
        move=best.move,
        v=choice.v,
        best=best,
        other=None if other is None else _figures(other),
        trials=found.get("trials", 0),
        only=found.get("only", False),
        reason=None if why else hooks.reason(choice.game, choice.view, best.move),
        why=why,
    )


def _figures(told: dict[str, Any]) -> Figures:
    return Figures(**{name: figure for name, figure in told.items() if name != "facts"})


def _why(choice: Choice, best: dict[str, Any], other: dict[str, Any] | None) -> str:
    """The sentence that a review would make of what came of the two choices."""
    reasons = choice.game.reasons
    if reasons is None or not hasattr(reasons, "why") or not (other and other.get("facts") and best.get("facts")):
        return ""
    said: str = reasons.why(choice.view, (best["move"], best["facts"]), (other["move"], other["facts"]))
    return said

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
    best = Figures(**found["best"])
    other = found.get("other")
    return Hint(
        move=best.move,
        v=choice.v,
        best=best,
        other=None if other is None else Figures(**other),
        trials=found.get("trials", 0),
        only=found.get("only", False),
        reason=hooks.reason(choice.game, choice.view, best.move),
    )

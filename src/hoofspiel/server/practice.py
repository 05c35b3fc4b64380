"""Practice tables: begun from a position of a finished match, begun again when a choice is taken back."""

from collections.abc import Awaitable, Callable

from hoofspiel.kernel.words import BadMatch
from hoofspiel.live import practice
from hoofspiel.live.body import read_body
from hoofspiel.live.host import Host
from hoofspiel.live.practice import Begun
from hoofspiel.live.room import Room
from hoofspiel.store.port import Person, TableRow

from .bodies import Made, PlayOn, TakeBack
from .refusals import HttpRefused

KEPT = 3
"""of somebody's practice tables: those before are gone, they were never meant to stay"""
MOST_LOOKED_AT = 60
Shut = Callable[[TableRow, str], Awaitable[None]]


async def play_on(host: Host, room: Room, person: Person, wanted: PlayOn, shut: Shut) -> Made:
    """A new practice table at that position of the room's match; HttpRefused says why not."""
    anew = host.new_tables.secret() if wanted.deal == "seen" else None

    def begin() -> Begun:
        if room.match is None or not room.match.over:
            raise HttpRefused(409, "not_over", "The match still runs: one can play on from it once it is over.")
        return practice.play_on(room.state, person, wanted.seat, wanted.move, anew=anew, now=host.time.now())

    return await _made(host, room, person, begin, shut)


async def take_back(host: Host, room: Room, person: Person, wanted: TakeBack, shut: Shut) -> Made:
    """A practice table that stands where the person chose last; HttpRefused says why not."""
    anew = host.new_tables.secret() if wanted.again and wanted.anew else None

    def begin() -> Begun:
        if room.body.practice is None:
            raise HttpRefused(409, "not_practice", "Choices are taken back in practice only: in a match they stand.")
        return practice.take_back(room.state, person, again=wanted.again, anew=anew, now=host.time.now())

    return await _made(host, room, person, begin, shut)


async def _made(host: Host, room: Room, person: Person, begin: Callable[[], Begun], shut: Shut) -> Made:
    try:
        begun = await room.look(begin)
    except BadMatch as error:
        raise HttpRefused(422, "bad_table", str(error)) from None
    row = await host.new_tables.practise(begun, room.row.game)
    await _tidy(host, person, shut)
    return Made(row.id, f"/t/{row.id}", None)


async def _tidy(host: Host, person: Person, shut: Shut) -> None:
    """Let the older practice of a person go, whether it came to an end or not."""
    rows = await host.store.tables_of(person.id, ("running", "over"), MOST_LOOKED_AT)
    own = [row for row in rows if (body := read_body(row)).practice is not None and body.host == person.id]
    for row in own[KEPT:]:
        if await host.store.delete_table(row.id):
            await shut(row, "This was practice, and you have begun again elsewhere.")

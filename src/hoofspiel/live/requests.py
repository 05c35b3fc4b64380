"""What people ask for at a table besides moves: one function for each kind of request, found by its type."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from hoofspiel.kernel.catalog import find_game
from hoofspiel.store.port import StoreError

from . import hooks, newcomers, seats
from . import messages as m
from .actions import Actions
from .body import Body
from .crowd import Crowd, first
from .ports import Reader
from .refusals import TableRefused
from .state import TableState
from .surroundings import Surroundings
from .talk import Talk


class Desk(NamedTuple):
    """What a request may look at and do."""

    state: TableState
    crowd: Crowd
    talk: Talk
    actions: Actions
    around: Surroundings


Answer = Callable[[Desk, Reader, Any], Awaitable[None]]


def answer(desk: Desk, reader: Reader, request: m.TableRequest) -> Awaitable[None]:
    """Do what was asked; TableRefused where that cannot be."""
    kind = type(request)
    run = ALWAYS.get(kind) or UNTIL_THE_END.get(kind)
    if run is None:
        raise TableRefused("unknown", "This is answered before it comes here.")
    if desk.state.row.state == "over" and kind not in ALWAYS:
        raise TableRefused("not_now", "The match is over; ask for a rematch.")
    return run(desk, reader, request)


async def _change(desk: Desk, reader: Reader, alter: Callable[[Body], None], *, start: bool = False) -> None:
    """Of a change that others do not see, nobody hears but the one who asked for it."""
    if not await desk.actions.change(alter, start=start):
        desk.crowd.tell_table_to(reader)


# --- seats ---


async def _sit(desk: Desk, reader: Reader, request: m.Sit) -> None:
    running, hides = desk.state.row.state == "running", _hides(desk)
    await _change(desk, reader, lambda body: seats.sit(body, reader.person, request, running=running, hides=hides))


async def _join(desk: Desk, reader: Reader, request: m.Join) -> None:
    if desk.state.row.state == "open":
        raise TableRefused("not_now", "The match has not begun: sit down.")
    if desk.state.body.next is not None:
        raise TableRefused("not_now", "The next match has a table already: go there and sit down.")
    hides = _hides(desk) or desk.state.row.state == "over"
    await _change(desk, reader, lambda body: newcomers.join(body, reader.person, request, hides=hides))


async def _admit(desk: Desk, reader: Reader, request: m.Admit) -> None:
    await _change(desk, reader, lambda body: newcomers.admit(body, reader.person, request, desk.crowd.here))


def _hides(desk: Desk) -> bool:
    return hooks.hides(find_game(desk.state.row.game), desk.state.body.options)


async def _stand(desk: Desk, reader: Reader, request: m.Stand) -> None:
    running = desk.state.row.state == "running"
    await _change(desk, reader, lambda body: seats.stand(body, reader.person, running=running))


async def _back(desk: Desk, reader: Reader, request: m.Back) -> None:
    await _change(desk, reader, lambda body: seats.back(body, reader.person))


async def _put_bot(desk: Desk, reader: Reader, request: m.PutBot) -> None:
    here, running = desk.crowd.here, desk.state.row.state == "running"
    await _change(desk, reader, lambda body: seats.put_bot(body, reader.person, request, here, running=running))


async def _clear(desk: Desk, reader: Reader, request: m.Clear) -> None:
    here, running = desk.crowd.here, desk.state.row.state == "running"
    await _change(desk, reader, lambda body: seats.clear(body, reader.person, request, here, running=running))


async def _ready(desk: Desk, reader: Reader, request: m.Ready) -> None:
    await _change(desk, reader, lambda body: seats.ready(body, reader.person, request))


async def _hand_over(desk: Desk, reader: Reader, request: m.HandOver) -> None:
    names = {other.person.id: other.person.name for other in desk.crowd.readers}
    await _change(desk, reader, lambda body: seats.hand_over(body, reader.person, request, names.get))


# --- the match ---


async def _start(desk: Desk, reader: Reader, request: m.Start) -> None:
    if desk.state.row.state != "open":
        raise TableRefused("not_now", "The match has begun already.")

    def begin(body: Body) -> None:
        seats.check_start(body, reader.person)
        seats.start(body, desk.around.time.now())
        people = {place.person for place in body.seats if place.kind == "person"}
        body.paused = request.gather and len(people) > 1 and find_game(desk.state.row.game).timed

    await _change(desk, reader, begin, start=True)


async def _pause(desk: Desk, reader: Reader, request: m.Pause) -> None:
    if desk.state.match is None:
        raise TableRefused("not_now", "There is nothing to pause.")
    await _change(desk, reader, lambda body: seats.pause(body, reader.person, request, desk.crowd.here))


async def _hold(desk: Desk, reader: Reader, request: m.Hold) -> None:
    seat = first(reader.seats)
    if seat is None:
        raise TableRefused("not_seated", "Only players can hold the clock.")
    if not desk.state.hold(seat):
        raise TableRefused("not_now", "There is no window to hold, or your holds are used up.")
    desk.crowd.tell_clock()


async def _orders(desk: Desk, reader: Reader, request: m.Orders) -> None:
    seat = first(reader.seats)
    if seat is None:
        raise TableRefused("not_seated", "Standing orders belong to a seat.")

    def note(body: Body) -> None:
        body.orders[str(seat)] = request.orders

    shows = await desk.actions.change(note)
    desk.crowd.tell_orders(seat)
    if not shows:
        desk.crowd.tell_table_to(reader)


async def _resume(desk: Desk, reader: Reader, request: m.Resume) -> None:
    if request.v > desk.state.version_for(reader.seats):
        await desk.actions.look_again()
    desk.crowd.send_state(reader, request.v)


async def _rematch(desk: Desk, reader: Reader, request: m.Rematch) -> None:
    if desk.state.row.state != "over":
        raise TableRefused("not_now", "A rematch comes after the match.")
    if not reader.seats:
        raise TableRefused("not_seated", "Whether there is a rematch is up to the players.")
    if desk.state.body.next is not None:
        desk.crowd.tell_table_to(reader)
        return
    try:
        made = await desk.around.rematch(desk.state, reader.person, desk.crowd.here)
    except StoreError as error:
        raise TableRefused("storage", "The server cannot store a new table right now.") from error

    def point(body: Body) -> None:
        body.next = made

    await _change(desk, reader, point)


# --- talk ---


async def _say(desk: Desk, reader: Reader, request: m.Say) -> None:
    await desk.talk.say(reader, request.text, desk.around.time.now())


async def _emote(desk: Desk, reader: Reader, request: m.Emote) -> None:
    await desk.talk.sign(reader, request)


async def _mute(desk: Desk, reader: Reader, request: m.Mute) -> None:
    desk.talk.mute(reader, request)


ALWAYS: dict[type[m.FromClient], Answer] = {
    m.Resume: _resume,
    m.Say: _say,
    m.Emote: _emote,
    m.Mute: _mute,
    m.Rematch: _rematch,
    m.Join: _join,
    m.Admit: _admit,
}
UNTIL_THE_END: dict[type[m.FromClient], Answer] = {
    m.Sit: _sit,
    m.Stand: _stand,
    m.Back: _back,
    m.PutBot: _put_bot,
    m.Clear: _clear,
    m.Ready: _ready,
    m.HandOver: _hand_over,
    m.Start: _start,
    m.Pause: _pause,
    m.Hold: _hold,
    m.Orders: _orders,
}
"""Moves go to the turns, and what a connection answers itself (pong, time, painted) never comes here."""

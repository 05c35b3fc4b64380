"""What people ask for at a table besides moves: seats, readiness, pauses, orders, talk."""

import logging
import unicodedata
from typing import TYPE_CHECKING, assert_never

from hoofspiel.store.port import ChatRow, Conflict, StoreError

from . import clock, seats
from . import messages as m
from .body import Body
from .crowd import first
from .letters import Reader, said_note, sign_note
from .seats import No

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("hoofspiel.room")
MOST_MARKS = 3
"""combining signs on one letter: more of them only paint over other people's lines"""


MOST_TRIES = 8
MOST_LINES = 50
"""of chat that somebody who comes is shown"""


async def at_the_desk(room: "Room", reader: Reader, request: m.TableRequest) -> None:
    """Do what was asked, or raise No. Of a change that others do not see only who asked for it is told."""
    revision, shown = room.row.revision, room.table()
    await _do(room, reader, request)
    if room.row.revision != revision and room.table() == shown:
        room.crowd.tell_table_to(reader)


async def _do(room: "Room", reader: Reader, request: m.TableRequest) -> None:
    person = reader.person
    running = room.row.state == "running"
    if isinstance(request, m.Say | m.Emote | m.Mute):
        await _talk(room, reader, request)
    elif isinstance(request, m.Rematch):
        await _rematch(room, reader)
    elif isinstance(request, m.Pong | m.AskTime | m.Painted | m.Move | m.Resume):
        raise No("unknown", "This is answered before it comes here.")
    elif room.row.state == "over":
        raise No("not_now", "The match is over; ask for a rematch.")
    elif isinstance(request, m.Orders):
        await _orders(room, reader, request)
    elif isinstance(request, m.Sit):
        await room.change(lambda body: seats.sit(body, person, request, running=running))
    elif isinstance(request, m.Stand):
        await room.change(lambda body: seats.stand(body, person, running=running))
    elif isinstance(request, m.Back):
        await room.change(lambda body: seats.back(body, person))
    elif isinstance(request, m.PutBot):
        await room.change(lambda body: seats.put_bot(body, person, request, room.crowd.here, running=running))
    elif isinstance(request, m.Clear):
        await room.change(lambda body: seats.clear(body, person, request, running=running))
    elif isinstance(request, m.Ready):
        await room.change(lambda body: seats.ready(body, person, request))
    elif isinstance(request, m.HandOver):
        names = {other.person.id: other.person.name for other in room.crowd.readers}
        await room.change(lambda body: seats.hand_over(body, person, request, names.get))
    elif isinstance(request, m.Start):
        await start(room, reader)
    elif isinstance(request, m.Pause):
        await _pause(room, reader, request)
    elif isinstance(request, m.Hold):
        _hold(room, reader)
    else:
        assert_never(request)


async def start(room: "Room", reader: Reader) -> None:
    """The host begins the match."""
    if room.row.state != "open":
        raise No("not_now", "The match has begun already.")

    def begin(body: Body) -> None:
        seats.check_start(body, reader.person)
        begin_body(body, room.time.now())

    await room.change(begin, state="running")
    room.begin()


def begin_body(body: Body, now: int) -> None:
    """What a table's body says from the first question on."""
    body.started = now
    body.banks, body.holds = clock.full(body.pace, len(body.seats))


async def _pause(room: "Room", reader: Reader, request: m.Pause) -> None:
    if room.match is None:
        raise No("not_now", "There is nothing to pause.")
    await room.change(lambda body: seats.pause(body, reader.person, request, room.crowd.here))


def _hold(room: "Room", reader: Reader) -> None:
    seat = first(reader.seats)
    if seat is None:
        raise No("not_seated", "Only those who play can hold the clock.")
    if not room.clocks.hold(seat):
        raise No("not_now", "There is no window to hold, or your holds are used up.")
    room.crowd.tell_clock()


async def _orders(room: "Room", reader: Reader, request: m.Orders) -> None:
    seat = first(reader.seats)
    if seat is None:
        raise No("not_seated", "Standing orders belong to a seat.")

    def note(body: Body) -> None:
        body.orders[str(seat)] = request.orders

    await room.change(note)
    tell_orders(room, seat)


def tell_orders(room: "Room", seat: int) -> None:
    for reader in room.crowd.readers:
        if first(reader.seats) == seat:
            reader.tell(m.encode(m.OrdersNow(room.body.orders.get(str(seat), []))))


async def _rematch(room: "Room", reader: Reader) -> None:
    if room.row.state != "over" or room.around.rematch is None:
        raise No("not_now", "A rematch comes after the match.")
    if not reader.seats:
        raise No("not_seated", "Those who played decide about a rematch.")
    if room.body.next is None:
        try:
            made = await room.around.rematch(room, reader.person)
        except StoreError as error:
            raise No("storage", "The server cannot store a new table right now.") from error

        def point(body: Body) -> None:
            body.next = made

        await room.change(point)
    else:
        room.crowd.tell_table_to(reader)


# --- talk ---


async def _talk(room: "Room", reader: Reader, request: m.Say | m.Emote | m.Mute) -> None:
    person, seat = reader.person, first(reader.seats)
    if isinstance(request, m.Mute):

        def note(body: Body) -> None:
            unheard = set(body.muted.get(person.id, [])) - {request.person}
            body.muted[person.id] = sorted(unheard | {request.person} if request.on else unheard)[:100]

        await room.change(note)
    elif isinstance(request, m.Emote):
        sign = m.Emoted(person.id, person.name, seat, request.emote)
        await room.publish(sign_note(sign))
        spread(room, person.id, m.encode(sign))
    else:
        text = clean(request.text)
        if not text:
            raise No("bad_message", "There is nothing to say in this.")
        await _say(room, ChatRow(0, person.id, person.name, -1 if seat is None else seat, text, room.time.now()))


async def _say(room: "Room", line: ChatRow) -> None:
    """Store a line under the next number, and only then tell it."""
    for _ in range(MOST_TRIES):
        line.n = room.chat_lines + 1
        try:
            await room.around.store.say(room.row.id, line)
        except Conflict:  # somebody spoke in another process at the same time
            await hear_lines(room, line.n)
        except StoreError as error:
            raise No("storage", "The server cannot store this right now.") from error
        else:
            room.chat_lines = line.n
            await room.publish(said_note(line.n))
            spread(room, line.person, m.encode(m.Chat(shown_line(line))))
            return
    raise No("storage", "Everybody speaks at once: say it again.")


async def hear_lines(room: "Room", n: int) -> None:
    """Tell what was said in other processes, up to line `n` at least."""
    if n <= room.chat_lines:
        return
    for line in await last_lines(room):
        if line.n > room.chat_lines:
            room.chat_lines = line.n
            spread(room, line.person, m.encode(m.Chat(shown_line(line))))


async def last_lines(room: "Room") -> list[ChatRow]:
    """None where the store cannot be read: nobody has to stay outside for that."""
    try:
        return await room.around.store.chat(room.row.id, MOST_LINES)
    except StoreError as error:
        log.warning("table %s: the chat cannot be read: %s", room.row.id, error)
        return []


def shown_line(line: ChatRow) -> m.ChatLine:
    return m.ChatLine(line.n, line.person, line.name, None if line.seat < 0 else line.seat, line.text, line.at)


def spread(room: "Room", speaker: str, frame: bytes) -> None:
    """To everybody who wants to hear this person."""
    for reader in room.crowd.readers:
        if speaker not in room.body.muted.get(reader.person.id, ()):
            reader.tell(frame)


def clean(text: str) -> str:
    """One line of plain text: no control characters, no towers of combining signs."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in ("Cc", "Cs", "Co", "Cn") or sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
            kept.append(" ")
        elif marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())

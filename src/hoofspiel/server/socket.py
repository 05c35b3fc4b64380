"""The WebSocket doors: bytes in become requests of a room. Plain ASGI, so that an idle connection costs little."""

import contextlib
import re
from contextvars import copy_context
from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hoofspiel.kernel.catalog import find_game
from hoofspiel.live import messages as m
from hoofspiel.live.fleet import Place
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.room import Room
from hoofspiel.store.port import StoreError

from .accounts import session_in
from .connection import Connection, TableConnection, wire_below
from .limits import Allowance, cost_of
from .protocol import BadMessage, encode, read_lobby_request, read_table_request
from .refusals import HttpRefused
from .server import AGAIN, Server

NOT_SIGNED_IN, BANNED, NO_TABLE, OTHER_RULES, FLOOD = 4401, 4403, 4404, 4409, 4429
TABLE = re.compile(r"/ws/table/([a-z0-9]{4,16})")
SLOWLY = "Slowly: that was a lot at once. Try again in a moment."
SINCE = re.compile(rb"(?:^|&)v=(\d{1,9})(?:&|$)")
SCREEN = re.compile(rb"(?:^|&)screen=1(?:&|$)")


async def refuse(send: Send, code: int) -> None:
    """Accept and close, so that the other side learns the code."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": ""})


def gave_up(send: Send) -> bool:
    """Has whoever waits for the handshake gone meanwhile?

    Nothing more is done for them: when everybody comes back at once, a busy server has to greet those who are there.
    """
    wire = wire_below(send)
    return wire is not None and wire.disconnected


async def sockets(server: Server, scope: Scope, receive: Receive, send: Send) -> None:
    """/ws/table/{id} and /ws/lobby"""
    await receive()
    asked = HTTPConnection(scope)
    address = server.address_of(asked)
    if server.bans.address(address, server.time.now()) is not None:
        await refuse(send, BANNED)
        return
    origin = server.origin_of(asked)
    del asked  # with all its headers: a line may last for hours
    if not server.sockets_from(origin, 1):
        await refuse(send, FLOOD)
        return
    try:
        await server.admit(origin)
        if gave_up(send):
            return
        found = TABLE.fullmatch(scope["path"])
        if found is not None:
            await _table(server, HTTPConnection(scope), found[1], receive, send)
        elif scope["path"] == "/ws/lobby":
            await _lobby(server, HTTPConnection(scope), receive, send)
        else:
            await refuse(send, NO_TABLE)
    except HttpRefused:
        await refuse(send, FLOOD)
    finally:
        server.sockets_from(origin, -1)


async def _table(server: Server, asked: HTTPConnection, table_id: str, receive: Receive, send: Send) -> None:
    session, endings = session_in(asked), server.sessions.endings
    try:
        person = await server.accounts.comes(asked)
        if gave_up(send):
            return
        if person is None:
            await refuse(send, NOT_SIGNED_IN)
            return
        if server.bans.person(person.id, server.time.now()) is not None:
            await refuse(send, BANNED)
            return
        room = await server.place(table_id, server.origin_of(asked))
        missing = None if room is not None else await server.missing(table_id)
    except (HttpRefused, StoreError):
        await refuse(send, FLOOD)
        return
    if gave_up(send):
        return
    if room is None:
        await refuse(send, OTHER_RULES if missing is not None and missing.error == "other_rules" else NO_TABLE)
        return
    if server.entrance.tight and not room.body.seats_of(person.id):
        await refuse(send, FLOOD)
        return
    since = SINCE.search(asked.scope["query_string"])
    screen = SCREEN.search(asked.scope["query_string"]) is not None
    address, origin = server.address_of(asked), server.origin_of(asked)
    (direct, sure), told = server.is_direct(asked), server.told_by_proxy(asked)
    del asked
    await send({"type": "websocket.accept"})
    people = max(1, len(room.body.seats_of(person.id)))  # around one device
    connection = TableConnection(
        send,
        server.outbox,
        person,
        session,
        time=server.time,
        told=told,
        direct=direct,
        sure=sure,
        echo_credit_ms=float(server.settings.echo_credit),
        allowance=Allowance(server.settings.messages * people, 20),
        budgets=(server.limits.by_person.of(person.id), server.limits.by_origin.of(origin)),
        timed=find_game(room.row.game).timed,
        screen=screen,
    )
    server.open_sockets.add(connection)
    server.came_from[connection] = address
    here = copy_context()  # in which logs name this socket
    connection.listen(partial(here.run, take, server, connection, room))  # type: ignore[call-arg]  # the frame
    room.post(Joined(connection, None if since is None else int(since[1])))
    if isinstance(room, Room) and room.mail.closed:  # it has moved to another server in this very moment
        connection.close(AGAIN, "shutdown", "Your table moves to another server; your page will find it again.")
    connection.tell(encode(connection.line.ping()))
    try:
        if server.sessions.endings != endings:  # somebody signed out meanwhile
            await server.sessions.check([connection])
        while connection.closing is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            take(server, connection, room, message.get("bytes") if frame is None else frame)
    finally:
        connection.listen(None)
        server.open_sockets.discard(connection)
        server.came_from.pop(connection, None)
        room.post(Left(connection))
        await connection.end()


def take(server: Server, connection: TableConnection, room: Place, frame: str | bytes | None) -> None:
    """One frame of a client at a table."""
    if connection.closing is not None:
        return
    now = server.time.now()
    server.metrics.frames += 1
    if not connection.allowance.take(now):
        connection.close(FLOOD, "flood", "Too many messages.")
        return
    try:
        request = read_table_request(frame or b"")
    except BadMessage as error:
        server.metrics.refused["bad_message"] += 1
        connection.tell(encode(m.Refusal("bad_message", str(error), id=error.move_id)))
        return
    plays = isinstance(request, m.Move) and connection.seats  # nobody who plays pays for others at the same address
    if not (connection.budgets[0].take(now) if plays else affordable(connection, request, now)):
        server.metrics.refused["too_fast"] += 1
        slow_down(connection, request, now)
    elif plays:
        room.post(Asks(connection, request, now))
    elif isinstance(request, m.Pong):
        connection.line.pong(request.n)
    elif isinstance(request, m.AskTime):
        connection.tell(encode(m.Time(request.t0, now, server.time.now())))
    elif isinstance(request, m.Painted):
        painted(server, connection, room, request)
    elif isinstance(request, m.Say | m.Emote) and not server.limits.talk.take(connection.person.id, now):
        connection.tell(encode(m.Refusal("too_fast", "Slowly: five lines in ten seconds.")))
    else:
        room.post(Asks(connection, request, now))


def affordable(connection: TableConnection, request: m.TableRequest, now: int) -> bool:
    """Charge whoever asks, and where they come from."""
    own, shared = connection.budgets
    cost = cost_of(request)
    return own.take(now, cost) and shared.take(now, cost)


def slow_down(connection: TableConnection, request: m.TableRequest, now: int) -> None:
    """Every move is answered; of the rest, which has no names to be told apart by, one a second.

    Reading a message takes less than a microsecond, but sending an answer ten: whoever floods us is not given that.
    """
    if isinstance(request, m.Move):
        connection.tell(encode(m.Refusal("too_fast", SLOWLY, id=request.id)))
    elif now - connection.slowed_at >= 1000:
        connection.slowed_at = now
        connection.tell(encode(m.Refusal("too_fast", SLOWLY)))


def painted(server: Server, connection: TableConnection, room: Place, request: m.Painted) -> None:
    """A screen says when it showed a step: of a timed match, and one that was sent to it."""
    if not isinstance(room, Room):  # what was sent, its owner knows
        server.metrics.note_painted(request.after_ms)
        return
    timed = room.match is not None and room.match.game.timed
    if not timed or request.v > room.state.version_for(connection.seats, room.crowd.reached(connection)):
        connection.tell(encode(m.Refusal("bad_message", "No such step of a timed game was sent to you.")))
    else:
        server.metrics.note_painted(request.after_ms)


async def _lobby(server: Server, asked: HTTPConnection, receive: Receive, send: Send) -> None:
    """Everybody may look, also without a name, as long as there is place enough for those who play."""
    if server.entrance.tight:
        await refuse(send, FLOOD)
        return
    session, endings = session_in(asked), server.sessions.endings
    with contextlib.suppress(StoreError):
        person = await server.accounts.person(asked)
        await send({"type": "websocket.accept"})
        connection = Connection(send, server.outbox, person, None if person is None else session)
        server.open_sockets.add(connection)
        server.came_from[connection] = server.address_of(asked)
        allowance = Allowance(30, 30)
        try:
            if server.sessions.endings != endings:  # somebody signed out meanwhile
                await server.sessions.check([connection])
            await server.lobby.welcome(connection)
            while connection.closing is None:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                server.metrics.frames += 1
                frame = message.get("text")
                try:
                    read_lobby_request((message.get("bytes") if frame is None else frame) or b"")
                except BadMessage as error:
                    connection.tell(encode(m.Refusal("bad_message", str(error))))
                if not allowance.take(server.time.now()):
                    connection.close(FLOOD, "flood", "Too many messages.")
        finally:
            server.open_sockets.discard(connection)
            server.came_from.pop(connection, None)
            server.lobby.visitors.discard(connection)
            await connection.end()

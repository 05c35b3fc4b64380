"""The WebSocket doors: bytes in become requests of a room. Plain ASGI, so that an idle connection costs little."""

import contextlib
import re
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hoofspiel.kernel.catalog import find_game
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.room import Room
from hoofspiel.store.port import StoreError

from .accounts import Refusal, session_in
from .connection import Connection, TableConnection
from .limits import Allowance
from .protocol import BadFrame, encode, read_lobby_request, read_table_request

if TYPE_CHECKING:
    from .app import Server

NOT_SIGNED_IN, NO_TABLE, FLOOD = 4401, 4404, 4429
TABLE = re.compile(r"/ws/table/([a-z0-9]{4,16})")
SINCE = re.compile(rb"(?:^|&)v=(\d{1,9})(?:&|$)")


async def refuse(send: Send, code: int) -> None:
    """Accept and close, so that the other side learns the code."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": ""})


async def sockets(server: "Server", scope: Scope, receive: Receive, send: Send) -> None:
    """/ws/table/{id} and /ws/lobby"""
    await receive()
    asked = HTTPConnection(scope)
    address = server.address_of(asked)
    if not server.sockets_from(address, 1):
        await refuse(send, FLOOD)
        return
    try:
        found = TABLE.fullmatch(scope["path"])
        if found is not None:
            await _table(server, asked, found[1], receive, send)
        elif scope["path"] == "/ws/lobby":
            await _lobby(server, asked, receive, send)
        else:
            await refuse(send, NO_TABLE)
    finally:
        server.sockets_from(address, -1)


async def _table(server: "Server", asked: HTTPConnection, table_id: str, receive: Receive, send: Send) -> None:
    session, endings = session_in(asked), server.sessions.endings
    try:
        person = await server.accounts.person(asked)
        if person is None:
            await refuse(send, NOT_SIGNED_IN)
            return
        room = await server.look_up(table_id, server.address_of(asked))
    except (Refusal, StoreError):
        await refuse(send, FLOOD)
        return
    if room is None:
        await refuse(send, NO_TABLE)
        return
    since = SINCE.search(asked.scope["query_string"])
    del asked
    await send({"type": "websocket.accept"})
    connection = TableConnection(send, server, person, session)
    connection.timed = find_game(room.row.game).timed
    people = max(1, len(room.body.seats_of(person.id)))  # around one device
    connection.allowance = Allowance(server.settings.messages * people, 20)
    server.open_sockets.add(connection)
    connection.listen(partial(take, connection, room))
    room.post(Joined(connection, None if since is None else int(since[1])))
    connection.tell(encode(connection.line.ping()))
    try:
        if server.sessions.endings != endings:  # somebody signed out meanwhile
            await server.sessions.check([connection])
        while connection.closing is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            take(connection, room, message.get("bytes") if frame is None else frame)
    finally:
        connection.listen(None)
        server.open_sockets.discard(connection)
        room.post(Left(connection))
        await connection.end()


def take(connection: TableConnection, room: Room, frame: str | bytes | None) -> None:
    """One frame of a client at a table."""
    if connection.closing is not None:
        return
    server = connection.server
    now = server.time.now()
    server.metrics.frames += 1
    if not connection.allowance.take(now):
        connection.close(FLOOD, "flood", "Too many messages.")
        return
    try:
        request = read_table_request(frame or b"")
    except BadFrame as error:
        server.metrics.refused["bad_message"] += 1
        connection.tell(encode(m.Refused("bad_message", str(error), id=error.move_id)))
        return
    if isinstance(request, m.Move):
        room.post(Asks(connection, request, now))
    elif isinstance(request, m.Pong):
        connection.line.pong(request.n)
    elif isinstance(request, m.AskTime):
        connection.tell(encode(m.Time(request.t0, now, server.time.now())))
    elif isinstance(request, m.Painted):
        painted(connection, room, request)
    elif isinstance(request, m.Say | m.Emote) and not server.talk.take(connection.person.id, now):
        connection.tell(encode(m.Refused("too_fast", "Slowly: five lines in ten seconds.")))
    else:
        room.post(Asks(connection, request, now))


def painted(connection: TableConnection, room: Room, request: m.Painted) -> None:
    """A screen says when it showed a step: of a timed match, and one that was sent to it."""
    timed = room.match is not None and room.match.game.timed
    if not timed or request.v > room.version_for(connection.seats, room.crowd.reached(connection)):
        connection.tell(encode(m.Refused("bad_message", "No such step of a timed game was sent to you.")))
    else:
        connection.server.metrics.note_painted(request.after_ms)


async def _lobby(server: "Server", asked: HTTPConnection, receive: Receive, send: Send) -> None:
    """Everybody may look, also without a name."""
    session, endings = session_in(asked), server.sessions.endings
    with contextlib.suppress(StoreError):
        person = await server.accounts.person(asked)
        await send({"type": "websocket.accept"})
        connection = Connection(send, server, person, None if person is None else session)
        server.open_sockets.add(connection)
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
                except BadFrame as error:
                    connection.tell(encode(m.Refused("bad_message", str(error))))
                if not allowance.take(server.time.now()):
                    connection.close(FLOOD, "flood", "Too many messages.")
        finally:
            server.open_sockets.discard(connection)
            server.lobby.visitors.discard(connection)
            await connection.end()

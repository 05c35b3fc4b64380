"""HTTP: who you are, tables, records, replays. Every answer is a struct of bodies.py or a Fault."""

import gzip
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from hoofspiel.bots.players import LEVELS
from hoofspiel.kernel.words import BadMatch
from hoofspiel.live.body import read_body
from hoofspiel.live.room import Room
from hoofspiel.live.words import Table
from hoofspiel.store.port import Conflict, Person, Unavailable

from . import bodies as b
from .accounts import COOKIE, COOKIE_SECONDS, Refusal, proper, session_in
from .games import game_infos
from .guard import MOST_BODY
from .plain import plain
from .replays import record_text, replay_of, shareable_record

if TYPE_CHECKING:
    from .app import Server

T = TypeVar("T")


class Doc(NamedTuple):
    """What an address takes and gives, for the OpenAPI description."""

    what: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    query: tuple[str, ...] = ()


class Endpoint(NamedTuple):
    method: str
    path: str
    run: Callable[[Request], Awaitable[Response]]
    doc: Doc


def answer(thing: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(thing), status, headers, media_type="application/json")


def server_of(request: Request) -> "Server":
    server: Server = request.app.state.server
    return server


async def body_of(request: Request, kind: type[T]) -> T:
    """The request's body, or a Refusal that says what is wrong with it."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "not_json", "Send JSON, with content-type: application/json.")
    body = await _whole(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refusal(422, "bad_body", plain(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal(400, "not_json", "This is not JSON.") from None


async def _whole(request: Request) -> bytes:
    """All that was sent, also by those who did not say beforehand how much it is."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BODY:
                raise Refusal(413, "too_large", "A request holds at most 64 KB.")
    except ClientDisconnect:
        raise Refusal(400, "not_json", "The request ended before its end.") from None
    return body


async def need_person(request: Request) -> Person:
    person = await server_of(request).accounts.person(request)
    if person is None:
        raise Refusal(401, "no_name", "Say who you are first: POST /api/me with a name.")
    return person


async def me_of(request: Request, person: Person | None, token: str | None = None) -> b.Me:
    if person is None:
        return b.Me(None, "", account=False, tables=[])
    mine = await server_of(request).lobby.mine(person.id)
    return b.Me(person.id, person.name, account=person.account is not None, tables=mine, token=token)


def with_cookie(request: Request, response: Response, token: str) -> Response:
    secure = server_of(request).settings.secure_cookies
    response.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")
    return response


# --- people ---


async def get_me(request: Request) -> Response:
    return answer(await me_of(request, await server_of(request).accounts.person(request)))


async def post_me(request: Request) -> Response:
    server = server_of(request)
    wanted = await body_of(request, b.Rename)
    person = await server.accounts.person(request)
    if person is not None:
        return answer(await me_of(request, await server.accounts.rename(person, wanted.name)))
    person, token = await server.accounts.guest(wanted.name, server.address_of(request))
    return with_cookie(request, answer(await me_of(request, person, token)), token)


async def delete_me(request: Request) -> Response:
    server = server_of(request)
    person = await need_person(request)
    server.end_sockets_of(person.id)
    await server.host.forget(person)
    await server.store.forget_person(person.id)
    await server.sessions.ended(person.id)
    await server.host.forget(person)  # what a page did that came back before the session ended
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE)
    return gone


async def history(request: Request) -> Response:
    person = await need_person(request)
    rows = await server_of(request).store.tables_of(person.id, ("over",), 100)
    return answer(b.History([past for row in rows if (past := _past(row, person)) is not None]))


def _past(row: Any, person: Person) -> b.Past | None:
    body = read_body(row)
    seat = body.seat_of(person.id)
    if seat is None or row.ended is None:
        return None
    return b.Past(row.id, row.game, body.names(), seat, body.points, body.winners, row.ended)


async def post_account(request: Request) -> Response:
    wanted = await body_of(request, b.Credentials)
    person = await need_person(request)
    server = server_of(request)
    claimed = await server.accounts.claim(person, wanted.name, wanted.password, server.address_of(request))
    return answer(await me_of(request, claimed))


async def post_session(request: Request) -> Response:
    server = server_of(request)
    given = await body_of(request, b.Credentials)
    before, session = await server.accounts.person(request), session_in(request)
    person, token = await server.accounts.sign_in(given.name, given.password, server.address_of(request), session)
    if before is not None:
        await server.sessions.ended(before.id)
    return with_cookie(request, answer(await me_of(request, person, token)), token)


async def delete_session(request: Request) -> Response:
    server = server_of(request)
    session = session_in(request)
    person = await server.accounts.person(request)
    if session is not None and person is not None:
        await server.store.drop_session(session)
        await server.sessions.ended(person.id)
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE)
    return gone


# --- tables ---


@cache
def _games() -> tuple[bytes, bytes]:
    """The same for everybody as long as the server runs: as it is, and packed."""
    plain = msgspec.json.encode(b.Games(game_infos(), list(LEVELS)))
    return plain, gzip.compress(plain)


async def get_games(request: Request) -> Response:
    plain, packed = _games()
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, 200, headers | {"content-encoding": "gzip"}, media_type="application/json")
    return Response(plain, 200, headers, media_type="application/json")


async def get_tables(request: Request) -> Response:
    return answer(b.Tables(list(server_of(request).lobby.lines.values())))


async def post_tables(request: Request) -> Response:
    server = server_of(request)
    wanted = await body_of(request, b.NewTable)
    person = await need_person(request)
    if not server.new_tables.take(person.id, server.time.now()):
        wait = server.new_tables.wait_seconds(person.id, server.time.now())
        raise Refusal(429, "too_many", "You have made many tables; wait a little.", wait)
    try:
        row = await server.host.make_table(
            person,
            wanted.game,
            wanted.seats,
            options=dict(wanted.options),
            pace=wanted.clock,
            public=wanted.public,
            watch=wanted.watch,
            delay_seconds=wanted.delay_seconds,
            sit=wanted.sit,
            bots=wanted.bots,
            start=wanted.start,
            around=[proper(name) for name in wanted.around],
        )
    except BadMatch as error:
        raise Refusal(422, "bad_table", str(error)) from None
    return answer(b.Made(row.id, f"/t/{row.id}"), 201)


async def room_of(request: Request) -> Room:
    server = server_of(request)
    room = await server.look_up(request.path_params["id"], server.address_of(request))
    if room is None:
        raise Refusal(404, "no_table", "There is no such table.")
    return room


async def get_table(request: Request) -> Response:
    return answer((await room_of(request)).table())


async def get_record(request: Request) -> Response:
    room = await room_of(request)
    record = await room.look(lambda: shareable_record(room))
    if record is None:
        raise Refusal(409, "not_over", "The record is there when the match is over.")
    if request.query_params.get("form") == "text":
        return Response(record_text(record), media_type="text/plain; charset=utf-8")
    return answer(record)


async def get_replay(request: Request) -> Response:
    room = await room_of(request)
    person = await server_of(request).accounts.person(request)
    given = request.query_params.get("seat")
    seat = int(given) if given is not None and given.isascii() and given.isdecimal() and len(given) < 3 else None
    if given is not None and (seat is None or seat >= len(room.body.seats)):
        raise Refusal(422, "no_seat", f"Seats are 0 to {len(room.body.seats) - 1}.")

    def replay() -> b.Replay:
        if room.match is None:
            raise Refusal(409, "not_started", "The match has not begun.")
        if not room.match.over:
            if seat is not None and seat not in room.body.seats_of("" if person is None else person.id):
                raise Refusal(403, "not_yours", "While a match runs, a seat's view belongs to who sits there.")
            if seat is None and (room.body.watch == "nobody" or room.body.delay_seconds):
                raise Refusal(403, "no_watchers", "This match is not shown to watchers while it runs.")
        return replay_of(room, seat)

    return answer(await room.look(replay))


async def get_hint(request: Request) -> Response:
    server = server_of(request)
    person = await need_person(request)
    room = await room_of(request)
    question = await room.look(lambda: server.question(room, person.id))
    if question is None:
        raise Refusal(409, "not_asked", "A hint is for somebody who has to choose.")
    if not server.hints.take(person.id, server.time.now()):
        raise Refusal(429, "too_many", "One hint at a time.", server.hints.wait_seconds(person.id, server.time.now()))
    return answer(await server.hint(question))


async def guarded(endpoint: Endpoint, request: Request) -> Response:
    """Run one endpoint and turn every refusal into its answer."""
    server = server_of(request)
    try:
        response = await endpoint.run(request)
    except Refusal as refusal:
        response = answer(b.Fault(refusal.error, refusal.reason), refusal.status)
        if refusal.retry_after:
            response.headers["retry-after"] = str(refusal.retry_after)
    except Conflict:
        response = answer(b.Fault("conflict", "Somebody else was first: try again."), 409)
    except Unavailable:
        response = answer(b.Fault("storage", "The server cannot store anything right now."), 503)
    server.metrics.answers[response.status_code] += 1
    return response


ENDPOINTS = (
    Endpoint("GET", "/api/me", get_me, Doc("Who the server takes you for", gives=b.Me)),
    Endpoint("POST", "/api/me", post_me, Doc("Become a guest, or change your name", b.Rename, b.Me)),
    Endpoint("DELETE", "/api/me", delete_me, Doc("Delete yourself", status=204)),
    Endpoint("GET", "/api/me/history", history, Doc("Your finished matches", gives=b.History)),
    Endpoint("POST", "/api/account", post_account, Doc("Claim an account", b.Credentials, b.Me)),
    Endpoint("POST", "/api/session", post_session, Doc("Sign in", b.Credentials, b.Me)),
    Endpoint("DELETE", "/api/session", delete_session, Doc("Sign out", status=204)),
    Endpoint("GET", "/api/games", get_games, Doc("The games of this server", gives=b.Games)),
    Endpoint("GET", "/api/tables", get_tables, Doc("Public tables", gives=b.Tables)),
    Endpoint("POST", "/api/tables", post_tables, Doc("Make a table", b.NewTable, b.Made, 201)),
    Endpoint("GET", "/api/tables/{id}", get_table, Doc("One table", gives=Table)),
    Endpoint("GET", "/api/tables/{id}/record", get_record, Doc("The finished match", gives=dict, query=("form",))),
    Endpoint("GET", "/api/tables/{id}/replay", get_replay, Doc("Step by step", gives=b.Replay, query=("seat",))),
    Endpoint("GET", "/api/tables/{id}/hint", get_hint, Doc("What a bot would do", gives=b.Hint)),
)


class Address:
    """All methods of one path; others are refused, not passed on."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self.methods = {endpoint.method: endpoint for endpoint in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        endpoint = self.methods.get(request.method)
        if endpoint is None:
            response = answer(b.Fault("no_such_method", f"Here one can {', '.join(self.methods)}."), 405)
            response.headers["allow"] = ", ".join(self.methods)
            server_of(request).metrics.answers[405] += 1
        else:
            response = await guarded(endpoint, request)
        await response(scope, receive, send)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    response = answer(b.Fault("no_address", "There is no such address: GET /openapi.json lists them all."), 404)
    server_of(Request(scope)).metrics.answers[404] += 1
    await response(scope, receive, send)


def api_routes() -> list[BaseRoute]:
    """Every address of ENDPOINTS, and an answer for all others under /api."""
    paths = dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)
    found = [Route(path, Address([e for e in ENDPOINTS if e.path == path])) for path in paths]
    return [*found, Mount("/api", nowhere)]

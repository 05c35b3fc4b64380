"""HTTP: who you are, your account, your devices, everything we know of you."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

from hoofspiel.live.body import read_body
from hoofspiel.store.port import Person, StoreError, TableRow

from . import bodies as b
from .accounts import COOKIE, COOKIE_SECONDS, DEVICE, HOST_COOKIE, HOST_DEVICE, hash_of, session_in
from .answers import Doc, Endpoint, answer, body_of, need_person, server_of
from .refusals import HttpRefused
from .replays import past_of
from .server import Server

MOST_EXPORTED = 10_000
"""tables in one export"""


async def me_of(request: Request, person: Person | None, token: str | None = None) -> b.Me:
    if person is None:
        return b.Me(None, "", account=False, tables=[])
    mine = await server_of(request).lobby.mine(person.id)
    return b.Me(person.id, person.name, account=person.account is not None, tables=mine, token=token)


def with_cookie(request: Request, response: Response, token: str, mark: str = "") -> Response:
    secure = server_of(request).settings.secure_cookies
    own = {HOST_COOKIE if secure else COOKIE: token} | ({HOST_DEVICE if secure else DEVICE: mark} if mark else {})
    for name, value in own.items():
        response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE)
    return response


def with_own_token(request: Request, response: Response, token: str, mark: str) -> Response:
    """A new token instead of the one that was shown: a page's goes into its cookie, a program has read the answer."""
    return response if "authorization" in request.headers else with_cookie(request, response, token, mark)


def without_cookie(request: Request) -> Response:
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE)
    if server_of(request).settings.secure_cookies:
        gone.delete_cookie(HOST_COOKIE, secure=True)
    return gone


async def get_me(request: Request) -> Response:
    server = server_of(request)
    person = await server.accounts.person(request)
    told = answer(await me_of(request, person))
    moved = None
    with contextlib.suppress(StoreError):  # the next look notes it
        moved = None if person is None else await server.accounts.seen(request)
    return told if moved is None else with_cookie(request, told, moved)


async def post_me(request: Request) -> Response:
    server = server_of(request)
    wanted = await body_of(request, b.Rename)
    person = await server.accounts.person(request)
    if person is not None:
        await need_person(request)
        if not server.limits.names.take(person.id, server.time.now()):
            wait = server.limits.names.wait_seconds(person.id, server.time.now())
            raise HttpRefused(429, "too_many", "You have changed your name often; wait a little.", wait)
        renamed = await server.accounts.rename(person, wanted.name)
        await server.names.changed(person, renamed)
        return answer(await me_of(request, renamed))
    person, token = await server.accounts.guest(wanted.name, server.origin_of(request), request)
    return with_cookie(request, answer(await me_of(request, person, token)), token)


async def delete_me(request: Request) -> Response:
    server = server_of(request)
    person = await need_person(request, banned_too=True)
    await server.sessions.forget(person)
    return without_cookie(request)


async def history(request: Request) -> Response:
    person = await need_person(request, banned_too=True)
    rows = await server_of(request).store.tables_of(person.id, ("over",), 100)
    return answer(b.History([past for row in rows if (past := past_of(row, person.id)) is not None]))


async def post_account(request: Request) -> Response:
    wanted = await body_of(request, b.Credentials)
    person = await need_person(request)
    server = server_of(request)
    origin = server.origin_of(request)
    claimed, token, mark = await server.accounts.claim(person, wanted.name, wanted.password, origin, request)
    await server.sessions.ended(person.id, anew=True)
    await server.names.changed(person, claimed)
    return with_own_token(request, answer(await me_of(request, claimed, token)), token, mark)


async def post_password(request: Request) -> Response:
    wanted = await body_of(request, b.NewPassword)
    person = await need_person(request)
    server = server_of(request)
    origin = server.origin_of(request)
    _, token, mark = await server.accounts.change_password(person, wanted.old, wanted.new, origin, request)
    await server.sessions.ended(person.id, anew=True)
    return with_own_token(request, answer(await me_of(request, person, token)), token, mark)


async def post_session(request: Request) -> Response:
    server = server_of(request)
    given = await body_of(request, b.Credentials)
    before, session = await server.accounts.person(request), session_in(request)
    origin = server.origin_of(request)
    person, token, mark = await server.accounts.sign_in(given.name, given.password, origin, session, request)
    if before is not None:
        await server.sessions.ended(before.id)
    return with_cookie(request, answer(await me_of(request, person, token)), token, mark)


async def delete_session(request: Request) -> Response:
    server = server_of(request)
    session = session_in(request)
    person = await server.accounts.person(request)
    if session is not None and person is not None:
        await server.store.drop_session(session)
        await server.sessions.ended(person.id)
    return without_cookie(request)


# --- devices ---


def device_id(token_hash: str) -> str:
    """How a device is called outside: nothing that the store looks sessions up by."""
    return hash_of(token_hash)[:16]


async def get_devices(request: Request) -> Response:
    person = await need_person(request, banned_too=True)
    here = session_in(request)
    sessions = await server_of(request).store.sessions_of(person.id)
    return answer(
        b.Devices(
            [
                b.Device(device_id(s.token_hash), s.device, s.created, s.seen or s.created, s.token_hash == here)
                for s in sessions
            ]
        )
    )


async def delete_devices(request: Request) -> Response:
    person = await need_person(request, banned_too=True)
    server = server_of(request)
    await server.store.end_sessions(person.id)
    await server.sessions.ended(person.id)
    return without_cookie(request)


async def delete_device(request: Request) -> Response:
    person = await need_person(request, banned_too=True)
    server = server_of(request)
    own = {device_id(s.token_hash): s.token_hash for s in await server.store.sessions_of(person.id)}
    session = own.get(request.path_params["id"])
    if session is None:
        raise HttpRefused(404, "no_device", "You are not signed in on such a device: GET /api/me/devices lists them.")
    await server.store.drop_session(session)
    await server.sessions.ended(person.id)
    return without_cookie(request) if session == session_in(request) else Response(status_code=204)


# --- everything we know of you ---


async def get_export(request: Request) -> Response:
    person = await need_person(request, banned_too=True)
    server = server_of(request)
    if not server.limits.exports.take(person.id, server.time.now()):
        wait = server.limits.exports.wait_seconds(person.id, server.time.now())
        raise HttpRefused(429, "too_many", "You have just had all your data; wait a little.", wait)
    told = answer(await export_of(server, person))
    told.headers["content-disposition"] = 'attachment; filename="hoofspiel-my-data.json"'
    return told


async def export_of(server: Server, person: Person) -> b.Export:
    """All that is stored of a person; of others only the names they sat beside."""
    devices = [
        b.Device(device_id(s.token_hash), s.device, s.created, s.seen or s.created, here=False)
        for s in await server.store.sessions_of(person.id)
    ]
    said = [b.Said(table, line.text, line.at) for table, line in await server.store.lines_of(person.id)]
    rows = await server.store.tables_of(person.id, ("open", "running", "over", "closed"), MOST_EXPORTED)
    return b.Export(
        person=person.id,
        name=person.name,
        account=person.account,
        since=await server.store.born(person.id) or 0,
        devices=devices,
        said=said,
        tables=[await _own_part(server, row, person.id) for row in rows],
    )


async def _own_part(server: Server, row: TableRow, person_id: str) -> b.OwnPart:
    body = read_body(row)
    held = body.seats_of(person_id)
    moves = [] if row.state == "open" or not held else await server.store.moves(row.id)
    return b.OwnPart(
        id=row.id,
        game=row.game,
        state=row.state,
        created=row.created,
        ended=row.ended,
        host=body.host == person_id,
        seats=list(held),
        names=body.names(),
        points=body.points if row.state == "over" else [],
        moves=[b.OwnMove(move.seat, move.move, move.at) for move in moves if move.seat in held],
        muted=sorted(body.muted.get(person_id, [])),
    )


PEOPLE = (
    Endpoint("GET", "/api/me", get_me, Doc("Who the server takes you for", gives=b.Me)),
    Endpoint("POST", "/api/me", post_me, Doc("Become a guest, or change your name", b.Rename, b.Me)),
    Endpoint("DELETE", "/api/me", delete_me, Doc("Delete yourself", status=204)),
    Endpoint("GET", "/api/me/history", history, Doc("Your finished matches", gives=b.History)),
    Endpoint("GET", "/api/me/export", get_export, Doc("Everything the server knows of you", gives=b.Export)),
    Endpoint("GET", "/api/me/devices", get_devices, Doc("Where you are signed in", gives=b.Devices)),
    Endpoint("DELETE", "/api/me/devices", delete_devices, Doc("Sign out everywhere", status=204)),
    Endpoint("DELETE", "/api/me/devices/{id}", delete_device, Doc("Sign out on one device", status=204)),
    Endpoint("POST", "/api/account", post_account, Doc("Claim an account", b.Credentials, b.Me)),
    Endpoint("POST", "/api/account/password", post_password, Doc("Change your password", b.NewPassword, b.Me)),
    Endpoint("POST", "/api/session", post_session, Doc("Sign in", b.Credentials, b.Me)),
    Endpoint("DELETE", "/api/session", delete_session, Doc("Sign out", status=204)),
)

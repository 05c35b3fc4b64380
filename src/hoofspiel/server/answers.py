"""What every address of the HTTP side is made of: a request's body in, a struct or an HttpRefusal out."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from hoofspiel.store.port import Person

from .bans import why
from .guard import MOST_BODY
from .plain import plain
from .refusals import HttpRefused
from .server import Server

T = TypeVar("T")


class Doc(NamedTuple):
    """What an address takes and gives, for the OpenAPI description."""

    what: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    query: tuple[str, ...] = ()
    meanwhile: Any = None
    """what it gives with status 202 while it is still being made"""


class Endpoint(NamedTuple):
    method: str
    path: str
    run: Callable[[Request], Awaitable[Response]]
    doc: Doc


def answer(thing: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(thing), status, headers, media_type="application/json")


def server_of(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


async def body_of(request: Request, kind: type[T]) -> T:
    """The request's body, or an HttpRefused that says what is wrong with it."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HttpRefused(415, "not_json", "Send JSON, with content-type: application/json.")
    body = await _whole(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HttpRefused(422, "bad_body", plain(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise HttpRefused(400, "not_json", "This is not JSON.") from None


async def _whole(request: Request) -> bytes:
    """All that was sent, also by those who did not say beforehand how much it is."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BODY:
                raise HttpRefused(413, "too_large", "A request holds at most 64 KB.")
    except ClientDisconnect:
        raise HttpRefused(400, "not_json", "The request ended before its end.") from None
    return body


async def need_person(request: Request, *, banned_too: bool = False) -> Person:
    """Who asks; somebody who is banned can still see and delete what we know of them."""
    server = server_of(request)
    person = await server.accounts.person(request)
    if person is None:
        raise HttpRefused(401, "no_name", "Say who you are first: POST /api/me with a name.")
    ban = None if banned_too else server.bans.person(person.id, server.time.now())
    if ban is not None:
        raise HttpRefused(403, "banned", why(ban))
    return person

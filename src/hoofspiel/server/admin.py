"""HTTP for operators, with a token of their own: tables, bans, passwords, announcements, a quiet stop; all noted."""

import asyncio
import hmac
import logging
import os
import secrets
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from hoofspiel.live.body import read_body
from hoofspiel.live.talk import clean
from hoofspiel.store.looks import folded
from hoofspiel.store.port import Act, Ban, StoreError

from .answers import Doc, Endpoint, answer, body_of, server_of
from .bans import WIDEST, network_of
from .bodies import HttpCode, Payload
from .refusals import HttpRefused
from .server import Server
from .settings import Settings

log = logging.getLogger("hoofspiel.admin")
FILE = "admin-token"
MOST_LISTED = 500
DAY_MS = 86_400_000
CLOSED = "The people who run this server have closed this table."
Line = Annotated[str, Meta(min_length=1, max_length=200)]


class NewBan(Payload):
    """POST /api/admin/bans"""

    whom: Line
    """person:ID, account:NAME or address:192.0.2.0/24"""
    reason: Annotated[str, Meta(max_length=200)] = ""
    days: Annotated[int, Meta(ge=0, le=3650)] = 0
    """0: until it is lifted"""


class Whom(Payload):
    """POST /api/admin/unban"""

    whom: Line


class Lost(Payload):
    """POST /api/admin/password"""

    account: Line


class Announcement(Payload):
    """POST /api/admin/announce"""

    text: Line


class Draining(Payload):
    """POST /api/admin/drain"""

    minutes: Annotated[int, Meta(ge=0, le=1440)] = 10
    """how long running matches may take at most"""


class Done(msgspec.Struct):
    """What was done, in a sentence."""

    done: str


def token_for(settings: Settings) -> str:
    """The operator's token: the setting, else a file that only the server's own user can read; made if need be.

    A server that forgets everything has none unless the setting gives it one.
    """
    if settings.admin_token or settings.store == "memory:":
        return settings.admin_token
    file = Path(settings.data) / FILE
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(32) + "\n")
    except FileExistsError:
        pass
    except OSError as error:
        log.warning("no token for operators can be kept: %s", error.strerror)
        return ""
    return file.read_text().strip()


def check(request: Request) -> None:
    """HttpRefused for everybody but the operator."""
    server = server_of(request)
    origin, now = server.origin_of(request), server.time.now()
    if server.limits.wrong_admins.left(origin, now) <= 0:
        raise HttpRefused(429, "too_many", "Too many wrong tokens; wait a little.", 60)
    said = request.headers.get("authorization", "")
    token = said[7:].strip() if said[:7].lower() == "bearer " else ""
    own = server.admin_token
    if not own or not hmac.compare_digest(token.encode(), own.encode()):
        server.limits.wrong_admins.take(origin, now)
        raise HttpRefused(401, "not_admin", "This is for the people who run the server, with the operator's token.")


async def note(request: Request, act: str, about: str, outcome: str) -> None:
    server = server_of(request)
    address = server.address_of(request)
    await server.store.note_act(Act(server.time.now(), address, act, clean(about)[:200], outcome[:200]))


def noted(act: str, work: Callable[[Request], Awaitable[tuple[str, str]]]) -> Callable[[Request], Awaitable[Response]]:
    """An act of the operator: done, noted with its outcome, answered. What is refused is noted, too."""

    async def run(request: Request) -> Response:
        check(request)
        try:
            about, done = await work(request)
        except HttpRefused as refusal:
            await note(request, act, request.path_params.get("id", ""), f"refused: {refusal.reason}")
            raise
        await note(request, act, about, "done")
        return answer(Done(done))

    return run


def listed(work: Callable[[Server], Awaitable[list[Any]]]) -> Callable[[Request], Awaitable[Response]]:
    async def run(request: Request) -> Response:
        check(request)
        return answer({"list": await work(server_of(request))})

    return run


# --- tables ---


async def tables(server: Server) -> list[Any]:
    """No hand and no secret among it: running a server is no reason to look into cards."""
    found = []
    for row in (await server.store.tables(("open", "running")))[:MOST_LISTED]:
        body = read_body(row)
        room = server.host.rooms.get(row.id)
        found.append(
            {
                "id": row.id,
                "game": row.game,
                "state": row.state,
                "public": row.public,
                "names": body.names(),
                "people": [place.person for place in body.seats if place.person],
                "here": 0 if room is None else len(room.crowd.readers),
                "changed": row.changed,
            }
        )
    return found


async def close(request: Request) -> tuple[str, str]:
    server, table_id = server_of(request), request.path_params["id"]
    row = await server.store.table(table_id)
    if row is None or not await server.store.close_table(table_id, server.time.now()):
        raise HttpRefused(404, "no_table", "There is no such table, or it is closed already.")
    await server.shut_table(row, CLOSED)
    return table_id, f"Table {table_id} is closed; its record is kept."


async def delete(request: Request) -> tuple[str, str]:
    server, table_id = server_of(request), request.path_params["id"]
    row = await server.store.table(table_id)
    if row is None:
        raise HttpRefused(404, "no_table", "There is no such table.")
    await server.store.close_table(table_id, server.time.now())
    await server.shut_table(row, CLOSED)
    await server.store.delete_table(table_id)
    return table_id, f"Table {table_id} is deleted, with its match and its chat."


# --- people ---


async def whom_of(server: Server, said: str) -> str:
    """As bans are kept: accounts become persons, addresses networks."""
    kind, _, what = said.partition(":")
    if kind == "account":
        known = await server.store.account(folded(what))
        if known is None:
            raise wrong("no_account", f"There is no account {clean(what)!r}.", 404)
        return f"person:{known[0].id}"
    if kind == "address":
        try:
            return f"address:{network_of(what)}"
        except ValueError:
            raise wrong("bad_body", "An address is one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64.") from None
    if kind == "person" and what.isalnum() and len(what) <= 16:
        return said
    raise wrong("bad_body", "Whom: person:ID, account:NAME or address:NETWORK.")


def wrong(code: HttpCode, reason: str, status: int = 422) -> HttpRefused:
    return HttpRefused(status, code, reason)


async def check_ban(server: Server, whom: str) -> None:
    """A slip of the pen should not shut everybody out, nor nobody."""
    kind, _, what = whom.partition(":")
    if kind == "person" and await server.store.born(what) is None:
        raise wrong("bad_body", "There is no such person: hoofspiel admin tables lists who sits where.", 404)
    if kind == "address" and (network := network_of(what)).prefixlen < (least := WIDEST[network.version]):
        raise wrong("bad_body", f"{network} is too much of the Internet: the widest network to ban is a /{least}.")


async def ban(request: Request) -> tuple[str, str]:
    server = server_of(request)
    wanted = await body_of(request, NewBan)
    whom, now = await whom_of(server, wanted.whom), server.time.now()
    await check_ban(server, whom)
    until = now + wanted.days * DAY_MS if wanted.days else None
    await server.store.ban(Ban(whom, clean(wanted.reason), now, until))
    await server.enforce_bans()
    return whom, f"{whom} is banned{f' for {wanted.days} days' if wanted.days else ''}."


async def unban(request: Request) -> tuple[str, str]:
    server = server_of(request)
    whom = await whom_of(server, (await body_of(request, Whom)).whom)
    if not await server.store.unban(whom):
        raise HttpRefused(404, "bad_body", f"{whom} is not banned.")
    await server.enforce_bans()
    return whom, f"{whom} may come again."


async def password(request: Request) -> Response:
    """The new password is in the answer alone: it is neither stored nor noted."""
    check(request)
    server = server_of(request)
    account = (await body_of(request, Lost)).account
    found = await server.accounts.reset_password(account)
    if found is None:
        await note(request, "password", account, "refused: no such account")
        raise HttpRefused(404, "no_account", "There is no such account.")
    await server.sessions.ended(found[0].id)
    await note(request, "password", account, "done")
    return answer({"done": f"{found[0].name} signs in with the password below.", "password": found[1]})


# --- the whole server ---


async def announce(request: Request) -> tuple[str, str]:
    server = server_of(request)
    text = clean((await body_of(request, Announcement)).text)
    told = server.announce(text)
    return text, f"Told to {told} {'page' if told == 1 else 'pages'}."


async def drain(request: Request) -> tuple[str, str]:
    server = server_of(request)
    minutes = (await body_of(request, Draining)).minutes
    server.draining = True
    server.announce("The server restarts soon. Matches can be finished or go on afterwards; no new tables until then.")
    server.background.run(stop_when_quiet(server, minutes * 60))
    return (
        f"{minutes} minutes",
        f"No new tables; the server stops when its matches are over, in {minutes} minutes at most.",
    )


async def stop_when_quiet(server: Server, seconds: int) -> None:
    """Everything is stored, so that matches by mail need not be waited for; others go on after a restart as well."""
    for _ in range(seconds):
        if not any(server.busy(room) for room in server.host.rooms.values()):
            break
        await asyncio.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


async def audit(server: Server) -> list[Any]:
    try:
        return list(await server.store.acts(MOST_LISTED))
    except StoreError:
        raise HttpRefused(503, "storage", "What operators did cannot be read right now.") from None


ADMIN = (
    Endpoint("GET", "/api/admin/tables", listed(tables), Doc("Tables that are not over")),
    Endpoint("POST", "/api/admin/tables/{id}/close", noted("close", close), Doc("Close a table")),
    Endpoint("DELETE", "/api/admin/tables/{id}", noted("delete", delete), Doc("Delete a table")),
    Endpoint("GET", "/api/admin/bans", listed(lambda server: server.store.bans()), Doc("Who may not come")),
    Endpoint("POST", "/api/admin/bans", noted("ban", ban), Doc("Ban somebody")),
    Endpoint("POST", "/api/admin/unban", noted("unban", unban), Doc("Lift a ban")),
    Endpoint("POST", "/api/admin/password", password, Doc("Reset a password")),
    Endpoint("POST", "/api/admin/announce", noted("announce", announce), Doc("Tell everybody something")),
    Endpoint("POST", "/api/admin/drain", noted("drain", drain), Doc("Stop once all is quiet")),
    Endpoint("GET", "/api/admin/audit", listed(audit), Doc("What operators did")),
)

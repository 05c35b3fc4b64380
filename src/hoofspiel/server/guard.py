"""What stands before everything: no foreign page may act, and every answer says what a page may do."""

import json
import logging
import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .addresses import at_home, is_address, is_loopback, name_in
from .logs import REQUEST, new_request

log = logging.getLogger("hoofspiel.guard")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html hoofspiel-worker"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PARTS = re.compile(r"/assets/[^/]+\.(?:js|css|woff2?)")
"""Scripts, styles and type of a page. What a page may do is said with the page; saying it with its forty parts, too,
would be a tenth of a first visit."""
OF_PARTS = (b"x-content-type-options", b"cross-origin-resource-policy", b"strict-transport-security")
OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers heed it only at trustworthy addresses and complain elsewhere; over plain http only loopback is one."""
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BODY = 65_536
FOREIGN = (
    b'{"error":"foreign","reason":"This request does not come from a page of this server. '
    b'Programs send a bearer token and no cookie."}'
)


HSTS = (b"strict-transport-security", b"max-age=31536000")
"""A browser that was here once comes by HTTPS only, for a year."""


class Guard:
    """Checks where a request comes from and by which name it calls us, bounds its body, and adds the headers."""

    def __init__(
        self,
        app: ASGIApp,
        allowed: Iterable[str] = (),
        *,
        names: Iterable[str] = (),
        secure: bool = False,
        behind_proxy: bool = False,
    ) -> None:
        self.app = app
        self.allowed = {origin.strip().rstrip("/") for origin in allowed if origin}
        self.names = {name_in(origin.partition("://")[2]) for origin in self.allowed}
        self.names |= {name_in(name) for name in names if name.strip()}
        self.headers = [*HEADERS, HSTS] if secure else HEADERS
        self.behind_proxy = behind_proxy
        self._warned = False

    def known(self, host: str) -> bool:
        """Is this a name of ours? A foreign site can point a name of its own to our address (DNS rebinding)."""
        if at_home(host) or host in self.names:
            return True
        if not self._warned:
            self._warned = True
            log.warning("somebody calls this server by a name it does not know; if it is its own, start with --names")
        return False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = name_in(_header(scope, b"host")) if scope["type"] in ("http", "websocket") else ""
        request = ""
        if scope["type"] in ("http", "websocket"):
            request = new_request(_header(scope, b"x-request-id").encode("latin-1") if self.behind_proxy else b"")
            REQUEST.set(request)
        known = scope["type"] not in ("http", "websocket") or self.known(host)
        if scope["type"] == "websocket" and not (known and self.welcome(scope)):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        plain = is_address(host) and not is_loopback(host)
        added = self.headers if plain else [*self.headers, OPENER]
        if PARTS.fullmatch(scope["path"]):
            added = [header for header in self.headers if header[0] in OF_PARTS]
        named = (b"x-request-id", request.encode())

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added, named]}
            await send(message)

        if not known:
            await _refuse(headed, 421, not_here(scope.get("server")))
            return
        if scope["method"] not in SAFE and not self.welcome(scope):
            await _refuse(headed, 403, FOREIGN)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BODY:
            await _refuse(headed, 413, b'{"error":"too_large","reason":"A request holds at most 64 KB."}')
            return
        await self.app(scope, receive, headed)

    def welcome(self, scope: Scope) -> bool:
        """From our own page, or from a program that has no cookie a foreign page could borrow."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
            return origin is not None and origin.decode("latin-1") in self.allowed
        if origin is None:
            return b"cookie" not in headers
        text = origin.decode("latin-1")
        return text.partition("://")[2] == headers.get(b"host", b"").decode("latin-1") or text in self.allowed


def not_here(door: tuple[str, int | None] | None) -> bytes:
    """Why a name is refused, and what to open instead."""
    port = door[1] if door is not None and door[1] is not None else 8000
    reason = (
        "This server is not known by this name. On your own network, open it by the address it printed when it "
        f"started, such as http://192.168.1.20:{port}. If the name is yours, start the server with --names NAME."
    )
    return json.dumps({"error": "not_here", "reason": reason}).encode()


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def _refuse(send: Send, status: int, body: bytes) -> None:
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})

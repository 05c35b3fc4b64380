"""What stands before everything: no foreign page may act, and every answer says what a page may do."""

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BODY = 65_536
FOREIGN = (
    b'{"error":"foreign","reason":"This request does not come from a page of this server. '
    b'Programs send a bearer token and no cookie."}'
)


class Guard:
    """Checks where a request comes from, bounds its body, and adds the headers."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str] = ()) -> None:
        self.app = app
        self.allowed = {origin.strip().rstrip("/") for origin in allowed if origin}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self.welcome(scope):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

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


async def _refuse(send: Send, status: int, body: bytes) -> None:
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})

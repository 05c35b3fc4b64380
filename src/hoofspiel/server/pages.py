"""The built pages, if there are any. Addresses without a file are the page's own and get its index."""

import hashlib
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from .previews import head, language_of, preview_of, worded
from .server import Server

FOLDER = Path(__file__).parents[1] / "static"
YEAR = 31_536_000
MANIFEST = "manifest.webmanifest"


class Pages(StaticFiles):
    """Files with a hash in their name never change; the index is asked for every time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith(("api/", "ws/")):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rpartition("/")[2]:
                raise
            path = "index.html"
        if path in (".", "index.html"):
            response = await self.index(Request(scope))
        elif path == MANIFEST and response.status_code == 200:
            response = self.manifest(Request(scope))
        fixed = path.startswith("assets/")
        response.headers["cache-control"] = f"public, max-age={YEAR}, immutable" if fixed else "no-cache"
        return response

    async def index(self, request: Request) -> Response:
        """The one page, with what a chat shows of a link to this address."""
        server: Server = request.app.state.server
        folder = Path(str(self.directory))
        said = head(await preview_of(server, request), request, secure=server.settings.secure_cookies, folder=folder)
        before, end, after = self._worded("index.html", request).partition("</head>")
        return _answer(f"{before}{said.strip()}\n  {end}{after}", "text/html", request)

    def manifest(self, request: Request) -> Response:
        return _answer(self._worded(MANIFEST, request), "application/manifest+json", request)

    def _worded(self, name: str, request: Request) -> str:
        plain = (Path(str(self.directory)) / name).read_text(encoding="utf-8")
        return worded(plain, language_of(request))


def _answer(text: str, kind: str, request: Request) -> Response:
    """What is made anew for everybody: in their language, and not sent again while it says the same."""
    tag = f'"{hashlib.blake2s(text.encode(), digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "vary": "Accept-Language"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=kind)


async def _unbuilt(scope: Scope, receive: Receive, send: Send) -> None:
    at_home = scope["type"] == "http" and scope["path"] == "/"
    text = "The pages are not built: run `make` in the checkout. The HTTP and WebSocket protocol works.\n"
    response = PlainTextResponse(text if at_home else "not found\n", 200 if at_home else 404)
    if scope["type"] == "http":
        await response(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 4404})


def pages(folder: Path = FOLDER) -> ASGIApp:
    if not (folder / "index.html").exists():
        return _unbuilt
    return GZipMiddleware(Pages(directory=folder, html=True), minimum_size=1000)

"""The built pages, if there are any. Addresses without a file are the page's own and get its index."""

import hashlib
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from .previews import head, preview_of
from .server import Server

FOLDER = Path(__file__).parents[1] / "static"
YEAR = 31_536_000


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
        fixed = path.startswith("assets/")
        response.headers["cache-control"] = f"public, max-age={YEAR}, immutable" if fixed else "no-cache"
        return response

    async def index(self, request: Request) -> Response:
        """The one page, with what a chat shows of a link to this address."""
        server: Server = request.app.state.server
        folder = Path(str(self.directory))
        plain = (folder / "index.html").read_text(encoding="utf-8")
        said = head(await preview_of(server, request), request, secure=server.settings.secure_cookies, folder=folder)
        before, end, after = plain.partition("</head>")
        text = f"{before}{said.strip()}\n  {end}{after}"
        tag = f'"{hashlib.blake2s(text.encode(), digest_size=12).hexdigest()}"'
        if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
            return Response(status_code=304, headers={"etag": tag})
        return HTMLResponse(text, headers={"etag": tag})


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

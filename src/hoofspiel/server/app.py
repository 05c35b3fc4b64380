"""The server, wired on one screen: settings in, an ASGI application out."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .admin import token_for
from .guard import Guard
from .openapi import description
from .pages import pages
from .routes import api_routes
from .server import Server
from .settings import Settings
from .socket import sockets


async def healthz(request: Request) -> Response:
    """Well or not, and nothing else: details are at the private address."""
    server: Server = request.app.state.server
    well = await server.health.trouble() is None
    return PlainTextResponse("ok\n" if well else "not well\n", 200 if well else 503)


async def elsewhere(request: Request) -> Response:
    return PlainTextResponse("Figures are at the server's private address (--metrics-listen).\n", 404)


async def openapi(request: Request) -> Response:
    return JSONResponse(description())


def make_app(settings: Settings) -> tuple[ASGIApp, Server]:
    server = Server(settings)
    server.admin_token = token_for(settings)
    app = Starlette(
        routes=[
            *api_routes(),
            Route("/healthz", healthz),
            Route("/metrics", elsewhere),
            Route("/openapi.json", openapi),
            Mount("/", pages()),
        ],
        lifespan=server.running,
    )
    app.state.server = server

    async def doors(scope: Scope, receive: Receive, send: Send) -> None:
        async def plainly(message: Message) -> None:
            """What is known to be wrong is said in a sentence, not in a page."""
            said = {"message": server.trouble} if message["type"] == "lifespan.startup.failed" else {}
            await send({**message, **said} if server.trouble else message)

        if scope["type"] == "websocket":
            await sockets(server, scope, receive, send)
        elif scope["type"] == "lifespan":
            await app(scope, receive, plainly)
        else:
            await app(scope, receive, send)

    origins, names = settings.origins.split(","), settings.names.split(",")
    guard = Guard(doors, origins, names=names, secure=settings.secure_cookies, behind_proxy=settings.trust_proxy)
    return guard, server

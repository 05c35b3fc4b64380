"""A whole server in one process, and visitors from any address."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from hoofspiel.server import app as server_app
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Hall:
    def __init__(self, app: Any, server: Server) -> None:
        self.app = app
        self.server = server

    def browser(self, address: str = "192.0.2.1") -> httpx2.AsyncClient:
        way: Any = httpx2.ASGITransport(app=self.app, client=(address, 1), raise_app_exceptions=False)
        return httpx2.AsyncClient(transport=way, base_url="http://here")

    async def guest(self, name: str, address: str = "192.0.2.1") -> dict[str, str]:
        """The headers by which a new guest is known."""
        async with self.browser(address) as browser:
            return known_by((await browser.post("/api/me", json={"name": name})).json())

    async def make(self, known: dict[str, str], address: str = "192.0.2.1", **more: Any) -> str:
        """A new table of somebody; its address."""
        wanted = {"game": "goats", "seats": 2, "options": SMALL, "clock": {"kind": "none"}, "public": True, **more}
        async with self.browser(address) as browser:
            made = await browser.post("/api/tables", json=wanted, headers=known)
        assert made.status_code == 201, made.text
        return str(made.json()["id"])


class Socket:
    """A WebSocket at a table, as the server sees one."""

    def __init__(self, hall: Hall, table_id: str, known: dict[str, str], address: str = "192.0.2.1") -> None:
        headers = [(b"host", b"here"), *((k.encode(), v.encode()) for k, v in known.items())]
        self.scope = {
            "type": "websocket", "path": f"/ws/table/{table_id}", "query_string": b"", "headers": headers,
            "client": (address, 1), "server": ("here", 80), "scheme": "ws", "subprotocols": [],
        }  # fmt: skip
        self.told: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(hall.app(self.scope, self._sent.get, self._receive))

    async def _receive(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.told.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = message["code"]

    def say(self, message: dict[str, Any]) -> None:
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            found = next((told for told in self.told if told["t"] == kind), None)
            if found is not None:
                return found
            assert self.closed is None, f"closed with {self.closed}"
            await asyncio.sleep(0)

    async def heard(self) -> None:
        """The server has taken everything that was sent, and has said what it has to say."""
        while not self._sent.empty():
            await asyncio.sleep(0)
        self.say({"t": "time", "t0": 7})
        await self.until("time")

    async def leave(self) -> None:
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


def known_by(me: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {me['token']}"}


@asynccontextmanager
async def hall(**settings: Any) -> AsyncIterator[Hall]:
    """With the limits as they are by default."""
    wanted: dict[str, Any] = {"bot_workers": 0, "bot_pace": 0, "metrics_listen": "", **settings}
    app, server = server_app.make_app(Settings(store="memory:", **wanted))
    async with server.running(), asyncio.timeout(240):
        yield Hall(app, server)

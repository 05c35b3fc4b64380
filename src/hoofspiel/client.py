"""A small client for programs: everything a person does in the browser, from Python.

async with Client("http://127.0.0.1:8000") as client:
    await client.be("Thirty Lines")
    async with client.table(await client.make("goats", seats=4, bots="casual", start=True)) as table:
        async for question in table.questions():
            await table.play(random.choice(question["moves"]))
"""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from hoofspiel.kernel.words import Refused

Message = dict[str, Any]
FOR_GOOD = {4401: "not signed in", 4404: "no such table", 4409: "its rules are unknown here"}
"""close codes after which coming back is no use"""


class NotAllowed(Refused):
    """The server said no; `told` is its answer, with a code, a reason and for moves the rule and what is legal."""

    def __init__(self, told: Message) -> None:
        self.told = told
        super().__init__(told.get("reason", "refused"))


class Client:
    """One person at one server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.me: Message = {}

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *problem: object) -> None:
        """Nothing is held open between requests."""

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """One HTTP request; NotAllowed for anything but 2xx."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                text = answer.read().decode()
        except HTTPError as error:
            with error:
                text = error.read().decode(errors="replace")
            try:
                told = json.loads(text)
            except ValueError:
                told = {"reason": text[:200]}
            raise NotAllowed({"status": error.code, **told}) from None
        try:
            found = json.loads(text) if text else None
        except ValueError:
            return text
        if isinstance(found, dict) and found.get("token"):  # a guest was made, or the token before has ended
            self.token = found["token"]
        return found

    async def be(self, name: str) -> Message:
        """Become a guest of this name, or take this name."""
        self.me = await self.ask("POST", "/api/me", {"name": name})
        self.token = self.me["token"] or self.token
        return self.me

    async def sign_in(self, name: str, password: str) -> Message:
        self.me = await self.ask("POST", "/api/session", {"name": name, "password": password})
        self.token = self.me["token"]
        return self.me

    async def make(self, game: str, seats: int, **more: Any) -> str:
        """A new table; its address. `more` is options, clock, bots, start ... of NewTable."""
        made = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return str(made["id"])

    async def record(self, table_id: str) -> Message:
        """The record of a finished match."""
        found: Message = await self.ask("GET", f"/api/tables/{table_id}/record")
        return found

    def table(self, table_id: str, since: int | None = None) -> "Table":
        return Table(self, table_id, since)


class Table:
    """A seat at a table, or a place to watch from. After a lost connection it comes back and catches up by itself."""

    def __init__(self, client: Client, table_id: str, since: int | None = None) -> None:
        self.client = client
        self.id = table_id
        self.v = since
        self.seat: int | None = None
        self.info: Message = {}
        self.state: Message = {}
        """the last `state` or `step`"""
        self.over: Message | None = None
        self._socket: ClientConnection | None = None
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._waiting: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._numbers = count(1)
        self._closed = False
        self._ended: str | None = None
        """why the connection is closed for good"""
        self._refusals = 0
        """moves refused in a row"""
        self._free = True
        """is the last question answered, or was none put yet?"""
        self._run = secrets.token_hex(6)
        """moves of the same name count once, however often and from wherever they are sent"""

    async def __aenter__(self) -> "Table":
        await self._connect()
        self._reader = asyncio.ensure_future(self._read())
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._closed = True
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._ended is None:
            self._end("closed")

    async def _connect(self) -> None:
        address = self.client.address.replace("http", "ws", 1) + f"/ws/table/{self.id}"
        if self.v is not None:
            address += f"?v={self.v}"
        headers = {"authorization": f"Bearer {self.client.token}"} if self.client.token else {}
        self._socket = await connect(address, additional_headers=headers, max_size=1 << 22, compression=None)

    async def _read(self) -> None:
        wait = 0.2
        while not self._closed:
            try:
                assert self._socket is not None
                async for frame in self._socket:
                    wait = 0.2
                    await self._take(json.loads(frame))
            except (ConnectionClosed, OSError):
                pass
            code = None if self._socket is None else self._socket.close_code
            if self._closed or code in FOR_GOOD:
                self._end("closed" if code not in FOR_GOOD else f"closed with {code}, {FOR_GOOD[code]}")
                return
            await asyncio.sleep(wait)
            wait = min(5.0, wait * 2)
            try:
                await self._connect()
                for request, _ in list(self._waiting.values()):
                    await self.send(request)
            except InvalidStatus as error:
                if 400 <= error.response.status_code < 429:
                    self._end(f"refused with HTTP {error.response.status_code}")
                    return
            except (OSError, TimeoutError, WebSocketException):
                pass  # not yet

    def _end(self, why: str) -> None:
        """Nothing more will come: whoever waits hears why."""
        self._ended = f"the table's connection was {why}"
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError(self._ended))
        self._waiting.clear()
        self._messages.put_nowait(None)

    async def _take(self, message: Message) -> None:
        kind = message["t"]
        if kind == "ping":
            await self.send({"t": "pong", "n": message["n"]})
            return
        if kind in ("welcome", "table"):
            self.info, self.seat = message["table"], message["seat"]
        elif kind in ("state", "step"):
            if kind == "step" and self.v is not None and message["v"] != self.v + 1:
                if message["v"] > self.v + 1:
                    await self.send({"t": "resume", "v": self.v})
                return
            self.v, self.state = message["v"], message
        elif kind == "over":
            self.over = message
        elif kind in ("ack", "refused") and message.get("id") in self._waiting:
            _, waiting = self._waiting.pop(message["id"])
            if not waiting.done():
                waiting.set_result(message)
        self._messages.put_nowait(message)

    async def send(self, message: Message) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    async def play(self, move: str) -> int:
        """Play a move in answer to the last question; the version it made. NotAllowed says which rule forbids it.

        ConnectionError where nobody will answer: the table is closed, or this person has signed out.
        """
        if self._ended is not None:
            raise ConnectionError(self._ended)
        name = f"{self._run}-{next(self._numbers)}"
        request = {"t": "move", "id": name, "asked": self.state.get("asked", 0), "move": move}
        waiting: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[name] = (request, waiting)
        await self.send(request)
        told = await waiting
        self._free = True
        self._refusals = self._refusals + 1 if told["t"] == "refused" else 0
        if told["t"] == "refused":
            raise NotAllowed(told)
        return int(told["v"])

    async def messages(self) -> AsyncIterator[Message]:
        """Everything the table says, until the connection is closed for good."""
        while (message := await self._messages.get()) is not None:
            yield message

    async def until(self, kind: str) -> Message:
        """The next message of this kind."""
        async for message in self.messages():
            if message["t"] == kind:
                return message
        raise ConnectionError(f"the table closed before it said {kind!r}")

    async def questions(self) -> AsyncIterator[Message]:
        """Each question to this seat, as the `state` or `step` that asked it; ends with the match.

        After a refusal it is put again, later each time; ConnectionError when the connection ends before the match.
        """
        put = None
        if self._open():
            put, self._free = self.state["asked"], False
            yield self.state
        async for message in self.messages():
            if message["t"] == "over":
                return
            if message["t"] == "refused" and message["code"] != "stale" and self._open():
                await asyncio.sleep(min(5.0, 0.1 * 2 ** min(self._refusals, 6)))
                asks = self._open()
            else:
                asks = message["t"] in ("state", "step") and message["moves"] and message["v"] == self.v
                asks = asks and (self._free or message["asked"] != put)
            if asks:
                put, self._free = self.state["asked"], False
                yield self.state
        raise ConnectionError(self._ended)

    def _open(self) -> bool:
        """Is there a question that waits for an answer?"""
        return bool(self.state.get("moves")) and self._free and self.over is None

"""People who come, go and delete themselves, in one process with everything they could meet there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from argon2 import PasswordHasher

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined
from hoofspiel.live.room import Room
from hoofspiel.live.testing import PaperReader
from hoofspiel.live.words import Order, Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, TableRow, Unavailable

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Hall:
    """A server, and browsers that may come from different addresses."""

    def __init__(self, app: Any, server: Server, store: MemoryStore) -> None:
        self.app = app
        self.server = server
        self.store = store

    def browser(self, address: str = "192.0.2.1") -> httpx2.AsyncClient:
        way: Any = httpx2.ASGITransport(app=self.app, client=(address, 1), raise_app_exceptions=False)
        return httpx2.AsyncClient(transport=way, base_url="http://here")

    async def guest(self, name: str) -> tuple[Person, dict[str, str]]:
        """Somebody, and the headers by which they are known."""
        async with self.browser() as browser:
            me = (await browser.post("/api/me", json={"name": name})).json()
        return Person(me["person"], me["name"]), {"authorization": f"Bearer {me['token']}"}

    async def table(self, host: Person, **more: Any) -> Room:
        wanted: dict[str, Any] = {
            "options": SMALL, "pace": Pace(kind="none"), "public": True, "watch": "all", "delay_seconds": 0,
            "sit": True, "bots": None, "start": False, **more,
        }  # fmt: skip
        made = await self.server.host.make_table(host, "goats", 2, **wanted)
        room = await self.server.host.room(made.id)
        assert room is not None
        return room

    async def match(self, one: Person, two: Person) -> tuple[Room, list[PaperReader]]:
        """A match of two that waits for both."""
        room = await self.table(one)
        readers = [PaperReader(one), PaperReader(two)]
        for reader in readers:
            room.post(Joined(reader, None))
        for request in (m.Sit(1), m.Ready(on=True)):
            room.post(Asks(readers[1], request, 0))
        await self.quiet(room)
        room.post(Asks(readers[0], m.Start(), 0))
        await self.quiet(room)
        return room, readers

    async def quiet(self, room: Room) -> None:
        while not room.mail.empty():
            await asyncio.sleep(0)


@asynccontextmanager
async def hall(monkeypatch: pytest.MonkeyPatch, store: MemoryStore | None = None) -> AsyncIterator[Hall]:
    kept = store or MemoryStore()
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: kept)
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0, bot_pace=0))
    async with server.running(), asyncio.timeout(240):
        yield Hall(app, server, kept)


async def test_a_match_goes_on_when_who_is_asked_deletes_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        (ada, known), (bob, _) = await here.guest("Ada"), await here.guest("Bob")
        room, _ = await here.match(ada, bob)
        assert (await browser.delete("/api/me", headers=known)).status_code == 204
        assert [place.kind for place in room.body.seats] == ["bot", "person"]
        while room.playing().actors == [0, 1]:
            await asyncio.sleep(0)
        assert room.playing().actors == [1]


async def test_who_is_deleted_leaves_nothing_at_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        (ada, known), (bob, _) = await here.guest("Ada"), await here.guest("Bob")
        watched = await here.table(ada, sit=False, bots="casual")
        shared, readers = await here.match(ada, bob)
        shared.post(Asks(readers[0], m.Orders([Order(play="bid 1", otherwise="bid 2")]), 0))
        shared.post(Asks(readers[1], m.Mute(ada.id, on=True), 0))
        shared.post(Asks(readers[0], m.Mute(bob.id, on=True), 0))
        await here.quiet(shared)
        assert shared.body.muted
        for _ in range(120):
            await here.table(ada)
        assert (await browser.delete("/api/me", headers=known)).status_code == 204
        for row in await here.store.tables(("open", "running", "over")):
            assert ada.id.encode() not in row.body
            assert b"Ada" not in row.body
        assert shared.body.orders == {}
        assert (watched.body.host, shared.body.host) == (None, bob.id)
        while not here.server.lobby.background.idle():
            await asyncio.sleep(0)
        lines = (await browser.get("/api/tables")).json()["tables"]
        assert {line["host"] for line in lines} == {"", "Bob"}


class Socket:
    """A WebSocket of somebody, without a line below it."""

    def __init__(self, here: Hall, path: str, known: dict[str, str]) -> None:
        self.told: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        headers = [(name.encode(), value.encode()) for name, value in known.items()]
        scope = {
            "type": "websocket", "path": path, "query_string": b"", "headers": headers, "client": ("192.0.2.1", 1),
        }  # fmt: skip
        self.task = asyncio.ensure_future(here.app(scope, self._inbox.get, self._take))

    async def _take(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            self._inbox.put_nowait({"type": "websocket.disconnect"})
        elif message["type"] == "websocket.send":
            self.told.append(json.loads(message["text"]))

    async def until(self, kind: str) -> dict[str, Any]:
        while not (found := [message for message in self.told if message["t"] == kind]):
            await asyncio.sleep(0)
        return found[-1]

    def say(self, message: dict[str, Any]) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self.task


PASSWORD = "right password"


async def test_signing_out_ends_what_was_opened_with_that_session_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall(monkeypatch) as here, here.browser() as phone, here.browser() as laptop:
        ada, known = await here.guest("Ada")
        given = {"name": "Ada", "password": PASSWORD}
        claimed = await laptop.post("/api/account", json=given, headers=known)
        known = {"authorization": f"Bearer {claimed.json()['token']}"}
        signed_in = await phone.post("/api/session", json=given)
        there = {"authorization": f"Bearer {signed_in.json()['token']}"}
        phone.cookies.clear()
        room = await here.table(ada)
        sockets = [Socket(here, f"/ws/table/{room.row.id}", session) for session in (known, there)]
        lobby = Socket(here, "/ws/lobby", there)
        for socket in sockets:
            await socket.until("welcome")
        await lobby.until("lobby")
        assert (await phone.delete("/api/session", headers=there)).status_code == 204
        await sockets[1].until("bye")
        await lobby.until("bye")
        assert [sockets[0].closed, sockets[1].closed, lobby.closed] == [None, 4401, 4401]
        await sockets[0].leave()


async def test_signing_in_ends_what_was_opened_with_the_session_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        (_, known), (eve, planted) = await here.guest("Ada"), await here.guest("Eve")
        given = {"name": "Ada", "password": PASSWORD}
        await browser.post("/api/account", json=given, headers=known)
        room = await here.table(eve)
        socket = Socket(here, f"/ws/table/{room.row.id}", planted)
        await socket.until("welcome")
        assert (await browser.post("/api/session", json=given, headers=planted)).status_code == 200
        await socket.until("bye")
        assert socket.closed == 4401


class Hesitant(MemoryStore):
    """Finds a table only when it is let."""

    gate: asyncio.Future[None] | None = None

    async def whole(self, table_id: str) -> Any:
        if self.gate is not None:
            await self.gate
        return await super().whole(table_id)


async def test_who_signs_out_while_a_socket_opens_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Hesitant()
    async with hall(monkeypatch, store) as here, here.browser() as browser:
        ada, known = await here.guest("Ada")
        made = await here.server.host.make_table(
            ada, "goats", 2, options=SMALL, pace=Pace(kind="none"), public=True, watch="all", delay_seconds=0,
            sit=True, bots=None, start=False,
        )  # fmt: skip
        store.gate = asyncio.get_running_loop().create_future()
        socket = Socket(here, f"/ws/table/{made.id}", known)
        while not here.server.host._opening:
            await asyncio.sleep(0)
        store.gate.set_result(None)
        assert (await browser.delete("/api/session", headers=known)).status_code == 204
        await socket.until("bye")
        assert socket.closed == 4401


async def test_signing_out_at_one_server_ends_the_sockets_at_another(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = MemoryBus()
    monkeypatch.setattr("hoofspiel.server.server.bus_for", lambda settings: bus)
    store = MemoryStore()
    async with hall(monkeypatch, store) as here, hall(monkeypatch, store) as there, here.browser() as browser:
        ada, known = await here.guest("Ada")
        room = await there.table(ada)
        socket = Socket(there, f"/ws/table/{room.row.id}", known)
        await socket.until("welcome")
        assert (await browser.delete("/api/session", headers=known)).status_code == 204
        await socket.until("bye")
        assert socket.closed == 4401


class Slow(MemoryStore):
    """Takes a moment for every change of a table."""

    async def save_table(self, row: TableRow) -> None:
        await asyncio.sleep(0)
        await super().save_table(row)


async def test_whose_table_changes_at_the_same_time_is_deleted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch, Slow()) as here, here.browser() as browser:
        (ada, known), (bob, _) = await here.guest("Ada"), await here.guest("Bob")
        room, readers = await here.match(ada, bob)
        for on in (True, False) * 10:
            room.post(Asks(readers[1], m.Ready(on=on), 0))
        twice = (browser.delete("/api/me", headers=known), browser.delete("/api/me", headers=known))
        assert {answer.status_code for answer in await asyncio.gather(*twice)} <= {204, 401}
        assert [place.person for place in room.body.seats] == [None, bob.id]
        assert readers[1].all("refused") == []


class ReadOnly(MemoryStore):
    """Takes tables and people, but no changes of tables."""

    async def save_table(self, row: TableRow) -> None:
        raise Unavailable("the disk is full")


async def test_who_cannot_be_deleted_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch, ReadOnly()) as here, here.browser() as browser:
        ada, known = await here.guest("Ada")
        await here.table(ada)
        assert (await browser.delete("/api/me", headers=known)).status_code == 503
        assert (await browser.get("/api/me", headers=known)).json()["person"] == ada.id


async def test_accounts_cannot_be_claimed_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every claim costs a hash that is made to be costly, also of a name that is taken."""
    async with hall(monkeypatch) as here, here.browser() as browser:
        (_, known), (_, other) = await here.guest("Ada"), await here.guest("Eve")
        given = {"name": "Ada", "password": PASSWORD}
        assert (await browser.post("/api/account", json=given, headers=known)).status_code == 200
        here.server.accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64)
        codes = [(await browser.post("/api/account", json=given, headers=other)).status_code for _ in range(45)]
        assert codes[0] == 409
        assert codes[-1] == 429


async def test_who_has_tried_too_often_uses_up_nobody_elses_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser("192.0.2.66") as eve, here.browser() as browser:
        _, known = await here.guest("Ada")
        given = {"name": "Ada", "password": PASSWORD}
        await browser.post("/api/account", json=given, headers=known)
        here.server.accounts._nobody = PasswordHasher(time_cost=1, memory_cost=64).hash("nobody")
        for n in range(160):
            last = await eve.post("/api/session", json={"name": f"Somebody {n}", "password": "wrong password"})
        assert last.status_code == 429
        for _ in range(20):
            await eve.post("/api/session", json={"name": "Ada", "password": "wrong password"})
        assert (await browser.post("/api/session", json=given)).status_code == 200


async def test_somebody_speaks_as_often_as_one_person_may_however_many_sockets_they_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall(monkeypatch) as here:
        ada, known = await here.guest("Ada")
        room = await here.table(ada)
        sockets = [Socket(here, f"/ws/table/{room.row.id}", known) for _ in range(3)]
        for socket in sockets:
            await socket.until("welcome")
            for _ in range(5):
                socket.say({"t": "say", "text": "me again"})
        await sockets[2].until("refused")
        await here.quiet(room)
        assert len(await here.store.chat(room.row.id, 100)) == 5
        for socket in sockets:
            await socket.leave()


@pytest.mark.parametrize("name", ["\u200b", "\u200d \u200b", "\u3164", "\u2800", "\u00ad\u2060"])
async def test_a_name_can_be_seen(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        assert (await browser.post("/api/me", json={"name": name})).status_code == 400


@pytest.mark.parametrize("name", ["Ada\u200b", "A\u00adda", "\uff21da", "Ada\u3164"])
async def test_an_account_cannot_be_had_twice_with_something_invisible_in_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        (_, known), (_, other) = await here.guest("Ada"), await here.guest("Eve")
        given = {"name": "Ada", "password": PASSWORD}
        assert (await browser.post("/api/account", json=given, headers=known)).status_code == 200
        answer = await browser.post("/api/account", json=given | {"name": name}, headers=other)
        assert (answer.status_code, answer.json()["error"]) == (409, "name_taken")


async def test_a_name_that_grows_when_it_is_compared_still_fits_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        given = {"name": "\ufdfa" * 24, "password": PASSWORD}
        assert (await browser.post("/api/account", json=given, headers=known)).status_code == 400

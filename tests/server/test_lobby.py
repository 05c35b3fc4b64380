"""The lobby bears many tables and many visitors."""

import asyncio
import json
from typing import Any

import pytest

from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.lobby import MOST_LINES
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, TableRow


class Counting(MemoryStore):
    """Counts how often somebody's tables were looked for, and takes a while."""

    asked = 0

    async def tables_of(self, person_id: str, states: Any, limit: int) -> list[TableRow]:
        self.asked += 1
        await asyncio.sleep(0)
        return await super().tables_of(person_id, states, limit)


class Visitor:
    def __init__(self, person_id: str | None) -> None:
        self.person_id = person_id
        self.told: list[dict[str, Any]] = []

    def tell(self, frame: bytes) -> None:
        self.told.append(json.loads(frame))

    def mine(self) -> list[Any]:
        return [message["mine"] for message in self.told if message["t"] == "mine"]


async def make(server: Server, host: Person) -> str:
    made = await server.host.make_table(
        host, "goats", 2, options={}, pace=Pace(kind="none"), public=True, watch="all", delay_seconds=0, sit=True,
        bots=None, start=False,
    )  # fmt: skip
    return made.id


async def settled(server: Server) -> None:
    while not server.lobby.background.idle():
        await asyncio.sleep(0)


async def test_many_changes_and_many_tabs_cost_few_looks_into_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    store, ada = Counting(), Person("ada12345", "Ada")
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    _, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
    async with server.running(), asyncio.timeout(240):
        tabs = [Visitor(ada.id) for _ in range(20)]
        for tab in tabs:
            await server.lobby.welcome(tab)
        store.asked = 0
        for _ in range(20):
            await make(server, ada)
        await settled(server)
        assert store.asked <= 25, "20 changes for 20 tabs of one person"
        for tab in tabs:
            assert len(tab.mine()[-1]) == 20, "everybody has the latest in the end"


async def test_the_list_is_bounded_and_keeps_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    store, ada = MemoryStore(), Person("ada12345", "Ada")
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    _, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
    async with server.running(), asyncio.timeout(240):
        watching = Visitor(None)
        await server.lobby.welcome(watching)
        made = [await make(server, ada) for _ in range(MOST_LINES + 5)]
        await settled(server)
        assert list(server.lobby.lines) == made[5:]
        assert [message["id"] for message in watching.told if message["t"] == "gone"] == made[:5]
    _, again = server_app.make_app(Settings(store="memory:", bot_workers=0))
    async with again.running():
        assert len(again.lobby.lines) == MOST_LINES

"""Tables that this version of the server cannot open: their game is gone, or its rules have changed since."""

import asyncio
from typing import Any

import httpx2
import msgspec
import pytest

from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, Person

OPTIONS = {"cards": 4, "rounds": 1, "bonus": False}


@pytest.mark.parametrize("trouble", ["gone", "other rules", "later moves"])
async def test_a_table_that_cannot_be_opened_is_missing_and_all_else_goes_on(
    monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    store = MemoryStore()
    monkeypatch.setattr(server_app, "store_for", lambda settings: store)
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
    way: Any = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
    async with (
        server.running(),
        httpx2.AsyncClient(transport=way, base_url="http://here") as browser,
        asyncio.timeout(30),
    ):
        me = (await browser.post("/api/me", json={"name": "Ada"})).json()
        known = {"authorization": f"Bearer {me['token']}"}
        browser.cookies.clear()
        row = await server.host.make_table(
            Person(me["person"], "Ada"), "goats", 2, options=OPTIONS, pace=Pace(kind="mail"), public=True, watch="all",
            delay_seconds=0, sit=True, bots="casual", start=True,
        )  # fmt: skip
        if trouble == "gone":
            store._tables[row.id] = msgspec.structs.replace(row, game="chess")
        elif trouble == "other rules":
            store._tables[row.id] = msgspec.structs.replace(row, body=row.body.replace(b'"cards":4', b'"cards":400'))
        else:
            await store.append(row.id, [MoveRow(1, 0, "castle", 5, "")])
        for path in ("", "/replay", "/record", "/hint"):
            answer = await browser.get(f"/api/tables/{row.id}{path}", headers=known)
            assert answer.status_code == 404, path
        listed = await browser.get("/api/me", headers=known)
        assert (listed.status_code, listed.json()["person"]) == (200, me["person"])
        assert (await browser.delete("/api/me", headers=known)).status_code == 204
        assert me["person"].encode() not in (await store.tables(("running",)))[0].body

"""Tables that this version of the server cannot open: their game is gone, or its rules have changed since."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx2
import msgspec
import pytest

from hoofspiel.kernel import catalog
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.live.body import next_row, read_body
from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, Person
from tests.straws.versions import BEFORE, after

OPTIONS = {"cards": 4, "rounds": 1, "bonus": False}


@pytest.mark.parametrize("trouble", ["gone", "other rules", "later moves"])
async def test_a_table_that_cannot_be_opened_is_missing_and_all_else_goes_on(
    monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    store = MemoryStore()
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
    way: Any = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
    async with (
        server.running(),
        httpx2.AsyncClient(transport=way, base_url="http://here") as browser,
        asyncio.timeout(240),
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


async def closing_code(app: Any, path: str, known: dict[str, str]) -> int:
    """The code with which a socket to there is closed at once."""
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    headers = [(name.encode(), value.encode()) for name, value in known.items()]
    scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers, "client": ("192.0.2.1", 1)}
    await app(scope, receive, send)
    return int(told[-1]["code"])


class Table:
    """A finished match of straws, stored while version 1 was the newest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = MemoryStore()
        self.patch = monkeypatch
        monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: self.store)
        self.id = ""
        self.match = Match(BEFORE, seats=2, seed=1)
        self.known: dict[str, str] = {}
        self.app: Any = None

    @contextlib.asynccontextmanager
    async def server(self, game: Game) -> AsyncIterator[tuple[Server, httpx2.AsyncClient]]:
        """Started anew, with this for straws."""
        self.patch.setattr(catalog, "places", lambda: {"straws": lambda: game})
        self.app, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
        way: Any = httpx2.ASGITransport(app=self.app, raise_app_exceptions=False)
        browser = httpx2.AsyncClient(transport=way, base_url="http://here", headers=self.known)
        async with server.running(), browser, asyncio.timeout(240):
            yield server, browser

    async def play(self) -> None:
        async with self.server(BEFORE) as (server, browser):
            me = (await browser.post("/api/me", json={"name": "Ada"})).json()
            self.known = {"authorization": f"Bearer {me['token']}"}
            row = await server.host.make_table(
                Person(me["person"], "Ada"), "straws", 2, options={}, pace=Pace(kind="mail"), public=True, watch="all",
                delay_seconds=0, sit=True, bots="casual", start=True,
            )  # fmt: skip
            self.id, match = row.id, Match(BEFORE, seats=2, seed=row.secret)
            while not match.over:
                seat = match.actors[0]
                match.play(seat, match.moves(seat)[0], len(match.history))
            moves = [MoveRow(n, seat or 0, move, at or 0, "") for n, (seat, move, at) in enumerate(match.history, 1)]
            body = read_body(row)
            body.points, body.winners = match.points, match.winners
            over = next_row(row, body, at=row.changed, state="over", due=None, ended=row.changed)
            await self.store.append(row.id, moves, over)
            self.match = match


async def test_a_stored_match_keeps_its_result_when_the_rules_change(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    await table.play()
    async with table.server(after()) as (_, browser):
        record = (await browser.get(f"/api/tables/{table.id}/record")).json()
        assert (record["rules"], record["result"]["points"]) == (1, table.match.points)
        assert Match.from_record({**record, "game": after()}).points == table.match.points
        replay = (await browser.get(f"/api/tables/{table.id}/replay?seat=0")).json()
        assert (replay["points"], replay["winners"]) == (table.match.points, table.match.winners)
        assert len(replay["steps"]) == len(table.match.history) + 1
        (past,) = (await browser.get("/api/me/history")).json()["matches"]
        assert (past["points"], past["replays"]) == (table.match.points, True)


async def test_a_stored_match_by_unknown_rules_is_shown_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    await table.play()
    async with table.server(replace(after(version=3), older={2: {}})) as (server, browser):
        (past,) = (await browser.get("/api/me/history")).json()["matches"]
        assert (past["points"], past["winners"]) == (table.match.points, table.match.winners)
        assert past["replays"] is False
        for path in ("", "/record", "/replay?seat=0", "/hint"):
            answer = await browser.get(f"/api/tables/{table.id}{path}")
            assert (answer.status_code, answer.json()["error"]) == (409, "other_rules")
            assert "rules 1 of straws; known here: rules 2 and 3" in answer.json()["reason"]
        for address, code in ((table.id, 4409), ("nosuchtable1", 4404)):
            assert await closing_code(table.app, f"/ws/table/{address}", table.known) == code
        assert table.id not in server.host.rooms
        assert (await browser.get("/api/me")).status_code == 200


async def test_an_open_table_by_unknown_rules_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    await table.play()
    row = table.store._tables[table.id]
    table.store._tables[table.id] = msgspec.structs.replace(row, state="open", ended=None)
    async with table.server(after(version=3)) as (_, browser):
        assert (await browser.get(f"/api/tables/{table.id}")).status_code == 200, "version 1 is known"
    async with table.server(replace(after(version=3), older={})) as (_, browser):
        assert (await browser.get(f"/api/tables/{table.id}")).status_code == 409

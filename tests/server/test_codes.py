"""Short codes: typed to join an open table, retired when its match begins, hard to guess, never given twice."""

from typing import Any

import httpx2
import pytest

from hoofspiel.live import new_tables
from hoofspiel.live.host import CODE_LENGTH, CODE_LETTERS
from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import Person, TableRow

ADA, BEN = Person("ada12345", "Ada"), Person("ben12345", "Ben")


async def make(server: Server, *, start: bool = False) -> TableRow:
    return await server.host.make_table(
        ADA, "goats", 3, options={}, pace=Pace(kind="none"), public=False, watch="all", delay_seconds=0, sit=True,
        bots="novice" if start else None, start=start,
    )  # fmt: skip


def made() -> tuple[Any, Server]:
    return server_app.make_app(Settings(store="memory:", bot_workers=0))


def browser(app: Any) -> httpx2.AsyncClient:
    way: Any = httpx2.ASGITransport(app=app)
    return httpx2.AsyncClient(transport=way, base_url="http://127.0.0.1:8000")


async def test_a_code_is_five_letters_that_cannot_be_mixed_up_and_leads_to_the_table() -> None:
    app, server = made()
    async with server.running(), browser(app) as page:
        row = await make(server)
        assert row.code is not None
        assert len(row.code) == CODE_LENGTH
        assert not set(CODE_LETTERS) & set("AEIOU01258BLSZ"), "no words, no look-alikes"
        for typed in (row.code, row.code.lower()):
            answer = await page.get(f"/api/codes/{typed}")
            assert answer.json() == {"id": row.id, "link": f"/t/{row.id}"}
        assert (await page.get(f"/api/tables/{row.id}")).json()["code"] == row.code


async def test_a_code_ends_when_the_match_begins_and_the_table_stays_where_it_is() -> None:
    app, server = made()
    async with server.running(), browser(app) as page:
        row = await make(server)
        room = await server.host.room(row.id)
        assert room is not None
        await room.look(lambda: None)
        await room.change(lambda body: None, start=True)
        refused = await page.get(f"/api/codes/{row.code}")
        assert refused.status_code == 404
        assert refused.json()["error"] == "no_code"
        table = await page.get(f"/api/tables/{row.id}")
        assert table.json()["code"] is None


async def test_a_match_that_begins_at_once_has_no_code() -> None:
    _, server = made()
    async with server.running():
        assert (await make(server, start=True)).code is None


async def test_a_code_ends_when_everybody_has_left_the_table() -> None:
    app, server = made()
    async with server.running(), browser(app) as page:
        row = await make(server)
        await server.host.forget(ADA)
        assert (await page.get(f"/api/codes/{row.code}")).status_code == 404


async def test_two_tables_never_have_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["CCCCC", "CCCCC", "CCCCC", "DDDDD"])
    monkeypatch.setattr(new_tables, "new_code", lambda: next(drawn))
    _, server = made()
    async with server.running():
        assert [(await make(server)).code, (await make(server)).code] == ["CCCCC", "DDDDD"]


async def test_guessing_codes_is_limited_and_a_right_one_costs_nothing() -> None:
    app, server = made()
    async with server.running(), browser(app) as page:
        row = await make(server)
        wrong = [typed for typed in ("AAAAA", "C", "CDFGHJ", "🐐🐐🐐🐐🐐", "%20") for _ in range(12)]
        for typed in wrong:
            assert (await page.get(f"/api/codes/{row.code}")).status_code == 200
            assert (await page.get(f"/api/codes/{typed}")).status_code == 404
        refused = await page.get(f"/api/codes/{row.code}")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0

"""Operators: a token of their own, tables closed or deleted, bans, passwords, announcements, a quiet stop."""

import os
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from hoofspiel.cli import main
from hoofspiel.server import app as server_app
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore

from .test_people import PASSWORD, Hall, Socket

TOKEN = "an operator's own token".replace(" ", "-")
OPERATOR = {"authorization": f"Bearer {TOKEN}"}


@asynccontextmanager
async def run(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    store = MemoryStore()
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0, bot_pace=0, admin_token=TOKEN))
    async with server.running():
        yield Hall(app, server, store)


async def act(here: Hall, method: str, path: str, body: Any = None, known: dict[str, str] = OPERATOR) -> Any:
    async with here.browser("192.0.2.200") as browser:
        answer = await browser.request(method, f"/api/admin/{path}", json=body, headers=known)
        return answer.status_code, answer.json()


async def test_nobody_is_an_operator_without_the_token_and_guessing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here:
        _, ada = await here.guest("Ada")
        for known in ({}, ada, {"authorization": f"Bearer {TOKEN}x"}):
            assert (await act(here, "GET", "tables", known=known))[0] == 401
        codes = [(await act(here, "GET", "tables", known={}))[0] for _ in range(10)]
        assert codes[-1] == 429
        assert here.server.store is here.store
        assert await here.store.acts(5) == []


async def test_without_a_token_of_its_own_a_server_has_no_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here:
        here.server.admin_token = ""
        assert (await act(here, "GET", "tables", known={"authorization": "Bearer "}))[0] == 401


async def test_a_closed_table_is_gone_for_everybody_and_a_deleted_one_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here, here.browser() as browser:
        (ada, known), (bob, _) = await here.guest("Ada"), await here.guest("Bob")
        room, _ = await here.match(ada, bob)
        table_id = room.row.id
        _, listed = await act(here, "GET", "tables")
        assert [row["id"] for row in listed["list"]] == [table_id]
        assert room.row.secret not in str(listed)
        socket = Socket(here, f"/ws/table/{table_id}", known)
        await socket.until("welcome")
        assert (await act(here, "POST", f"tables/{table_id}/close"))[0] == 200
        await socket.until("bye")
        assert socket.closed == 4404
        assert (await browser.get(f"/api/tables/{table_id}")).status_code == 404
        assert (await here.store.table(table_id)) is not None
        assert (await act(here, "POST", f"tables/{table_id}/close"))[0] == 404
        assert (await act(here, "DELETE", f"tables/{table_id}"))[0] == 200
        assert (await here.store.table(table_id)) is None
        acts = (await act(here, "GET", "audit"))[1]["list"]
        assert [(one["act"], one["outcome"].partition(":")[0]) for one in acts] == [
            ("delete", "done"), ("close", "refused"), ("close", "done"),
        ]  # fmt: skip
        assert {one["address"] for one in acts} == {"192.0.2.200"}


async def test_a_banned_person_is_out_at_once_and_can_still_have_and_delete_their_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with run(monkeypatch) as here, here.browser() as browser:
        eve, known = await here.guest("Eve")
        room = await here.table(eve)
        socket = Socket(here, f"/ws/table/{room.row.id}", known)
        await socket.until("welcome")
        ban = {"whom": f"person:{eve.id}", "reason": "shouting"}
        assert (await act(here, "POST", "bans", ban))[0] == 200
        await socket.until("bye")
        assert socket.closed == 4403
        told = await browser.post("/api/tables", json={"game": "goats", "seats": 2}, headers=known)
        assert (told.status_code, told.json()["error"]) == (403, "banned")
        assert "shouting" in told.json()["reason"]
        again = Socket(here, f"/ws/table/{room.row.id}", known)
        await again.task
        assert again.closed == 4403
        assert (await browser.get("/api/me/export", headers=known)).status_code == 200
        assert (await act(here, "POST", "unban", {"whom": f"person:{eve.id}"}))[0] == 200
        told = await browser.post("/api/tables", json={"game": "goats", "seats": 2}, headers=known)
        assert told.status_code == 201
        await act(here, "POST", "bans", ban)
        assert (await browser.delete("/api/me", headers=known)).status_code == 204


async def test_a_banned_network_is_out_and_its_neighbours_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here:
        assert (await act(here, "POST", "bans", {"whom": "address:192.0.2.9/28", "days": 1}))[0] == 200
        for address, code in (("192.0.2.1", 403), ("192.0.2.15", 403), ("192.0.2.16", 200)):
            async with here.browser(address) as browser:
                assert (await browser.get("/api/tables")).status_code == code, address
        lobby = Socket(here, "/ws/lobby", {})
        await lobby.task
        assert lobby.closed == 4403


async def test_an_ipv4_ban_holds_where_ipv6_carries_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server sees everybody that listens on `::`."""
    async with run(monkeypatch) as here:
        for whom in ("address:192.0.2.0/24", "address:::ffff:198.51.100.7"):
            assert (await act(here, "POST", "bans", {"whom": whom}))[0] == 200
        assert [ban.whom for ban in await here.store.bans()] == ["address:192.0.2.0/24", "address:198.51.100.7/32"]
        for address, code in (("::ffff:192.0.2.1", 403), ("198.51.100.7", 403), ("::ffff:198.51.100.8", 200)):
            async with here.browser(address) as browser:
                assert (await browser.get("/api/tables")).status_code == code, address


NOBODY = ["eve", "address:here", "person:", "account:nobody", "planet:earth", "person:nobody", "address:0.0.0.0/0"]


@pytest.mark.parametrize("whom", NOBODY)
async def test_a_ban_of_nobody_says_what_would_have_been_right(monkeypatch: pytest.MonkeyPatch, whom: str) -> None:
    async with run(monkeypatch) as here:
        code, told = await act(here, "POST", "bans", {"whom": whom})
        assert code in (404, 422)
        assert told["reason"]
        assert await here.store.bans() == []


async def test_a_lost_password_is_replaced_once_and_noted_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        await browser.post("/api/account", json={"name": "Ada", "password": PASSWORD}, headers=known)
        _, told = await act(here, "POST", "password", {"account": "ADA"})
        codes = [
            (await browser.post("/api/session", json={"name": "Ada", "password": password})).status_code
            for password in (PASSWORD, told["password"])
        ]
        assert codes == [401, 200]
        assert told["password"] not in str(await here.store.acts(9))
        assert (await act(here, "POST", "password", {"account": "Nobody"}))[0] == 404


async def test_everybody_is_told_what_operators_announce(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run(monkeypatch) as here:
        lobby = Socket(here, "/ws/lobby", {})
        await lobby.until("lobby")
        assert (await act(here, "POST", "announce", {"text": "Back in five minutes"}))[0] == 200
        assert (await lobby.until("notice"))["text"] == "Back in five minutes"
        await lobby.leave()


def test_the_command_works_on_a_running_server_and_drains_it(
    running: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    server = running()
    file = server.data / "admin-token"
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    there = ["--server", server.address, "--data", str(server.data)]
    assert main(["admin", "tables", *there]) == 0
    assert capsys.readouterr().out == "None.\n"
    assert main(["admin", "ban", "address:203.0.113.0/24", "--reason", "spam", *there]) == 0
    assert main(["admin", "bans", *there]) == 0
    assert "address:203.0.113.0/24  until lifted  spam" in capsys.readouterr().out
    assert main(["admin", "close", "nothing", *there]) == 2
    assert "no such table" in capsys.readouterr().err
    assert main(["admin", "drain", *there]) == 0
    assert server._gone() == 0
    capsys.readouterr()
    assert main(["admin", "audit", *there]) == 2
    assert "No server answers" in capsys.readouterr().err


def test_the_command_says_what_it_lacks(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["close"], "needs the table's ID"),
        (["dance"], "There is no act"),
        (["tables", "--data", str(tmp_path)], "There is no"),
    ):
        assert main(["admin", *words]) == 2
        assert said in capsys.readouterr().err

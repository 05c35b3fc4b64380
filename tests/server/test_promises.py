"""What the issue of live tables promises, tried over HTTP and WebSocket as a program would."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.client import Client

from .playing import play_out

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


async def two_at_a_table(ada: Client, bob: Client, **more: Any) -> str:
    """A running match of two people."""
    await ada.be("Ada")
    await bob.be("Bob")
    table_id = await ada.make("goats", 2, options=SMALL, **more)
    async with bob.table(table_id) as there, ada.table(table_id) as here:
        await there.send({"t": "sit", "seat": 1})
        while there.seat is None:
            await there.until("table")
        await here.send({"t": "start"})
        assert (await here.until("refused"))["code"] == "not_ready"
        await there.send({"t": "ready", "on": True})
        while not here.info["seats"][1]["ready"]:
            await here.until("table")
        await here.send({"t": "start"})
        await here.until("state")
    return table_id


async def test_standing_orders_answer_for_their_owner_and_nobody_hears_of_them(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        table_id = await two_at_a_table(ada, bob, clock={"kind": "none"})
        async with ada.table(table_id) as here, bob.table(table_id) as there:
            await here.until("state")
            await there.until("state")
            unless = {"path": "round", "test": "at_least", "value": 2}
            orders = [
                {"play": "bid 4", "when": unless, "once": False},
                {"play": "bid", "at_most": 2, "when": {"path": "auction", "test": "below", "value": 3}, "once": False},
                {"play": "bid 3"},
            ]
            await here.send({"t": "orders", "orders": orders})
            assert (await here.until("orders"))["orders"][2]["play"] == "bid 3"
            for card in ("bid 2", "bid 1", "bid 4"):
                while here.state["view"]["my_bid"] is None and here.state["moves"]:
                    await here.until("step")
                await there.play(card)
            while len((told := await here.until("orders"))["orders"]) == 3:
                pass
            assert [order["play"] for order in told["orders"]] == ["bid 4", "bid"]
            assert await here.play("bid 4")
            await there.play("bid 3")
            await here.until("over")
        record = await ada.record(table_id)
        assert [move for seat, move, _ in record["moves"] if seat == 0] == ["bid 1", "bid 2", "bid 3", "bid 4"]
        assert "at_most" not in str(await bob.ask("GET", f"/api/tables/{table_id}/replay?seat=1"))


async def test_a_pause_is_agreed_upon_over_the_wire(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        table_id = await two_at_a_table(ada, bob, clock={"kind": "live", "move_seconds": 600, "bank_seconds": 77})
        async with ada.table(table_id) as here, bob.table(table_id) as there:
            state = await here.until("state")
            assert [clock["bank_ms"] for clock in state["clock"]["running"]] == [77_000, 77_000]
            assert all(0 < clock["left_ms"] <= 600_000 for clock in state["clock"]["running"])
            await here.send({"t": "pause", "on": True})
            while there.info.get("pause_asked") != [0]:
                await there.until("table")
            await there.send({"t": "pause", "on": True})
            while not (await here.until("clock"))["clock"]["paused"]:
                pass
            await here.send({"t": "move", "id": "x", "asked": here.state["asked"], "move": "bid 1"})
            assert (await here.until("refused"))["code"] == "paused"
            for table in (here, there):
                await table.send({"t": "pause", "on": False})
            while (await here.until("clock"))["clock"]["paused"]:
                pass
            await here.play("bid 1")


async def test_by_mail_matches_outlive_the_server_and_say_whose_move_it_is(running: Callable[..., Any]) -> None:
    server = running()
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        table_id = await two_at_a_table(ada, bob, clock={"kind": "mail"})
        async with ada.table(table_id) as here:
            await here.until("state")
            await here.play("bid 1")
    server.stop()
    again = running(data=server.data)
    async with Client(again.address, ada.token) as ada, Client(again.address, bob.token) as bob, asyncio.timeout(240):
        for person, turn in ((ada, False), (bob, True)):
            (line,) = (await person.ask("GET", "/api/me"))["tables"]
            assert (line["id"], line["your_move"]) == (table_id, turn)
        async with bob.table(table_id) as there:
            await there.until("state")
            await there.play("bid 2")
        (line,) = (await ada.ask("GET", "/api/me"))["tables"]
        assert line["your_move"]


async def test_watchers_of_a_delayed_table_get_nothing_early_from_anywhere(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as wat, asyncio.timeout(240):
        await ada.be("Ada")
        await wat.be("Wat")
        more = {"clock": {"kind": "none"}, "delay_seconds": 600}
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, **more)
        async with ada.table(table_id) as here, wat.table(table_id) as far:
            await here.until("state")
            assert (await far.until("state"))["v"] == 0
            await here.play("bid 1")
            while here.state["v"] < 2:
                await here.until("step")
            await far.send({"t": "resume", "v": 0})
            assert (await far.until("clock"))["t"] == "clock"
            assert far.state["v"] == 0
        async with wat.table(table_id) as again:
            assert (await again.until("state"))["v"] == 0
        for path in (f"/api/tables/{table_id}/replay", f"/api/tables/{table_id}/record"):
            with pytest.raises(Exception, match="watch|over|end|runs"):
                await wat.ask("GET", path)


async def test_bots_take_and_leave_seats_during_a_match_and_people_come_back_to_theirs(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        await ada.be("Ada")
        await bob.be("Bob")
        table_id = await ada.make("goats", 3, options=SMALL, bots="novice", clock={"kind": "none"})
        async with ada.table(table_id) as here, bob.table(table_id) as there:
            await there.send({"t": "sit", "seat": 2})
            await there.send({"t": "ready", "on": True})
            while not here.info or here.info["seats"][2]["kind"] != "person" or not here.info["seats"][2]["ready"]:
                await here.until("table")
            await here.send({"t": "start"})
            await there.until("state")
            await there.send({"t": "stand"})
            while here.info["seats"][2]["was"] != bob.me["person"]:
                await here.until("table")
            await there.send({"t": "sit", "seat": 1})
            assert "join the next one" in (await there.until("refused"))["reason"]
            await there.send({"t": "sit", "seat": 2})
            while there.seat != 2:
                await there.until("table")
            await here.send({"t": "bot", "seat": 1, "level": "club"})
            while here.info["seats"][1]["level"] != "club":
                await here.until("table")
            await there.send({"t": "stand"})
            while here.info["seats"][2]["kind"] != "bot":
                await here.until("table")
            await here.send({"t": "hand_over", "person": bob.me["person"]})
            while there.info["host"] != bob.me["person"]:
                await there.until("table")
            await play_out(here)
            assert here.over is not None


def refusal_of(folder: Path, *flags: str, **variables: str) -> str:
    command = [sys.executable, "-m", "hoofspiel", "serve", "--data", str(folder), "--port", "0", *flags]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240, env={**os.environ, **variables})
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    return ended.stderr + ended.stdout


def test_unknown_settings_are_refused_by_flag_variable_and_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("colour = 'blue'\n")
    assert "colour" in refusal_of(tmp_path, "--colour", "blue")
    assert "HOOFSPIEL_COLOUR" in refusal_of(tmp_path, HOOFSPIEL_COLOUR="blue")
    assert "colour" in refusal_of(tmp_path, "--settings", str(tmp_path / "settings.toml"))
    assert "port" in refusal_of(tmp_path, HOOFSPIEL_PORT="many")

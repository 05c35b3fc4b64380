"""Everything a person will do in the browser, done by a program."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.client import Client, NotAllowed, Table
from hoofspiel.kernel.catalog import games

SMALL = {"cards": 3, "rounds": 1, "bonus": False}
SHORT: dict[str, dict[str, Any]] = {"goats": {"cards": 6, "rounds": 2}}
"""windows take their time at a live table: fewer of them"""


async def play_out(table: Table) -> None:
    """Answer every question with the first move that is offered."""
    async for question in table.questions():
        try:
            await table.play(question["moves"][0])
        except NotAllowed as refusal:
            if refusal.told["code"] != "stale":
                raise


async def test_a_guest_plays_bots_to_the_end_and_shares_the_record(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 4, options=SMALL, bots="casual", start=True)
        async with ada.table(table_id) as table:
            promised = (await table.until("welcome"))["table"]["commitment"]
            await play_out(table)
            over = table.over
        assert over is not None
        record = await Client(server.address).record(table_id)
        assert record["seed"] == over["secret"]
        assert record["commitment"] == promised
        assert record["result"]["points"] == over["points"]
        text = await ada.ask("GET", f"/api/tables/{table_id}/record?form=text")
        assert "game goats" in text
        history = await ada.ask("GET", "/api/me/history")
        assert history["matches"][0]["id"] == table_id


@pytest.mark.parametrize("slug", [game.slug for game in games().values() if not game.timed])
async def test_every_game_is_played_from_first_to_last_move(server: Any, slug: str) -> None:
    seats = min(games()[slug].seats, key=lambda n: abs(n - 3))
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        await ada.be("Ada")
        await bob.be("Bob")
        table_id = await ada.make(slug, seats, clock={"kind": "none"}, options=SHORT.get(slug, {}))
        async with ada.table(table_id) as one, bob.table(table_id) as two:
            await two.send({"t": "sit", "seat": 1})
            await two.send({"t": "ready", "on": True})
            for seat in range(2, seats):
                await one.send({"t": "bot", "seat": seat, "level": "casual"})
            while not one.info or any(s["kind"] == "open" or not s["ready"] for s in one.info["seats"]):
                await one.until("table")
            await one.send({"t": "start"})
            await asyncio.gather(play_out(one), play_out(two))
        assert one.over is not None
        assert two.over is not None
        assert {**two.over, "v": 0} == {**one.over, "v": 0}  # each counts the steps it could see
        replay = await bob.ask("GET", f"/api/tables/{table_id}/replay?seat=0")
        assert replay["over"]
        assert replay["steps"][-1]["v"] >= one.over["v"]  # afterwards every move is shown


async def test_seats_hosts_and_readiness(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        await ada.be("Ada")
        bobs = await bob.be("Bob")
        table_id = await ada.make("goats", 3, options=SMALL)
        async with ada.table(table_id) as one, bob.table(table_id) as two:
            await two.send({"t": "sit", "seat": 0})
            assert (await two.until("refused"))["code"] == "taken"
            await two.send({"t": "start"})
            assert (await two.until("refused"))["code"] == "not_host"
            await two.send({"t": "sit", "seat": 1})
            await one.send({"t": "bot", "seat": 2, "level": "master"})
            while (await one.until("table"))["table"]["seats"][2]["kind"] != "bot":
                pass
            await one.send({"t": "start"})
            refusal = await one.until("refused")
            assert (refusal["code"], "Bob" in refusal["reason"]) == ("not_ready", True)
            await one.send({"t": "hand_over", "person": bobs["person"]})
            while not (await two.until("table"))["host"]:
                pass
            await two.send({"t": "clear", "seat": 0})
            while (await one.until("table"))["seat"] is not None:
                pass
            await two.send({"t": "stand"})
            while (await two.until("table"))["seat"] is not None:
                pass


async def test_a_rematch_brings_the_same_people_together(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="novice", start=True)
        async with ada.table(table_id) as table:
            await play_out(table)
            await table.send({"t": "rematch"})
            while (await table.until("table"))["table"]["next"] is None:
                pass
        again = await ada.ask("GET", f"/api/tables/{table.info['next']}")
        assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in table.info["seats"]]
        assert again["options"] == table.info["options"]
        assert again["commitment"] != table.info["commitment"]


async def test_chat_is_plain_text_and_can_be_muted(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as bob, asyncio.timeout(240):
        await ada.be("Ada")
        bobs = await bob.be("Bob")
        table_id = await ada.make("goats", 2, options=SMALL)
        async with ada.table(table_id) as one, bob.table(table_id) as two:
            await two.send({"t": "say", "text": "<b>hi</b>\u202e\x07  there"})
            assert (await one.until("chat"))["line"]["text"] == "<b>hi</b> there"
            await two.send({"t": "emote", "emote": "baa"})
            assert (await one.until("emote"))["name"] == "Bob"
            await one.send({"t": "mute", "person": bobs["person"], "on": True})
            await one.until("table")
            await two.send({"t": "say", "text": "can you hear me?"})
            await two.until("chat")
            for _ in range(6):
                await two.send({"t": "say", "text": "spam"})
            assert (await two.until("refused"))["code"] == "too_fast"
        async with ada.table(table_id) as again:
            assert (await again.until("welcome"))["chat"] == []


async def test_the_list_of_tables_updates_itself(server: Any) -> None:
    from websockets.asyncio.client import connect

    address = server.address.replace("http", "ws")
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        async with connect(f"{address}/ws/lobby", additional_headers={"authorization": f"Bearer {ada.token}"}) as lobby:
            first = json.loads(await lobby.recv())
            assert first["t"] == "lobby"
            table_id = await ada.make("goats", 2, public=True, options=SMALL)
            seen = [json.loads(await lobby.recv()) for _ in range(2)]
            assert {message["t"] for message in seen} == {"line", "mine"}
            assert table_id in [line["id"] for line in (await ada.ask("GET", "/api/tables"))["tables"]]
            private = await ada.make("goats", 2, options=SMALL)
            assert json.loads(await lobby.recv())["t"] == "mine"
            assert private not in [line["id"] for line in (await ada.ask("GET", "/api/tables"))["tables"]]


async def test_a_hint_is_a_legal_move_for_who_has_to_choose(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        hint = await ada.ask("GET", f"/api/tables/{table_id}/hint")
        assert hint["move"] in ("bid 1", "bid 2", "bid 3")


async def test_verify_replay_and_backup_from_the_command_line(server: Any, tmp_path: Path) -> None:
    def hoofspiel(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "hoofspiel", *words], capture_output=True, text=True, timeout=240)

    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True)
        async with ada.table(table_id) as table:
            await play_out(table)
        record = await ada.record(table_id)
    good = await asyncio.to_thread(hoofspiel, "verify", f"{server.address}/t/{table_id}")
    assert (good.returncode, "every one legal" in good.stdout) == (0, True)
    forged = record | {"seed": "ab" * 32}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    bad = await asyncio.to_thread(hoofspiel, "verify", str(tmp_path / "forged.json"))
    assert (bad.returncode, "NOT RIGHT" in bad.stdout) == (1, True)
    (tmp_path / "odd.json").write_text(json.dumps(record | {"result": "victory"}))
    odd = await asyncio.to_thread(hoofspiel, "verify", str(tmp_path / "odd.json"))
    assert (odd.returncode, odd.stderr) == (1, "")
    assert "not what the record says" in odd.stdout
    shown = await asyncio.to_thread(hoofspiel, "replay", f"{server.address}/t/{table_id}", "--all")
    assert shown.returncode == 0, shown.stderr
    copied = await asyncio.to_thread(hoofspiel, "backup", str(tmp_path / "copy.db"), "--data", str(server.data))
    assert (copied.returncode, (tmp_path / "copy.db").exists()) == (0, True)

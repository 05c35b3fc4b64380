"""Health, numbers, logs, settings, and stopping without losing anything."""

import asyncio
import gzip
import json
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from hoofspiel.client import Client, NotAllowed
from hoofspiel.server.app import make_app
from hoofspiel.server.guard import Guard
from hoofspiel.server.settings import BadSetting, Settings, load
from hoofspiel.store.sqlite import SqliteStore

from .playing import played_out

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


async def test_health_plays_a_real_move(server: Any, tmp_path: Path) -> None:
    client = Client(server.address)
    for _ in range(20):
        assert await client.ask("GET", "/healthz") == "ok\n"
    store = SqliteStore(server.data / "hoofspiel.db")
    with store.engine.connect() as connection:
        stored = connection.exec_driver_sql("SELECT count(*) FROM moves WHERE table_id LIKE 'health%'").scalar_one()
    store.engine.dispose()
    assert stored > 0


async def test_metrics_are_prometheus_text(server: Any) -> None:
    text = await Client(server.figures).ask("GET", "/metrics")
    for line in text.splitlines():
        assert line.startswith("# ") or len(line.split(" ")) == 2, line
    assert "hoofspiel_rooms" in text


async def test_stopping_tells_everybody_and_keeps_everything(running: Callable[..., Any]) -> None:
    server = running()
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        async with ada.table(table_id) as table:
            await table.until("state")
            await table.play("bid 2")
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            assert (await table.until("bye"))["code"] == "shutdown"
            assert await stopping == 0
    again = running(data=server.data)
    async with Client(again.address, ada.token) as ada, asyncio.timeout(240), ada.table(table_id) as table:
        state = await table.until("state")
        assert state["v"] >= 1
        assert 2 not in state["view"]["players"][0]["left"] or state["view"]["my_bid"] == 2


async def test_logs_are_json_and_hold_no_secret(running: Callable[..., Any]) -> None:
    server = running("--log", "debug")
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        await ada.ask("POST", "/api/account", {"name": "Ada", "password": "correct horse"})
        async with played_out(ada) as table:
            secret = (table.over or {})["secret"]
    server.stop()
    log = server.log()
    for hidden in (ada.token, "correct horse", secret):
        assert hidden is not None
        assert hidden not in log


def test_settings_come_from_flags_then_variables_then_the_file(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('port = 1\nhost = "a"\nguests = 5\n')
    found = load({"port": "3"}, {"HOOFSPIEL_PORT": "2", "HOOFSPIEL_HOST": "b", "PATH": "x"}, str(file))
    assert (found.port, found.host, found.guests, found.bot_workers) == (3, "b", 5, Settings().bot_workers)


@pytest.mark.parametrize(
    ("flags", "environment", "text"),
    [
        ({}, {"HOOFSPIEL_PROT": "2"}, "there is no setting 'prot'"),
        ({"port": "many"}, {}, "port takes a whole number, not 'many'"),
        ({}, {"HOOFSPIEL_TRUST_PROXY": "maybe"}, "true or false"),
        ({}, {"HOOFSPIEL_SETTINGS": "/nowhere/s.toml"}, "cannot be read"),
    ],
)
def test_what_is_no_setting_is_refused(flags: dict[str, str], environment: dict[str, str], text: str) -> None:
    with pytest.raises(BadSetting, match=text):
        load(flags, environment)


def test_a_setting_in_the_file_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("colour = 3\n")
    with pytest.raises(BadSetting, match="there is no setting 'colour'"):
        load({}, {}, str(tmp_path / "s.toml"))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("port = true", "port takes a whole number, not True"),
        ("port = 80.5", "port takes a whole number, not 80.5"),
        ("bot_pace = nan", "bot_pace takes a number from 0 on, not nan"),
        ("guests = -1", "guests takes a number from 0 on, not -1"),
        ("messages = 0", "messages takes a number from 1 on, not 0"),
        ("trust_proxy = 2", "trust_proxy is true or false, not 2"),
        ('origins = ["https://a.example"]', "origins takes text"),
        ("data = 5", "data takes text, not 5"),
        ('store = "postgressql://db/hoofspiel"', "store is postgresql://..., memory: or nothing"),
        ('store = "postgresql:db"', "store is postgresql://..., memory: or nothing"),
        ('bus = "127.0.0.1:4222"', "bus is nats://... or nothing"),
        ('origins = "play.example.org"', "origins are addresses such as https://play.example.org"),
        ("\xff", "is not TOML"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused(tmp_path: Path, line: str, text: str) -> None:
    (tmp_path / "s.toml").write_bytes(line.encode("latin-1"))
    with pytest.raises(BadSetting, match=re.escape(text)):
        load({}, {}, str(tmp_path / "s.toml"))


def test_settings_of_every_kind_are_taken(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("bot_pace = 2\nsecure_cookies = true\norigins = 'https://a.example, http://b/'")
    found = load({"store": "postgres://db/x"}, {"HOOFSPIEL_BUS": "nats://bus"}, str(tmp_path / "s.toml"))
    assert (found.bot_pace, found.secure_cookies) == (2.0, True)
    assert (found.store, found.bus) == ("postgres://db/x", "nats://bus")
    assert Guard(found, found.origins.split(",")).allowed == {"https://a.example", "http://b"}  # type: ignore[arg-type]


def refused_start(*flags: str) -> str:
    """What somebody reads whose server does not start."""
    command = [sys.executable, "-m", "hoofspiel", "serve", "--port", "0", "--bot-workers", "0", *flags]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await store.stop()
    with sqlite3.connect(tmp_path / "hoofspiel.db") as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.close()
    assert "is of another version than this program" in refused_start("--data", str(tmp_path))


def test_a_store_that_cannot_be_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "hoofspiel.db").write_text("this is no database " * 100)
    assert "file is not a database" in refused_start("--data", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nowhere = f"127.0.0.1:{taken.getsockname()[1]}"
        assert "the database cannot take it now" in refused_start("--store", f"postgresql://{nowhere}/x")


async def test_a_bus_that_does_not_answer_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoofspiel.bus.nats.START_SECONDS", 0.2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        _, server = make_app(Settings(store="memory:", bus=f"nats://127.0.0.1:{port}", bot_workers=0))
        with pytest.raises(OSError, match="the bus does not answer"):
            async with server.running():
                raise AssertionError("it runs without its bus")
        assert server.trouble == "the bus does not answer", "what somebody reads whose server does not start"


async def test_accounts_from_guest_to_goodbye(server: Any) -> None:
    ada = Client(server.address)
    await ada.be("Ada Lovelace")
    me = await ada.ask("POST", "/api/account", {"name": "Ada Lovelace", "password": "first program"})
    assert me["account"]
    elsewhere = Client(server.address)
    assert (await elsewhere.sign_in("ADA lovelace", "first program"))["person"] == ada.me["person"]
    await elsewhere.ask("DELETE", "/api/session")
    assert (await elsewhere.ask("GET", "/api/me"))["person"] is None
    assert (await ada.ask("GET", "/api/me"))["person"] == ada.me["person"]
    await ada.ask("DELETE", "/api/me")
    assert (await ada.ask("GET", "/api/me"))["person"] is None
    with pytest.raises(NotAllowed) as refusal:
        await elsewhere.sign_in("Ada Lovelace", "first program")
    assert refusal.value.told["status"] == 401


async def test_what_screens_say_they_showed_is_checked_and_counted(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        slow = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        async with ada.table(slow) as table:
            await table.until("state")
            await table.send({"t": "painted", "v": 0, "after_ms": 5})
            assert (await table.until("refused"))["code"] == "bad_message"
        timed = await ada.make("taco", 2, bots="casual", start=True)
        async with ada.table(timed) as table:
            state = await table.until("state")
            await table.send({"t": "painted", "v": state["v"] + 1_000_000, "after_ms": 5})
            assert (await table.until("refused"))["code"] == "bad_message"
            await table.send({"t": "painted", "v": state["v"], "after_ms": 12})
            await table.send({"t": "time", "t0": 1})
            await table.until("time")
        text = await Client(server.figures).ask("GET", "/metrics")
        assert "hoofspiel_painted_total 1.0\n" in text
        assert "hoofspiel_painted_ms_total 12.0\n" in text


async def test_requests_are_timed_in_the_numbers(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        async with played_out(ada):
            pass
        lines = dict(
            line.rsplit(" ", 1)
            for line in (await Client(server.figures).ask("GET", "/metrics")).splitlines()
            if line[0] != "#"
        )
        buckets = [float(count) for name, count in lines.items() if name.startswith("hoofspiel_request_ms_bucket")]
        assert buckets == sorted(buckets)
        assert buckets[-1] == float(lines["hoofspiel_request_ms_count"]) >= 3


def test_the_games_come_packed_to_whoever_can_unpack(server: Any) -> None:
    """The longest answer there is, and everybody's first."""
    with urlopen(f"{server.address}/api/games") as answer:
        plain = answer.read()
    asked = Request(f"{server.address}/api/games", headers={"accept-encoding": "gzip"})
    with urlopen(asked) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = answer.read()
    assert gzip.decompress(packed) == plain
    assert len(packed) * 2 < len(plain)
    with urlopen(f"{server.address}/api/games?texts=no") as answer:  # as pages ask, which have the sentences
        games = json.load(answer)["games"]
    assert games == [game | {"texts": {}} for game in json.loads(plain)["games"]]

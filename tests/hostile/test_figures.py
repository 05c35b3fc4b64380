"""Looking into hands by the figures a server tells: in public it tells only whether it is well."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from hoofspiel.client import Client
from hoofspiel.server.app import make_app
from hoofspiel.server.health import GONE_MS, Health
from hoofspiel.server.settings import BadSetting, Settings, load
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, Store, Unavailable
from hoofspiel.store.sqlite import SqliteStore
from tests.server.conftest import Running

SMALL = {"cards": 3, "rounds": 1, "bonus": False}
PUBLIC = ("/metrics", "/metrics/", "/healthz", "/readyz", "/livez", "/api/metrics", "/api/health")
Start = Callable[..., Running]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Running] = []

    def go(*flags: str) -> Running:
        data = tmp_path / f"data{len(started)}"
        data.mkdir()
        started.append(Running(data, "--bot-workers", "0", "--bot-pace", "0", *flags).start())
        return started[-1]

    yield go
    for server in started:
        server.kill()


def asked(address: str, path: str, host: str | None = None) -> tuple[int, str]:
    try:
        with urlopen(Request(address + path, headers={} if host is None else {"host": host}), timeout=120) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


async def test_nothing_public_counts_a_move_that_nobody_may_know_of(start: Start) -> None:
    """A sealed bid is a move: whoever could count moves would know when somebody has chosen."""
    server = start()
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        async with ada.table(table_id) as table:
            await table.until("state")
            before = [await asyncio.to_thread(asked, server.address, path) for path in PUBLIC]
            await table.play("bid 2")
            after = [await asyncio.to_thread(asked, server.address, path) for path in PUBLIC]
    assert before == after
    assert not [text for _, text in after if "hoofspiel_" in text]
    assert after[PUBLIC.index("/metrics")][0] == 404


async def test_whoever_runs_it_finds_figures_and_health_at_the_private_address(start: Start) -> None:
    server = start("--metrics-listen", "127.0.0.1:0")
    status, text = asked(server.figures, "/metrics")
    assert status == 200
    assert "hoofspiel_rooms 0.0" in text
    status, text = asked(server.figures, "/healthz")
    assert status == 200
    assert '"well":true' in text
    assert asked(server.figures, "/readyz") == (200, "ready\n")
    assert asked(server.figures, "/livez") == (200, "alive\n")
    assert asked(server.figures, "/")[0] == 404


def test_a_foreign_page_cannot_read_the_private_address_by_a_name_of_its_own(start: Start) -> None:
    server = start("--metrics-listen", "127.0.0.1:0")
    port = server.figures.rpartition(":")[2]
    status, text = asked(server.figures, "/metrics", host=f"evil.example:{port}")
    assert status == 421
    assert "hoofspiel_" not in text
    assert asked(server.figures, "/metrics", host=f"localhost:{port}")[0] == 200


def test_a_private_address_that_is_taken_is_a_sentence_and_the_server_starts(start: Start) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = start("--metrics-listen", f"127.0.0.1:{port}")
        assert asked(server.address, "/healthz") == (200, "ok\n")
    (line,) = [line for line in server.log().splitlines() if f"127.0.0.1:{port}" in line]
    assert "--metrics-listen" in line
    assert '"level": "warning"' in line


def test_without_a_private_address_nothing_listens_there(start: Start) -> None:
    server = start("--metrics-listen", "")
    assert asked(server.address, "/healthz") == (200, "ok\n")
    assert server.log() == ""


@pytest.mark.parametrize("given", ["9000", "127.0.0.1", "127.0.0.1:port", "http://127.0.0.1:9000", "a b:1", ":9000"])
def test_what_is_no_private_address_is_refused(given: str) -> None:
    with pytest.raises(BadSetting, match=r"metrics_listen is an address and a port such as 127\.0\.0\.1:9000"):
        load({"metrics_listen": given}, {})


@pytest.mark.parametrize("given", ["", "127.0.0.1:9000", "[::1]:9000", "0.0.0.0:0", "localhost:9100"])
def test_private_addresses_of_every_kind_are_taken(given: str) -> None:
    assert load({"metrics_listen": given}, {}).metrics_listen == given


class Full(MemoryStore):
    async def append(self, table_id: str, moves: Any, row: Any = None) -> None:
        raise Unavailable("no space left on /very/private/path")


async def test_in_public_a_server_that_is_not_well_does_not_say_why() -> None:
    app, server = make_app(Settings(store="memory:", bot_workers=0))
    server.health = Health(Full(), "one")
    told: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        told.append(message)

    head = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/healthz", "raw_path": b"/healthz", "query_string": b""}
    await app({**scope, "headers": head, "root_path": "", "http_version": "1.1", "scheme": "http"}, receive, send)
    assert told[0]["status"] == 503
    assert told[1]["body"] == b"not well\n"
    assert "no space left" in (await server.health.trouble() or "")


async def rows_of(store: Store, name: str) -> int:
    return len(await store.moves(name))


@pytest.mark.parametrize("engine", ["sqlite", "memory"])
async def test_the_health_rows_of_killed_processes_go(engine: str, tmp_path: Path) -> None:
    """Every killed process left its private match in the store for ever."""
    store: Store = MemoryStore() if engine == "memory" else SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    try:
        now = 10 * GONE_MS
        await store.append("healthkilled", [MoveRow(1, 0, "x", now - GONE_MS - 1, "")])
        await store.append("healthothers", [MoveRow(1, 0, "x", now - 1, "")])
        await store.append("abcdefgh2345", [MoveRow(1, 0, "bid 1", 0, "")])
        health = Health(store, "me", now=lambda: now)
        await health.check()
        assert await rows_of(store, "healthkilled") == 0
        assert await rows_of(store, "healthothers") == 1, "another server is using it"
        assert await rows_of(store, "abcdefgh2345") == 1, "somebody's match"
        assert await rows_of(store, "healthme") == 1
    finally:
        await store.stop()

"""Scale-out is real engines behind the same ports: two servers, one PostgreSQL, one NATS, one table."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect

from hoofspiel.client import Client

from .playing import play_out

SMALL = {"cards": 5, "rounds": 2, "bonus": False}


@pytest.fixture
def servers(running: Callable[..., Any], new_database: Callable[[], str], nats_address: str) -> tuple[str, str]:
    """Two processes on one database and one bus."""
    shared = ("--store", new_database(), "--bus", nats_address, "--lease", "30")
    one, two = running(*shared), running(*shared)
    return one.address, two.address


@asynccontextmanager
async def ada_and_bob(one: str, two: str) -> AsyncIterator[tuple[Client, Client]]:
    """A person at each server, for a minute at most."""
    async with Client(one) as ada, Client(two) as bob, asyncio.timeout(600):
        await ada.be("Ada")
        await bob.be("Bob")
        yield ada, bob


async def test_two_servers_play_one_match(servers: tuple[str, str]) -> None:
    async with ada_and_bob(*servers) as (ada, bob):
        async with connect(servers[1].replace("http", "ws") + "/ws/lobby") as lobby:
            assert json.loads(await lobby.recv())["t"] == "lobby"
            table_id = await ada.make("goats", 2, options=SMALL, public=True, clock={"kind": "none"})
            assert json.loads(await lobby.recv())["line"]["id"] == table_id
        async with ada.table(table_id) as here, bob.table(table_id) as there:
            await here.until("welcome")
            await there.send({"t": "sit", "seat": 1})
            await there.send({"t": "ready", "on": True})
            while not here.info["seats"][1]["ready"]:
                await here.until("table")
            await here.send({"t": "say", "text": "good luck"})
            assert (await there.until("chat"))["line"]["text"] == "good luck"
            await there.send({"t": "emote", "emote": "thanks"})
            assert (await here.until("emote"))["name"] == "Bob"
            await here.send({"t": "start"})
            await asyncio.gather(play_out(here), play_out(there))
            assert here.over is not None
            assert here.over == there.over
        record = await bob.record(table_id)
        assert record["result"]["points"] == here.over["points"]


async def test_who_is_connected_to_one_server_is_at_the_table_for_the_other(servers: tuple[str, str]) -> None:
    async with ada_and_bob(*servers) as (ada, bob):
        table_id = await ada.make("goats", 2, options=SMALL)
        async with bob.table(table_id) as there:
            await there.until("welcome")
            assert there.info["seats"][0]["here"] is False
            async with ada.table(table_id) as here:
                await here.until("welcome")
                while not there.info["seats"][0]["here"]:
                    await there.until("table")
            while there.info["seats"][0]["here"]:
                await there.until("table")

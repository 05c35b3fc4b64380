"""A new name is seen at every seat somebody holds, by everybody who looks, without standing up."""

import asyncio
from typing import Any

import pytest

from hoofspiel.client import Client

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


async def guest(server: Any, name: str) -> Client:
    client = Client(server.address)
    await client.be(name)
    return client


async def named(table: Any, seat: int, name: str) -> None:
    while not table.info or table.info["seats"][seat]["name"] != name:
        await table.until("table")


@pytest.mark.parametrize("state", ["open", "running"])
async def test_a_seat_follows_the_name_for_everybody_at_once(server: Any, state: str) -> None:
    ada, bob = await guest(server, "Ada"), await guest(server, "Bob")
    table_id = await ada.make("goats", 2, options=SMALL, clock={"kind": "none"})
    async with asyncio.timeout(240), ada.table(table_id) as one, bob.table(table_id) as two:
        await two.send({"t": "sit", "seat": 1})
        await two.send({"t": "ready", "on": True})
        await named(one, 1, "Bob")
        while not one.info["seats"][1]["ready"]:
            await one.until("table")
        if state == "running":
            await one.send({"t": "start"})
            await two.until("state")
        await bob.ask("POST", "/api/me", {"name": "Robert"})
        await named(one, 1, "Robert")
        assert one.info["seats"][1]["ready"], "a name is no reason to be unready"
        await ada.ask("POST", "/api/me", {"name": "Ada L."})
        await named(two, 0, "Ada L.")
        assert two.info["hosts_name"] == "Ada L."
        await two.send({"t": "say", "text": "hello"})
        assert (await one.until("chat"))["line"]["name"] == "Robert"


async def test_whoever_sits_down_after_a_new_name_sits_under_it(server: Any) -> None:
    ada, bob = await guest(server, "Ada"), await guest(server, "Bob")
    table_id = await ada.make("goats", 2, options=SMALL, clock={"kind": "none"})
    async with asyncio.timeout(240), ada.table(table_id) as one, bob.table(table_id) as two:
        await two.until("welcome")
        await bob.ask("POST", "/api/me", {"name": "Robert"})
        await two.send({"t": "sit", "seat": 1})
        await named(one, 1, "Robert")


async def test_people_around_one_device_keep_their_names(server: Any) -> None:
    ada = await guest(server, "Ada")
    table_id = await ada.make("taco", 3, clock={"kind": "none"}, around=["Ada", "Ben", "Cleo"])
    async with asyncio.timeout(240), ada.table(table_id) as table:
        await table.until("welcome")
        await ada.ask("POST", "/api/me", {"name": "Mum"})
        await named(table, 0, "Mum")
        assert [seat["name"] for seat in table.info["seats"]] == ["Mum", "Ben", "Cleo"]

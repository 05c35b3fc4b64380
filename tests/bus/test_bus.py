"""What every bus promises; NATS is a real server, started by the fixture."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.bus.nats import NatsBus
from hoofspiel.bus.port import Bus

SERVER = shutil.which("nats-server") or Path("/usr/sbin/nats-server").exists()


@pytest.fixture(params=["memory"] + (["nats"] if SERVER else []))
async def buses(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """The bus as two processes see it."""
    one: Bus
    two: Bus
    if request.param == "memory":
        one = two = MemoryBus()
    else:
        address = request.getfixturevalue("nats_address")
        one, two = NatsBus(address), NatsBus(address)
    await one.start()
    if two is not one:
        await two.start()
    yield one, two
    await one.stop()
    if two is not one:
        await two.stop()


async def heard(queue: "asyncio.Queue[bytes]") -> bytes:
    async with asyncio.timeout(10):
        return await queue.get()


async def test_who_listens_hears_in_order(buses: tuple[Bus, Bus]) -> None:
    one, two = buses
    said: asyncio.Queue[bytes] = asyncio.Queue()
    await two.listen("table.abc", said.put_nowait)
    ready: asyncio.Queue[bytes] = asyncio.Queue()
    await two.listen("ready", ready.put_nowait)
    while ready.empty():  # a subscription needs a moment to reach another server
        await one.publish("ready", b"?")
        await asyncio.sleep(0)
    for n in range(20):
        await one.publish("table.abc", b"%d" % n)
    assert [await heard(said) for _ in range(20)] == [b"%d" % n for n in range(20)]


async def test_topics_are_apart_and_listening_ends(buses: tuple[Bus, Bus]) -> None:
    one, two = buses
    here: asyncio.Queue[bytes] = asyncio.Queue()
    ended: asyncio.Queue[bytes] = asyncio.Queue()
    stop = await two.listen("a", ended.put_nowait)
    stop()
    await two.listen("b", here.put_nowait)
    while here.empty():
        await one.publish("a", b"not for you")
        await one.publish("b", b"for you")
        await asyncio.sleep(0)
    assert await heard(here) == b"for you"
    assert all(here.get_nowait() == b"for you" for _ in range(here.qsize()))

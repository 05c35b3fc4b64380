"""What every bus promises; NATS is a real server, started by the fixture."""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hoofspiel.bus import nats
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
    async with asyncio.timeout(240):
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


async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """As much of a NATS server as it takes to be connected to."""
    writer.write(b'INFO {"server_id":"paper","version":"2.10.0","proto":1,"max_payload":1048576}\r\n')
    while line := await reader.readline():
        if line.startswith(b"PING"):
            writer.write(b"PONG\r\n")
    writer.close()


async def say_much(bus: Bus) -> None:
    for _ in range(100):
        await bus.publish("table.abc", b"x" * 65_536)
        await asyncio.sleep(0)


async def test_a_bus_that_has_gone_is_an_error_like_any_other() -> None:
    """Whoever publishes knows that a message may be lost; a move must not get stuck on one."""
    lines: list[asyncio.StreamWriter] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)
        await greet(reader, writer)

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    bus = NatsBus(f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    async with asyncio.timeout(240):
        await bus.start()
        server.close()
        lines[0].transport.abort()
        with pytest.raises(OSError, match="the bus does not answer"):
            await say_much(bus)
        await bus.stop()


async def test_a_bus_that_is_not_there_is_said_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert nats.START_SECONDS <= 10
    monkeypatch.setattr(nats, "START_SECONDS", 0.2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        bus = NatsBus(f"nats://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(OSError, match="the bus does not answer"):
            async with asyncio.timeout(240):
                await bus.start()

"""Somebody who does not read, and a searching bot whose process hangs: the table goes on without them."""

import asyncio
import contextlib
import re
import signal
import socket
from collections.abc import Callable
from typing import Any

import psutil

from hoofspiel.client import Client

from .playing import play_out

SMALL = {"cards": 6, "rounds": 2, "bonus": False}


async def counted(server: Any, name: str) -> int:
    text = await Client(server.figures).ask("GET", "/metrics")
    found = re.search(rf"^hoofspiel_{name} (\d+)\.0$", text, re.MULTILINE)
    assert found is not None, name
    return int(found[1])


def deaf_socket(address: str, token: str, table_id: str) -> socket.socket:
    """At the table, asking for everything again and again, with hardly any room for the answers."""
    host, port = address.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    hello = f"GET /ws/table/{table_id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    hello += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    line.sendall(f"{hello}Authorization: Bearer {token}\r\n\r\n".encode())
    return line


async def test_who_does_not_read_is_cut_off_and_the_others_play_on(server: Any) -> None:
    async with Client(server.address) as ada, Client(server.address) as eve, asyncio.timeout(600):
        await ada.be("Ada")
        await eve.be("Eve")
        before = await counted(server, "cut_total")
        table_id = await ada.make("goats", 4, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        with deaf_socket(server.address, str(eve.token), table_id) as deaf:
            text = b'{"t":"resume","v":0}'
            resume = b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text
            async with ada.table(table_id) as table:
                playing = asyncio.ensure_future(play_out(table))
                while await counted(server, "cut_total") == before:
                    await asyncio.to_thread(push, deaf, resume * 20)
                await playing
                assert table.over is not None


def push(line: socket.socket, data: bytes) -> None:
    """Send what goes; whoever was cut off cannot any more."""
    line.settimeout(1)
    with contextlib.suppress(OSError):
        line.sendall(data)


async def test_a_searching_bot_plays_and_is_replaced_when_its_process_hangs(running: Callable[..., Any]) -> None:
    server = running("--bot-workers", "1")
    process = psutil.Process(server.process.pid)

    async def play_until(client: Client, reached: Callable[[], Any]) -> None:
        """Matches against strong bots, until something has happened."""
        while not await reached():
            table_id = await client.make("goats", 2, options=SMALL, bots="club", start=True)
            async with client.table(table_id) as table:
                await play_out(table)
            assert table.over is not None

    async with Client(server.address) as ada, asyncio.timeout(500):
        await ada.be("Ada")

        async def searched() -> bool:
            return await counted(server, "bots_asked_total") > await counted(server, "bots_quick_total")

        async def replaced() -> bool:
            return await counted(server, "bots_stuck_total") > 0

        await play_until(ada, searched)
        (worker,) = process.children()
        worker.send_signal(signal.SIGSTOP)
        await play_until(ada, replaced)
        while not (others := [child for child in process.children() if child.pid != worker.pid]):
            await asyncio.sleep(0)
        assert len(others) == 1
        assert not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE

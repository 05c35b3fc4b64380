"""Nothing broken by bad input: a hundred thousand hostile frames and requests while a normal match goes on."""

import asyncio
import json
import os
import re
import struct
from collections.abc import Iterator
from random import Random
from typing import Any

import psutil

from hoofspiel.client import Client

FRAMES = 100_000
"""so many must have arrived: what is sent on a line that is just being closed does not"""
REQUESTS = 2_000
LINES = 8
SMALL = {"cards": 6, "rounds": 2, "bonus": False}
KINDS = ("move", "resume", "sit", "stand", "back", "bot", "clear", "ready", "hand_over", "pause", "hold", "orders",
         "rematch", "say", "emote", "mute", "pong", "time", "painted", "nonsense", "welcome", "step", "")  # fmt: skip


def odd_value(chance: Random, depth: int = 0) -> Any:
    """A value that is rarely what it should be."""
    simple: list[Any] = [
        None, True, -1, 0, 1, 7, 10**6, 10**30, -(10**30), 1e308, 0.5, "", "a", "bid 1", "\u202e", "\x00", "A" * 500,
        "../../etc/passwd", "<script>", "' OR 1=1 --", "\ud83d\ude00", "0" * 64, [], {}, "NaN",
    ]  # fmt: skip
    if depth < 3 and chance.random() < 0.2:
        if chance.random() < 0.5:
            return [odd_value(chance, depth + 1) for _ in range(chance.randrange(4))]
        return {str(odd_value(chance, 3)): odd_value(chance, depth + 1) for _ in range(chance.randrange(4))}
    return chance.choice(simple)


FIELDS = ("id", "asked", "move", "v", "seat", "level", "on", "person", "orders", "text", "emote", "n", "t0", "after_ms",
          "rt_ms", "seen", "extra", "t", "play", "when")  # fmt: skip


def hostile_frames(chance: Random) -> Iterator[tuple[int, bytes]]:
    """Opcode and payload, for ever."""
    while True:
        dice = chance.random()
        if dice < 0.55:
            message = {"t": chance.choice(KINDS)} | {
                chance.choice(FIELDS): odd_value(chance) for _ in range(chance.randrange(5))
            }
            yield 1, json.dumps(message).encode()
        elif dice < 0.70:  # nearly right: other people's seats, old questions, the same id again and again
            asked = chance.choice([0, 1, 2, 10**8])
            yield 1, json.dumps({"t": "move", "id": chance.choice("ab"), "asked": asked, "move": "bid 1"}).encode()
        elif dice < 0.80:
            yield 2, chance.randbytes(chance.randrange(200))
        elif dice < 0.88:
            depth = chance.choice([10, 500, 7000])
            yield 1, b'{"t":' + b"[" * depth + b"]" * depth + b"}"
        elif dice < 0.94:
            yield 1, b'{"t":"pong","n":' + b"9" * chance.choice([1, 20, 4000]) + b"}"
        else:
            whole = json.dumps({"t": "say", "text": "x\u20ac" * 20}, ensure_ascii=False).encode()
            yield 2, whole[: chance.randrange(len(whole))]


def framed(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    head = bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([128 | opcode]) + head + b"\0\0\0\0" + payload


async def attack(port: int, token: str, table_id: str, count: int, seed: int) -> int:
    """Send so many hostile frames, coming back whenever the server has had enough; how many were sent."""
    frames = hostile_frames(Random(seed))
    sent = 0
    while sent < count:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        hello = f"GET /ws/table/{table_id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        hello += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(f"{hello}Authorization: Bearer {token}\r\n\r\n".encode())
        drain = asyncio.ensure_future(swallow(reader))
        try:
            for _ in range(5_000):
                if sent >= count or drain.done():
                    break
                writer.write(framed(*next(frames)))
                sent += 1
                if sent % 50 == 0:
                    await writer.drain()
                    await asyncio.sleep(0)
            if seed % 2:  # go with a bang: broken UTF-8 in a text frame, a frame without mask, or one too large
                bang = [framed(1, b"\xff\xfe\xc3("), b"\x81\x05hello", framed(1, b"y" * 20_000)]
                writer.write(bang[sent % 3])
            await writer.drain()
        except OSError:
            pass
        writer.close()
        drain.cancel()
    return sent


async def swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def bother(port: int, table_id: str, count: int) -> list[int]:
    """Hostile HTTP requests; the statuses of the answers."""
    chance = Random(99)
    paths = ["/api/me", "/api/tables", "/api/session", "/api/account", f"/api/tables/{table_id}", "/api/games",
             f"/api/tables/{table_id}/replay?seat=%ff", f"/api/tables/{table_id}/replay?seat=-1", "/healthz",
             f"/api/tables/{table_id}/record?form=\u00b2", "/api/tables/%2e%2e/record", "/..%2f..%2fetc/passwd",
             f"/api/tables/{table_id}/hint", "/api/nothing", "/metrics", "/openapi.json", "/"]  # fmt: skip
    statuses = []
    for n in range(count):
        body = json.dumps(odd_value(chance)).encode() if chance.random() < 0.7 else chance.randbytes(300)
        if n % 10 == 0:
            body = b"[" * 20_000
        method = chance.choice(["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "BREW"])
        kind = chance.choice(["application/json", "text/plain", "application/x-www-form-urlencoded"])
        path = chance.choice(paths).encode("latin-1")
        head = b"%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head % (method.encode(), path, kind.encode(), len(body)) + body)
        line = await reader.readline()
        statuses.append(int(line.split()[1]) if line else 400)
        writer.close()
    return statuses


async def heard(server: Any) -> int:
    """How many frames the server has taken."""
    found = re.search(
        r"^hoofspiel_frames_total (\d+)", await Client(server.figures).ask("GET", "/metrics"), re.MULTILINE
    )
    assert found is not None
    return int(found[1])


async def test_a_hundred_thousand_hostile_frames_disturb_nobody(server: Any) -> None:
    port = int(server.address.rpartition(":")[2])
    process = psutil.Process(server.process.pid)
    async with Client(server.address) as ada, Client(server.address) as eve, asyncio.timeout(300):
        await ada.be("Ada")
        await eve.be("Eve")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        own = await eve.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        matches = 0
        stop = False

        async def normal() -> None:
            nonlocal matches
            while not stop:
                played = await ada.make("goats", 2, options=SMALL, bots="casual", start=True)
                async with ada.table(played) as table:
                    async for question in table.questions():
                        await table.play(question["moves"][0])
                matches += 1

        playing = asyncio.ensure_future(normal())
        tables = [table_id, own]
        # the first part warms everything up; memory is compared from then on
        await asyncio.gather(*(attack(port, str(eve.token), tables[n % 2], 2_500, n) for n in range(LINES)))
        before = process.memory_info().rss
        share = (FRAMES - LINES * 2_500) // LINES
        outcomes = await asyncio.gather(
            bother(port, table_id, REQUESTS),
            *(attack(port, str(eve.token), tables[n % 2], share, 100 + n) for n in range(LINES)),
        )
        while await heard(server) < FRAMES:
            await asyncio.gather(*(attack(port, str(eve.token), tables[n % 2], 500, 200 + n) for n in range(LINES)))
        stop = True
        await playing
        grown = process.memory_info().rss - before
        assert matches >= 1
        statuses = outcomes[0]
        assert isinstance(statuses, list)
        assert {status for status in statuses if status >= 500} == set()
        # the normal matches leave rooms of a few kilobytes that close after two minutes, and the heap has some play
        assert grown < 12 << 20, f"{grown >> 20} MB more"
        state = await ada.ask("GET", f"/api/tables/{table_id}")
        assert [seat["name"] for seat in state["seats"]][0] == "Ada"
        async with ada.table(table_id) as table:
            seen = await table.until("state")
            assert seen["v"] <= 1, "nobody but Ada and her bot may have moved"
    assert process.is_running()
    assert os.path.exists(server.data / "hoofspiel.db")

"""The attackers of a siege: ten kinds of abuse, each from an address of its own, bounded in time and count.

    python -m benchmarks.abuse PORT SECONDS KIND,KIND TABLES

Loopback only. TABLES is JSON: the addresses of running and of finished matches. Prints how much of each was done, as
JSON.
"""

import asyncio
import contextlib
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

HOST = "127.0.0.1"
HELLO = (
    "GET /ws/table/{table}?v=0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
)
MOST_LINES = 150
"""WebSockets of one attacker"""
PREFIX = "fd00:51e6:e:1"
"""the /64 from which somebody comes with a new address each time; the siege gives its loopback all of it"""


def framed(text: str) -> bytes:
    """A short text message of a client, as WebSockets send it."""
    return bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text.encode()


class Attacker:
    """Somebody at one address."""

    host = HOST

    def __init__(self, port: int, number: int, until: float, tables: list[str], finished: list[str]) -> None:
        self.port = port
        self.source = f"127.0.0.{10 + number}"
        self.until = until
        self.tables = tables
        self.finished = finished
        self.done: Counter[str] = Counter()

    def going_on(self) -> bool:
        return time.monotonic() < self.until

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.source, 0))

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, bytes]:
        """One request on a line of its own; the status and the body."""
        sent = b"" if body is None else json.dumps(body).encode()
        known = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n{known}"
        try:
            reader, writer = await self.line()
            writer.write(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
            told = await asyncio.wait_for(reader.read(), 30)
            writer.close()
        except (OSError, TimeoutError):
            await asyncio.sleep(0.05)
            return 0, b""
        head_told, _, rest = told.partition(b"\r\n\r\n")
        return int(head_told[9:12] or 0), rest

    async def guest(self) -> str:
        status, told = await self.ask("POST", "/api/me", {"name": "Eve"})
        return str(json.loads(told)["token"]) if status == 200 else ""

    async def flood(self, what: str, message: dict[str, Any], burst: int) -> None:
        """Many sockets at honest tables, each sending as much as a socket may, again and again."""
        token = await self.guest()

        async def one(number: int) -> None:
            while self.going_on():
                with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                    reader, writer = await self.line()
                    table = self.tables[number % len(self.tables)]
                    writer.write(HELLO.format(table=table, token=token).encode())
                    await reader.readuntil(b"\r\n\r\n")  # what comes before the answer would be lost
                    swallow = asyncio.ensure_future(_swallow(reader))
                    for n in range(burst):
                        writer.write(framed(json.dumps({**message, **({"on": n % 2 == 0} if "on" in message else {})})))
                    self.done[what] += burst
                    await asyncio.wait([swallow], timeout=min(20.0, max(0.1, self.until - time.monotonic())))
                    swallow.cancel()
                    writer.close()
                await asyncio.sleep(0.5)

        await asyncio.gather(*(one(n) for n in range(MOST_LINES)))

    async def mutes(self) -> None:
        await self.flood("mutes on 150 sockets", {"t": "mute", "person": "somebody12", "on": True}, 90)

    async def resumes(self) -> None:
        await self.flood("resumes on 150 sockets", {"t": "resume", "v": 0}, 90)

    async def silence(self) -> None:
        lines: list[asyncio.StreamWriter] = []
        while self.going_on():
            with contextlib.suppress(OSError):
                _, writer = await self.line()
                writer.write(b"GET / HTTP/1.1\r\nHos" if len(lines) % 2 else b"")
                lines.append(writer)
                self.done["silent and half-sent connections"] += 1
            if len(lines) > 800:
                lines.pop(0).close()
            await asyncio.sleep(0.005)
        for writer in lines:
            writer.close()

    async def replays(self) -> None:
        async def one(number: int) -> None:
            while self.going_on():
                await self.ask("GET", f"/api/tables/{self.tables[number % len(self.tables)]}/replay")
                self.done["replays of running matches, 8 at once"] += 1

        await asyncio.gather(*(one(n) for n in range(8)))

    async def old_replays(self) -> None:
        async def one(number: int) -> None:
            while self.going_on():
                number += 1
                table, seat = self.finished[number % len(self.finished)], ("", "?seat=0", "?seat=1")[number % 3]
                await self.ask("GET", f"/api/tables/{table}/replay{seat}")
                self.done["replays of finished matches, 8 at once"] += 1

        await asyncio.gather(*(one(n) for n in range(8)))

    async def passwords(self) -> None:
        async def one(number: int) -> None:
            tries = 0
            while self.going_on():
                tries += 1
                await self.ask("POST", "/api/session", {"name": f"Ann {tries % 7}", "password": f"wrong {tries}"})
                self.done["wrong passwords, 40 at once"] += 1

        await asyncio.gather(*(one(n) for n in range(40)))

    async def masters(self) -> None:
        token = await self.guest()
        wanted = {"game": "goats", "seats": 6, "bots": "master", "start": True, "sit": False, "clock": {"kind": "none"}}
        tables = []
        for _ in range(30):
            status, told = await self.ask("POST", "/api/tables", wanted, token)
            if status == 201:
                tables.append(json.loads(told)["id"])
        self.done["tables of six master bots"] += len(tables)
        lines = []
        for table in tables:
            with contextlib.suppress(OSError):
                reader, writer = await self.line()
                writer.write(HELLO.format(table=table, token=token).encode())
                lines.append((asyncio.ensure_future(_swallow(reader)), writer))
        while self.going_on():
            await asyncio.sleep(0.2)
        for swallow, writer in lines:
            swallow.cancel()
            writer.close()

    async def tables_in_masses(self) -> None:
        async def one() -> None:
            token = await self.guest()
            while self.going_on():
                status, _ = await self.ask("POST", "/api/tables", {"game": "goats", "seats": 2, "public": True}, token)
                self.done["new guests and tables, and wrong addresses"] += 1
                await self.ask("GET", "/api/tables/guess0000001")
                if status == 429:
                    token = await self.guest()

        await asyncio.gather(*(one() for _ in range(8)))

    async def requests(self) -> None:
        async def one() -> None:
            while self.going_on():
                await self.ask("GET", "/api/tables")
                self.done["requests, 60 at once"] += 1

        await asyncio.gather(*(one() for _ in range(60)))

    async def subnet(self) -> None:
        """Guests, tables, requests and sockets, each from an address that was never seen before."""
        comers = [Newcomer(self.port, self.until, self.tables) for _ in range(40)]
        await asyncio.gather(*(comer.come(number) for number, comer in enumerate(comers)))
        self.done["requests and sockets, each from another address of an IPv6 /64"] += sum(
            comer.done.total() for comer in comers
        )


class Newcomer(Attacker):
    """Somebody who has a whole IPv6 /64 and never comes from the same address twice."""

    host = f"{PREFIX}::1"

    def __init__(self, port: int, until: float, tables: list[str]) -> None:
        super().__init__(port, 0, until, tables, [])

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.source = f"{PREFIX}:{secrets.token_bytes(8).hex(':', 2)}"
        self.done["lines"] += 1
        return await super().line()

    async def come(self, number: int) -> None:
        token = ""
        while self.going_on():
            token = await self.guest() or token
            await self.ask("POST", "/api/tables", {"game": "goats", "seats": 2, "public": True}, token)
            await self.ask("GET", "/api/tables")
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self.line()
                writer.write(HELLO.format(table=self.tables[number % len(self.tables)], token=token).encode())
                await reader.readuntil(b"\r\n\r\n")
                writer.write(framed(json.dumps({"t": "resume", "v": 0})) * 20)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(_swallow(reader), 2.0)
                writer.close()


KINDS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    kind.__name__: kind
    for kind in (
        Attacker.mutes, Attacker.resumes, Attacker.silence, Attacker.replays, Attacker.old_replays, Attacker.passwords,
        Attacker.masters, Attacker.tables_in_masses, Attacker.requests, Attacker.subnet,
    )
}  # fmt: skip


async def _swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def attack(port: int, seconds: float, kinds: list[str], running: list[str], finished: list[str]) -> Counter[str]:
    until = time.monotonic() + seconds
    attackers = {kind: Attacker(port, number, until, running, finished) for number, kind in enumerate(kinds)}
    await asyncio.gather(*(KINDS[kind](attacker) for kind, attacker in attackers.items()))
    return sum((attacker.done for attacker in attackers.values()), Counter())


if __name__ == "__main__":
    targets = json.loads(sys.argv[4])
    print(json.dumps(asyncio.run(attack(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3].split(","), **targets))))

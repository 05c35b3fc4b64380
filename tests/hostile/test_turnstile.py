"""Hundreds of requests in the same moment: a few are begun each turn of the loop, and nobody waits for one origin's."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from hoofspiel.server.door import A_TURN, Door, Entrance, Turnstile, doors_of
from hoofspiel.server.wire import Backlog, wires_with
from hoofspiel.store.port import Person

from .hall import hall

ASK = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n"
HANDSHAKE = (
    b"GET /ws/table/abcd HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer token\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def test_a_few_go_in_each_turn_and_other_origins_do_not_wait_for_one_that_sends_hundreds() -> None:
    turnstile, went_in = Turnstile(), []

    def comes(who: str, origin: str) -> None:
        if turnstile.enter(origin, lambda: went_in.append(who)):
            went_in.append(who)

    for n in range(300):
        comes(f"eve {n}", "192.0.2.66")
    comes("ada", "192.0.2.1")
    assert went_in == [f"eve {n}" for n in range(A_TURN)]
    before = len(went_in)
    while len(went_in) < 301:
        await asyncio.sleep(0)
        assert len(went_in) - before <= A_TURN
        before = len(went_in)
    assert went_in.index("ada") == A_TURN + 1
    comes("bob", "192.0.2.2")
    while len(went_in) < 302:
        await asyncio.sleep(0)


class PaperTransport(asyncio.Transport):
    """A connection from one address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 2)})
        self.paused = self.closed = False
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class House:
    """uvicorn's connections with our entrance before them, and how many requests reached the application."""

    def __init__(self) -> None:
        self.reached = 0
        self.config = uvicorn.Config(self.app, interface="asgi3", log_config=None)
        self.config.load()
        self.doors = doors_of(Entrance(each=1000, patience=10))

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached += 1
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def door(self, address: str) -> tuple[Door, PaperTransport]:
        door = self.doors(self.config, ServerState(), {}, _loop=asyncio.get_running_loop())
        transport = PaperTransport(address)
        door.connection_made(transport)
        return door, transport


async def test_a_hundred_requests_in_one_moment_are_not_begun_in_one_turn() -> None:
    """115 handshakes took 37 ms of one turn, and what they began as much of the next ones."""
    house = House()
    lines = [house.door("192.0.2.66") for _ in range(100)]
    for door, _ in lines[:-1]:
        door.data_received(ASK)
    lines[-1][0].data_received(ASK[:20])
    lines[-1][0].data_received(ASK[20:])
    assert sum(transport.paused for _, transport in lines) == 100 - A_TURN
    before = 0
    while house.reached < 100:
        await asyncio.sleep(0)
        assert house.reached - before <= 2, "a move takes some ten turns, so four in each are too many"
        before = house.reached
    assert not any(transport.paused for _, transport in lines)
    assert all(transport.written.startswith(b"HTTP/1.1 204") for _, transport in lines)


@pytest.mark.parametrize("looks", [0, 1])
async def test_who_gave_up_before_their_handshake_came_round_costs_no_more_of_it(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a fault everybody comes back at once: a busy server that greets those who have gone greets nobody else."""
    async with hall() as here:
        looked: list[str] = []
        config = uvicorn.Config(here.app, interface="asgi3", log_config=None)
        config.load()
        wire = wires_with(Backlog())(config, ServerState(), {})

        async def look(connection: Any) -> Any:
            looked.append("who")
            if looks:
                wire.connection_lost(None)
            return Person("ada", "Ada")

        async def lead(table_id: str, origin: str) -> None:
            looked.append("where")

        monkeypatch.setattr(here.server.accounts, "comes", look)
        monkeypatch.setattr(here.server, "place", lead)
        wire.connection_made(PaperTransport("192.0.2.66"))
        wire.data_received(HANDSHAKE)
        if not looks:
            wire.connection_lost(None)
        while wire.tasks:
            await asyncio.sleep(0)
        assert looked == ["who"] * looks


async def test_who_hangs_up_while_waiting_is_not_answered() -> None:
    house = House()
    lines = [house.door("192.0.2.66") for _ in range(A_TURN + 2)]
    for door, _ in lines:
        door.data_received(ASK)
    lines[-1][1].close()
    for _ in range(10):
        await asyncio.sleep(0)
    assert house.reached == A_TURN + 1
    assert not lines[-1][1].written

"""The client for programs: it never waits for what cannot come."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from hoofspiel.client import Client, NotAllowed

SMALL = {"cards": 3, "rounds": 1, "bonus": False}
STATE = {"t": "state", "v": 0, "asked": 1, "moves": ["bid 1"], "actors": [0], "log": [], "view": {}}


@asynccontextmanager
async def paper_server(
    talk: Callable[[ServerConnection], Awaitable[None]], refusals: list[HTTPStatus] | None = None
) -> AsyncIterator[Client]:
    """Refuses as often as it is told to, from the second connection on."""
    visits = 0

    def door(line: ServerConnection, request: Request) -> Response | None:
        nonlocal visits
        visits += 1
        return line.respond(refusals.pop(), "") if refusals and visits > 1 else None

    async with serve(talk, "127.0.0.1", 0, process_request=door) as server, asyncio.timeout(240):
        yield Client(f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}")


def test_no_two_visits_name_their_moves_alike() -> None:
    """The server takes a move of the same name for the same move, and does not play it again."""
    client = Client("http://127.0.0.1:1")
    assert len({client.table("abcdefgh")._run for _ in range(50)}) == 50


async def test_a_move_does_not_wait_for_a_table_that_is_closed_for_good() -> None:
    async def talk(line: ServerConnection) -> None:
        await line.send(json.dumps(STATE))
        await line.recv()
        await line.close(4401)

    async with paper_server(talk) as client, client.table("abcdefgh") as table:
        await table.until("state")
        with pytest.raises(ConnectionError, match="closed"):
            await table.play("bid 1")
        with pytest.raises(ConnectionError, match="closed"):
            await table.play("bid 1")


async def test_a_proxy_that_refuses_for_a_while_is_no_reason_to_give_up() -> None:
    visits = 0

    async def talk(line: ServerConnection) -> None:
        nonlocal visits
        visits += 1
        await line.send(json.dumps(STATE | {"v": visits}))
        if visits == 1:
            await line.close(1001)
        move = json.loads(await line.recv())
        await line.send(json.dumps({"t": "ack", "id": move["id"], "v": 3}))
        await line.wait_closed()

    async with paper_server(talk, [HTTPStatus.BAD_GATEWAY]) as client, client.table("abcdefgh") as table:
        while table.v != 2:
            await table.until("state")
        assert await table.play("bid 1") == 3


async def test_a_server_that_does_not_want_us_any_more_ends_the_table() -> None:
    async def talk(line: ServerConnection) -> None:
        await line.send(json.dumps(STATE))
        await line.close(1001)

    async with paper_server(talk, [HTTPStatus.FORBIDDEN] * 9) as client, client.table("abcdefgh") as table:
        with pytest.raises(ConnectionError, match="closed"):
            await table.until("over")


async def test_a_question_is_put_again_after_a_move_that_was_refused(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        refused: list[list[str]] = []
        async with ada.table(table_id) as table:
            async for question in table.questions():
                try:
                    await table.play("bid 77" if len(refused) < 2 else question["moves"][0])
                except NotAllowed as refusal:
                    refused.append(refusal.told["legal"])
        assert refused == [["bid 1", "bid 2", "bid 3"]] * 2
        assert table.over is not None


async def test_a_table_that_does_not_exist_is_said_and_not_waited_for(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        async with ada.table("nosuchtable") as table:
            with pytest.raises(ConnectionError, match="4404"):
                async for _ in table.questions():
                    pass
            with pytest.raises(ConnectionError):
                await table.play("bid 1")

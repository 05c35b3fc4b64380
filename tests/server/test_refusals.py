"""Whoever asks for what cannot be is told so, and what would have been right."""

import asyncio
import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect

from hoofspiel.client import Client, NotAllowed

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


async def test_a_move_that_is_no_move_is_refused_under_its_own_id(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        async with ada.table(table_id) as table:
            await table.until("state")
            for wrong in ({"move": ""}, {"move": 7}, {"asked": "soon"}, {"seat": 99}, {"more": True}):
                await table.send({"t": "move", "id": "mine", "asked": 1, "move": "bid 1", **wrong})
                told = await table.until("refused")
                assert (told["code"], told["id"]) == ("bad_message", "mine"), wrong
            for nameless in ({"id": 5}, {"id": ""}, {"t": "sit"}):
                await table.send({"t": "move", "id": "mine", "asked": 1, "move": "", **nameless})
                assert (await table.until("refused"))["id"] is None, nameless
            with pytest.raises(NotAllowed):
                await table.play("")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"bots": "expert"}, "novice, casual, club, master"),
        ({"watch": "some"}, "all, nobody"),
        ({"clock": {"kind": "fast"}}, "live, relaxed, mail, none"),
        ({"start": True}, "bots"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_with_what_could(
    server: Any, wrong: dict[str, Any], right: str
) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        with pytest.raises(NotAllowed, match=right) as refusal:
            await ada.make("goats", 3, **wrong)
        assert refusal.value.told["status"] == 422


async def test_a_word_that_is_not_in_the_list_is_answered_with_the_list(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        async with ada.table(await ada.make("foxy", 3)) as table:
            when = {"path": "pot", "test": "over", "value": 1}
            wrong: list[tuple[dict[str, Any], str]] = [
                ({"t": "emote", "emote": "boo"}, "hello, thanks, nice"),
                ({"t": "bot", "seat": 1, "level": "best"}, "novice, casual, club, master"),
                ({"t": "shout"}, "move, resume, sit"),
                ({"t": "orders", "orders": [{"play": "take", "when": when}]}, "below, at_least, is"),
            ]
            for message, right in wrong:
                await table.send(message)
                assert right in (await table.until("refused"))["reason"]


async def test_who_asks_for_a_rematch_second_is_shown_the_way_too(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        table_id = await ada.make("goats", 2, options=SMALL, bots="casual", start=True, clock={"kind": "none"})
        async with ada.table(table_id) as table:
            async for question in table.questions():
                await table.play(question["moves"][0])
            await table.send({"t": "rematch"})
            made = await following(table)
            await table.send({"t": "rematch"})
            assert await following(table) == made


async def following(table: Any) -> str:
    while not (told := await table.until("table"))["table"]["next"]:
        pass
    return str(told["table"]["next"])


def test_an_address_that_is_none_is_refused_as_json(server: Any) -> None:
    for path in ("/api/nope", "/api/tables/x/y/z"):
        with pytest.raises(HTTPError) as found:
            urlopen(server.address + path, timeout=120)
        with found.value as answer:
            assert answer.code == 404
            assert set(json.loads(answer.read())) == {"error", "reason"}, path


async def test_the_lobby_refuses_what_it_does_not_know(server: Any) -> None:
    async with connect(server.address.replace("http", "ws") + "/ws/lobby") as socket, asyncio.timeout(240):
        await socket.recv()
        await socket.send('{"t": "sit", "seat": 1}')
        told = json.loads(await socket.recv())
        assert (told["t"], told["code"]) == ("refused", "bad_message")
        assert "pong" in told["reason"]

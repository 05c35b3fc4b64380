"""Who asks over HTTP while a move is on its way to the disk is not told of it before it is there."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2
import msgspec
import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined
from hoofspiel.live.room import Room
from hoofspiel.live.testing import GatedStore, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import Person, Unavailable

T = TypeVar("T")
SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Scene:
    """A table of two shortly before its end, and a browser that looks at it."""

    def __init__(self, store: GatedStore, server: Server, browser: httpx2.AsyncClient) -> None:
        self.store = store
        self.server = server
        self.browser = browser
        self.readers = [PaperReader(Person(f"p{n}", f"P{n}")) for n in range(2)]
        self.room: Room

    async def begin(self) -> None:
        made = await self.server.host.make_table(
            self.readers[0].person,
            "goats",
            2,
            options=SMALL,
            pace=Pace(kind="none"),
            public=True,
            watch="all",
            delay_seconds=0,
            sit=True,
            bots=None,
            start=False,
        )
        room = await self.server.host.room(made.id)
        assert room is not None
        self.room = room
        for reader in self.readers:
            room.post(Joined(reader, None))
        for request in (m.Sit(1), m.Ready(on=True)):
            room.post(Asks(self.readers[1], request, 0))
        await self.quiet()
        room.post(Asks(self.readers[0], m.Start(), 0))
        await self.quiet()

    async def quiet(self) -> None:
        while not self.room.mail.empty():
            await asyncio.sleep(0)

    def last_choices(self) -> bool:
        match = self.room.playing()
        return len(match.actors) == 1 and len(match.moves(match.actors[0])) == 1

    def move(self) -> None:
        seat = self.room.playing().actors[0]
        asked, moves = self.readers[seat].asked()
        self.room.post(Asks(self.readers[seat], m.Move(f"m{self.room.v}", asked, moves[0]), 0))

    async def until_the_last_move(self) -> None:
        while not self.last_choices():
            self.move()
            await self.quiet()

    async def ask_while_a_move_waits(self, path: str, outcome: Exception | None) -> httpx2.Response:
        """A page asks, then the move reaches the disk or does not."""
        return await self.while_a_move_waits(self.browser.get(f"/api/tables/{self.room.row.id}/{path}"), outcome)

    async def while_a_move_waits(self, what: Coroutine[Any, Any, T], outcome: Exception | None) -> T:
        self.store.gate = gate = asyncio.get_running_loop().create_future()
        self.move()
        asking = asyncio.ensure_future(what)
        for _ in range(50):
            await asyncio.sleep(0)
        if outcome is None:
            gate.set_result(None)
        else:
            gate.set_exception(outcome)
        self.store.gate = None
        answer = await asking
        await self.quiet()
        return answer


@asynccontextmanager
async def scene(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    store = GatedStore()
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0))
    way: Any = httpx2.ASGITransport(app=app)
    async with server.running(), httpx2.AsyncClient(transport=way, base_url="http://here") as browser:
        made = Scene(store, server, browser)
        await made.begin()
        yield made


async def test_the_secret_of_a_match_stays_while_its_last_move_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(monkeypatch) as table:
        await table.until_the_last_move()
        before = table.room.v
        answer = await table.ask_while_a_move_waits("record", Unavailable("disk full"))
        assert answer.status_code == 409
        assert table.room.row.secret not in answer.text
        assert (table.room.v, table.room.playing().over) == (before, False)
        answer = await table.ask_while_a_move_waits("record", None)
        assert answer.status_code == 200
        assert answer.json()["seed"] == table.room.row.secret


async def test_a_replay_ends_with_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(monkeypatch) as table:
        table.move()
        await table.quiet()  # the next choice turns both bids over
        stored = len(await table.store.moves(table.room.row.id))
        answer = await table.ask_while_a_move_waits("replay", Unavailable("disk full"))
        assert (stored, len(answer.json()["steps"])) == (1, 2)
        answer = await table.ask_while_a_move_waits("replay", None)
        assert len(answer.json()["steps"]) == 3


async def test_it_is_your_move_until_what_you_played_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(monkeypatch) as table:
        lines = await table.while_a_move_waits(table.server.lobby.mine("p0"), Unavailable("disk full"))
        assert [line.your_move for line in lines] == [True]
        lines = await table.while_a_move_waits(table.server.lobby.mine("p0"), None)
        assert [line.your_move for line in lines] == [False]


async def test_a_room_that_was_closed_can_be_looked_into_and_one_that_closes_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with scene(monkeypatch) as table:
        table.store.gate = asyncio.get_running_loop().create_future()
        table.move()
        looking = asyncio.ensure_future(table.room.look(lambda: table.room.v))
        await asyncio.sleep(0)
        table.room.close()
        with pytest.raises(Unavailable, match="being closed"):
            await looking
        assert await table.room.look(lambda: table.room.v) == 0
        with pytest.raises(Unavailable, match="being closed"):
            await table.room.alter(lambda body: None)


async def test_what_goes_wrong_while_somebody_looks_is_theirs_to_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(monkeypatch) as table:
        with pytest.raises(ZeroDivisionError):
            await table.room.look(lambda: 1 // 0)
        assert await table.room.look(lambda: table.room.v) == 0


async def test_somebody_has_a_new_name_though_a_table_of_theirs_just_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(monkeypatch) as table:
        before = table.readers[0].person
        table.room.close()
        await table.server.names.changed(before, msgspec.structs.replace(before, name="Somebody else"))
        assert table.room.body.seats[0].name == before.name

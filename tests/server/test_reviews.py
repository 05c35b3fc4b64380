"""What a finished match taught a seat, over HTTP: made once in a process of its own, kept, never of a live match."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from hoofspiel.coach import Review
from hoofspiel.coach import desk as desk_module
from hoofspiel.coach.values import NAME
from hoofspiel.kernel import bind
from hoofspiel.live.room import Room
from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server import server as server_module
from hoofspiel.server.limits import REVIEWED_MOVES, Budget
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person

PLAIN = (sys.executable, str(Path(__file__).parents[1] / "plain_reviewer.py"))
BROKEN = (sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit(1)")
SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Hall:
    """A server whose matches end by themselves, and somebody who asks."""

    def __init__(self, app: Any, server: Server) -> None:
        self.server = server
        way: Any = httpx2.ASGITransport(app=app, client=("192.0.2.1", 1))
        self.browser = httpx2.AsyncClient(transport=way, base_url="http://here")
        self.ada = Person("", "")

    async def enter(self) -> dict[str, str]:
        me = (await self.browser.post("/api/me", json={"name": "Ada"})).json()
        self.browser.cookies.clear()
        self.ada = Person(me["person"], me["name"])
        return {"authorization": f"Bearer {me['token']}"}

    async def table(self, *, sit: bool, game: str = "goats", options: dict[str, Any] = SMALL) -> Room:
        made = await self.server.host.make_table(
            self.ada, game, 3, options=dict(options), pace=Pace(kind="none"), public=True, watch="all",
            delay_seconds=0, sit=sit, bots="novice", start=True,
        )  # fmt: skip
        room = await self.server.host.room(made.id)
        assert room is not None
        return room

    async def finished(self, **more: Any) -> str:
        room = await self.table(sit=False, **more)
        while room.match is None or not room.match.over:
            await asyncio.sleep(0.005)
        return room.row.id

    async def whole(self, path: str, known: dict[str, str]) -> tuple[httpx2.Response, list[dict[str, Any]]]:
        """The last answer, and all those before it."""
        before = []
        while (told := await self.browser.get(path, headers=known)).status_code == 202:
            before.append(told.json())
            await asyncio.sleep(0.01)
        return told, before


@asynccontextmanager
async def hall(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...] = PLAIN) -> AsyncIterator[Hall]:
    monkeypatch.setattr(bind, "available", lambda: False)
    monkeypatch.setattr(server_module, "Desk", lambda **_: desk_module.Desk(command=command))
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0, bot_pace=0, metrics_listen=""))
    async with server.running(), asyncio.timeout(240):
        here = Hall(app, server)
        async with here.browser:
            yield here


async def test_a_review_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoofspiel.server.reviews.LINGER_SECONDS", 0.0)
    async with hall(monkeypatch) as here:
        known = await here.enter()
        table_id = await here.finished()
        path = f"/api/tables/{table_id}/review?seat=1"
        told, before = await here.whole(path, known)
        assert told.status_code == 200, told.text
        review = msgspec.json.decode(told.content, type=Review)
        assert (review.game, review.seats, review.seat) == ("goats", 3, 1)
        record = (await here.browser.get(f"/api/tables/{table_id}/record")).json()
        assert [record["moves"][d.move][1] for d in review.decisions] == [d.played for d in review.decisions]
        parts = review.result
        assert parts.chance + parts.own + parts.others + parts.unexplained == pytest.approx(parts.total)
        assert all(one["of"] == len(record["moves"]) and one["done"] <= one["of"] for one in before)
        assert here.server.reviews.desk.made == 1
        await asyncio.sleep(0)
        again = await here.browser.get(path)  # what is kept, anybody may read
        assert (again.status_code, again.content) == (200, told.content)
        assert here.server.reviews.desk.made == 1


async def test_a_table_that_sleeps_can_be_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        table_id = await here.finished()
        here.server.host.shut(table_id)
        assert table_id not in here.server.host.rooms
        told, _ = await here.whole(f"/api/tables/{table_id}/review?seat=0", known)
        assert told.status_code == 200


async def test_two_who_ask_at_once_wait_for_one_review(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        path = f"/api/tables/{await here.finished()}/review?seat=0"
        told = await asyncio.gather(*(here.whole(path, known) for _ in range(3)))
        assert {answer.content for answer, _ in told} == {told[0][0].content}
        assert here.server.reviews.desk.made == 1


async def test_a_review_is_kept_by_its_value_function(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        store, room = here.server.store, await here.table(sit=False)
        assert isinstance(store, MemoryStore)
        while not room.playing().over:
            await asyncio.sleep(0.005)
        told, _ = await here.whole(f"/api/tables/{room.row.id}/review?seat=2", known)
        key = next(iter(store._reviews[room.row.id]))
        assert key == (2, f"{NAME}-{told.json()['value']['hash']}")


async def test_what_is_refused_and_what_would_have_been_right(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        table_id = await here.finished()
        running = await here.table(sit=True)

        async def refusal(path: str, **more: Any) -> tuple[int, str, str]:
            told = await here.browser.get(f"/api/tables/{path}", **more)
            assert "retry-after" in told.headers or told.status_code not in (429, 503)
            return told.status_code, told.json()["error"], told.json()["reason"]

        seats = "Say whose choices to look at: ?seat=0 to ?seat=2."
        assert await refusal(f"{table_id}/review", headers=known) == (422, "no_seat", seats)
        for seat in ("3", "-1", "one", "00000"):
            given = await refusal(f"{table_id}/review?seat={seat}", headers=known)
            assert given == (422, "no_seat", "Seats are 0 to 2.")
        assert (await refusal(f"{table_id}/review?seat=0"))[:2] == (401, "no_name")
        assert (await refusal("abcdabcd/review?seat=0", headers=known))[:2] == (404, "no_table")
        for own in range(3):  # not even one's own: the figures would tell what is still hidden
            for who in ({}, known):
                told = await refusal(f"{running.row.id}/review?seat={own}", headers=who)
                assert told[:2] == (409, "not_over")
        assert here.server.reviews.desk.made == 0


async def test_a_person_has_so_many_moves_reviewed_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        table_id = await here.finished()
        moves = len((await here.browser.get(f"/api/tables/{table_id}/record")).json()["moves"])
        assert moves < REVIEWED_MOVES
        here.server.limits.reviews = Budget(moves, 600)
        first, _ = await here.whole(f"/api/tables/{table_id}/review?seat=0", known)
        second = await here.browser.get(f"/api/tables/{table_id}/review?seat=1", headers=known)
        again = await here.browser.get(f"/api/tables/{table_id}/review?seat=0", headers=known)
        assert [first.status_code, second.status_code, again.status_code] == [200, 429, 200]


async def test_a_process_that_fails_is_told_of_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch, BROKEN) as here:
        known = await here.enter()
        path = f"/api/tables/{await here.finished()}/review?seat=0"
        told, _ = await here.whole(path, known)
        assert (told.status_code, told.json()["error"]) == (503, "no_review")
        assert here.server.reviews.desk.failed == 1
        assert (await here.browser.get(path, headers=known)).status_code == 503
        assert here.server.reviews.desk.failed == 1  # not tried again at once


async def test_whoever_waits_is_shown_the_curve_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        known = await here.enter()
        path = f"/api/tables/{await here.finished(options={'cards': 6, 'rounds': 1})}/review?seat=0"
        told, before = await here.whole(path, known)
        assert before
        assert before[0]["curve"] == told.json()["curve"]
        assert before[0]["done"] < before[0]["of"]

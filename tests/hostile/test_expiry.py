"""Nothing stays for ever: tables, matches, devices and guests each have an age, and go in small steps."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.server.expiry import DAY_MS, GUESTS, REST_MS, STEP
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import Person, Session, TableRow

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


@contextlib.asynccontextmanager
async def a_server(**settings: Any) -> AsyncIterator[Server]:
    server = Server(Settings(store="memory:", bot_workers=0, metrics_listen="", **settings))
    async with server.running():
        yield server


async def a_person(server: Server, name: str, days_ago: int) -> Person:
    at = server.time.now() - days_ago * DAY_MS
    person = Person(f"{name.lower()}000", name)
    await server.store.add_person(person, Session(f"token of {name}", at, "a browser", at))
    return person


async def a_table(server: Server, host: Person, days_ago: int, *, start: bool, **more: Any) -> TableRow:
    """A table at which nothing has happened for so many days."""
    settings: dict[str, Any] = {"options": SMALL, "pace": Pace(), "public": True, "watch": "all", "delay_seconds": 0}
    settings |= {"sit": True, "bots": "novice", "start": start} | more
    row = await server.host.make_table(host, "goats", 2, **settings)
    old = msgspec.structs.replace(row, changed=row.changed - days_ago * DAY_MS, revision=row.revision + 1)
    await server.store.save_table(old)
    return old


async def test_an_open_table_nobody_comes_to_is_put_away_and_its_people_were_told_before() -> None:
    async with a_server() as server:
        ada = await a_person(server, "Ada", 0)
        rows = [await a_table(server, ada, days, start=False) for days in (1, 3)]
        told = {line.id: line.until for line in await server.lobby.mine(ada.id)}
        assert told == {row.id: row.changed + 2 * DAY_MS for row in rows}
        assert await server.expiry.step() == 1
        assert [await server.store.table(row.id) is None for row in rows] == [False, True]
        assert await server.expiry.step() == 0


async def test_whoever_waits_at_an_old_table_keeps_it() -> None:
    async with a_server() as server:
        ada = await a_person(server, "Ada", 0)
        row = await a_table(server, ada, 5, start=False)
        room = await server.host.room(row.id)
        assert room is not None
        reader = PaperReader(ada)
        room.crowd.readers.append(reader)
        assert await server.expiry.step() == 0
        assert room.row.changed > row.changed + 4 * DAY_MS  # so that no other process puts it away either
        assert reader.frames == []


@pytest.mark.parametrize("pace", ["live", "mail", "none"])
async def test_a_match_nobody_plays_is_put_away_and_its_record_is_kept(pace: Any) -> None:
    async with a_server() as server:
        ada = await a_person(server, "Ada", 0)
        row = await a_table(server, ada, 31, start=True, pace=Pace(kind=pace))
        assert await server.expiry.step() == 1
        kept = await server.store.table(row.id)
        assert kept is not None
        assert (kept.state, kept.secret) == ("closed", row.secret)
        assert "put away" in (await server.missing(row.id)).reason
        assert await server.lobby.mine(ada.id) == []


async def test_a_match_that_is_played_is_never_idle_however_long_it_takes() -> None:
    paper = Paper()
    room, (ada, _) = await paper.table("goats", 2, options=SMALL)
    await paper.pass_time(room, DAY_MS)
    await paper.move(room, ada, "bid 1")
    assert await paper.store.idle_tables("running", paper.time.now(), 9) == []
    assert [row.id for row in await paper.store.idle_tables("running", paper.time.now() + 1, 9)] == [room.row.id]


async def test_records_are_kept_for_ever_or_as_long_as_the_operator_says() -> None:
    for days, left in ((0, True), (90, False)):
        async with a_server(record_days=days) as server:
            ada = await a_person(server, "Ada", 0)
            row = await a_table(server, ada, 0, start=True)
            done = msgspec.structs.replace(row, state="over", revision=row.revision + 1, changed=1)
            await server.store.save_table(done)
            await server.expiry.step()
            assert (await server.store.table(row.id) is not None) is left


async def test_devices_and_guests_who_do_not_come_back_are_forgotten_and_accounts_are_not() -> None:
    async with a_server() as server:
        here, away, known = [
            await a_person(server, name, days) for name, days in (("Here", 170), ("Away", 190), ("Known", 400))
        ]
        old = server.time.now() - 400 * DAY_MS
        account = Person(known.id, "Known", "known")
        await server.store.claim(account, "hash", Session("new token", old, "", old))
        row = await a_table(server, away, 0, start=True)
        assert await server.expiry.step() == 3
        assert await server.store.person_of("token of Here") == here
        assert await server.store.person_of("token of Away") is None
        assert await server.store.born(away.id) is None
        assert await server.store.person_of("new token") is None
        assert await server.store.account("known") is not None
        stored = await server.store.table(row.id)
        assert stored is not None
        assert b"Away" not in stored.body


async def test_much_that_is_old_goes_in_small_steps_and_then_the_janitor_rests() -> None:
    async with a_server() as server:
        ada = await a_person(server, "Ada", 0)
        for _ in range(STEP + 2):
            await a_table(server, ada, 3, start=False)
        for n in range(GUESTS + 1):
            await a_person(server, f"Guest{n}", 200)
        steps = []
        while gone := await server.expiry.step():
            steps.append(gone)
        assert len(steps) > 1
        assert max(steps) <= 2 * STEP + GUESTS
        assert await server.store.tables(("open",)) == []
        assert server.expiry._rests_until > server.time.now() + REST_MS // 2


async def test_zero_days_mean_for_ever() -> None:
    never = dict.fromkeys(["open_table_days", "idle_match_days", "record_days", "session_days", "guest_days"], 0)
    async with a_server(**never) as server:
        ada = await a_person(server, "Ada", 4000)
        await a_table(server, ada, 4000, start=False)
        await a_table(server, ada, 4000, start=True)
        assert await server.expiry.step() == 0
        assert all(line.until is None for line in await server.lobby.mine(ada.id))

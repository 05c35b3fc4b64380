"""Several servers, real engines: some are killed or asked to stop, and everybody's history is checked."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live.letters import Joined
from hoofspiel.live.testing import Paper, PaperReader, PaperTime
from hoofspiel.live.words import Pace
from hoofspiel.store import leases as leases_module
from hoofspiel.store.leases import Fencing, SqlLeases
from hoofspiel.store.postgres import PostgresStore
from tools.chaos.__main__ import chaos
from tools.chaos.check import faults
from tools.chaos.people import History, Sent
from tools.side_by_side import NoHistory, Release, judged, previous_wheel, side_by_side

PACE = Pace(kind="live", move_seconds=20, bank_seconds=30, grace_seconds=60)
SMALL = {"cards": 4, "rounds": 1, "bonus": False}


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where PostgreSQL, which does not run as root, may write."""
    made = Path(mkdtemp(prefix="hs-chaos-", dir="/tmp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def test_a_server_is_killed_one_and_the_bus_restarted_and_nobody_loses_anything(folder: Path) -> None:
    """`make chaos` in short."""
    found = await chaos(
        folder, ["drain", "bus", "kill"], servers=2, tables=5, rate=20, pause=0.3, flags=("--drain", "0.5")
    )
    assert found == []


async def test_the_previous_release_and_this_version_play_side_by_side(folder: Path) -> None:
    """Both servers of the release are replaced, one after the other, while people play; from its wheel."""
    try:
        release = Release(previous_wheel(folder), folder)
    except NoHistory:
        pytest.skip("a clone without the previous release in its history")
    found = await side_by_side(folder, release, tables=5, seconds=0)
    assert judged(found, release.version)[0] == []


class TwoOnOneDatabase:
    """The owner of a table, which is about to be stopped, and the process that takes over."""

    def __init__(self, address: str) -> None:
        self.stores = [PostgresStore(address), PostgresStore(address)]
        self.times = PaperTime(), PaperTime()
        bus = MemoryBus()
        self.leases: list[Any] = [SqlLeases(store, 600) for store in self.stores]
        self.old, self.new = (
            Paper(store, bus, leases=leases, time=time)
            for store, leases, time in zip(self.stores, self.leases, self.times, strict=True)
        )

    async def start(self) -> None:
        for store, paper in zip(self.stores, (self.old, self.new), strict=True):
            await store.start()
            assert paper.fleet is not None
            await paper.fleet.start()

    async def stop(self) -> None:
        for paper in (self.old, self.new):
            while not paper.host.around.background.idle():  # a lease that is being given back holds a connection
                await asyncio.sleep(0)
        for store in self.stores:
            await store.stop()

    async def time_of_the_old_one_is_out(self) -> None:
        owner = self.old.host.owner
        assert owner is not None
        out = text("UPDATE workers SET until = 0 WHERE id = :id")
        await self.stores[1].writes(lambda c: c.execute(out, {"id": owner.name}))


def history_of(reader: PaperReader, table_id: str) -> History:
    """What somebody saw, as the checker reads it."""
    history = History(table_id, "goats", 0, timed=False)
    for message in reader.all():
        if message["t"] in ("welcome", "table"):
            history.minded |= {n for n, seat in enumerate(message["table"]["seats"]) if seat["minded"]}
        if message["t"] in ("state", "step"):
            history.shown.append((message["v"], msgspec.json.encode(message["view"])))
            history.banks |= {(clock["seat"], clock["bank_ms"]) for clock in message["clock"]["running"]}
    return history


async def what_the_checker_finds(address: str) -> list[str]:
    """An owner is stopped while somebody thinks; another process takes over; then the old one wakes up."""
    both = TwoOnOneDatabase(address)
    await both.start()
    room, (ada, bob) = await both.old.table("goats", 2, options=SMALL, pace=PACE)
    table_id = room.row.id
    await both.time_of_the_old_one_is_out()
    assert both.new.fleet is not None
    place = await both.new.fleet.place(table_id)
    assert place is both.new.host.rooms[table_id]
    again = PaperReader(ada.person)
    place.post(Joined(again, None))
    taken = both.new.host.rooms[table_id]
    await both.new.quiet(taken)
    await both.old.pass_time(room, 200_000)  # it has slept, and believes that everybody is out of time
    for _ in range(100):
        await asyncio.sleep(0)
    await both.new.host.compare()
    await both.new.quiet(taken)
    found = await faults(both.stores[1], [history_of(again, table_id)])
    await both.stop()
    return found


async def test_an_old_owner_that_wakes_up_charges_nobody(new_database: Callable[[], str]) -> None:
    assert await what_the_checker_finds(new_database()) == []


async def test_without_the_epoch_the_checker_goes_red(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fencing, "check", lambda self, connection, table_id, epoch: None)
    monkeypatch.setattr(leases_module, "_MOVES", leases_module._MOVES.replace("g.epoch = 0", "true"))
    found = await what_the_checker_finds(new_database())
    assert any("a bot minds seat" in fault for fault in found)


async def test_the_checker_sees_lost_doubled_refused_and_invented_moves(new_database: Callable[[], str]) -> None:
    store = PostgresStore(new_database())
    await store.start()
    paper = Paper(store)
    room, (ada, bob) = await paper.table("goats", 2, options=SMALL, pace=PACE)
    await paper.move(room, ada, "bid 1", id="one")
    history = history_of(ada, room.row.id)
    history.sent.append(Sent("one", "bid 1", 0, 1.0, 2.0, v=1))
    assert await faults(store, [history]) == []
    history.sent.append(Sent("two", "bid 2", 0, 1.0, 2.0, v=2))
    history.sent.append(Sent("three", "bid 3", 0, 1.0, 2.0, refused={"code": "stale", "reason": "look again"}))
    history.shown.append((history.shown[-1][0] + 1, b"{}"))
    history.banks.add((0, 29_000))
    found = await faults(store, [history])
    await store.stop()
    for sign in ("acknowledged and is not stored", "refused as stale", "are stored", "was charged"):
        assert any(sign in fault for fault in found), (sign, found)

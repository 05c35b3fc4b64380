"""Who owns a table, in a real PostgreSQL: one owner at a time, and an old one can write nothing."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import text

from hoofspiel.store import leases as leases_module
from hoofspiel.store.leases import SqlLeases
from hoofspiel.store.port import Lost, MoveRow, Peer, TableRow
from hoofspiel.store.postgres import PostgresStore


def row(table_id: str = "t1", revision: int = 0) -> TableRow:
    return TableRow(
        id=table_id,
        game="goats",
        state="running",
        public=False,
        created=1,
        changed=1,
        revision=revision,
        due=None,
        ended=None,
        secret="00" * 32,
        body=b"{}",
        sitters=[],
    )


def move(seq: int) -> MoveRow:
    return MoveRow(seq, 0, "bid 1", seq, "")


class Process:
    """A process with a store of its own, as far as leases are concerned."""

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self.store = PostgresStore(address)
        self.leases = SqlLeases(self.store, 60)

    async def start(self) -> "Process":
        await self.store.start()
        await self.leases.enter(self.name)
        return self

    async def dies(self) -> None:
        """Its time runs out."""
        await self.store.writes(
            lambda c: c.execute(text("UPDATE workers SET until = 0 WHERE id = :me"), {"me": self.name})
        )


@pytest.fixture
async def both(new_database: Callable[[], str]) -> AsyncIterator[tuple[Process, Process]]:
    address = new_database()
    one, two = await Process("one", address).start(), await Process("two", address).start()
    await one.store.add_table(row())
    yield one, two
    await one.store.stop()
    await two.store.stop()


async def test_a_table_has_one_owner(both: tuple[Process, Process]) -> None:
    one, two = both
    mine = await one.leases.take("one", "t1")
    assert (mine.owner, mine.epoch) == ("one", 1)
    assert (await two.leases.take("two", "t1")).owner == "one"
    assert (await one.leases.take("one", "t1")).epoch == 2


async def test_looking_at_a_table_says_who_owns_it_and_lives(both: tuple[Process, Process]) -> None:
    one, two = both
    found, owner = await two.leases.look("t1")
    assert found is not None
    assert (found.id, owner) == ("t1", None)
    await one.leases.take("one", "t1")
    assert (await two.leases.look("t1"))[1] == "one"
    await one.dies()
    assert (await two.leases.look("t1"))[1] is None
    assert await two.leases.look("nowhere") == (None, None)


async def test_of_many_who_take_a_table_at_once_one_gets_it(both: tuple[Process, Process]) -> None:
    one, two = both
    tables = [f"t{n}" for n in range(20)]
    grants = await asyncio.gather(
        *(process.leases.take(process.name, table_id) for table_id in tables for process in both)
    )
    for n in range(20):
        assert grants[2 * n] == grants[2 * n + 1]


async def test_a_released_table_is_the_next_ones_with_what_was_left_for_it(both: tuple[Process, Process]) -> None:
    one, two = both
    mine = await one.leases.take("one", "t1")
    await one.leases.release("one", "t1", mine.epoch, b"clocks")
    taken = await two.leases.take("two", "t1")
    assert (taken.owner, taken.epoch, taken.handed) == ("two", 2, b"clocks")
    assert (await two.leases.take("two", "t1")).handed is None


async def test_an_owner_whose_time_is_out_can_write_nothing_more(both: tuple[Process, Process]) -> None:
    one, two = both
    old = one.leases.pen("one", (await one.leases.take("one", "t1")).epoch)
    await old.append("t1", [move(1)])
    await old.append("t1", [move(2)], row(revision=1))
    await one.dies()
    new = two.leases.pen("two", (await two.leases.take("two", "t1")).epoch)
    for write in (old.append("t1", [move(3)]), old.append("t1", [move(3)], row(revision=2))):
        with pytest.raises(Lost):
            await write
    with pytest.raises(Lost):
        await old.save_table(row(revision=2))
    with pytest.raises(Lost):
        await one.leases.renew("one", heard=True)
    with pytest.raises(Lost):
        await one.leases.take("one", "t2")
    await new.append("t1", [move(3)])
    assert [stored.seq for stored in await two.store.moves("t1")] == [1, 2, 3]


async def test_who_was_late_but_lost_nothing_goes_on(both: tuple[Process, Process]) -> None:
    one, _ = both
    pen = one.leases.pen("one", (await one.leases.take("one", "t1")).epoch)
    await one.dies()
    await one.leases.renew("one", heard=True)
    await pen.append("t1", [move(1)])


async def test_a_room_of_an_earlier_epoch_of_the_same_process_writes_nothing(both: tuple[Process, Process]) -> None:
    one, _ = both
    old = one.leases.pen("one", (await one.leases.take("one", "t1")).epoch)
    await one.leases.take("one", "t1")
    with pytest.raises(Lost):
        await old.append("t1", [move(1)])


async def test_nobody_is_given_up_for_dead_in_the_middle_of_a_write(both: tuple[Process, Process]) -> None:
    """Whoever takes over waits for it, and then reads it."""
    one, two = both
    epoch = (await one.leases.take("one", "t1")).epoch
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    await one.dies()

    def slow_write(c: object) -> None:
        one.store.fencing.check(c, "t1", epoch)  # type: ignore[arg-type]
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        c.execute(leases_module.text("INSERT INTO moves VALUES ('t1', 1, 0, 'bid 1', 0, '')"))  # type: ignore[attr-defined]

    writing = asyncio.ensure_future(one.store.writer.write(slow_write))
    await begun.wait()
    taking = asyncio.ensure_future(two.leases.take("two", "t1"))
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while not await two.store.reads(lambda c: c.execute(waiting).scalar_one()):
        assert not taking.done()
    go_on.set()
    await writing
    assert (await taking).owner == "two"
    assert len(await two.store.moves("t1")) == 1


async def test_a_process_stopped_in_the_middle_of_a_write_keeps_nobody_waiting_for_long(
    both: tuple[Process, Process],
) -> None:
    """The database ends a transaction that stands still, and what it wrote is gone."""
    one, two = both
    epoch = (await one.leases.take("one", "t1")).epoch
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    await one.dies()

    def stopped(c: object) -> None:
        one.store.fencing.check(c, "t1", epoch)  # type: ignore[arg-type]
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

    writing = asyncio.ensure_future(one.store.writer.write(stopped))
    await begun.wait()
    assert (await two.leases.take("two", "t1")).owner == "two"
    go_on.set()
    with pytest.raises(Exception, match="database"):
        await writing


async def test_a_lease_is_renewed_however_many_wait_for_the_store(both: tuple[Process, Process]) -> None:
    """When everybody came back at once, renewing waited behind them; the leases ended, and everybody came once more."""
    one, _ = both
    go_on = threading.Event()
    crowd = [asyncio.ensure_future(one.store.reads(lambda c: go_on.wait(240))) for _ in range(100)]
    await asyncio.sleep(0)  # they are all in the line
    try:
        async with asyncio.timeout(200):
            assert {peer.id for peer in await one.leases.renew("one", heard=True)} == {"one", "two"}
    finally:
        go_on.set()
        await asyncio.gather(*crowd)


async def test_one_refused_move_costs_the_others_of_its_group_nothing(both: tuple[Process, Process]) -> None:
    one, two = both
    for n in range(2, 5):
        await one.store.add_table(row(f"t{n}"))
    pens = {f"t{n}": one.leases.pen("one", (await one.leases.take("one", f"t{n}")).epoch) for n in range(1, 5)}
    await one.leases.take("one", "t3")
    done = await asyncio.gather(*(pen.append(t, [move(1)]) for t, pen in pens.items()), return_exceptions=True)
    assert [type(outcome) for outcome in done] == [type(None), type(None), Lost, type(None)]


async def test_the_living_see_each_other_and_whoever_leaves_is_gone(both: tuple[Process, Process]) -> None:
    one, two = both
    await two.leases.renew("two", heard=False)
    assert sorted(await one.leases.renew("one", heard=True), key=lambda peer: peer.id) == [
        Peer("one", heard=True),
        Peer("two", heard=False),
    ]
    await two.leases.take("two", "t1")
    await two.leases.leave("two")
    assert await one.leases.renew("one", heard=True) == [Peer("one", heard=True)]
    assert (await one.leases.take("one", "t1")).owner == "one"


async def test_tables_of_the_dead_are_found_and_so_is_what_is_due(both: tuple[Process, Process]) -> None:
    one, two = both
    late = row("t2")
    late.due = 500
    await one.store.add_table(late)
    for table_id in ("t1", "t2"):
        await one.leases.take("one", table_id)
    assert await two.leases.orphans("two", 10) == []
    assert await two.leases.due(1000, 10) == []
    await one.dies()
    assert sorted(await two.leases.orphans("two", 10)) == ["t1", "t2"]
    assert await two.leases.due(1000, 10) == ["t2"]
    assert await two.leases.due(499, 10) == []
    await two.leases.forget("two", ["t1"])
    assert await two.leases.orphans("two", 10) == ["t2"]
    assert (await two.leases.take("two", "t1")).epoch == 2


async def test_after_the_database_was_restarted_nobody_is_told_so(both: tuple[Process, Process]) -> None:
    one, two = both
    await one.store.table("t1")
    await one.leases.take("one", "t1")
    cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    assert await two.store.reads(lambda c: c.execute(text(f"{cut} AND datname = current_database()")).scalar_one()) > 1
    assert (await one.store.table("t1")) is not None
    assert (await one.leases.take("one", "t1")).epoch == 2


async def test_looking_whose_a_table_is_writes_nothing(both: tuple[Process, Process]) -> None:
    one, two = both
    await one.leases.take("one", "t1")
    written = "SELECT pg_current_xact_id()"  # each transaction that writes has a number
    before = int(await one.store.reads(lambda c: c.execute(text(written)).scalar_one()))
    assert (await two.leases.look("t1"))[1] == "one"
    assert await two.leases.look("no such table") == (None, None)
    assert int(await one.store.reads(lambda c: c.execute(text(written)).scalar_one())) == before + 1

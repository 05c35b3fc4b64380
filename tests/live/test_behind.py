"""No table stays behind what is stored: rooms listen before they read, compare, and believe whoever knows more."""

import asyncio

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live import messages as m
from hoofspiel.live.testing import Paper
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, TableRow

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Meanwhile(MemoryStore):
    """While a table is read, somebody else plays."""

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        found = await super().whole(table_id)
        for _ in range(6):
            await asyncio.sleep(0)
        return found


async def test_a_room_that_is_opened_while_others_play_misses_nothing() -> None:
    """Processes without leases, such as those of an earlier version: subscribe, then read."""
    store, bus = Meanwhile(), MemoryBus()
    one, two = Paper(store, bus), Paper(store, bus)
    for n in range(200):
        room, (ada, bob) = await one.table("goats", 2, options=SMALL)
        opening = asyncio.ensure_future(two.host.room(room.row.id))
        for _ in range(n % 12):
            await asyncio.sleep(0)
        await one.move(room, ada, "bid 1")
        other = await opening
        assert other is not None
        await two.quiet(other)
        assert other.v == 1, n


async def test_a_table_that_stayed_behind_is_found_by_comparing() -> None:
    store = MemoryStore()
    one, two = Paper(store), Paper(store)  # they do not hear each other
    room, (ada, _) = await one.table("goats", 2, options=SMALL)
    other = await two.host.room(room.row.id)
    assert other is not None
    await one.move(room, ada, "bid 1")
    assert await two.host.compare() == 1
    await two.quiet(other)
    assert other.v == 1
    assert await two.host.compare() == 0


async def test_whoever_knows_more_than_the_table_has_it_look_again() -> None:
    store = MemoryStore()
    one, two = Paper(store), Paper(store)
    room, (ada, bob) = await one.table("goats", 2, options=SMALL)
    other = await two.host.room(room.row.id)
    assert other is not None
    for reader, move in ((ada, "bid 1"), (bob, "bid 2")):
        await one.move(room, reader, move)
    newest = bob.last("step")["v"]
    await two.join(other, bob.person, newest)
    assert other.v == 2
    for reader, move in ((ada, "bid 3"), (bob, "bid 4")):
        await one.move(room, reader, move)
    late = await two.join(other, ada.person)
    await two.say(other, late, m.Resume(ada.last("step")["v"]))
    assert other.v == 4

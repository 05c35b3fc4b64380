"""Which rooms a process runs: each table has one, and one that could not be opened is opened later."""

import asyncio

from hoofspiel.live.host import QUIET_MS
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, TableRow, Unavailable

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Slow(MemoryStore):
    """Takes its time to read a table, or cannot."""

    gone = False

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        for _ in range(5):
            await asyncio.sleep(0)
        if self.gone:
            raise Unavailable("gone")
        return await super().whole(table_id)


async def test_a_table_has_one_room_although_somebody_gave_up_waiting_for_it() -> None:
    paper = Paper(Slow())
    room, _ = await paper.table("goats", 2, options=SMALL)
    after = Paper(paper.store)
    coming = [asyncio.ensure_future(after.host.room(room.row.id)) for _ in range(2)]
    await asyncio.sleep(0)
    coming[0].cancel()
    await asyncio.sleep(0)
    coming.append(asyncio.ensure_future(after.host.room(room.row.id)))
    assert await coming[1] is await coming[2]


async def test_a_deadline_is_not_forgotten_when_the_table_cannot_be_read_at_that_time() -> None:
    paper = Paper(store := Slow())
    pace = Pace(kind="mail", move_seconds=1000, bank_seconds=0, grace_seconds=100)
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=pace)
    await paper.leave(room, a)
    await paper.leave(room, b)
    await paper.pass_time(room, 200_000)
    assert paper.host.close_quiet_rooms() == 1
    store.gone = True
    await paper.pass_time(room, 900_000)
    assert not paper.host.rooms
    store.gone = False
    await paper.pass_time(room, QUIET_MS)
    assert all(place.minded for place in paper.host.rooms[room.row.id].body.seats)

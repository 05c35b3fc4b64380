"""Two processes, one table: who is connected to the one is at the table for the other."""

from typing import Any

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live.letters import Left
from hoofspiel.live.presence import BELIEVED_MS
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore

PACE = Pace(kind="live", move_seconds=600, grace_seconds=10)


class TwoHosts:
    """Ada and Bob at one process; the other knows the table too."""

    def __init__(self) -> None:
        store, bus = MemoryStore(), MemoryBus()
        self.one, self.two = Paper(store, bus), Paper(store, bus)

    async def open(self) -> "TwoHosts":
        self.here, (self.ada, self.bob) = await self.one.table("goats", 2, pace=PACE)
        found = await self.two.host.room(self.here.row.id)
        assert found is not None
        self.there: Room = found
        return self

    async def quiet(self) -> None:
        for _ in range(3):
            await self.one.quiet(self.here)
            await self.two.quiet(self.there)

    async def leave(self, room: Room, reader: PaperReader) -> None:
        room.post(Left(reader))
        await self.quiet()

    async def pass_time(self, ms: int) -> None:
        for _ in range(0, ms, 1000):
            await self.one.pass_time(self.here, 1000)
            await self.two.pass_time(self.there, 1000)


def first_seat(room: Room) -> dict[str, Any]:
    seat = room.table().seats[0]
    return {"here": seat.here, "minded": seat.minded}


async def test_nobody_minds_a_seat_whose_person_has_gone_over_to_the_other_process() -> None:
    both = await TwoHosts().open()
    await both.two.join(both.there, both.ada.person)
    await both.leave(both.here, both.ada)
    await both.pass_time(30_000)
    assert first_seat(both.here) == first_seat(both.there) == {"here": True, "minded": False}


async def test_who_leaves_both_is_gone_in_both() -> None:
    both = await TwoHosts().open()
    again = await both.two.join(both.there, both.ada.person)
    await both.leave(both.here, both.ada)
    await both.leave(both.there, again)
    assert first_seat(both.here)["here"] is first_seat(both.there)["here"] is False
    assert both.bob.last("table")["table"]["seats"][0]["here"] is False
    await both.pass_time(12_000)
    assert first_seat(both.here)["minded"]


async def test_a_process_that_opens_a_table_asks_who_is_there() -> None:
    both = await TwoHosts().open()
    await both.quiet()
    assert [seat.here for seat in both.there.table().seats] == [True, True]


async def test_what_a_process_said_that_has_died_counts_for_a_while_only() -> None:
    both = await TwoHosts().open()
    await both.two.join(both.there, both.bob.person)
    await both.leave(both.here, both.ada)
    await both.leave(both.here, both.bob)
    assert [seat.here for seat in both.here.table().seats] == [False, True]
    await both.one.pass_time(both.here, BELIEVED_MS + 1)
    assert [seat.here for seat in both.here.table().seats] == [False, False]


async def test_a_process_that_lives_says_so_again_in_time() -> None:
    both = await TwoHosts().open()
    await both.two.join(both.there, both.bob.person)
    await both.leave(both.here, both.bob)
    for _ in range(5):
        both.two.host.say_who_is_here()
        await both.quiet()
        await both.pass_time(BELIEVED_MS // 3)
    assert [seat.here for seat in both.here.table().seats] == [True, True]

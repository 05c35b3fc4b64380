"""When the store refuses, or another process was first: nothing is shown, nothing is lost, and all goes on after."""

from collections.abc import Sequence

from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import MoveRow, TableRow, Unavailable

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
MAIL = Pace(kind="mail")


class Troubled(MemoryStore):
    """Writes nothing while it is full, reads nothing while it is gone."""

    full = gone = False

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        if self.full:
            raise Unavailable("full")
        await super().append(table_id, moves, row)

    async def save_table(self, row: TableRow) -> None:
        if self.full:
            raise Unavailable("full")
        await super().save_table(row)

    async def add_table(self, row: TableRow) -> None:
        if self.full:
            raise Unavailable("full")
        await super().add_table(row)

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]:
        if self.gone:
            raise Unavailable("gone")
        return await super().moves(table_id, after)


class Deaf:
    """Two processes at one table that do not hear each other, by one clock."""

    def __init__(self, store: MemoryStore) -> None:
        self.one, self.two = Paper(store), Paper(store)
        self.two.host.around = self.two.host.around._replace(time=self.one.time)

    async def open(self, people: int, bots: int = 0, pace: Pace = MAIL) -> tuple[Room, Room, list[PaperReader]]:
        here, readers = await self.one.table("goats", people, bots, options=SMALL, pace=pace)
        there = await self.two.host.room(here.row.id)
        assert there is not None
        await self.two.quiet(there)
        return here, there, readers


async def test_a_table_that_another_process_changed_is_read_again_and_the_next_move_counts() -> None:
    both = Deaf(MemoryStore())
    here, there, (a, b) = await both.open(2)
    elsewhere = await both.two.join(there, b.person)
    await both.two.say(there, elsewhere, m.Mute(a.person.id, on=True))
    assert (await both.one.move(here, a, "bid 1"))["code"] == "stale"
    assert here.body.muted
    assert (await both.one.move(here, a, "bid 1"))["t"] == "ack"


async def test_a_bot_that_came_second_answers_what_it_is_asked_next() -> None:
    both = Deaf(MemoryStore())
    both.two.players.pause = 10
    here, there, (a,) = await both.open(1, 1, Pace(kind="none"))
    both.two.players.pause = 100_000
    await both.two.move(there, await both.two.join(there, a.person), "bid 1")
    both.one.time.jump(both.one.time.now() + 10)
    await both.two.quiet(there)
    assert (here.v, there.v) == (0, 2)
    await both.one.pass_time(here, 1000)
    assert here.v == 2
    await both.one.pass_time(here, 2000)
    assert [seat for seat, _, _ in here.playing().history] == [0, 1, 1]


async def test_who_asks_while_nothing_can_be_read_is_refused_and_not_forgotten() -> None:
    both = Deaf(store := Troubled())
    here, there, (a, b) = await both.open(2)
    elsewhere = await both.two.join(there, b.person)
    await both.two.move(there, elsewhere, "bid 2")
    store.gone = True
    assert (await both.one.move(here, a, "bid 1"))["code"] == "storage"
    store.gone = False
    assert (await both.one.move(here, a, "bid 1"))["code"] == "stale"
    assert (await both.one.move(here, a, "bid 1"))["t"] == "ack"

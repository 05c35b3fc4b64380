"""Several processes, one owner a table: who thinks, who keeps time, and what everybody else is told."""

import asyncio
import json
from typing import Any

import pytest

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live import messages as m
from hoofspiel.live.far import FarTable
from hoofspiel.live.fleet import Fleet, Place
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.links import SILENT_MS
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperLeases, PaperReader, PaperTime
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, TableRow, Unavailable

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


class Processes:
    """Several hosts on one store, one bus and one clock."""

    def __init__(self, count: int = 2, store: MemoryStore | None = None) -> None:
        self.time = PaperTime()
        self.store = store or MemoryStore()
        self.bus = MemoryBus()
        self.leases = PaperLeases(self.store, self.time)
        self.all = [self._process() for _ in range(count)]
        self.one, self.two = self.all[0], self.all[-1]

    def _process(self) -> Paper:
        return Paper(self.store, self.bus, leases=self.leases, time=self.time)

    async def start(self) -> "Processes":
        for paper in self.all:
            await fleet(paper).start()
        await self.tick()
        return self

    async def tick(self, *but: Paper) -> None:
        """A heartbeat of everybody who lives."""
        for paper in self.all:
            if paper not in but:
                await fleet(paper).tick()
                fleet(paper).links.beat()
        await self.quiet()

    async def quiet(self) -> None:
        for _ in range(40):
            await asyncio.sleep(0)
        for paper in self.all:
            for room in list(paper.host.rooms.values()):
                await paper.quiet(room)

    async def pass_time(self, ms: int, *but: Paper) -> None:
        """With a heartbeat a second."""
        end = self.time.now() + ms
        while self.time.now() < end:
            self.time.jump(min(end, self.time.now() + 1000))
            await self.quiet()
            await self.tick(*but)

    async def come(self, paper: Paper, table_id: str, person: Person, since: int | None = None) -> "Seat":
        place = await fleet(paper).place(table_id)
        assert place is not None
        seat = Seat(self, place, PaperReader(person))
        place.post(Joined(seat.reader, since))
        await self.quiet()
        return seat


class Seat:
    """Somebody's connection, wherever the table is run."""

    def __init__(self, processes: Processes, place: Place, reader: PaperReader) -> None:
        self.processes = processes
        self.place = place
        self.reader = reader

    async def ask(self, request: m.TableRequest) -> dict[str, Any]:
        self.place.post(Asks(self.reader, request, self.processes.time.now()))
        await self.processes.quiet()
        return self.reader.all()[-1]

    async def move(self, move: str, name: str = "") -> dict[str, Any]:
        asked = self.reader.asked()[0]
        await self.ask(m.Move(name or f"{asked}-{move}", asked, move))
        return self.reader.last("ack", "refused")


def fleet(paper: Paper) -> Fleet:
    assert paper.fleet is not None
    return paper.fleet


async def table(processes: Processes, people: int = 2, bots: int = 0, **more: Any) -> tuple[Room, list[PaperReader]]:
    return await processes.one.table("goats", people, bots, options=SMALL, **more)


async def test_who_comes_to_a_table_of_another_process_only_looks_who_owns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying to own it locks and writes: when hundreds come back at once, that kept all of them waiting."""
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    tried: list[str] = []
    take = both.leases.take

    async def noted(worker: str, table_id: str) -> Any:
        tried.append(table_id)
        return await take(worker, table_id)

    monkeypatch.setattr(both.leases, "take", noted)
    assert isinstance((await both.come(both.two, room.row.id, bob.person)).place, FarTable)
    assert tried == []


async def test_a_table_is_run_by_one_process_and_reached_from_both() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    there = await both.come(both.two, room.row.id, bob.person)
    assert isinstance(there.place, FarTable)
    assert both.two.host.rooms == {}
    assert there.reader.last("welcome")["seat"] == 1
    assert (await there.move("bid 2"))["t"] == "ack"
    assert room.playing().history[-1][:2] == (1, "bid 2")


async def test_a_table_of_a_process_that_has_just_begun_is_reached_at_once() -> None:
    both = Processes()
    for paper in both.all:
        await fleet(paper).start()
    room, _ = await table(both)
    async with asyncio.timeout(240):
        assert isinstance(await fleet(both.two).place(room.row.id), FarTable), "before anybody's first heartbeat"


async def test_bots_are_asked_once_however_many_processes_know_the_table() -> None:
    three = await Processes(3).start()
    room, (ada,) = await table(three, 1, 2)
    for paper in three.all[1:]:
        await three.come(paper, room.row.id, ada.person)
    while not room.playing().over:
        await three.one.move(room, ada, ada.asked()[1][0])
        await three.pass_time(3000)
    assert len(three.one.players.asked) == len([seat for seat, _, _ in room.playing().history if seat])
    assert three.all[1].players.asked == three.all[2].players.asked == []


async def test_people_of_one_table_at_two_processes_answer_at_once_and_nobody_is_refused() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    there = await both.come(both.two, room.row.id, bob.person)
    while not room.playing().over:
        asked, moves = there.reader.asked()
        there.place.post(Asks(there.reader, m.Move(f"b{asked}", asked, moves[0]), both.time.now()))
        asked, moves = ada.asked()
        both.one.ask(room, ada, m.Move(f"a{asked}", asked, moves[0]))
        await both.quiet()
    assert ada.all("refused") == there.reader.all("refused") == []
    assert there.reader.last("over")["points"] == ada.last("over")["points"]


async def test_whoever_looks_from_afar_is_told_what_they_would_be_told_here_and_no_more() -> None:
    """Byte for byte: the owner makes every frame with the one function there is."""
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    near = await both.one.join(room, bob.person)
    far = await both.come(both.two, room.row.id, bob.person)
    watcher_near = await both.one.join(room, both.one.person("W"))
    watcher_far = await both.come(both.two, room.row.id, both.one.person("V"))
    near.new(), far.reader.new(), watcher_near.new(), watcher_far.reader.new()
    while not room.playing().over:
        await both.one.move(room, ada, ada.asked()[1][0])
        await far.move(far.reader.asked()[1][-1])
    assert len(near.new()) > 5
    assert [f for f in near.frames if b'"ack"' not in f][-20:] == [f for f in far.reader.frames if b'"ack"' not in f][
        -20:
    ]
    assert [json.loads(f) for f in watcher_near.frames[-5:]] == [json.loads(f) for f in watcher_far.reader.frames[-5:]]


async def test_the_clock_can_be_held_from_any_process() -> None:
    both = await Processes().start()
    options = {"cards": 10, "rounds": 3, "windows": "open"}
    room, readers = await both.one.table("goats", 4, options=options)
    n = 0
    while room.state.clocks.window_end is None:
        n += 1
        for reader in readers:
            _, moves = reader.asked()
            if moves and room.state.clocks.window_end is None:
                await both.one.move(room, reader, moves[(n * 5 + (reader.seat or 0) * 3) % len(moves)])
    before = room.state.clocks.window_end
    far = await both.come(both.two, room.row.id, readers[2].person)
    await far.ask(m.Hold())
    assert room.state.clocks.window_end == before + 10_000
    assert readers[0].last("clock")["clock"]["window_ms"] > 10_000


async def test_chat_and_presence_cross_over() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    await both.one.leave(room, bob)
    assert ada.last("table")["table"]["seats"][1]["here"] is False
    there = await both.come(both.two, room.row.id, bob.person)
    assert ada.last("table")["table"]["seats"][1]["here"] is True
    await there.ask(m.Say("hello"))
    assert ada.last("chat")["line"]["text"] == "hello"
    there.place.post(Left(there.reader))
    await both.quiet()
    assert ada.last("table")["table"]["seats"][1]["here"] is False


async def test_a_dead_owners_tables_are_taken_over_within_the_lease_and_no_clock_is_charged() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both, pace=Pace(kind="live", move_seconds=30, bank_seconds=60, grace_seconds=20))
    there = await both.come(both.two, room.row.id, bob.person)
    await there.move("bid 2")
    await both.pass_time(5000)
    await both.pass_time(SILENT_MS + 2000, both.one)
    assert there.reader in both.two.sent_away
    await both.come(both.two, room.row.id, bob.person, there.reader.last("step", "state")["v"])
    taken = both.two.host.rooms[room.row.id]
    assert taken.v == 1
    running = taken.state.clocks.shown(both.time.now(), None).running
    assert [(clock.seat, clock.left_ms, clock.bank_ms) for clock in running] == [(0, 30_000, 60_000)]


async def test_an_old_owner_that_comes_back_can_do_no_harm_and_steps_down() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    await both.pass_time(6000, both.one)
    there = await both.come(both.two, room.row.id, bob.person)
    both.one.ask(room, ada, m.Move("late", ada.asked()[0], "bid 1"))  # it does not know yet
    await both.quiet()
    assert await both.store.moves(room.row.id) == []
    assert ada.all("ack") == ada.all("refused") == [], "whoever is not answered asks again elsewhere"
    assert ada in both.one.sent_away
    assert both.one.host.rooms == {}
    name = fleet(both.one).owner.name
    await both.tick()
    assert fleet(both.one).owner.name != name
    again = await both.come(both.one, room.row.id, ada.person)
    assert isinstance(again.place, FarTable)
    assert (await again.move("bid 1", "late"))["t"] == "ack"
    assert (await there.move("bid 3"))["t"] == "ack"


async def test_a_move_that_was_stored_by_a_dying_owner_is_acknowledged_by_the_next() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    await both.one.move(room, ada, "bid 1", id="mine")
    await both.pass_time(6000, both.one)
    again = await both.come(both.two, room.row.id, ada.person)
    again.place.post(Asks(again.reader, m.Move("mine", 0, "bid 1"), both.time.now()))
    await both.quiet()
    assert again.reader.last("ack", "refused")["t"] == "ack"
    assert len(await both.store.moves(room.row.id)) == 1


async def test_a_table_is_handed_over_with_its_clocks() -> None:
    both = await Processes().start()
    pace = Pace(kind="live", move_seconds=30, bank_seconds=60, grace_seconds=20)
    room, (ada, bob) = await table(both, pace=pace)
    await both.one.move(room, bob, "bid 2")
    await both.pass_time(12_000)
    handing = asyncio.ensure_future(fleet(both.one).hand_over(0.0))
    await both.quiet()
    await handing
    assert {ada, bob} <= set(both.one.sent_away)
    both.time.jump(both.time.now() + 2000)
    await both.come(both.two, room.row.id, ada.person)
    running = both.two.host.rooms[room.row.id].state.clocks.shown(both.time.now(), None).running
    assert [(clock.seat, clock.left_ms) for clock in running] == [(0, 18_000)]
    with pytest.raises(Unavailable):
        await fleet(both.one).place(room.row.id)


async def test_a_deadline_by_mail_is_found_by_whoever_lives() -> None:
    both = await Processes().start()
    pace = Pace(kind="mail", move_seconds=1000, bank_seconds=0, grace_seconds=100)
    room, readers = await table(both, pace=pace)
    for reader in readers:
        await both.one.leave(room, reader)
    await both.pass_time(10_000, both.one)
    assert both.two.host.rooms.keys() == {room.row.id}, "a match by mail has no reader who would bring it"
    both.two.host.lose([room.row.id])
    await both.quiet()
    await both.pass_time(1_095_000, both.one)
    found = both.two.host.rooms[room.row.id]
    assert all(place.minded for place in found.body.seats)


async def test_a_process_that_alone_does_not_hear_the_bus_gives_its_tables_up() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    deaf = [True]

    class HalfDeaf(MemoryBus):
        async def reached(self, seconds: float) -> bool:
            return not deaf[0]

    both.one.host.bus = HalfDeaf()
    await both.pass_time(2000)
    assert room.row.id in both.one.host.rooms
    with pytest.raises(Unavailable):  # nobody is sent from where nobody would hear of them
        await fleet(both.one).place("elsewhere")
    looking = asyncio.ensure_future(fleet(both.two).place(room.row.id))
    await both.quiet()
    assert not looking.done()
    await both.pass_time(1000)
    assert both.one.host.rooms == {}
    assert isinstance(await looking, Room)
    with pytest.raises(Unavailable):
        await fleet(both.one).place(room.row.id)
    await both.come(both.two, room.row.id, bob.person)
    assert room.row.id in both.two.host.rooms


async def test_a_table_that_its_owner_has_dropped_is_opened_there_when_somebody_elsewhere_looks() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    fleet(both.one)._step_down()
    there = await both.come(both.two, room.row.id, bob.person)
    assert there.reader in both.two.sent_away
    again = await both.come(both.two, room.row.id, bob.person)
    assert room.row.id in both.one.host.rooms
    assert (await again.move("bid 2"))["t"] == "ack"


async def test_whoever_cannot_renew_the_lease_gives_up_when_it_ends_and_waits_for_no_answer() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    for ms, rooms in ((2900, [room.row.id]), (200, [])):
        both.time.jump(both.time.now() + ms)
        fleet(both.one).give_up_if_late()
        assert list(both.one.host.rooms) == rooms
    assert ada in both.one.sent_away


async def test_when_nobody_hears_the_bus_everybody_keeps_their_tables() -> None:
    both = await Processes().start()
    room, _ = await table(both)

    class Deaf(MemoryBus):
        async def reached(self, seconds: float) -> bool:
            return False

    both.one.host.bus = both.two.host.bus = Deaf()
    await both.pass_time(10_000)
    assert room.row.id in both.one.host.rooms


async def test_a_lost_post_is_noticed_and_everybody_on_that_link_comes_again() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    there = await both.come(both.two, room.row.id, bob.person)
    send = both.bus.send
    both.bus.send = lambda topic, message: None  # type: ignore[method-assign]
    await both.one.move(room, ada, "bid 1")
    both.bus.send = send  # type: ignore[method-assign]
    await both.pass_time(2000)
    assert there.reader in both.two.sent_away
    again = await both.come(both.two, room.row.id, bob.person, 0)
    assert (await again.move("bid 2"))["t"] == "ack"
    assert len([reader for reader in room.crowd.readers if reader.person == bob.person]) == 2  # bob and again


async def test_whoever_is_just_coming_in_when_a_room_is_given_up_comes_again() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    far = await fleet(both.two).place(room.row.id)
    assert isinstance(far, FarTable)
    room.pen = GatedPen(room.pen)
    both.one.ask(room, ada, m.Move("slow", ada.asked()[0], "bid 1"))
    near, from_afar = PaperReader(bob.person), PaperReader(bob.person)
    room.post(Joined(near, None))
    far.post(Joined(from_afar, None))
    errand = asyncio.ensure_future(room.look(lambda: room.v))
    for _ in range(20):
        await asyncio.sleep(0)
    both.one.host.lose([room.row.id])
    await both.quiet()
    assert {ada, near} <= set(both.one.sent_away)
    assert from_afar in both.two.sent_away
    with pytest.raises(Unavailable):
        await errand


class GatedPen:
    """Never done."""

    def __init__(self, pen: Any) -> None:
        self._pen = pen

    async def append(self, table_id: str, moves: Any, row: Any = None) -> None:
        await asyncio.get_running_loop().create_future()

    async def save_table(self, row: TableRow) -> None:
        await self._pen.save_table(row)

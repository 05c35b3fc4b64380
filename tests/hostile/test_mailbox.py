"""One visitor's many letters: others do not wait for them, and they cost the table little."""

import asyncio
from typing import Any

from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Joined, Left
from hoofspiel.live.mailbox import MOST_OF_ONE, MOST_OF_WATCHERS
from hoofspiel.live.room import Room
from hoofspiel.live.testing import GatedStore, Paper, PaperReader
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import TableRow

FLOOD = 18_050


class CountingStore(MemoryStore):
    """Counts how often a table was written."""

    saved = 0

    async def save_table(self, row: TableRow) -> None:
        self.saved += 1
        await super().save_table(row)


class GatedTables(CountingStore):
    """While there is a gate, changes of tables wait for it."""

    gate: asyncio.Future[None] | None = None

    async def save_table(self, row: TableRow) -> None:
        if self.gate is not None:
            await self.gate
        await super().save_table(row)


async def table(store: MemoryStore | None = None, **more: Any) -> tuple[Paper, Room, list[PaperReader]]:
    paper = Paper(store=store)
    room, players = await paper.table("goats", 2, **more)
    return paper, room, players


def mute_often(room: Room, reader: PaperReader, times: int) -> None:
    for n in range(times):
        room.post(Asks(reader, m.Mute("somebody", on=n % 2 == 0), 0))


def refused(reader: PaperReader) -> int:
    return sum(told["code"] == "too_fast" for told in reader.all("refused"))


async def test_thousands_of_mutes_of_a_stranger_do_not_delay_the_next_move() -> None:
    store = CountingStore()
    paper, room, (ada, _) = await table(store, watch="nobody")
    eve = await paper.join(room, paper.person("Eve"))
    store.saved = 0
    mute_often(room, eve, FLOOD)
    asked, moves = ada.asked()
    paper.ask(room, ada, m.Move("first", asked, moves[0]))
    for _ in range(4):  # turns of the loop: the letter at hand, and the move is next
        await asyncio.sleep(0)
    assert ada.last("ack")["id"] == "first"
    await paper.quiet(room)
    assert refused(eve) >= FLOOD - MOST_OF_ONE - 2
    assert store.saved <= 2, "the table is written once for all that wait, not once for each"


async def test_two_hundred_connections_of_one_person_are_one_line_of_letters() -> None:
    paper, room, _ = await table(GatedStore())
    eve = paper.person("Eve")
    lines = [await paper.join(room, eve) for _ in range(200)]
    room.post(Asks(lines[0], m.Emote("nice"), 0))
    for reader in lines:
        mute_often(room, reader, 5)
    assert room.mail.waiting <= MOST_OF_ONE
    await paper.quiet(room)


async def test_all_who_watch_together_fill_only_so_much_and_players_have_their_own() -> None:
    store = GatedTables()
    paper, room, (ada, bob) = await table(store)
    watchers = [await paper.join(room, paper.person(f"W{n}")) for n in range(60)]
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, ada, m.Ready(on=True))  # the room is busy until the gate opens
    for reader in watchers:
        for _ in range(MOST_OF_ONE):
            paper.ask(room, reader, m.Resume(0))
    assert room.mail.waiting == MOST_OF_WATCHERS
    asked, moves = bob.asked()
    paper.ask(room, bob, m.Move("mine", asked, moves[0]))
    store.gate.set_result(None)
    store.gate = None
    for _ in range(6):
        await asyncio.sleep(0)
    assert bob.last("ack")["id"] == "mine"
    assert room.mail.waiting > MOST_OF_WATCHERS - 6
    await paper.quiet(room)


async def test_watchers_come_in_turn_too_however_busy_the_players_are() -> None:
    store = GatedTables()
    paper, room, (ada, _) = await table(store)
    eve = await paper.join(room, paper.person("Eve"))
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, ada, m.Ready(on=True))
    for n in range(20):
        paper.ask(room, ada, m.Move(f"old{n}", 10**6, "bid 1"))
    paper.ask(room, eve, m.Emote("hurry"))
    store.gate.set_result(None)
    store.gate = None
    await paper.quiet(room)
    before = [told.get("id") for told in ada.all() if told["t"] in ("refused", "emote")]
    assert 1 <= before.index(None) <= 5


async def test_of_somebody_who_has_left_only_moves_count() -> None:
    store = GatedTables()
    paper, room, (ada, bob) = await table(store)
    eve = await paper.join(room, paper.person("Eve"))
    eve.new()
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, ada, m.Ready(on=True))
    mute_often(room, eve, 20)
    asked, moves = bob.asked()
    paper.ask(room, bob, m.Emote("hurry"))
    paper.ask(room, bob, m.Move("last", asked, moves[0]))
    room.post(Left(eve))
    room.post(Left(bob))
    assert room.mail.waiting == 3, "her leaving; his move and his leaving"
    store.gate.set_result(None)
    store.gate = None
    await paper.quiet(room)
    assert eve.new() == []
    assert "1:last" in room.state.keys
    assert room.crowd.readers == [ada]
    assert "emote" not in [told["t"] for told in ada.all()]


async def test_somebody_who_leaves_before_they_came_in_was_never_there() -> None:
    store = GatedTables()
    paper, room, (ada, _) = await table(store)
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, ada, m.Ready(on=True))
    eve = PaperReader(paper.person("Eve"))
    for _ in range(1000):
        room.post(Joined(eve, None))
        room.post(Left(eve))
    assert room.mail.waiting == 0
    store.gate.set_result(None)
    store.gate = None
    await paper.quiet(room)
    assert eve.all() == []


async def test_whom_somebody_mutes_is_stored_before_they_hear_of_it() -> None:
    store = GatedTables()
    paper, room, (ada, bob) = await table(store)
    ada.new()
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, ada, m.Mute(bob.person.id, on=True))
    assert ada.new() == []
    store.gate.set_result(None)
    store.gate = None
    await paper.quiet(room)
    assert [told["t"] for told in ada.new()] == ["table"]
    paper.host._close(room)
    again = await paper.host.room(room.row.id)
    assert again is not None
    assert again.body.muted == {ada.person.id: [bob.person.id]}

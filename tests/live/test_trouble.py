"""When the store refuses, or another process was first: nothing is shown, nothing is lost, and all goes on after."""

from collections.abc import Sequence

import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.turns import BUCKET_MS
from hoofspiel.live.words import Order, Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import ChatRow, MoveRow, TableRow, Unavailable

from .test_races import OPTIONS, everybody_bids

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
MAIL = Pace(kind="mail")


class Troubled(MemoryStore):
    """Writes nothing while it is full, reads nothing while it is gone."""

    full = gone = False
    fits = 1_000_000
    """so many moves"""

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        if self.full or self.fits == 0:
            raise Unavailable("full")
        self.fits -= 1
        await super().append(table_id, moves, row)

    async def save_table(self, row: TableRow) -> None:
        if self.full:
            raise Unavailable("full")
        await super().save_table(row)

    async def add_table(self, row: TableRow) -> None:
        if self.full:
            raise Unavailable("full")
        await super().add_table(row)

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]:
        if self.gone:
            raise Unavailable("gone")
        return await super().chat(table_id, limit)

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


async def test_a_table_that_another_process_changed_is_read_again_and_the_move_counts() -> None:
    both = Deaf(MemoryStore())
    here, there, (a, b) = await both.open(2)
    elsewhere = await both.two.join(there, b.person)
    await both.two.say(there, elsewhere, m.Mute(a.person.id, on=True))
    assert (await both.one.move(here, a, "bid 1"))["t"] == "ack"
    assert here.body.muted


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
    assert (await both.one.move(here, a, "bid 1"))["t"] == "ack"


async def window_for_two(paper: Paper) -> tuple[Room, list[PaperReader]]:
    """An open window, and those who have a card to play in it."""
    room, readers = await paper.table("goats", 4, options=OPTIONS)
    for n in range(400):
        if room.state.clocks.window_end is None:
            await everybody_bids(paper, room, readers, n)
            continue
        able = [reader for reader in readers if len(reader.asked()[1]) > 1]
        if len(able) > 1:
            return room, able
        await paper.pass_time(room, room.state.clocks.window_end - paper.time.now())
    raise AssertionError("no such window")


def a_card(reader: PaperReader) -> str:
    return next(move for move in reader.asked()[1] if move != "pass")


async def test_everybody_who_played_in_a_window_is_told_that_it_could_not_be_stored() -> None:
    paper = Paper(store := Troubled())
    room, able = await window_for_two(paper)
    for reader in able:
        paper.ask(room, reader, m.Move(f"x{reader.seat}", reader.asked()[0], a_card(reader)))
    await paper.quiet(room)
    store.full = True
    await paper.pass_time(room, BUCKET_MS)
    for reader in able:
        answer = reader.last("ack", "refused")
        assert (answer["id"], answer["code"]) == (f"x{reader.seat}", "storage")


@pytest.mark.parametrize("by_a_bot", [False, True])
async def test_an_armed_card_or_a_bots_is_played_when_the_store_is_back(
    by_a_bot: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paper = Paper(store := Troubled(), pause=10)
    room, (holder, *_) = await window_for_two(paper)
    seat, card, before = holder.seats[0], a_card(holder), room.v

    async def think(*asked: object) -> str:
        return card

    if by_a_bot:
        monkeypatch.setattr(paper.players, "think", think)
        await paper.say(room, holder, m.Stand())
    else:
        await paper.say(room, holder, m.Orders([Order(play=card)]))
    store.full = True
    await paper.pass_time(room, 10 + BUCKET_MS)
    store.full = False
    assert room.v == before
    await paper.pass_time(room, 2000)
    assert room.playing().history[before][:2] == (seat, card)


async def test_a_standing_order_is_followed_when_the_store_is_back_and_forgotten_in_the_same_stroke(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paper = Paper(store := Troubled())
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    await paper.move(room, a, "bid 4")
    await paper.say(room, a, m.Orders([Order(play="bid 1"), Order(play="bid 2")]))
    monkeypatch.setattr(room, "change", None)
    store.fits = 1
    assert (await paper.move(room, b, "bid 3"))["t"] == "ack"
    assert room.v == 2
    store.fits = 1
    await paper.pass_time(room, 1000)
    assert room.playing().history[2][:2] == (0, "bid 1")
    assert [order.play for order in room.body.orders["0"]] == ["bid 2"]
    assert [order["play"] for order in a.last("orders")["orders"]] == ["bid 2"]


async def test_a_rematch_that_cannot_be_stored_is_refused() -> None:
    paper = Paper(store := Troubled())
    room, readers = await paper.table("goats", 2, options=SMALL)
    while not room.playing().over:
        for reader in readers:
            if moves := reader.asked()[1]:
                await paper.move(room, reader, moves[0])
    store.full = True
    assert (await paper.say(room, readers[0], m.Rematch()))["code"] == "storage"


async def test_a_move_sent_again_over_another_process_is_acknowledged() -> None:
    both = Deaf(MemoryStore())
    here, there, (a, _) = await both.open(2)
    elsewhere = await both.two.join(there, a.person)
    for paper, room, reader in ((both.one, here, a), (both.two, there, elsewhere)):
        answer = await paper.move(room, reader, "bid 1", id="same")
        assert (answer["t"], answer["id"]) == ("ack", "same")
    assert there.v == 1


async def test_a_card_sent_again_in_a_window_is_answered_once_and_where_it_was_sent_last() -> None:
    paper = Paper()
    room, (holder, *_) = await window_for_two(paper)
    card = m.Move("x", holder.asked()[0], a_card(holder))
    paper.ask(room, holder, card)
    await paper.leave(room, holder)
    back = await paper.join(room, holder.person)
    paper.ask(room, back, card)
    await paper.pass_time(room, BUCKET_MS)
    assert [message["t"] for message in back.all() if message["t"] in ("ack", "refused")] == ["ack"]


async def test_who_comes_while_the_chat_cannot_be_read_is_let_in() -> None:
    paper = Paper(store := Troubled())
    room, (a, _) = await paper.table("goats", 2, options=SMALL)
    await paper.say(room, a, m.Say("hello"))
    store.gone = True
    guest = await paper.join(room, paper.person("Guest"))
    assert guest.last("welcome")["chat"] == []
    assert guest.last("state")["v"] == 0

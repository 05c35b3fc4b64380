"""A client that is cut off at any point comes back to what it would have seen had it never left."""

import asyncio
from random import Random
from typing import Any

import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks, Left
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.server.connection import MOST_FRAMES, SLOW, Connection, Outbox
from hoofspiel.server.metrics import Metrics

SMALL = {"cards": 4, "rounds": 2}


def whole(reader: PaperReader) -> dict[str, Any]:
    """What a client has at the end: the last view, and every event in order."""
    events: list[Any] = []
    last: dict[str, Any] = {}
    for message in reader.all():
        if message["t"] == "state":
            events = list(message["log"])
            last = message
        elif message["t"] == "step":
            assert not last or message["v"] == last["v"] + 1
            events += message["events"]
            last = message
    return {"v": last["v"], "view": last["view"], "moves": last["moves"], "asked": last["asked"], "events": events}


async def one_round(paper: Paper, room: Room, readers: list[PaperReader], chance: Random) -> None:
    if room.state.clocks.window_end is not None:
        await paper.pass_time(room, 500)
    for reader in readers:
        question, moves = reader.asked()
        if moves and reader in room.crowd.readers:
            await paper.move(room, reader, chance.choice(moves))


@pytest.mark.parametrize("cut", range(0, 12, 3))
async def test_who_resumes_by_version_has_all_that_one_who_stayed_has(cut: int) -> None:
    paper = Paper()
    chance = Random(cut)
    room, readers = await paper.table("goats", 2, 1, options=SMALL)
    stayed = await paper.join(room, readers[1].person)  # a second tab that stays
    for _ in range(cut):
        await one_round(paper, room, readers[:1] + [stayed], chance)
        await paper.pass_time(room, 1500)
    await paper.leave(room, readers[1])
    known = readers[1].last("state", "step")["v"]
    for _ in range(5):
        await one_round(paper, room, readers[:1] + [stayed], chance)
        await paper.pass_time(room, 1500)
    back = await paper.join(room, readers[1].person, since=known)
    joined = PaperReader(readers[1].person)
    joined.frames = [f for f in readers[1].frames if b'"t":"st' in f[:12]] + [
        f for f in back.frames if b'"t":"st' in f[:12]
    ]
    assert whole(joined) == whole(stayed)


async def test_a_gap_of_many_moves_is_closed_by_the_whole_state() -> None:
    paper = Paper()
    room, (a,) = await paper.table("goats", 1, 5, options={"cards": 13, "rounds": 3, "bonus": False})
    for _ in range(20):
        await one_round(paper, room, [a], Random(1))
        await paper.pass_time(room, 1500)
    assert room.v > 64
    back = await paper.join(room, a.person, since=1)
    assert [message["t"] for message in back.all()[:2]] == ["welcome", "state"]
    assert whole(back)["view"] == whole(a)["view"]


async def test_cut_before_the_acknowledgement_the_move_counts_once() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    question = a.asked()[0]
    room.post(Asks(a, m.Move("lost", question, "bid 2"), 0))
    room.post(Left(a))  # the line goes before anything comes back
    await paper.quiet(room)
    back = await paper.join(room, a.person, since=0)
    answer = await paper.move(room, back, "bid 2", id="lost", asked=question)
    assert answer == {"t": "ack", "id": "lost", "v": 1}
    assert (room.v, whole(back)["view"]["my_bid"]) == (1, 2)


async def test_cut_before_the_move_arrived_it_is_sent_again_and_played() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    question = a.asked()[0]
    await paper.leave(room, a)
    back = await paper.join(room, a.person, since=0)
    assert (await paper.move(room, back, "bid 2", id="kept", asked=question))["t"] == "ack"


async def test_an_acknowledgement_survives_a_restart() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    question = a.asked()[0]
    await paper.move(room, a, "bid 2", id="kept")
    after = Paper(paper.store)
    again = await after.host.room(room.row.id)
    assert again is not None
    back = await after.join(again, a.person)
    assert await after.move(again, back, "bid 2", id="kept", asked=question) == {"t": "ack", "id": "kept", "v": 1}


async def test_cut_during_a_window_the_window_is_still_there_with_its_clock() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options={**SMALL, "cards": 13, "rounds": 3})
    chance = Random(4)
    while room.state.clocks.window_end is None:
        await one_round(paper, room, readers, chance)
        assert not room.playing().over
    holder = next(reader for reader in readers if reader.seat in room.playing().actors)
    await paper.leave(room, holder)
    await paper.pass_time(room, 1000)
    back = await paper.join(room, holder.person, since=room.v)
    left = back.last("clock")["clock"]["window_ms"]
    assert 0 < left == room.state.clocks.window_end - paper.time.now()
    assert (await paper.move(room, back, "pass", asked=room.playing().position.moment))["t"] == "ack"


async def test_two_tabs_on_one_seat_agree() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    tab = await paper.join(room, a.person)
    await paper.move(room, tab, "bid 3")
    await paper.move(room, b, "bid 1")
    assert whole(a) == whole(tab)
    await paper.leave(room, tab)
    assert room.crowd.gone == {}
    await paper.leave(room, a)
    assert list(room.crowd.gone) == [0]


async def test_resume_asks_for_what_is_missing() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    await paper.move(room, a, "bid 3")
    await paper.move(room, b, "bid 1")
    b.new()
    await paper.say(room, b, m.Resume(0))
    assert [(message["t"], message.get("v")) for message in b.new()] == [("step", 1), ("step", 2)]


async def test_who_asks_without_end_leaves_time_for_others() -> None:
    paper = Paper()
    room, (a, _) = await paper.table("goats", 2, options=SMALL)
    for _ in range(20):
        paper.ask(room, a, m.Resume(0))
    turns = 0
    while not room.mail.empty():
        await asyncio.sleep(0)
        turns += 1
    assert turns >= 19  # the first is dealt with at once


async def test_a_slow_reader_is_cut_off_and_nobody_waits_for_it() -> None:
    """The line takes one frame and no more: what is told afterwards is queued, and beyond a bound it is the end."""
    free = asyncio.Event()
    written: list[Any] = []

    async def send(message: Any) -> None:
        written.append(message)
        await free.wait()

    slow = Connection(send, Outbox(Metrics()), None)
    for n in range(MOST_FRAMES + 2):
        slow.tell(b"%d" % n)
    await asyncio.sleep(0)
    assert len(written) == 1
    assert slow.closing == SLOW
    free.set()
    await slow.end()
    assert written[-1] == {"type": "websocket.close", "code": SLOW, "reason": ""}


async def test_a_line_that_clears_gets_everything_in_order() -> None:
    free = asyncio.Event()
    written: list[str] = []

    async def send(message: Any) -> None:
        await free.wait()
        written.append(message["text"])

    line = Connection(send, Outbox(Metrics()), None)
    for n in range(50):
        line.tell(b"%d" % n)
    await asyncio.sleep(0)
    free.set()
    await line.end()
    line.tell(b"50")
    await asyncio.sleep(0)
    assert written == [str(n) for n in range(51)]


async def test_what_was_told_leaves_before_the_goodbye() -> None:
    written: list[Any] = []

    async def send(message: Any) -> None:
        written.append(message)

    line = Connection(send, Outbox(Metrics()), None)
    line.tell(b"last", b"words")
    line.close(4408, "closed", "The table is closed.")
    line.tell(b"too late")
    await asyncio.sleep(0)
    assert [message.get("text", message.get("code")) for message in written][:2] == ["last", "words"]
    assert '"t":"bye"' in written[2]["text"]
    assert [message["type"] for message in written[2:]] == ["websocket.send", "websocket.close"]


async def test_a_line_that_breaks_does_not_silence_the_others() -> None:
    class Broken(Connection):
        def write(self, frames: tuple[bytes, ...]) -> None:
            raise RuntimeError("the handler is closed")

    written: list[str] = []

    async def send(message: Any) -> None:
        written.append(message["text"])

    outbox = Outbox(Metrics())
    for kind in (Broken, Connection):
        kind(send, outbox, None).tell(b"news")
    await asyncio.sleep(0)
    assert written == ["news"]

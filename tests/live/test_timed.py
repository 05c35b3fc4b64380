"""Games that know time at a live table: fair order over unequal lines, and time that acts by itself."""

from typing import Any

import pytest

from hoofspiel.kernel.words import BadMatch
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Joined
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.timed import AWAY_MS, COUNT_IN_MS, JITTER_MS, PAINT_MS
from hoofspiel.live.words import Pace

GAME = "taco"


async def two_lines(paper: Paper, near: float, far: float) -> tuple[Room, PaperReader, PaperReader]:
    """Two people, one near the server and one far away, and a first card on the table."""
    room, (a, b) = await paper.table(GAME, 2)
    a.line.trip_ms, b.line.trip_ms = near, far
    opener = (a, b)[a.last("state")["view"]["turn"]]
    await press(paper, room, opener, "say taco", rt=1500, after=1500)
    while a.last("state", "step")["view"]["reveal"] == 0:
        await paper.pass_time(room, 10)
    return room, a, b


async def press(paper: Paper, room: Room, reader: PaperReader, move: str, *, rt: float, after: float) -> None:
    """Something pressed `rt` after the last paint, by the reader's own clock; it arrives so long after it was sent."""
    seen = reader.last("state", "step")["v"]
    sent = room.turns.sent[seen][1]  # type: ignore[attr-defined]
    paper.time.jump(round(max(paper.time.now(), sent + after)))
    request = m.Move(f"p{paper.time.now()}-{reader.seat}", 0, move, rt_ms=rt, seen=seen)
    paper.ask(room, reader, request)
    await paper.quiet(room)


def order(room: Room, word: str) -> list[tuple[Any, ...]]:
    return [(seat, at) for seat, move, at in room.playing().history if move == word]


async def test_who_reacted_first_is_first_whoever_has_the_better_line() -> None:
    paper = Paper()
    room, near, far = await two_lines(paper, near=20, far=200)
    base = room.playing().position.now
    seen = near.last("step")["v"]
    sent = room.turns.sent[seen][1]  # type: ignore[attr-defined]
    shown = room.turns.sent[seen][0]  # type: ignore[attr-defined]
    assert shown <= base
    paper.time.jump(sent + 470)
    paper.ask(room, near, m.Move("n", 0, "gesture panda", rt_ms=450, seen=seen))
    await paper.quiet(room)
    assert order(room, "gesture panda") == []
    paper.time.jump(sent + 600)
    paper.ask(room, far, m.Move("f", 0, "gesture panda", rt_ms=400, seen=seen))
    await paper.quiet(room)
    await paper.pass_time(room, 400)
    assert order(room, "gesture panda") == [(far.seat, shown + 400), (near.seat, shown + 450)]
    assert far.last("ack")["id"] == "f"


async def test_a_lie_gains_no_more_than_the_line_allows() -> None:
    paper = Paper()
    room, near, far = await two_lines(paper, near=20, far=20)
    seen = near.last("step")["v"]
    shown, sent = room.turns.sent[seen]  # type: ignore[attr-defined]
    paper.time.jump(sent + 470)
    paper.ask(room, near, m.Move("n", 0, "gesture panda", rt_ms=1, seen=seen))
    await paper.quiet(room)
    await paper.pass_time(room, 400)
    ((_, at),) = order(room, "gesture panda")
    assert shown + 450 - JITTER_MS - PAINT_MS <= at <= shown + 450


async def test_the_same_press_sent_twice_counts_once() -> None:
    paper = Paper()
    room, near, far = await two_lines(paper, near=20, far=20)
    seen = near.last("step")["v"]
    for _ in range(3):
        paper.ask(room, near, m.Move("same", 0, "gesture panda", rt_ms=300, seen=seen))
        await paper.quiet(room)
    await paper.pass_time(room, 600)
    paper.ask(room, near, m.Move("same", 0, "gesture panda", rt_ms=300, seen=seen))
    await paper.quiet(room)
    assert len(order(room, "gesture panda")) == 1
    assert near.last("ack")["id"] == "same"


async def test_bots_play_a_whole_match_in_time_with_a_person_who_only_looks() -> None:
    paper = Paper()
    room, (a,) = await paper.table(GAME, 1, 3)
    await paper.until_over(room, 7_200_000)
    assert len(room.playing().winners) >= 1
    assert a.last("over")["points"] == room.playing().points
    times = [at or 0 for _, _, at in room.playing().history]
    assert times == sorted(times)


async def test_who_is_gone_is_minded_by_a_bot_and_time_stands_still_when_all_are_gone() -> None:
    paper = Paper()
    room, (a, b) = await paper.table(GAME, 2)
    await paper.leave(room, b)
    await paper.pass_time(room, AWAY_MS - 1)
    assert not room.body.seats[1].minded
    await paper.pass_time(room, 1)
    assert room.body.seats[1].minded
    await paper.leave(room, a)
    before = room.v
    await paper.pass_time(room, 3_600_000)
    assert room.v <= before + 1


async def test_a_pause_stops_time_and_costs_nobody_anything() -> None:
    paper = Paper()
    room, a, b = await two_lines(paper, near=0, far=0)
    seen, before = a.last("step")["v"], room.v
    sent = room.turns.sent[seen]  # type: ignore[attr-defined]
    paper.time.jump(sent[1] + 100)
    await paper.say(room, a, m.Pause(on=True))
    assert not room.body.paused
    await paper.say(room, b, m.Pause(on=True))
    assert room.body.paused
    await paper.pass_time(room, 3_600_000)
    assert room.v == before
    assert (await paper.move(room, a, "gesture panda", rt_ms=100, seen=seen))["code"] == "paused"
    for reader in (a, b):
        await paper.say(room, reader, m.Pause(on=False))
    assert not room.body.paused
    assert room.turns.sent[seen] == (sent[0], sent[1] + 3_600_000)
    paper.time.jump(sent[1] + 3_600_000 + 400)
    paper.ask(room, a, m.Move("g", 0, "gesture panda", rt_ms=395, seen=seen))
    await paper.pass_time(room, 300)
    assert order(room, "gesture panda") == [(a.seat, sent[0] + 395)]


async def test_a_restart_in_the_middle_goes_on_from_the_record() -> None:
    paper = Paper()
    room, (a,) = await paper.table(GAME, 1, 2)
    await paper.pass_time(room, 30_000)
    assert room.v > 3
    after = Paper(paper.store)
    again = await after.host.room(room.row.id)
    assert again is not None
    assert again.playing().view(None) == room.playing().view(None)
    back = PaperReader(a.person)
    again.post(Joined(back, None))
    await after.quiet(again)
    await after.pass_time(again, 30_000)
    assert again.v > room.v


async def gathered(paper: Paper) -> tuple[Room, PaperReader, PaperReader]:
    """Two people and a bot whose host has pressed Start, as the pages do it."""
    room, (a, b) = await paper.table(GAME, 2, 1, gather=True)
    return room, a, b


async def test_nothing_happens_before_everybody_is_ready_and_counted_in() -> None:
    paper = Paper()
    room, a, b = await gathered(paper)
    assert b.last("table")["table"]["paused"]
    await paper.pass_time(room, 600_000)
    assert room.v == 0
    await paper.say(room, a, m.Pause(on=False))
    await paper.pass_time(room, 600_000)
    assert room.v == 0
    await paper.say(room, b, m.Pause(on=False))
    assert [reader.last("clock")["clock"]["window_ms"] for reader in (a, b)] == [COUNT_IN_MS, COUNT_IN_MS]
    opener = (a, b)[a.last("state")["view"]["turn"] % 2]
    await paper.pass_time(room, COUNT_IN_MS - 1)
    assert (await paper.move(room, opener, "say taco", rt_ms=0, seen=0))["code"] == "not_now"
    assert room.v == 0
    await paper.pass_time(room, 60_000)
    assert room.v > 0
    assert room.playing().history[0][2] >= 0  # type: ignore[operator]
    assert a.last("step")["clock"]["window_ms"] is None


async def test_whoever_left_before_the_start_is_not_waited_for() -> None:
    paper = Paper()
    room, a, b = await gathered(paper)
    await paper.leave(room, b)
    await paper.say(room, a, m.Pause(on=False))
    assert not room.body.paused
    await paper.pass_time(room, COUNT_IN_MS + 60_000)
    assert room.v > 0


async def test_a_second_pause_before_the_start_counts_in_again() -> None:
    paper = Paper()
    room, a, b = await gathered(paper)
    for on in (False, True, False):
        for reader in (a, b):
            await paper.say(room, reader, m.Pause(on=on))
        await paper.pass_time(room, 1000)
    await paper.pass_time(room, COUNT_IN_MS - 1001)
    assert room.v == 0
    assert room.turns.real_zero == paper.time.now() + 1  # type: ignore[attr-defined]


async def test_alone_or_without_asking_for_it_nobody_is_gathered() -> None:
    paper = Paper()
    for people, gather in ((1, True), (2, False)):
        room, _ = await paper.table(GAME, people, 1, gather=gather)
        assert not room.body.paused
    room, _ = await paper.table("goats", 2, 1, gather=True)
    assert not room.body.paused


async def test_a_restart_before_the_start_waits_again() -> None:
    paper = Paper()
    room, a, b = await gathered(paper)
    after = Paper(paper.store)
    again = await after.host.room(room.row.id)
    assert again is not None
    readers = [await after.join(again, reader.person) for reader in (a, b)]
    await after.pass_time(again, 600_000)
    assert again.v == 0
    for reader in readers:
        await after.say(again, reader, m.Pause(on=False))
    await after.pass_time(again, COUNT_IN_MS - 1)
    assert again.v == 0
    await after.pass_time(again, 60_000)
    assert again.v > 0


async def test_a_game_in_real_time_keeps_its_own_time() -> None:
    paper = Paper()
    room, (a,) = await paper.table(GAME, 1, 1, pace=Pace(kind="live"))
    assert room.table().clock.kind == "none"
    assert a.last("state")["clock"]["running"] == []
    with pytest.raises(BadMatch, match="cannot be played by mail"):
        await paper.table(GAME, 1, 1, pace=Pace(kind="mail"))

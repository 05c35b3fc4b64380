"""Matches by mail: days between moves, rooms that close and servers that restart meanwhile, deadlines that hold."""

import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
MAIL = Pace(kind="mail", move_seconds=1000, bank_seconds=0, grace_seconds=100)
OUT_MS = 1_100_000


async def closed(paper: Paper, room: Room, readers: list[PaperReader]) -> None:
    """Everybody goes, and a while later the room is closed."""
    for reader in readers:
        await paper.leave(room, reader)
    await paper.pass_time(room, 150_000)
    assert paper.host.close_quiet_rooms() == 1


async def opened(paper: Paper, room: Room) -> Room:
    again = await paper.host.room(room.row.id)
    assert again is not None
    await paper.quiet(again)
    return again


async def test_the_first_question_has_a_deadline_too() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options=SMALL, pace=MAIL)
    assert room.row.due == paper.time.now() + OUT_MS
    await closed(paper, room, readers)
    await paper.pass_time(room, OUT_MS - 150_000)
    assert [place.minded for place in (await opened(paper, room)).body.seats] == [True, True]


async def test_a_match_that_begins_with_its_table_has_that_deadline_at_once() -> None:
    paper = Paper()
    others = {"public": False, "watch": "all", "delay_seconds": 0, "sit": True}
    row = await paper.host.make_table(
        paper.person("Ada"),
        "goats",
        2,
        options=SMALL,
        pace=MAIL,
        bots="novice",
        start=True,
        **others,  # type: ignore[arg-type]
    )
    assert row.due == paper.time.now() + OUT_MS


async def test_what_others_answer_or_change_prolongs_nobodys_time() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=SMALL, pace=MAIL)
    begun = paper.time.now()
    await paper.pass_time(room, 300_000)
    await paper.move(room, readers[0], "bid 1")
    await paper.say(room, readers[0], m.Mute(readers[1].person.id, on=True))
    assert room.row.due == begun + OUT_MS
    await closed(paper, room, readers)
    again = await opened(paper, room)
    back = await paper.join(again, readers[0].person)
    assert [one["left_ms"] for one in back.last("state")["clock"]["running"]] == [550_000, 550_000]


async def test_a_pause_costs_no_time_although_the_room_is_closed_in_it() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options=SMALL, pace=MAIL)
    await paper.pass_time(room, 400_000)
    for reader in readers:
        await paper.say(room, reader, m.Pause(on=True))
    assert room.row.due is None
    await closed(paper, room, readers)
    await paper.pass_time(room, 5 * OUT_MS)
    again = await opened(paper, room)
    back = [await paper.join(again, reader.person) for reader in readers]
    await paper.say(again, back[0], m.Pause(on=False))
    assert back[1].last("state")["clock"]["running"][0]["left_ms"] == 600_000
    await paper.say(again, back[1], m.Pause(on=False))
    assert again.row.due == paper.time.now() + 700_000
    await closed(paper, again, back)
    late = await paper.join(await opened(paper, again), readers[0].person)
    assert late.last("state")["clock"]["running"][0]["left_ms"] == 450_000


@pytest.mark.parametrize("answered", [False, True])
async def test_a_bot_that_was_asked_when_the_server_stopped_answers_after_the_restart(answered: bool) -> None:  # noqa: FBT001
    paper = Paper()
    room, (a,) = await paper.table("goats", 1, 1, options=SMALL, pace=MAIL)
    if answered:
        await paper.move(room, a, "bid 1")
    after = Paper(paper.store)
    await after.host.start()
    await after.pass_time(room, 1000)
    await after.pass_time(room, 1000)
    assert after.host.rooms[room.row.id].playing().history[-1][0] == 1

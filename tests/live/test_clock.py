"""Clocks, grace, minding, pauses: policy outside the rules, with a clock moved by hand."""

import asyncio

from hoofspiel.live import messages as m
from hoofspiel.live.clock import HOLD_MS, Clocks, limits_of
from hoofspiel.live.letters import Joined
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import TableRow

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
QUICK = Pace(kind="live", move_seconds=10, bank_seconds=5, grace_seconds=3)


def asked(clocks: Clocks, *seats: int, moment: int = 1, now: int = 0, window: int = 0) -> Clocks:
    return clocks.after(None, seats, moment, now, window)


def test_an_answer_in_time_costs_nothing_and_a_late_one_uses_the_bank() -> None:
    clocks = asked(Clocks(limits_of(QUICK), [5000, 5000], [5, 5]), 0, 1)
    assert clocks.after(0, [1], 1, 10_000, 0).banks == [5000, 5000]
    late = clocks.after(0, [1], 1, 12_000, 0)
    assert late.banks == [3000, 5000]
    assert late.out_at(0, None) is None
    assert late.out_at(1, None) == 18_000
    assert clocks.banks == [5000, 5000], "a move that cannot be stored leaves the clocks as they were"


def test_who_is_gone_has_the_grace_period_and_no_more() -> None:
    clocks = asked(Clocks(limits_of(QUICK), [5000], [5]), 0)
    assert clocks.out_at(0, gone_since=1000) == 4000
    pace = Pace(kind="mail", move_seconds=100, grace_seconds=10)
    by_mail = asked(Clocks(limits_of(pace), [0], [5]), 0)
    assert by_mail.out_at(0, gone_since=1000) == 110_000


def test_the_same_question_keeps_its_time_and_a_new_one_starts_anew() -> None:
    clocks = asked(Clocks(limits_of(QUICK), [0, 0], [5, 5]), 0, 1)
    clocks = clocks.after(0, [1], 1, now=4000, window=0)
    assert clocks.since == {1: 0}
    clocks = clocks.after(1, [0, 1], 2, now=5000, window=0)
    assert clocks.since == {0: 5000, 1: 5000}


def test_who_answers_and_is_still_asked_the_same_goes_on_with_the_same_time() -> None:
    clocks = asked(Clocks(limits_of(QUICK), [5000, 5000], [5, 5]), 0, 1).after(0, [0, 1], 1, now=12_000, window=0)
    assert clocks.since == {0: 0, 1: 0}
    assert clocks.banks == [5000, 5000]


def test_a_pause_stops_all_of_it() -> None:
    clocks = asked(Clocks(limits_of(QUICK), [0], [5]), 0, window=3000)
    clocks.pause(1000)
    assert clocks.shown(9000, None).window_ms == 2000
    clocks.go_on(11_000)
    assert clocks.window_end == 13_000


def test_holds_are_few() -> None:
    clocks = Clocks(None, [0], [2])
    assert not clocks.hold(0)
    clocks = asked(clocks, 0, window=3000)
    assert clocks.hold(0)
    assert clocks.hold(0)
    assert not clocks.hold(0)
    assert clocks.window_end == 3000 + 2 * HOLD_MS


async def test_out_of_time_a_bot_minds_the_seat_and_the_person_takes_it_back_with_one_click() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=QUICK)
    await paper.move(room, a, "bid 1")
    await paper.pass_time(room, 17_999)
    assert not room.body.seats[1].minded
    await paper.pass_time(room, 1)
    assert room.body.seats[1].minded
    await paper.pass_time(room, 1000)
    assert room.v == 2
    refused = await paper.move(room, b, "bid 1", asked=room.playing().position.moment)
    assert refused["code"] == "not_now"
    await paper.say(room, b, m.Back())
    assert not room.body.seats[1].minded
    assert b.last("table")["table"]["seats"][1]["minded"] is False
    _, moves = b.asked()
    assert (await paper.move(room, b, moves[0]))["t"] == "ack"


async def test_gone_then_grace_then_a_bot_and_everything_is_there_on_return() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=QUICK)
    await paper.leave(room, b)
    assert a.last("table")["table"]["seats"][1]["here"] is False
    await paper.pass_time(room, 2999)
    assert not room.body.seats[1].minded
    await paper.pass_time(room, 1001)
    assert room.body.seats[1].minded
    back = await paper.join(room, b.person)
    assert back.last("welcome")["seat"] == 1
    assert back.last("state")["view"]["me"] == 1


async def test_a_table_nobody_looks_at_sleeps() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=QUICK)
    await paper.leave(room, a)
    await paper.leave(room, b)
    await paper.pass_time(room, 10_000_000)
    assert room.v == 0
    assert paper.host.close_quiet_rooms() == 1
    again = await paper.host.room(room.row.id)
    assert again is not None
    back = await paper.join(again, a.person)
    assert back.last("state")["clock"]["running"][0]["left_ms"] == 10_000


async def test_a_pause_needs_everybody_and_so_does_going_on() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=QUICK)
    await paper.say(room, a, m.Pause(on=True))
    assert not room.body.paused
    assert b.last("table")["table"]["pause_asked"] == [0]
    await paper.say(room, b, m.Pause(on=True))
    assert room.body.paused
    assert (await paper.move(room, a, "bid 1"))["code"] == "paused"
    await paper.pass_time(room, 500_000)
    assert not room.body.seats[1].minded
    await paper.say(room, a, m.Pause(on=False))
    await paper.say(room, b, m.Pause(on=False))
    assert not room.body.paused
    assert a.last("clock")["clock"]["running"][0]["left_ms"] == 10_000
    assert (await paper.move(room, a, "bid 1"))["t"] == "ack"


async def test_by_mail_a_room_wakes_by_itself_when_time_is_out() -> None:
    paper = Paper()
    pace = Pace(kind="mail", move_seconds=1000, bank_seconds=0, grace_seconds=100)
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=pace)
    await paper.move(room, a, "bid 1")
    await paper.leave(room, a)
    await paper.leave(room, b)
    await paper.pass_time(room, 200_000)
    paper.host.close_quiet_rooms()
    assert room.row.id not in paper.host.rooms
    await paper.pass_time(room, 900_001)
    again = await paper.host.room(room.row.id)
    assert again is not None
    await paper.pass_time(again, 5000)
    assert again.body.seats[1].minded
    assert again.v >= 2


class SlowStore(MemoryStore):
    """Takes its time over tables, and counts how many wait for it at once."""

    saving = most_at_once = 0

    async def save_table(self, row: TableRow) -> None:
        self.saving += 1
        self.most_at_once = max(self.most_at_once, self.saving)
        for _ in range(30):
            await asyncio.get_running_loop().run_in_executor(None, int)
        self.saving -= 1
        await super().save_table(row)


async def test_what_is_due_when_a_room_opens_and_what_people_ask_come_one_after_the_other() -> None:
    paper = Paper(store := SlowStore())
    pace = Pace(kind="mail", move_seconds=1000, bank_seconds=0, grace_seconds=100)
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=pace)
    await paper.move(room, a, "bid 1")
    await paper.leave(room, a)
    await paper.leave(room, b)
    room.close()
    paper.host.rooms.clear()  # as after a restart
    paper.time.jump(paper.time.now() + 2_000_000)
    opening = asyncio.ensure_future(paper.host.room(room.row.id))
    while room.row.id not in paper.host.rooms:
        await asyncio.sleep(0)
    again = paper.host.rooms[room.row.id]
    back = PaperReader(a.person)
    again.post(Joined(back, None))
    paper.ask(again, back, m.Pause(on=True))
    await opening
    await paper.quiet(again)
    assert again.body.seats[1].minded
    assert again.body.pause_asked or again.body.paused
    assert store.most_at_once == 1


async def test_a_pause_agreed_in_one_process_stops_the_clocks_of_all() -> None:
    one = Paper(store := MemoryStore())
    two = Paper(store, one.bus)
    two.host.around = two.host.around._replace(time=one.time)
    room, people = await one.table("goats", 2, options=SMALL, pace=QUICK)
    other = await two.host.room(room.row.id)
    assert other is not None
    watcher = await two.join(other, two.person("Wat"))
    for on in (True, False):
        for reader in people:
            await one.say(room, reader, m.Pause(on=on))
        await two.quiet(other)
        assert watcher.last("clock")["clock"]["paused"] is on
        await one.pass_time(room, 60_000 if on else 1000)
        await two.quiet(other)
        await one.quiet(room)
    assert [place.minded for place in room.body.seats] == [False, False]


async def test_nobody_waits_in_a_pause_for_who_is_gone() -> None:
    paper = Paper()
    room, (a, b, c) = await paper.table("goats", 3, pace=Pace(kind="live"))
    for reader in (a, b, c):
        await paper.say(room, reader, m.Pause(on=True))
    assert room.body.paused
    await paper.leave(room, a)
    await paper.say(room, b, m.Pause(on=False))
    assert room.body.paused, "somebody who is here has not agreed"
    await paper.say(room, c, m.Pause(on=False))
    assert not room.body.paused


async def test_leaving_agrees_to_nothing_but_need_not_be_asked_any_more() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, pace=Pace(kind="live"))
    for reader in (a, b):
        await paper.say(room, reader, m.Pause(on=True))
    await paper.say(room, b, m.Pause(on=False))
    await paper.leave(room, a)
    assert room.body.paused, "a line that is lost for a moment agrees to nothing"
    await paper.say(room, b, m.Pause(on=False))
    assert not room.body.paused


async def test_by_mail_going_on_needs_everybody_whoever_is_there() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, pace=Pace(kind="mail"))
    for reader in (a, b):
        await paper.say(room, reader, m.Pause(on=True))
    await paper.leave(room, a)
    await paper.say(room, b, m.Pause(on=False))
    assert room.body.paused

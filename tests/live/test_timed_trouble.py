"""Real-time matches when the store refuses, after a pause, over a line that breaks, and at the end."""

import pytest

from hoofspiel.live import hooks
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks
from hoofspiel.live.testing import Paper
from hoofspiel.live.timed import AWAY_MS

from .test_timed import GAME, order, two_lines
from .test_trouble import Troubled


async def test_who_is_gone_is_minded_when_the_store_is_back_and_the_match_goes_on() -> None:
    paper = Paper(store := Troubled())
    room, (_, b) = await paper.table(GAME, 2)
    await paper.leave(room, b)
    store.full = True
    await paper.pass_time(room, AWAY_MS + 3000)
    store.full = False
    await paper.pass_time(room, 2000)
    assert room.body.seats[1].minded
    await paper.pass_time(room, 60_000)
    assert room.v > 0


async def test_a_bot_does_what_it_planned_when_the_store_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "bot_plan", lambda game, guess, seat, level, x: (700, "say taco"))
    paper = Paper(store := Troubled())
    room, readers = await paper.table(GAME, 2)
    turn = readers[0].last("state")["view"]["turn"]
    await paper.say(room, readers[turn], m.Stand())
    store.full = True
    await paper.pass_time(room, 1000)
    assert room.v == 0
    store.full = False
    await paper.pass_time(room, 2000)
    assert room.playing().history[0][:2] == (turn, "say taco")


async def test_after_a_pause_reactions_count_from_the_reveal_also_where_something_happened_since() -> None:
    paper = Paper()
    room, a, b = await two_lines(paper, near=0, far=0)
    seen = a.last("step")["v"]
    shown, sent = room.turns.sent[seen]  # type: ignore[attr-defined]
    for on in (True, False):
        for reader in (a, b):
            await paper.say(room, reader, m.Pause(on=on))
        await paper.pass_time(room, 60_000 if on else 0)
    for number, after in enumerate((300, 500)):
        paper.time.jump(sent + 60_000 + after)
        paper.ask(room, a, m.Move(f"n{number}", 0, "gesture panda", rt_ms=after - 5, seen=a.last("step")["v"]))
        await paper.pass_time(room, 100)
    assert a.last("step")["v"] > seen
    assert order(room, "gesture panda") == [(a.seat, shown + 295), (a.seat, shown + 495)]


async def test_the_answer_to_a_press_goes_to_the_line_it_was_sent_again_on() -> None:
    paper = Paper()
    room, a, _ = await two_lines(paper, near=20, far=200)
    press = m.Move("same", 0, "gesture panda", rt_ms=300, seen=a.last("step")["v"])
    paper.ask(room, a, press)
    await paper.leave(room, a)
    back = await paper.join(room, a.person)
    back.line.trip_ms = 200
    paper.ask(room, back, press)
    await paper.pass_time(room, 1000)
    assert [ack["id"] for ack in back.all("ack")] == ["same"]


async def test_at_the_end_everything_that_was_pressed_has_an_answer() -> None:
    paper = Paper()
    room, a, b = await two_lines(paper, near=0, far=0)
    first = next(reader for reader in (a, b) if reader.all("ack"))
    room.post(Asks(a, m.Move("late", 0, "gesture panda"), paper.time.now() + 1_000_000_000))
    await paper.say(room, a, m.PutBot(0, "casual"))
    await paper.leave(room, b)
    await paper.until_over(room)
    assert (a.last("refused")["id"], a.last("refused")["code"]) == ("late", "not_now")
    again = first.last("ack")
    paper.ask(room, first, m.Move(again["id"], 0, "say taco"))
    await paper.quiet(room)
    assert first.all()[-1] == again

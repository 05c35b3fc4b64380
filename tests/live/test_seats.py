"""Seats that change hands while a match runs: whoever is asked is asked, and nobody inherits an absence."""

import asyncio

import pytest

from hoofspiel.live import hooks
from hoofspiel.live import messages as m
from hoofspiel.live.testing import GatedStore, Paper
from hoofspiel.live.timed import AWAY_MS

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


async def test_a_bot_answers_again_when_somebody_took_its_seat_and_left_it() -> None:
    paper = Paper()
    room, (_, guest) = await paper.table("goats", 2, options=SMALL)
    await paper.say(room, guest, m.Stand())
    await paper.say(room, guest, m.Sit(1))
    await paper.pass_time(room, 3000)
    assert room.v == 0
    await paper.say(room, guest, m.Stand())
    await paper.pass_time(room, 3000)
    assert [seat for seat, _, _ in room.playing().history] == [1]


async def test_in_a_timed_match_a_bot_acts_at_once_for_who_left_and_no_more_for_who_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hooks, "bot_plan", lambda game, guess, seat, level, x: (2000, "say taco"))
    paper = Paper()
    room, (host, _) = await paper.table("taco", 2)
    await paper.say(room, host, m.PutBot(0, "casual"))
    assert list(room.turns.plans) == [0]  # type: ignore[attr-defined]
    await paper.say(room, host, m.Back())
    assert list(room.turns.plans) == []  # type: ignore[attr-defined]


async def test_who_sits_down_where_somebody_has_gone_is_not_gone() -> None:
    paper = Paper()
    room, (host, gone) = await paper.table("taco", 2)
    await paper.leave(room, gone)
    await paper.say(room, host, m.Clear(1))
    back = await paper.join(room, gone.person)
    await paper.say(room, back, m.Sit(1))
    await paper.pass_time(room, 2 * AWAY_MS)
    assert not room.body.seats[1].minded


async def test_who_deletes_themselves_leaves_the_seat_to_a_bot_that_plays_and_the_table_to_another() -> None:
    paper = Paper()
    room, (host, other) = await paper.table("goats", 2, options=SMALL)
    await paper.host.forget(host.person)
    assert room.body.host == other.person.id
    await paper.pass_time(room, 3000)
    assert [seat for seat, _, _ in room.playing().history] == [0]


async def test_who_deletes_themselves_is_not_shown_a_move_that_is_being_stored() -> None:
    paper = Paper(store := GatedStore())
    room, (host, other) = await paper.table("goats", 2, options=SMALL)
    store.gate = asyncio.get_running_loop().create_future()
    paper.ask(room, host, m.Move("x", host.asked()[0], "bid 1"))
    other.new()
    leaving = asyncio.ensure_future(paper.host.forget(other.person))
    for _ in range(20):
        await asyncio.sleep(0)
    assert other.new() == []
    store.gate.set_result(None)
    await leaving
    assert host.last("ack")["id"] == "x"
    assert room.body.seats[1].kind == "bot"

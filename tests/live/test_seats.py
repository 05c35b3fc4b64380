"""Seats that change hands while a match runs: whoever is asked is asked, and nobody inherits an absence."""

import pytest

from hoofspiel.live import hooks
from hoofspiel.live import messages as m
from hoofspiel.live.testing import Paper
from hoofspiel.live.timed import AWAY_MS

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


async def test_a_bot_answers_again_when_somebody_took_its_seat_and_left_it() -> None:
    paper = Paper()
    room, _ = await paper.table("goats", 1, 1, options=SMALL)
    guest = await paper.join(room, paper.person("Guest"))
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
    guest = await paper.join(room, paper.person("Guest"))
    await paper.say(room, guest, m.Sit(1))
    await paper.pass_time(room, 2 * AWAY_MS)
    assert not room.body.seats[1].minded

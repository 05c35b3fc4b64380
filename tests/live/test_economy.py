"""What a table does not do: work that nobody asked for, or that another process does."""

from typing import Any, get_args

import pytest

from hoofspiel.kernel.match import Match
from hoofspiel.live import body, crowd, requests
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Leased, Letter
from hoofspiel.live.room import TAKES
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace

SMALL = {"cards": 4, "rounds": 1, "bonus": False}


def test_every_request_and_every_letter_has_exactly_one_function() -> None:
    elsewhere = {m.Move, m.Pong, m.AskTime, m.Painted}
    answered = [*requests.ALWAYS, *requests.UNTIL_THE_END, *elsewhere]
    assert sorted(answered, key=str) == sorted(get_args(m.TableRequest), key=str)
    assert set(TAKES) == set(get_args(Letter))


async def test_a_chat_line_does_not_build_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []
    really = body.shown_table

    def counted(*given: Any) -> Any:
        built.append(given)
        return really(*given)

    paper = Paper()
    room, (ada, bea) = await paper.table("goats", 2, options=SMALL)
    monkeypatch.setattr(crowd, "shown_table", counted)
    await paper.say(room, ada, m.Say("Hello"))
    await paper.say(room, ada, m.Emote("hello"))
    assert [line["line"]["text"] for line in bea.all("chat")] == ["Hello"]
    assert len(bea.all("emote")) == 1
    assert built == []


@pytest.mark.parametrize(("missed", "rebuilt"), [(0, 0), (1, 0), (2, 1)])
async def test_a_match_is_replayed_only_for_more_than_one_missed_step(
    monkeypatch: pytest.MonkeyPatch, missed: int, rebuilt: int
) -> None:
    paper = Paper()
    room, (ada, bea) = await paper.table("goats", 2, options=SMALL)
    for move in ("bid 1", "bid 2"):
        for reader in (ada, bea):
            await paper.move(room, reader, move)
    steps = [{**step, "clock": None} for step in bea.all("step")]
    replays: list[Any] = []
    really = Match.from_record

    def counted(*given: Any, **more: Any) -> Match:
        replays.append(given)
        return really(*given, **more)

    monkeypatch.setattr(Match, "from_record", counted)
    again = await paper.join(room, bea.person, steps[-1]["v"] - missed)
    assert [{**step, "clock": None} for step in again.all("step")] == steps[len(steps) - missed :]
    assert len(again.all("clock")) == (missed == 0)
    assert len(replays) == rebuilt


class Elsewhere:
    """A lease that another process holds, until it is handed over."""

    here = False

    def mine(self, table_id: str) -> bool:
        return self.here


async def test_bots_and_deadlines_run_only_where_the_lease_is() -> None:
    lease = Elsewhere()
    paper = Paper(lease=lease)
    room, (ada,) = await paper.table("goats", 1, 1, options=SMALL, pace=Pace(move_seconds=10, grace_seconds=1))
    await paper.pass_time(room, 600_000)
    assert (room.v, paper.players.asked) == (0, [])
    assert not room.body.seats[0].minded
    assert (await paper.move(room, ada, "bid 1"))["t"] == "ack"
    lease.here = True
    room.post(Leased())
    await paper.quiet(room)
    await paper.pass_time(room, 5_000)
    assert [seat for seat, _, _ in room.playing().history][:2] == [0, 1]
    lease.here = False
    room.post(Leased())
    await paper.quiet(room)
    await paper.pass_time(room, 600_000)
    assert not room.body.seats[0].minded

"""Answers that cost much are made once, in pieces, and charged by what they cost."""

import asyncio
from typing import Any

import pytest

from hoofspiel.kernel.match import Match
from hoofspiel.live import messages as m
from hoofspiel.live.past import MOST_STEPS
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.server.answers import answer
from hoofspiel.server.replays import Replays, replay_of

from .hall import hall

LONG = {"cards": 13, "rounds": 9, "bonus": False}


class Counted:
    """How many moves are played from now on, in any match."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.played = 0
        play = Match.play

        def count(match: Match, *asked: Any) -> Any:
            self.played += 1
            return play(match, *asked)

        monkeypatch.setattr(Match, "play", count)


async def long_match(moves: int) -> tuple[Paper, Any, list[PaperReader]]:
    paper = Paper()
    room, players = await paper.table("goats", 2, options=LONG)
    while room.v < moves:
        seat = room.playing().actors[0]
        await paper.move(room, players[seat], players[seat].asked()[1][0])
    return paper, room, players


async def test_hundreds_of_resumes_play_a_match_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """475 resumes kept the server busy for 29 s."""
    paper, room, (ada, bob) = await long_match(120)
    eve = await paper.join(room, paper.person("Eve"))
    shown = room.state.version_for(())
    counted = Counted(monkeypatch)
    for n in range(475):
        paper.ask(room, eve, m.Resume(shown - 1 - n % (MOST_STEPS - 1)))
        await asyncio.sleep(0)
    await paper.quiet(room)
    assert counted.played <= room.v
    # the match goes on, and so does what is kept
    counted.played = 0
    for _ in range(10):
        seat = room.playing().actors[0]
        mover = (ada, bob)[seat]
        await paper.move(room, mover, mover.asked()[1][0])
        paper.ask(room, eve, m.Resume(max(0, room.state.version_for(()) - 20)))
        await paper.quiet(room)
    assert counted.played <= 40


async def test_who_resumes_is_told_the_same_as_somebody_for_whom_all_was_played_again() -> None:
    paper, room, (ada, bob) = await long_match(100)

    def steps(reader: PaperReader) -> list[Any]:
        told = [one for one in reader.new() if one["t"] in ("state", "step")]
        return [{name: value for name, value in one.items() if name != "clock"} for one in told]

    for back in (5, 30, 2, 63, 10):
        for reader in (ada, bob):
            since = room.state.version_for(reader.seats) - back
            reader.new()
            paper.ask(room, reader, m.Resume(since))
            await paper.quiet(room)
            kept = steps(reader)
            room.crowd.past.forget()
            paper.ask(room, reader, m.Resume(since))
            await paper.quiet(room)
            assert steps(reader) == kept
            assert len(kept) == back
            paper.ask(room, reader, m.Resume(since + 1))
            await paper.quiet(room)
            reader.new()
        seat = room.playing().actors[0]
        mover = (ada, bob)[seat]
        await paper.move(room, mover, mover.asked()[1][0])


async def test_nothing_is_kept_once_nobody_looks() -> None:
    paper, room, (ada, bob) = await long_match(20)
    await paper.say(room, ada, m.Resume(3))
    assert room.crowd.past._kept
    await paper.leave(room, ada)
    await paper.leave(room, bob)
    assert not room.crowd.past._kept


async def test_a_replay_lets_others_be_served_between_its_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoofspiel.server.replays.PIECE_SECONDS", 0.0)
    _, room, _ = await long_match(60)
    replays, turns = Replays(), 0
    making = asyncio.ensure_future(replays.of(room, 0, lambda: None))
    while not making.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns >= 50, "a step a turn"
    assert making.result() == answer(replay_of(room, 0)).body


async def test_many_replays_at_once_take_no_more_of_a_turn_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four at once had their piece in every turn of the loop, and a move takes several turns."""
    monkeypatch.setattr("hoofspiel.server.replays.PIECE_SECONDS", 0.0)
    _, room, _ = await long_match(60)
    counted, replays = Counted(monkeypatch), Replays()
    making = [asyncio.ensure_future(replays.of(room, None, lambda: None)) for _ in range(8)]
    played = counted.played
    while not all(task.done() for task in making):
        await asyncio.sleep(0)
        assert counted.played - played <= 1
        played = counted.played
    assert len({task.result() for task in making}) == 1


async def test_a_replay_of_a_running_match_ends_where_it_was_asked_for() -> None:
    paper, room, players = await long_match(40)
    steps = replay_of(room, None).steps
    replays = Replays()
    making = asyncio.ensure_future(replays.of(room, None, lambda: None))
    await asyncio.sleep(0)  # it has begun, between two letters
    before = answer(replay_of(room, None)).body
    seat = room.playing().actors[0]
    await paper.move(room, players[seat], players[seat].asked()[1][0])
    assert await making == before
    assert len(steps) <= 41


async def test_the_replay_of_a_finished_match_is_made_once_and_charged_by_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall() as here, here.browser() as browser:
        ada = await here.guest("Ada")
        table = await here.make(ada, bots="novice", start=True, sit=False, options=LONG)
        room = await here.server.host.room(table)
        assert room is not None
        while not room.playing().over:
            await asyncio.sleep(0.001)  # leaves the processor to the bots
        counted = Counted(monkeypatch)
        together = await asyncio.gather(*(browser.get(f"/api/tables/{table}/replay") for _ in range(20)))
        assert {told.status_code for told in together} == {200}
        assert len({told.content for told in together}) == 1
        assert counted.played <= room.v
        begun: list[object] = []
        make = Match.__init__

        def begin(match: Match, *asked: Any, **more: Any) -> None:
            begun.append(match)
            make(match, *asked, **more)

        monkeypatch.setattr(Match, "__init__", begin)
        again = await browser.get(f"/api/tables/{table}/replay")
        assert (again.content, begun) == (together[0].content, []), "what is kept is sent, and no match begun for it"
        monkeypatch.setattr(Match, "__init__", make)
        charged: list[float] = []

        async def note(origin: str, cost: float = 1.0) -> None:
            charged.append(cost)

        monkeypatch.setattr(here.server, "admit", note)
        await browser.get(f"/api/tables/{table}/replay?seat=0")
        await browser.get(f"/api/tables/{table}/replay?seat=0")
        (_, first, _, second) = charged
        assert first > 10 * second
        assert second > 2, "180 KB take three times as long as a list of tables"

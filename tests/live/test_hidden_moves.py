"""How many hidden moves somebody has made is a secret too: nobody else hears of them or can count them."""

import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace
from hoofspiel.server.replays import replay_of


def versions(reader: PaperReader) -> list[int]:
    return [frame["v"] for frame in reader.all() if frame["t"] in ("state", "step")]


@pytest.mark.parametrize("cards", [0, 1, 2])
async def test_cards_laid_face_down_tell_the_others_nothing(cards: int) -> None:
    paper = Paper()
    room, readers = await paper.table("gouda", 3)
    me, others = readers[0], readers[1:]
    watcher = await paper.join(room, paper.person("Watcher"))
    for reader in (*others, watcher):
        reader.new()
    for _ in range(cards):
        move = next(move for move in me.asked()[1] if move.startswith("lay "))
        assert (await paper.move(room, me, move))["t"] == "ack"
    assert (await paper.move(room, me, "room bath"))["t"] == "ack"
    assert [frame["t"] for reader in (*others, watcher) for frame in reader.new()] == []
    assert len(replay_of(room, 1).steps) == len(replay_of(room, None).steps) == 1
    await paper.move(room, me, "ready")
    for reader in (*others, watcher):
        (step,) = reader.new()
        assert (step["t"], step["v"], step["events"]) == ("step", 1, [])
    assert versions(me)[-1] == cards + 2


async def test_who_comes_back_gets_the_steps_it_could_see() -> None:
    paper = Paper()
    room, readers = await paper.table("gouda", 3)
    away = readers[2]
    await paper.leave(room, away)
    for reader in readers[:2]:
        await paper.move(room, reader, "room bed")
        await paper.move(room, reader, "ready")
    back = await paper.join(room, away.person, since=0)
    assert [frame["v"] for frame in back.all() if frame["t"] == "step"] == [1, 2]
    assert back.last("welcome")["v"] == 2


async def test_the_clocks_do_not_tell_of_a_card_laid_face_down() -> None:
    """Neither what is left for this answer nor the bank, however late the card was laid."""
    shown = []
    for cards in (0, 1):
        paper = Paper()
        pace = Pace(kind="live", move_seconds=10, bank_seconds=30, grace_seconds=3)
        room, (me, other, _) = await paper.table("gouda", 3, pace=pace)
        await paper.pass_time(room, 12_000)
        for _ in range(cards):
            move = next(move for move in me.asked()[1] if move.startswith("lay "))
            assert (await paper.move(room, me, move))["t"] == "ack"
        await paper.pass_time(room, 1000)
        await paper.say(room, other, m.Resume(0))
        shown.append(other.last("clock")["clock"]["running"])
    assert shown[0] == shown[1]
    assert shown[0][0] == {"seat": 0, "left_ms": 0, "bank_ms": 27_000}


async def test_whoever_comes_back_sees_no_more_than_whoever_stayed() -> None:
    """Cards are buried one by one, which is told when the last one is: how many are gone shows to nobody before."""
    paper = Paper()
    room, readers = await paper.table("goodge", 3)
    for _ in range(40):
        asked = next(reader for reader in readers if reader.asked()[1])
        choices = asked.asked()[1]
        assert (await paper.move(room, asked, choices[0]))["t"] == "ack"
        if choices[0].startswith("bury "):
            break
    else:
        raise AssertionError("nobody buries anything")
    stayed = next(reader for reader in readers if reader is not asked)
    back = await paper.join(room, stayed.person)
    shown, seen = back.last("state"), stayed.last("state", "step")
    assert (shown["v"], shown["view"]) == (seen["v"], seen["view"])

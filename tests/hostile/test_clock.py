"""Cheating the clock of taco: over simulated lines, through the server's own measurements and its own room.

The same at length, with shares of matches won: benchmarks/fair_lines.py.
"""

from functools import partial
from random import Random
from statistics import fmean

import pytest

from hoofspiel.live import messages as m
from hoofspiel.live.letters import Joined, Left
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.timed import JITTER_MS, PAINT_MS

from .cheats import FAR_AND_NEAR, RESTLESS, TRICKS, Trick
from .lines import Cheat, Network, Wire

DIRECT_MS = 20.0
"""what a cheat may gain where the kernel measures the line"""
SETUPS = ("direct", "header", "echo")


async def gains_of(trick: Trick, setup: str, matches: int = 2) -> tuple[list[float], list[int]]:
    gains, doubted = [], []
    for seed in range(matches):
        network = Network(trick.wires, {0: trick.cheat}, seed=seed, setup=setup)
        await network.play()
        gains += network.gains[0]
        doubted += network.doubted()
        for honest in network.gains[1:]:
            assert max(honest) < JITTER_MS
            assert abs(fmean(honest)) < 1.0, "the others are none the worse"
    assert len(gains) > 8
    return gains, doubted


@pytest.mark.parametrize("name", TRICKS)
async def test_on_a_direct_line_no_cheat_gains_more_than_twenty_milliseconds(name: str) -> None:
    gains, _ = await gains_of(TRICKS[name], "direct")
    assert fmean(gains) <= DIRECT_MS


@pytest.mark.parametrize("name", TRICKS)
@pytest.mark.parametrize("setup", ["header", "echo"])
async def test_behind_a_proxy_no_cheat_gains_more_than_r7_3_says(setup: str, name: str) -> None:
    gains, _ = await gains_of(TRICKS[name], setup)
    assert max(gains) <= JITTER_MS + PAINT_MS + 1.0


@pytest.mark.parametrize("setup", ["direct", "header"])
async def test_honest_reactions_count_as_they_were_on_every_line(setup: str) -> None:
    for seed in range(2):
        network = Network(FAR_AND_NEAR, seed=seed, setup=setup)
        await network.play()
        assert all(abs(fmean(gains)) < 0.6 for gains in network.gains)


async def test_with_nothing_but_the_echo_lines_up_to_its_credit_are_made_good() -> None:
    network = Network([Wire(5.0), Wire(20.0), Wire(40.0), Wire(60.0)], seed=1, setup="echo")
    await network.play()
    assert all(abs(fmean(gains)) < 0.6 for gains in network.gains)


@pytest.mark.parametrize("setup", SETUPS)
async def test_restless_and_stalling_lines_are_never_doubted(setup: str) -> None:
    """A thousand of them: benchmarks/fair_lines.py --honest 1000."""
    for seed in range(4):
        network = Network(RESTLESS, seed=100 + seed, setup=setup)
        await network.play()
        assert network.doubted() == []


async def test_whoever_holds_answers_back_is_told_to_the_table_and_given_nothing_any_more() -> None:
    cheat = TRICKS["answers 240 ms late, reports truly"].cheat
    network = Network([Wire(20.0)] * 3, {0: cheat}, seed=3)
    await network.play()
    assert network.doubted() == [0]
    assert [seat.line for seat in network.room.table().seats] == ["doubted", "", ""]
    assert min(network.gains[0]) < -15.0, "its delay is no longer made good"


# --- one timing line for each seat ---


async def first_card(paper: Paper, room: Room, a: PaperReader, b: PaperReader) -> int:
    """The first word is said and its card shown; the version that shows it."""
    opener = (a, b)[a.last("state")["view"]["turn"]]
    await paper.pass_time(room, 1500)
    paper.ask(room, opener, m.Move("first", 0, "say taco", rt_ms=1500, seen=0))
    while a.last("state", "step")["view"]["reveal"] == 0:
        await paper.pass_time(room, 10)
    return int(a.last("step")["v"])


async def second_socket(paper: Paper) -> tuple[Room, PaperReader, PaperReader, int]:
    """Somebody far away, a quick second socket of the same person, and a card that both are shown."""
    room, (a, b) = await paper.table("taco", 2)
    a.line.trip_ms = 200.0
    quick = await paper.join(room, a.person)
    quick.line.trip_ms = 5.0
    return room, a, quick, await first_card(paper, room, a, b)


async def counted(paper: Paper, room: Room, a: PaperReader, seen: int) -> int:
    """A press 300 ms after it was seen on the quick socket, sent by the slow one as if it were 200 ms."""
    shown, sent = room.turns.sent[seen]  # type: ignore[attr-defined]
    paper.time.jump(sent + 2 + 300 + 100)
    paper.ask(room, a, m.Move("g", 0, "gesture panda", rt_ms=200, seen=seen))
    await paper.pass_time(room, 400)
    (at,) = [at for _, move, at in room.playing().history if move == "gesture panda"]
    assert at is not None
    return at - int(shown)


async def test_a_card_seen_on_a_quick_socket_is_not_slapped_on_the_credit_of_a_slow_one() -> None:
    paper = Paper()
    room, a, _, seen = await second_socket(paper)
    assert await counted(paper, room, a, seen) >= 300


async def test_nor_where_the_quick_socket_is_closed_before_the_press() -> None:
    paper = Paper()
    room, a, quick, seen = await second_socket(paper)
    await paper.leave(room, quick)
    assert await counted(paper, room, a, seen) >= 300


async def test_nor_where_it_was_opened_only_to_look_at_the_card() -> None:
    paper = Paper()
    room, a, quick, seen = await second_socket(paper)
    await paper.leave(room, quick)
    room.turns.credit.shown()  # type: ignore[attr-defined]
    room.post(Joined(quick, None))
    room.post(Left(quick))
    await paper.quiet(room)
    assert await counted(paper, room, a, seen) >= 300


async def test_whoever_moved_to_a_slower_line_before_the_card_is_given_that_one() -> None:
    paper = Paper()
    room, a, quick, seen = await second_socket(paper)
    await paper.leave(room, quick)
    room.turns.credit.shown()  # type: ignore[attr-defined]
    assert await counted(paper, room, a, seen) == 200


async def test_watchers_see_a_card_when_the_slowest_line_has_it() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("taco", 2)
    watcher = await paper.join(room, paper.person("Eye"))
    await first_card(paper, room, a, b)
    assert watcher.last("state", "step")["view"]["reveal"] == 0
    assert (await paper.join(room, paper.person("Late"))).last("state")["view"]["reveal"] == 0
    await paper.pass_time(room, 250)
    assert watcher.last("step")["view"]["reveal"] == 1


# --- ties ---


async def test_within_a_millisecond_the_tenth_decides_and_then_the_lot_but_never_the_arrival() -> None:
    firsts = set()
    for tenths in ((300.4, 300.1), (300.12, 300.13)):
        for seed in range(8):
            paper = Paper(seed=seed)
            paper.players.chance = partial(Random(seed).getrandbits, 53)  # type: ignore[method-assign]
            room, (a, b) = await paper.table("taco", 2)
            seen = await first_card(paper, room, a, b)
            paper.time.jump(room.turns.sent[seen][1] + 310)  # type: ignore[attr-defined]
            for reader, rt in zip((a, b), tenths, strict=True):
                paper.ask(room, reader, m.Move("g", 0, "gesture panda", rt_ms=rt, seen=seen))
            await paper.quiet(room)
            await paper.pass_time(room, 400)
            first = next(seat for seat, move, _ in room.playing().history if move == "gesture panda")
            if tenths[0] - tenths[1] > 0.1:
                assert first == b.seat
            else:
                firsts.add(first)
    assert firsts == {0, 1}


async def test_a_cheat_is_honest_by_default() -> None:
    network = Network([Wire(20.0)] * 2, {0: Cheat()}, seed=2)
    await network.play()
    assert abs(fmean(network.gains[0])) < 0.6

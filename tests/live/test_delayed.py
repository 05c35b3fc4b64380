"""Watchers who are kept some time behind learn nothing sooner: not by a count, a clock, or by coming again."""

from hoofspiel.live import messages as m
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace
from hoofspiel.store.port import Person

from .test_timed import GAME, press

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
QUICK = Pace(kind="live", move_seconds=10, bank_seconds=5, grace_seconds=3)


async def test_neither_the_welcome_nor_a_clock_says_what_has_happened_since() -> None:
    told = []
    for bids in (0, 1):
        paper = Paper()
        room, people = await paper.table("goats", 2, options=SMALL, delay_seconds=30, pace=QUICK)
        early = await paper.join(room, paper.person("Early"))
        for reader in people[:bids]:
            await paper.move(room, reader, "bid 1")
        for reader in people:
            await paper.say(room, reader, m.Pause(on=True))
        late = await paper.join(room, Person("late", "Late"), since=0)
        await paper.say(room, late, m.Resume(0))
        told.append([message for reader in (early, late) for message in reader.all() if message["t"] != "table"])
    for message in told[0] + told[1]:
        message.pop("table", None)
    assert told[0] == told[1]


async def test_a_pause_of_a_timed_match_makes_nothing_older() -> None:
    paper = Paper()
    room, people = await paper.table(GAME, 2, delay_seconds=30)
    for on in (True, False):
        for reader in people:
            await paper.say(room, reader, m.Pause(on=on))
        await paper.pass_time(room, 60_000 if on else 0)
    opener = people[people[0].last("state")["view"]["turn"]]
    await press(paper, room, opener, "say taco", rt=1500, after=1500)
    await paper.pass_time(room, 300)
    assert opener.last("ack")
    late = await paper.join(room, paper.person("Late"))
    assert (late.last("welcome")["v"], late.last("state")["v"]) == (0, 0)
    await paper.pass_time(room, 30_000)
    assert late.last("step")["v"] > 0

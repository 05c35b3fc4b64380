"""From any state a table can be in: once everybody has gone, its match ends or sleeps, and no alarm rings for ever."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoofspiel.kernel.catalog import find_game
from hoofspiel.live import messages as m
from hoofspiel.live.host import QUIET_MS
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.words import Pace

SMALL = {"goats": {"cards": 3, "rounds": 1}, "taco": {}, "foxy": {}, "goodge": {}, "gouda": {}}
DAY_MS = 86_400_000
LONGEST_MS = 60 * DAY_MS
MOST_ALARMS = 600
TABLES = [("goats", "live"), ("goats", "none"), ("goats", "mail"), ("taco", "none")]
TABLES += [("foxy", "live"), ("goodge", "none"), ("gouda", "live")]

seat = st.integers(0, 2)
requests = st.one_of(
    st.builds(m.Pause, on=st.booleans()),
    st.just(m.Stand()),
    st.just(m.Back()),
    st.builds(m.Sit, seat=seat),
    st.builds(m.Clear, seat=seat),
    st.builds(m.PutBot, seat=seat, level=st.just("novice")),
    st.builds(m.Ready, on=st.booleans()),
    st.just(m.Start(gather=True)),
    st.just(m.Start()),
    st.just(m.Hold()),
    st.builds(m.Join, seat=seat),
)
acts = st.one_of(
    st.tuples(st.just("ask"), st.integers(0, 2), requests),
    st.tuples(st.just("all"), st.just(0), st.sampled_from([m.Pause(on=True), m.Pause(on=False), m.Stand()])),
    st.tuples(st.just("move"), st.integers(0, 2), st.integers(0, 9)),
    st.tuples(st.sampled_from(["leave", "come"]), st.integers(0, 2), st.none()),
    st.tuples(st.just("wait"), st.sampled_from([400, 7_000, 100_000, DAY_MS]), st.none()),
)


class Evening:
    """A table for three, and what happens at it."""

    def __init__(self, paper: Paper, room: Room, readers: list[PaperReader]) -> None:
        self.paper, self.room, self.readers = paper, room, readers
        self.there = [True] * len(readers)

    async def do(self, what: str, n: int, more: Any) -> None:
        paper, room = self.paper, self.room
        if what == "wait":
            timed = find_game(room.row.game).timed  # there every second is full of moves
            await paper.pass_time(room, min(n, 2_000) if timed else n)
            return
        if what == "all":
            for one in range(len(self.readers)):
                await self.do("ask", one, more)
            return
        who = self.readers[n]
        if what == "come" and not self.there[n]:
            self.readers[n], self.there[n] = await paper.join(room, who.person), True
        elif self.there[n] and what == "leave":
            await paper.leave(room, who)
            self.there[n] = False
        elif self.there[n] and what == "ask":
            await paper.say(room, who, more)
        elif self.there[n] and what == "move" and room.match is not None and who.all("state"):
            asked, moves = who.asked()
            if moves:
                paper.ask(room, who, m.Move(f"m{len(who.frames)}", asked, moves[more % len(moves)]))
                await paper.quiet(room)

    async def all_go(self) -> None:
        for n in range(len(self.readers)):
            await self.do("leave", n, None)


async def comes_to_rest(paper: Paper, room: Room) -> Room | None:
    """Let time pass, alarm by alarm, with the janitor at work; the room if it is still open after all that."""
    end = paper.time.now() + LONGEST_MS
    for _ in range(MOST_ALARMS):
        due = paper.time.next_at()
        if due is None or due > end:
            break
        paper.time.jump(due)
        for open_room in list(paper.host.rooms.values()):
            await paper.quiet(open_room)
        for task in list(paper.host._waking.values()):
            await task
    paper.time.jump(paper.time.now() + 2 * QUIET_MS)
    for open_room in list(paper.host.rooms.values()):
        await paper.quiet(open_room)
    paper.time.jump(paper.time.now() + 2 * QUIET_MS)
    paper.host.close_quiet_rooms()
    return paper.host.rooms.get(room.row.id)


@pytest.mark.parametrize(("slug", "kind"), TABLES)
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(start=st.booleans(), happens=st.lists(acts, max_size=14))
async def test_with_everybody_gone_a_table_ends_or_sleeps(
    slug: str,
    kind: Any,
    start: bool,  # noqa: FBT001
    happens: list[tuple[str, int, Any]],
) -> None:
    paper = Paper()
    more: dict[str, Any] = {"options": SMALL[slug], "pace": Pace(kind=kind)}
    room, readers = await paper.table(slug, 3, **more) if start else await waiting_table(paper, slug, more)
    evening = Evening(paper, room, readers)
    for what, n, detail in happens:
        await evening.do(what, n, detail)
    await evening.all_go()
    await paper.quiet(room)
    assert await comes_to_rest(paper, room) is None
    assert paper.time.next_at() is None, "an alarm rings for a table that nobody is at"
    row = await paper.store.table(room.row.id)
    assert row is not None
    sleeps = find_game(slug).timed or any(place.kind == "person" for place in room.body.seats)
    assert row.state != "running" or sleeps, "bots alone play to the end"


async def waiting_table(paper: Paper, slug: str, more: dict[str, Any]) -> tuple[Room, list[PaperReader]]:
    people = [paper.person(name) for name in ("Ada", "Bob", "Cleo")]
    given: dict[str, Any] = {"public": True, "watch": "all", "delay_seconds": 0, "sit": True, "bots": "novice"}
    row = await paper.host.make_table(people[0], slug, 3, start=False, **given, **more)
    room = await paper.host.room(row.id)
    assert room is not None
    return room, [await paper.join(room, person) for person in people]


@pytest.mark.parametrize("kind", ["live", "mail", "none"])
async def test_a_paused_match_goes_on_when_the_last_player_stands_up(kind: Any) -> None:
    paper = Paper()
    room, (ada, bob) = await paper.table("goats", 2, 1, options=SMALL["goats"], pace=Pace(kind=kind))
    for reader in (ada, bob):
        await paper.say(room, reader, m.Pause(on=True))
    assert room.body.paused
    await paper.say(room, ada, m.Stand())
    assert room.body.paused  # Bob wants it so
    await paper.say(room, bob, m.Stand())
    assert not room.body.paused
    await paper.until_over(room)
    assert room.row.state == "over"


async def test_whoever_leaves_holds_up_nobodys_pause() -> None:
    paper = Paper()
    room, (ada, bob) = await paper.table("goats", 2, 1, options=SMALL["goats"])
    await paper.say(room, ada, m.Pause(on=True))
    await paper.say(room, bob, m.Stand())
    assert room.body.paused
    await paper.say(room, ada, m.PutBot(0, "novice"))  # a bot minds the last seat
    assert not room.body.paused

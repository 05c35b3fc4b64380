"""Several people around one device: one connection, several seats, and nothing that those seats may not know."""

import json
from random import Random
from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch
from hoofspiel.live import messages as m
from hoofspiel.live.clock import Clocks
from hoofspiel.live.fanout import Telling
from hoofspiel.live.letters import Joined
from hoofspiel.live.messages import encode
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, default_seats
from hoofspiel.live.timed import AWAY_MS
from hoofspiel.live.words import Pace

STILL = Clocks(None, [0] * 8, [0] * 8)
TURN_BASED = [game.slug for game in games().values() if not game.timed]
FIT = [game.slug for game in games().values() if game.one_device is not None]
TIMED = [slug for slug in FIT if games()[slug].timed]


async def around(paper: Paper, slug: str, *names: str, others: int = 0) -> tuple[Room, PaperReader, list[PaperReader]]:
    """A running table: so many people around one device, and others who have their own."""
    tablet = PaperReader(paper.person("Ada"))
    settings: dict[str, Any] = {"options": {}, "pace": Pace(kind="none"), "public": False, "watch": "all"}
    settings |= {"delay_seconds": 0, "sit": True, "bots": None, "start": not others, "around": names}
    row = await paper.host.make_table(tablet.person, slug, len(names) + others, **settings)
    room = await paper.host.room(row.id)
    assert room is not None
    room.post(Joined(tablet, None))
    guests = [PaperReader(paper.person(f"G{n}")) for n in range(others)]
    for seat, guest in enumerate(guests, len(names)):
        room.post(Joined(guest, None))
        paper.ask(room, guest, m.Sit(seat))
        paper.ask(room, guest, m.Ready(on=True))
    await paper.quiet(room)
    if others:
        paper.ask(room, tablet, m.Start())
    await paper.quiet(room)
    return room, tablet, guests


def moves_of(reader: PaperReader) -> dict[int, list[str]]:
    """What each seat held here may do, as the last message says it."""
    told = reader.last("state", "step")
    return {reader.seats[0]: told["moves"], **{one["seat"]: one["moves"] for one in told.get("also", [])}}


@pytest.mark.parametrize("slug", FIT)
async def test_people_around_one_device_play_on_one_connection(slug: str) -> None:
    paper, chance = Paper(), Random(4)
    names = [f"P{n}" for n in range(default_seats(slug))]
    room, tablet, _ = await around(paper, slug, *names)
    assert [seat.name for seat in room.table().seats] == names
    assert all(seat.here and seat.person == tablet.person.id for seat in room.table().seats)
    for number in range(60):
        if room.playing().over:
            break
        asked = {seat: moves for seat, moves in moves_of(tablet).items() if moves and seat in room.playing().actors}
        if asked:
            seat = chance.choice(list(asked))
            question = tablet.asked()[0]
            paper.ask(room, tablet, m.Move(f"m{number}", question, chance.choice(asked[seat]), seat=seat))
        await paper.pass_time(room, 900)
    movers = {seat for seat, _, _ in room.playing().history if seat is not None}
    assert movers == set(range(len(names)))


@pytest.mark.parametrize("slug", TIMED)
async def test_two_hands_on_one_device_count_by_their_own_reactions(slug: str) -> None:
    paper = Paper()
    room, tablet, _ = await around(paper, slug, "Ann", "Ben")
    await paper.pass_time(room, 1)
    v, sent = tablet.last("state", "step")["v"], paper.time.now()
    paper.time.jump(sent + 500)
    paper.ask(room, tablet, m.Move("late", 0, "gesture panda", rt_ms=498, seen=v, seat=0))
    paper.ask(room, tablet, m.Move("early", 0, "gesture panda", rt_ms=484, seen=v, seat=1))
    await paper.quiet(room)
    await paper.pass_time(room, 400)
    assert [seat for seat, move, _ in room.playing().history if move == "gesture panda"] == [1, 0]
    assert {message["id"] for message in tablet.all("ack")} == {"late", "early"}


@pytest.mark.parametrize("slug", FIT)
async def test_only_seats_held_here_can_be_named(slug: str) -> None:
    paper = Paper()
    room, tablet, (guest,) = await around(paper, slug, "Ann", "Ben", others=1)
    for seat, reader in ((2, tablet), (0, guest), (1, guest), (7, tablet)):
        refused = await paper.move(room, reader, "pass", seat=seat)
        assert (refused["t"], refused["code"]) == ("refused", "not_seated")
    watcher = await paper.join(room, paper.person("Wat"))
    assert (await paper.move(room, watcher, "pass", seat=0))["code"] == "not_seated"
    assert all("also" not in message for message in (*guest.all(), *watcher.all()))


@pytest.mark.parametrize("slug", [game.slug for game in games().values() if game.one_device is None])
async def test_where_hands_are_hidden_the_device_is_also_told_what_lies_open_to_all(slug: str) -> None:
    paper = Paper()
    room, reader, _ = await around(paper, slug, *("A", "B", "C", "D")[: default_seats(slug)])
    match = room.playing()
    state = next(message for message in reversed(reader.all()) if message["t"] == "state")
    assert state["open"] == json.loads(json.dumps(match.game.view(match.position, None)))
    seat = match.actors[0]
    await paper.move(room, reader, match.moves(seat)[0], seat=seat)
    step = next(message for message in reversed(reader.all()) if message["t"] == "step")
    assert step["open"] == json.loads(json.dumps(match.game.view(match.position, None)))
    watcher = await paper.join(room, paper.person("Wat"))
    assert all("open" not in message for message in watcher.all())


async def test_more_people_than_seats_are_refused() -> None:
    paper = Paper()
    settings: dict[str, Any] = {"options": {}, "pace": Pace(), "public": False, "watch": "all", "delay_seconds": 0}
    settings |= {"sit": True, "bots": None, "start": True, "around": ["A", "B", "C"]}
    with pytest.raises(BadMatch, match="as many seats"):
        await paper.host.make_table(paper.person("Ada"), FIT[0], 2, **settings)


@pytest.mark.parametrize("slug", TURN_BASED)
def test_two_seats_are_told_what_each_would_be_told_alone_and_not_a_byte_more(slug: str) -> None:
    """The rule is about seats, so it is checked with every game, also those that are not for one device."""
    chance, seats = Random(8), default_seats(slug)
    match = Match(slug, seats=seats, seed=f"{3:064x}", options=games()[slug].live_options)
    hidden = sum(event.get("only") not in (None, 0, 2) for event in match.log[0])
    for number in range(150):
        if match.over:
            break
        seat = chance.choice(match.actors)
        events = match.play(seat, chance.choice(match.moves(seat)))
        both = json.loads(Telling(match, events, STILL, 0).step((0, 2), number))
        alone = [json.loads(Telling(match, events, STILL, 0).step((one,), number)) for one in (0, 2)]
        assert both.pop("also") == [{"seat": 2, "moves": alone[1]["moves"], "view": alone[1]["view"]}]
        told = [event for event in events if event.get("only") in (None, 0, 2)]
        assert both.pop("events") == json.loads(encode(told))
        lies_open = both.pop("open", None)
        assert lies_open in (None, json.loads(encode(match.game.view(match.position, None))))
        assert both == {key: value for key, value in alone[0].items() if key != "events"}
        hidden += len(events) - len(told)
    assert hidden > 0 or games()[slug].one_device is not None


async def test_who_holds_several_seats_comes_goes_and_agrees_for_all_of_them() -> None:
    paper = Paper()
    room, tablet, (guest,) = await around(paper, TIMED[0], "Ann", "Ben", others=1)
    await paper.leave(room, tablet)
    assert [seat.here for seat in room.table().seats] == [False, False, True]
    await paper.pass_time(room, AWAY_MS + 500)
    assert [seat.minded for seat in room.table().seats] == [True, True, False]
    again = await paper.join(room, tablet.person)
    await paper.say(room, again, m.Back())
    assert [seat.minded for seat in room.table().seats] == [False, False, False]
    assert (await paper.say(room, again, m.Sit(2)))["code"] == "taken"
    await paper.say(room, again, m.Stand())
    assert [seat.kind for seat in room.table().seats] == ["bot", "bot", "person"]
    assert guest.last("table")["table"]["host"] == guest.person.id

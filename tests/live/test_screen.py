"""The table on a television: whoever opens it, it shows what a watcher is shown and speaks for no seat."""

from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Joined
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, default_seats
from hoofspiel.live.words import Pace

SHORT = {"goats": {"cards": 4, "rounds": 2}, "goodge": {"target": 50}}


async def with_screen(paper: Paper, slug: str) -> tuple[Room, list[PaperReader], PaperReader, PaperReader]:
    """A running table, its people, a screen that one of them opened, and a watcher."""
    seats = default_seats(slug)
    options = {**games()[slug].live_options, **SHORT.get(slug, {})}
    room, readers = await paper.table(slug, 2, seats - 2, options=options)
    screen = PaperReader(readers[0].person, screen=True)
    room.post(Joined(screen, None))
    return room, readers, screen, await paper.join(room, paper.person("Watcher"))


def shown(reader: PaperReader) -> list[dict[str, object]]:
    """What this reader was told of the match itself."""
    return [message for message in reader.all() if message["t"] in ("state", "step", "over")]


@pytest.mark.parametrize("slug", games())
async def test_a_whole_match_shows_a_players_own_screen_what_a_watcher_sees(slug: str) -> None:
    paper = Paper()
    room, readers, screen, watcher = await with_screen(paper, slug)
    for reader in readers:
        await paper.leave(room, reader)  # bots mind the seats until the end
        paper.ask(room, readers[0], m.PutBot(readers.index(reader), "casual"))
    await paper.quiet(room)
    await paper.until_over(room)
    assert shown(screen) == shown(watcher)
    assert len(shown(screen)) > 3
    assert screen.seats == ()


async def test_a_screen_cannot_move_and_gets_no_seat_when_its_person_sits_down_again() -> None:
    paper = Paper()
    room, (host, guest), screen, _ = await with_screen(paper, "goats")
    asked, moves = host.asked()
    assert screen.asked() == (asked, [])
    await paper.say(room, screen, m.Move("x1", asked, moves[0]))
    assert screen.last("refused")["code"] == "not_seated"
    await paper.say(room, guest, m.Stand())
    await paper.say(room, host, m.Stand())
    assert screen.last("table")["seat"] is None
    await paper.say(room, host, m.Sit(0))
    assert (host.seats, screen.seats) == ((0,), ())
    assert screen.asked()[1] == []


async def test_a_screen_is_not_its_person() -> None:
    """Whoever left their phone is away, though the television they opened still stands there."""
    paper = Paper()
    room, (host, guest), _, _ = await with_screen(paper, "goats")
    await paper.leave(room, host)
    assert not guest.last("table")["table"]["seats"][0]["here"]


async def test_a_host_without_a_seat_begins_from_the_screen_and_one_who_gave_theirs_up_leaves_it_to_the_next() -> None:
    paper = Paper()
    for sits in (False, True):
        host, guest = PaperReader(paper.person("Host")), PaperReader(paper.person("Guest"))
        settings: dict[str, Any] = {"options": {}, "pace": Pace(kind="none"), "public": False, "watch": "all"}
        settings |= {"delay_seconds": 0, "sit": sits, "bots": None, "start": False}
        row = await paper.host.make_table(host.person, "goats", 3, **settings)
        room = await paper.host.room(row.id)
        assert room is not None
        screen = PaperReader(host.person, screen=True)
        for reader in (host, guest, screen):
            room.post(Joined(reader, None))
        if sits:
            await paper.say(room, host, m.Stand())
        await paper.leave(room, host)
        await paper.say(room, guest, m.Sit(0))
        await paper.say(room, guest, m.Ready(on=True))
        begins = guest if sits else screen
        assert begins.last("table")["host"]
        for seat in (1, 2):
            await paper.say(room, begins, m.PutBot(seat, "casual"))
        await paper.say(room, begins, m.Start())
        assert screen.asked()[1] == []
        assert guest.asked()[1]

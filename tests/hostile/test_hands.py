"""Nobody looks into a hand that was dealt to somebody else by sitting down, whichever way they come to the table."""

from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.live import hooks
from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, default_seats
from hoofspiel.live.words import Pace
from hoofspiel.server.names import rename
from hoofspiel.store.port import Person

SMALL = {"cards": 4, "rounds": 1, "bonus": False}
HIDDEN = sorted(slug for slug, game in games().items() if game.one_device is None)


async def a_match(slug: str, people: int = 1, **more: Any) -> tuple[Paper, Room, list[PaperReader]]:
    """Some people and at least one bot, which is a master."""
    paper = Paper()
    room, readers = await paper.table(slug, people, max(1, default_seats(slug) - people), **more)
    for seat in range(people, len(room.body.seats)):
        await paper.say(room, readers[0], m.PutBot(seat, "master"))
    return paper, room, readers


def saw_hands(reader: PaperReader) -> bool:
    return any(message["view"]["me"] is not None for message in reader.all() if message["t"] in ("state", "step"))


@pytest.mark.parametrize("slug", HIDDEN)
@pytest.mark.parametrize("watch", ["all", "nobody"])
async def test_a_stranger_who_tries_every_seat_of_a_running_match_sees_no_hand(slug: str, watch: str) -> None:
    paper, room, _ = await a_match(slug, watch=watch)
    stranger = await paper.join(room, paper.person("Stranger"))
    for seat in range(len(room.body.seats)):
        answer = await paper.say(room, stranger, m.Sit(seat))
        assert answer["t"] == "refused"
        await paper.say(room, stranger, m.Stand())
    assert not saw_hands(stranger)
    assert [place.level for place in room.body.seats[1:]] == ["master"] * (len(room.body.seats) - 1)
    assert "join the next one" in answer["reason"]


@pytest.mark.parametrize("slug", HIDDEN)
async def test_a_host_cannot_have_the_seat_of_somebody_who_is_here_or_gone(slug: str) -> None:
    paper, room, (host, guest) = await a_match(slug, 2)
    second = await paper.join(room, paper.person("Second"))
    assert (await paper.say(room, host, m.Clear(1)))["code"] == "taken"
    assert (await paper.say(room, host, m.PutBot(1, "novice")))["code"] == "taken"
    await paper.leave(room, guest)
    await paper.say(room, host, m.Clear(1))
    assert room.body.seats[1].kind == "bot"
    assert (await paper.say(room, second, m.Sit(1)))["t"] == "refused"
    await paper.say(room, host, m.PutBot(1, "club"))
    assert (await paper.say(room, second, m.Sit(1)))["t"] == "refused"
    await paper.say(room, second, m.Join(1))
    assert (await paper.say(room, host, m.Admit(second.person.id, on=True)))["t"] == "refused"
    assert not saw_hands(second)
    back = await paper.join(room, guest.person)
    await paper.say(room, back, m.Sit(1))
    assert room.body.seats[1].person == guest.person.id


async def test_whoever_left_may_come_back_and_the_bot_between_keeps_its_level() -> None:
    paper, room, (host, guest) = await a_match("gouda", 2)
    await paper.say(room, guest, m.Stand())
    assert room.crowd.table().seats[1].was == guest.person.id
    await paper.say(room, host, m.PutBot(1, "club"))
    await paper.say(room, guest, m.Sit(1))
    assert guest.last("state")["view"]["me"] == 1
    await paper.say(room, guest, m.Stand())
    assert room.body.seats[1].level == "club"


async def test_before_the_match_a_bot_makes_room_and_comes_back_as_it_was() -> None:
    paper = Paper()
    host = PaperReader(paper.person("Host"))
    settings: dict[str, Any] = {"options": {}, "pace": Pace(kind="none"), "public": False, "watch": "all"}
    settings |= {"delay_seconds": 0, "sit": True, "bots": "master", "start": False}
    row = await paper.host.make_table(host.person, "goats", 3, **settings)
    room = await paper.host.room(row.id)
    assert room is not None
    host, guest = await paper.join(room, host.person), await paper.join(room, paper.person("Guest"))
    await paper.say(room, guest, m.Sit(1))
    assert room.body.seats[1].person == guest.person.id
    await paper.say(room, guest, m.Sit(2))
    assert (room.body.seats[1].level, room.body.seats[2].person) == ("master", guest.person.id)
    await paper.say(room, guest, m.Stand())
    assert [place.level for place in room.body.seats[1:]] == ["master", "master"]
    await paper.say(room, guest, m.Sit(1))
    await paper.say(room, host, m.Clear(1))
    assert room.body.seats[1].kind == "open"


async def play_again(paper: Paper, room: Room, host: PaperReader) -> None:
    """The match to its end, and a rematch."""
    while not room.playing().over:
        _, moves = host.asked()
        if moves:
            await paper.move(room, host, moves[0])
        await paper.pass_time(room, 5000)
    await paper.say(room, host, m.Rematch())


async def test_a_friend_who_comes_late_sits_in_the_rematch_instead_of_a_bot() -> None:
    paper, room, (host,) = await a_match("goats", options=SMALL, watch="nobody")
    friend, other = [await paper.join(room, paper.person(name)) for name in ("Friend", "Other")]
    await paper.say(room, friend, m.Join())
    await paper.say(room, other, m.Join())
    shown = host.last("table")["table"]["newcomers"]
    assert [(one["name"], one["seat"], one["now"]) for one in shown] == [("Friend", 1, False), ("Other", 2, False)]
    await paper.say(room, other, m.Join(on=False))
    assert not saw_hands(friend)
    await play_again(paper, room, host)
    again = await paper.host.room(str(friend.last("table")["table"]["next"]))
    assert again is not None
    assert [place.person for place in again.body.seats] == [host.person.id, friend.person.id, None]
    assert (await paper.say(room, other, m.Join()))["reason"].endswith("go there and sit down.")


async def test_a_friend_who_did_not_wait_has_no_seat_in_the_rematch() -> None:
    paper, room, (host,) = await a_match("goats", options=SMALL)
    friend = await paper.join(room, paper.person("Friend"))
    await paper.say(room, friend, m.Join())
    await paper.leave(room, friend)
    await play_again(paper, room, host)
    again = await paper.host.room(str(host.last("table")["table"]["next"]))
    assert again is not None
    assert [place.kind for place in again.body.seats] == ["person", "bot", "bot"]


async def test_where_nothing_is_hidden_a_newcomer_sits_down_once_everybody_agrees() -> None:
    paper, room, (host, guest) = await a_match("foxy", 2)
    assert not hooks.hides(room.playing().game, room.body.options)
    friend = await paper.join(room, paper.person("Friend"))
    refused = await paper.say(room, friend, m.Sit(2))
    assert "ask to join" in refused["reason"]
    assert (await paper.say(room, friend, m.Join(0)))["code"] == "taken"
    await paper.say(room, friend, m.Join(2))
    assert (await paper.say(room, friend, m.Admit(friend.person.id, on=True)))["code"] == "not_seated"
    await paper.say(room, host, m.Admit(friend.person.id, on=True))
    assert room.body.seats[2].kind == "bot"
    await paper.say(room, guest, m.Admit(friend.person.id, on=True))
    assert room.body.seats[2].person == friend.person.id
    assert friend.last("state")["view"]["me"] == 2
    await paper.say(room, friend, m.Stand())
    assert room.body.seats[2].level == "master"


async def test_with_closed_hands_foxy_hides_them_from_newcomers_too() -> None:
    paper, room, (host,) = await a_match("foxy", options={"closed_hands": True})
    friend = await paper.join(room, paper.person("Friend"))
    await paper.say(room, friend, m.Join())
    assert (await paper.say(room, host, m.Admit(friend.person.id, on=True)))["t"] == "refused"
    assert not saw_hands(friend)


async def test_whoever_is_turned_away_is_not_heard_again_in_this_match() -> None:
    paper, room, (host,) = await a_match("foxy")
    stranger = await paper.join(room, paper.person("Stranger"))
    await paper.say(room, stranger, m.Join())
    await paper.say(room, host, m.Admit(stranger.person.id, on=False))
    assert room.body.newcomers == []
    assert "among themselves" in (await paper.say(room, stranger, m.Join()))["reason"]
    assert (await paper.say(room, host, m.Admit(stranger.person.id, on=True)))["t"] == "refused"


async def test_whoever_deletes_themselves_is_forgotten_where_they_left_or_waited_too() -> None:
    paper, room, (_, guest) = await a_match("goats", 2, options=SMALL)
    friend = await paper.join(room, paper.person("Friend"))
    await paper.say(room, friend, m.Join())
    await room.alter(lambda body: rename(body, friend.person, Person(friend.person.id, "Fiona")))
    assert room.body.newcomers[0].name == "Fiona"
    await paper.say(room, guest, m.Stand())
    for person in (guest.person, friend.person):
        await paper.host.forget(person)
    assert (room.body.newcomers, [place.dealt for place in room.body.seats]) == ([], [None, None, None])
    assert (await paper.say(room, guest, m.Sit(1)))["t"] == "refused"

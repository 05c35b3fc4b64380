"""Playing on from a position of a finished match, over HTTP: as it was, as the seat saw it, and choosing again."""

import asyncio
from typing import Any

import httpx2
import pytest

from hoofspiel import Match
from hoofspiel.live.room import Room
from hoofspiel.live.words import Practice

from .test_reviews import Hall, hall

MOVE = 2


async def sat_down(here: Hall, told: httpx2.Response) -> Room:
    assert told.status_code == 201, told.text
    room = await here.server.host.room(told.json()["id"])
    assert room is not None
    return room


async def asked(room: Room, seat: int) -> Match:
    """The practice's match, once the bots have chosen and it is for the person to choose."""
    while seat not in room.playing().actors and not room.playing().over:
        await asyncio.sleep(0.002)
    return room.playing()


async def chooses(room: Room, seat: int, number: int = 0) -> str:
    match = await asked(room, seat)
    move = match.moves(seat)[number]
    await room.play(seat, move)
    return move


class Finished:
    """A finished match of bots, and somebody who would like to choose otherwise."""

    def __init__(self, here: Hall, known: dict[str, str], table_id: str, record: dict[str, Any]) -> None:
        self.here, self.known, self.id, self.record = here, known, table_id, record
        self.seat: int = record["moves"][MOVE][0]

    async def post(self, table_id: str, what: str, **body: Any) -> httpx2.Response:
        return await self.here.browser.post(f"/api/tables/{table_id}/{what}", json=body, headers=self.known)

    async def on(self, deal: str = "seen", move: int = MOVE) -> Room:
        return await sat_down(self.here, await self.post(self.id, "practice", seat=self.seat, move=move, deal=deal))


async def finished(here: Hall) -> Finished:
    known = await here.enter()
    table_id = await here.finished()
    return Finished(here, known, table_id, (await here.browser.get(f"/api/tables/{table_id}/record")).json())


async def test_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        was = await finished(here)
        room = await was.on("true")
        assert room.table().practice == Practice(was.id, MOVE, was.seat, seen=False)
        now, then = room.playing(), Match.from_record(was.record, moves=MOVE)
        assert now.history[:MOVE] == then.history
        assert room.row.secret == was.record["seed"]
        assert [place.kind for place in room.body.seats].count("person") == 1
        assert room.body.seats[was.seat].person == here.ada.id
        assert (room.row.public, room.body.watch) == (False, "nobody")


async def test_as_the_seat_saw_it_and_its_record_can_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        was = await finished(here)
        room = await was.on()
        assert Match.from_record(room.playing().record(), moves=MOVE).view(was.seat) == Match.from_record(
            was.record, moves=MOVE
        ).view(was.seat)
        while not (await asked(room, was.seat)).over:
            await chooses(room, was.seat)
        told = (await here.browser.get(f"/api/tables/{room.row.id}/record")).json()
        assert told["practice"] == MOVE
        assert told["redealt"]["move"] == MOVE
        assert told["redealt"]["seed"] != told["seed"]
        again = Match.from_record(told)
        assert (again.points, again.winners) == (told["result"]["points"], told["result"]["winners"])
        text = (await here.browser.get(f"/api/tables/{room.row.id}/record?form=text")).text
        assert f"# practice: the first {MOVE} moves" in text
        here.server.host.shut(room.row.id)
        assert (await here.server.host.room(room.row.id)).playing().points == again.points, "after a restart"  # type: ignore[union-attr]
        past = (await here.browser.get("/api/me/history", headers=was.known)).json()["matches"]
        mine = (await here.browser.get("/api/me", headers=was.known)).json()["tables"]
        assert (past, mine) == ([], []), "practice counts nowhere"
        review = await here.browser.get(f"/api/tables/{room.row.id}/review?seat=0", headers=was.known)
        assert (review.status_code, review.json()["error"]) == (409, "no_review")


async def test_a_choice_is_taken_back_as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        was = await finished(here)
        room = await was.on()
        begun = (await asked(room, was.seat)).view(was.seat)
        seen, tables = set(), [room.row.id]
        for number in range(3):
            seen.add(await chooses(room, was.seat, number))
            room = await sat_down(here, await was.post(room.row.id, "back"))
            tables.append(room.row.id)
            assert (await asked(room, was.seat)).view(was.seat) == begun
        assert len(seen) == 3
        anew, dealt = room.body.anew, await was.post(room.row.id, "back", again=True, anew=True)
        other = await sat_down(here, dealt)
        assert other.body.anew != anew
        assert (await asked(other, was.seat)).view(was.seat) == begun
        gone = [(await here.browser.get(f"/api/tables/{one}")).status_code for one in tables]
        assert gone == [404, 404, 200, 200], "the last three are kept"


async def test_a_practice_costs_what_it_plays_again_whoever_behind_an_address_begins_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall(monkeypatch) as here:
        was, charged = await finished(here), []

        async def note(origin: str, cost: float = 1.0) -> None:
            charged.append(cost)

        monkeypatch.setattr(here.server, "admit", note)
        last = len(was.record["moves"]) - 1
        for move in (0, last):
            was.seat = was.record["moves"][move][0]
            await was.on(move=move)
        room = await was.on("true", move=last)
        await was.post(room.row.id, "back")
        costs = charged[1::2]
        assert costs[0] < costs[1] == costs[2] <= costs[3], charged


async def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        was = await finished(here)
        running = await here.table(sit=True)

        async def refusal(told: httpx2.Response) -> tuple[int, str]:
            return told.status_code, told.json()["error"]

        last = len(was.record["moves"])
        assert await refusal(await was.post(was.id, "practice", seat=3, move=0)) == (422, "bad_table")
        assert await refusal(await was.post(was.id, "practice", seat=0, move=last)) == (422, "bad_table")
        assert await refusal(await was.post(was.id, "practice", seat=0, move=-1)) == (422, "bad_body")
        assert await refusal(await was.post(was.id, "practice", seat=0, move=0, deal="open")) == (422, "bad_body")
        assert await refusal(await was.post(was.id, "back")) == (409, "not_practice")
        assert await refusal(await was.post(running.row.id, "practice", seat=0, move=0)) == (409, "not_over")
        assert await refusal(await was.post(running.row.id, "back")) == (409, "not_practice")
        room = await was.on()
        nobody = await here.browser.post(f"/api/tables/{was.id}/practice", json={"seat": 0, "move": 0})
        assert await refusal(nobody) == (401, "no_name")
        was.known = await here.enter()  # somebody else
        assert await refusal(await was.post(room.row.id, "back")) == (422, "bad_table")
        assert await refusal(await was.post(room.row.id, "practice", seat=0, move=0)) == (409, "not_over")

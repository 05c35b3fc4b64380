"""A family, a school class and a club night behind one address: at default limits they never meet one."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from argon2 import PasswordHasher

from hoofspiel.kernel.catalog import games
from hoofspiel.server.limits import Allowance

from .hall import Hall, Socket, hall, known_by

MOVES = 12
REFUSALS = ("too_fast", "closed")


class Evening:
    """Everybody does at once what people do over an hour, and nobody waits a moment in between."""

    def __init__(self, here: Hall) -> None:
        self.here = here
        self.codes: Counter[int] = Counter()
        self.sockets: list[Socket] = []

    async def ask(self, browser: Any, method: str, path: str, **more: Any) -> Any:
        answer = await browser.request(method, path, **more)
        self.codes[answer.status_code] += 1
        return answer

    async def comes(self, name: str) -> dict[str, str]:
        """Opens the page, says their name, looks around, mistypes a code and an address."""
        async with self.here.browser() as browser:
            me = (await self.ask(browser, "POST", "/api/me", json={"name": name})).json()
            known = known_by(me)
            for path in ("/api/me", "/api/games", "/api/tables", "/api/reach", "/api/me/history"):
                await self.ask(browser, "GET", path, headers=known)
        return known

    async def signs_in(self, name: str) -> None:
        """Makes an account, and comes back to it on another device with a slip of the finger."""
        known = await self.comes(name)
        async with self.here.browser() as browser:
            given = {"name": name, "password": "right password"}
            await self.ask(browser, "POST", "/api/account", json=given, headers=known)
            wrong = await browser.post("/api/session", json={**given, "password": "slip of the finger"})
            assert wrong.status_code == 401
            await self.ask(browser, "POST", "/api/session", json=given)

    async def table(self, game: str, people: list[dict[str, str]]) -> None:
        """One makes a table, the others type its code; they sit down and play."""
        async with self.here.browser() as browser:
            wanted = {"game": game, "seats": len(people), "public": True, "clock": {"kind": "none"}}
            made = (await self.ask(browser, "POST", "/api/tables", json=wanted, headers=people[0])).json()
            for known in people[1:]:
                await self.ask(browser, "GET", f"/api/codes/{made['code']}", headers=known)
                await self.ask(browser, "GET", f"/api/tables/{made['id']}", headers=known)
        here = [Socket(self.here, made["id"], known) for known in people]
        self.sockets += here
        for seat, socket in enumerate(here):
            await socket.until("welcome")
            socket.say({"t": "emote", "emote": "hello"})
            if seat:
                socket.say({"t": "sit", "seat": seat})
                socket.say({"t": "ready", "on": True})
            await socket.heard()
        room = await self.here.server.host.room(made["id"])
        assert room is not None
        await room.look(room.table)
        here[0].say({"t": "start"})
        for socket in here:
            await socket.until("state")
        if not games()[game].timed:
            for number in range(MOVES):
                await self.move(room, here, number)
        for socket in here:
            socket.say({"t": "say", "text": "good game"})
            await socket.heard()

    async def move(self, room: Any, here: list[Socket], number: int) -> None:
        if room.match.over:
            return
        socket = here[room.match.actors[0]]
        now = next(told for told in reversed(socket.told) if told["t"] in ("state", "step"))
        socket.say({"t": "move", "id": f"m{number}", "asked": now["asked"], "move": now["moves"][0]})
        while not any(told["t"] in ("ack", "refused") and told.get("id") == f"m{number}" for told in socket.told):
            await asyncio.sleep(0)


def sizes(game: str, people: int) -> int:
    return max(seats for seats in games()[game].seats if seats <= max(people, min(games()[game].seats)))


@pytest.mark.parametrize(("people", "at_a_table"), [(5, 5), (30, 3), (60, 4)], ids=["family", "class", "club night"])
async def test_nobody_meets_a_limit(people: int, at_a_table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slowed: list[int] = []
    owe = Allowance.owe

    def note(purse: Allowance, now: int, cost: float) -> int:
        slowed.append(owe(purse, now, cost))
        return slowed[-1]

    monkeypatch.setattr(Allowance, "owe", note)
    async with hall() as here:
        evening = Evening(here)
        guests = await asyncio.gather(*(evening.comes(f"Guest {n}") for n in range(people)))
        tables: list[tuple[str, list[dict[str, str]]]] = []
        waiting, slugs = list(guests), list(games())
        while len(waiting) >= 2:
            game = slugs[len(tables) % len(slugs)]
            seats = min(sizes(game, at_a_table), len(waiting))
            if seats not in games()[game].seats:
                game = next(slug for slug in slugs if seats in games()[slug].seats)
            party, waiting = waiting[:seats], waiting[seats:]
            tables.append((game, party))
        await asyncio.gather(*(evening.table(game, party) for game, party in tables))
        assert {game for game, _ in tables} == set(slugs) or people < 20
        told = [told for socket in evening.sockets for told in socket.told if told["t"] == "refused"]
        assert [one for one in told if one["code"] in REFUSALS] == []
        assert {socket.closed for socket in evening.sockets} == {None}
        assert set(evening.codes) <= {200, 201}
        assert max(slowed) == 0, "not even answered more slowly"
        for socket in evening.sockets:
            await socket.leave()


async def test_a_whole_club_signs_in_at_the_same_moment_each_with_a_slip() -> None:
    async with hall() as here:
        accounts = here.server.accounts
        accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64)
        evening = Evening(here)
        await asyncio.gather(*(evening.signs_in(f"Member {n}") for n in range(60)))
        assert set(evening.codes) <= {200, 201}


async def test_all_browsers_of_a_club_night_come_in_at_the_door() -> None:
    """Six connections each for pages, as browsers open them, and one for the table; on a system with few files."""
    async with hall() as here:
        entrance = here.server.entrance
        entrance.open_for(1024)
        doors: list[Any] = [object() for _ in range(60 * 7)]
        assert all(entrance.came(door, "192.0.2.1") for door in doors)
        assert not entrance.tight
        for door in doors:
            entrance.left(door)

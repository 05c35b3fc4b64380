"""Limits count people and where they come from, by what is asked; nobody's limit is somebody else's wall."""

import asyncio

import pytest

from hoofspiel.server.limits import Allowance, Limit, origin_of
from hoofspiel.server.lobby import MOST_LINES
from hoofspiel.server.socket import SLOWLY

from .hall import Socket, hall


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
    ],
)
def test_an_ipv6_visitor_is_their_whole_network(address: str, origin: str) -> None:
    assert origin_of(address) == origin


async def test_two_hundred_guests_do_not_come_from_one_ipv6_network_with_a_limit_of_five() -> None:
    async with hall(guests=5) as here:
        codes = []
        for n in range(1, 41):
            async with here.browser(f"2001:db8::{n:x}:1") as browser:
                codes.append((await browser.post("/api/me", json={"name": f"G{n}"})).status_code)
        assert codes == [200] * 5 + [429] * 35
        async with here.browser("2001:db8:0:1::1") as neighbour:
            assert (await neighbour.post("/api/me", json={"name": "Ada"})).status_code == 200


async def test_wrong_addresses_of_tables_do_not_hide_real_ones_from_others_there() -> None:
    async with hall() as here, here.browser() as browser:
        ada = await here.guest("Ada")
        real = await here.make(ada)
        codes = [(await browser.get(f"/api/tables/guess{n:07}")).status_code for n in range(31)]
        assert codes[-1] == 429
        assert (await browser.get(f"/api/tables/{real}")).status_code == 200
        socket = Socket(here, real, ada)
        await socket.until("welcome")
        await socket.leave()


async def test_all_sockets_of_one_person_share_what_they_may_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """18,050 mutes from 200 sockets were within the limits of each socket."""
    async with hall() as here:
        eve = await here.guest("Eve")
        table = await here.make(await here.guest("Ada"), watch="nobody")
        now = here.server.time.now()
        monkeypatch.setattr(here.server.time, "now", lambda: now)
        sockets = [Socket(here, table, eve) for _ in range(20)]
        for socket in sockets:
            await socket.until("welcome")
            for n in range(80):
                socket.say({"t": "mute", "person": "somebody12", "on": n % 2 == 0})
        for socket in sockets:
            await socket.heard()
        assert here.server.metrics.refused["too_fast"] >= 20 * 80 - 80
        told = [sum(one.get("reason") == SLOWLY for one in socket.told) for socket in sockets]
        assert told == [1] * 20, "an answer costs more than what it answers: one a second is enough"
        for name in ("a", "b"):
            sockets[0].say({"t": "move", "id": name, "asked": 0, "move": "bid 1"})
        while sockets[0].told[-1].get("id") != "b":
            await asyncio.sleep(0)
        assert [one["id"] for one in sockets[0].told[-2:]] == ["a", "b"], "but every move has one"
        for socket in sockets:
            await socket.leave()


async def test_an_address_has_a_budget_too_but_who_plays_there_is_not_held_up() -> None:
    async with hall(messages=10) as here:
        ada, bob = await here.guest("Ada"), await here.guest("Bob")
        table = await here.make(ada, bots="casual", start=True)
        host = Socket(here, table, ada)
        await host.until("state")
        guests = [await here.guest(f"G{n}") for n in range(30)]
        sockets = [Socket(here, table, known) for known in guests]
        for socket in sockets:
            await socket.until("welcome")
            for n in range(8):
                socket.say({"t": "mute", "person": "somebody12", "on": n % 2 == 0})
        for socket in sockets:
            await socket.heard()
        late = Socket(here, table, bob)
        await late.until("welcome")
        late.say({"t": "mute", "person": "somebody12", "on": True})
        assert (await late.until("refused"))["code"] == "too_fast"
        state = await host.until("state")
        host.say({"t": "move", "id": "a", "asked": state["asked"], "move": state["moves"][0]})
        assert (await host.until("ack"))["id"] == "a"
        for socket in [host, late, *sockets]:
            await socket.leave()


async def test_thousands_of_tables_cannot_be_made_from_one_address() -> None:
    async with hall(new_tables=3) as here:
        codes = []
        for n in range(15):
            known = await here.guest(f"G{n}")
            async with here.browser() as browser:
                for _ in range(3):
                    wanted = {"game": "goats", "seats": 2}
                    codes.append((await browser.post("/api/tables", json=wanted, headers=known)).status_code)
        assert codes == [201] * 30 + [429] * 15
        await here.make(await here.guest("Ada", "192.0.2.9"), "192.0.2.9")


async def test_many_tables_of_a_few_do_not_drive_a_real_one_out_of_the_lobby() -> None:
    async with hall(new_tables=1000) as here:
        real = await here.make(await here.guest("Ada", "192.0.2.9"), "192.0.2.9")
        # one address with many guests, each with few tables, and a neighbour with two
        other = await here.guest("Bob", "192.0.2.10")
        tables = [await here.make(other, "192.0.2.10") for _ in range(2)]
        guests = [await here.guest(f"G{n}") for n in range(60)]
        for n in range(MOST_LINES + 40):
            await here.make(guests[n % 60])
        while not here.server.lobby.background.idle():
            await asyncio.sleep(0)
        assert len(here.server.lobby.lines) == MOST_LINES
        assert {real, *tables} <= set(here.server.lobby.lines)


async def test_who_asks_too_fast_is_answered_more_slowly_and_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    async with hall(requests=20) as here, here.browser() as eve, here.browser("192.0.2.2") as ada:
        monkeypatch.setattr("hoofspiel.server.server.asyncio.sleep", note)
        now = here.server.time.now()
        monkeypatch.setattr(here.server.time, "now", lambda: now)
        codes = [(await eve.get("/api/tables")).status_code for _ in range(40)]
        honest = (await ada.get("/api/tables")).status_code
        monkeypatch.undo()
        assert codes == [200] * 25 + [429] * 15
        assert waited[:5] == [1.0, 2.0, 3.0, 4.0, 5.0]
        assert waited[5:] == [5.0] * 15, "being refused is no quicker than being answered"
        assert honest == 200


def test_an_allowance_is_spent_by_cost_and_fills_up_again() -> None:
    purse = Allowance(10, 20)
    assert purse.take(0, 4.0)
    assert purse.take(0, 6.0)
    assert not purse.take(0, 0.5)
    assert purse.take(1000, 0.5)
    assert purse.owe(1000, 10.0) == 20_000
    assert not purse.take(20_000)
    assert purse.take(40_000, 9.0)


def test_a_limit_given_back_was_not_used() -> None:
    limit = Limit(1, 10)
    assert limit.take("a", 0)
    limit.give_back("a", 0)
    assert limit.take("a", 0)
    assert not limit.take("a", 0)

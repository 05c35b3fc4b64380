"""Wrong passwords cost those who try them: nobody else waits, and nobody is locked out of their own account."""

import asyncio
import threading
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters

from hoofspiel.server.accounts import DEVICE, mark_for
from hoofspiel.server.hashing import KNOWN, MOST_OF_ONE, Hashing
from hoofspiel.server.limits import Delays
from hoofspiel.server.refusals import HttpRefused

from .hall import Hall, hall

RIGHT = {"name": "Ada", "password": "right password"}
WRONG = {"name": "Ada", "password": "wrong password"}


def cheap(here: Hall) -> None:
    """Hashes that cost nothing: what is tested is how many there are, and in which order."""
    accounts = here.server.accounts
    accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64)
    accounts._nobody = accounts._hasher.hash("nobody")


async def account(here: Hall, name: str = "Ada") -> str:
    """An account; the cookie of the device it was made on."""
    async with here.browser() as browser:
        await browser.post("/api/me", json={"name": name}, headers={"origin": "http://here"})
        cookies = dict(browser.cookies)
        given = {"name": name, "password": RIGHT["password"]}
        made = await browser.post("/api/account", json=given, headers={"origin": "http://here"})
        assert made.status_code == 200, (made.text, cookies)
        return str(browser.cookies[DEVICE])


async def sign_in(here: Hall, given: dict[str, str], address: str, **headers: str) -> int:
    async with here.browser(address) as browser:
        return int((await browser.post("/api/session", json=given, headers=headers)).status_code)


class Gate:
    """Work that waits in its thread until it may go on, and notes who came when."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.order: list[str] = []

    def work(self, name: str) -> Any:
        def run() -> None:
            self.open.wait(240)
            self.order.append(name)

        return run


async def test_two_hundred_wrong_tries_do_not_make_an_honest_one_wait() -> None:
    gate, hashing = Gate(), Hashing(at_once=1)
    wrong = [asyncio.ensure_future(hashing.run(f"192.0.2.{n % 5}", gate.work(f"wrong {n}"))) for n in range(200)]
    await asyncio.sleep(0)
    honest = asyncio.ensure_future(hashing.run("198.51.100.1", gate.work("honest")))
    at_home = asyncio.ensure_future(hashing.run(KNOWN, gate.work("known device")))
    await asyncio.sleep(0)
    gate.open.set()
    await asyncio.gather(honest, at_home, *wrong)
    assert gate.order.index("known device") == 1
    assert gate.order.index("honest") <= 7, "one of each of the five origins, and those that came before"


async def test_only_so_many_of_one_origin_wait_and_others_are_not_turned_away() -> None:
    gate, hashing = Gate(), Hashing(at_once=1)
    tries = [asyncio.ensure_future(hashing.run("192.0.2.1", gate.work("eve"))) for _ in range(MOST_OF_ONE + 11)]
    honest = asyncio.ensure_future(hashing.run("192.0.2.2", gate.work("ada")))
    await asyncio.sleep(0)
    gate.open.set()
    ended = await asyncio.gather(*tries, return_exceptions=True)
    await honest
    assert sum(isinstance(error, HttpRefused) for error in ended) == 10
    await hashing.run("192.0.2.1", gate.work("again"))


async def test_who_gives_up_waiting_leaves_their_turn_to_the_next() -> None:
    gate, hashing = Gate(), Hashing(at_once=1)
    first = asyncio.ensure_future(hashing.run("a", gate.work("first")))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(hashing.run("b", gate.work("second")))
    third = asyncio.ensure_future(hashing.run("c", gate.work("third")))
    await asyncio.sleep(0)
    second.cancel()
    gate.open.set()
    await asyncio.gather(first, third)
    assert gate.order == ["first", "third"]
    await hashing.run("d", gate.work("fourth"))


async def test_wrong_tries_elsewhere_do_not_lock_the_owner_out() -> None:
    async with hall() as here:
        cheap(here)
        await account(here)
        codes = [await sign_in(here, WRONG, "198.51.100.66") for _ in range(12)]
        assert codes == [401] * 8 + [429] * 4
        assert await sign_in(here, RIGHT, "198.51.100.66") == 429
        assert await sign_in(here, RIGHT, "192.0.2.1") == 200


async def test_a_device_that_was_signed_in_before_is_never_locked_out_by_others_behind_its_address() -> None:
    async with hall() as here:
        cheap(here)
        cookie = await account(here)
        for _ in range(12):
            await sign_in(here, WRONG, "192.0.2.1")
        own = {"cookie": f"{DEVICE}={cookie}", "origin": "http://here"}
        assert await sign_in(here, RIGHT, "192.0.2.1") == 429, "somebody who has never been here"
        assert await sign_in(here, RIGHT, "192.0.2.1", **own) == 200
        forged = {**own, "cookie": f"{DEVICE}={mark_for('$guessed$')}"}
        assert await sign_in(here, RIGHT, "192.0.2.1", **forged) == 429
        codes = [await sign_in(here, WRONG, "192.0.2.1", **own) for _ in range(9)]
        assert codes == [401] * 8 + [429], "whoever finds the phone has no more tries than others"


async def test_what_must_wait_is_refused_before_anything_is_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as here:
        cheap(here)
        await account(here)
        hashed: list[str] = []
        fits = here.server.accounts._fits

        async def count(known: str, password: str, origin: str) -> bool:
            hashed.append(origin)
            return await fits(known, password, origin)

        monkeypatch.setattr(here.server.accounts, "_fits", count)
        await asyncio.gather(*(sign_in(here, WRONG, "198.51.100.66") for _ in range(100)))
        assert len(hashed) == 8, "a hundred at once are a hundred tries"


async def test_a_password_keeps_one_core_busy_and_those_hashed_on_four_still_open() -> None:
    """Half of the cores are for passwords; but each was hashed on four at once, so that two cores had none left."""
    async with hall() as here:
        accounts = here.server.accounts
        assert extract_parameters(await accounts._hash("right password", KNOWN)).parallelism == 1
        assert extract_parameters(accounts._nobody).parallelism == 1
        before = PasswordHasher(time_cost=1, memory_cost=64, parallelism=4).hash("right password")
        assert await accounts._fits(before, "right password", KNOWN)


async def test_who_signs_in_has_the_password_hashed_as_it_is_today_and_no_device_is_forgotten() -> None:
    async with hall() as here:
        accounts = here.server.accounts
        accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=4)
        cookie = await account(here)
        before = await here.server.store.account("ada")
        accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        assert await sign_in(here, WRONG, "192.0.2.1") == 401
        assert await here.server.store.account("ada") == before
        for _ in range(2):  # the second finds nothing to do
            assert await sign_in(here, RIGHT, "192.0.2.1") == 200
            kept = await here.server.store.account("ada")
            assert kept is not None
            assert extract_parameters(kept[1]).parallelism == 1
        for _ in range(12):
            await sign_in(here, WRONG, "192.0.2.1")
        own = {"cookie": f"{DEVICE}={cookie}", "origin": "http://here"}
        assert await sign_in(here, RIGHT, "192.0.2.1") == 429
        assert await sign_in(here, RIGHT, "192.0.2.1", **own) == 200, "known since before"


def test_delays_double_and_are_forgotten() -> None:
    delays = Delays(2)
    now = 0
    waits = []
    for _ in range(5):
        delays.tried("a", now)
        waits.append(delays.wait_seconds("a", now))
        now += waits[-1] * 1000
    assert waits == [0, 30, 60, 120, 240]
    assert delays.wait_seconds("b", now) == 0
    delays.right("a")
    delays.tried("a", now)
    assert delays.wait_seconds("a", now) == 0

"""Whose token is whose: rotated, listed, ended; cookies nobody can plant; names nobody can borrow; all one's data."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.live import messages as m
from hoofspiel.live.letters import Asks
from hoofspiel.live.seats import BOT_MARK, bot, like_a_bot
from hoofspiel.server import app as server_app
from hoofspiel.server.accounts import hash_of
from hoofspiel.server.settings import Settings
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, Session

from .test_people import PASSWORD, Hall, Socket, hall

NEW = "an even better one"
OURS = {"origin": "http://here"}


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def who(here: Hall, known: dict[str, str]) -> str | None:
    async with here.browser() as browser:
        found: str | None = (await browser.get("/api/me", headers=known)).json()["person"]
        return found


async def account(here: Hall, name: str) -> tuple[Person, dict[str, str]]:
    person, known = await here.guest(name)
    async with here.browser() as browser:
        me = await browser.post("/api/account", json={"name": name, "password": PASSWORD}, headers=known)
    assert me.status_code == 200, me.text
    return person, bearer(me.json()["token"])


async def signed_in(here: Hall, name: str, password: str = PASSWORD, **headers: str) -> dict[str, str]:
    async with here.browser() as browser:
        me = await browser.post("/api/session", json={"name": name, "password": password}, headers=headers)
    return bearer(me.json()["token"])


async def test_a_token_that_was_planted_on_a_guest_is_worth_nothing_once_there_is_an_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        ada, planted = await here.guest("Ada")
        room = await here.table(ada)
        eavesdropper = Socket(here, f"/ws/table/{room.row.id}", planted)
        await eavesdropper.until("welcome")
        given = {"name": "Ada", "password": PASSWORD}
        in_browser = OURS | {"cookie": f"hoofspiel={planted['authorization'].split()[1]}"}
        me = await browser.post("/api/account", json=given, headers=in_browser)
        assert await who(here, planted) is None
        assert await who(here, bearer(me.json()["token"])) == ada.id
        assert (await browser.get("/api/me")).json()["person"] == ada.id, "the cookie is the new one"
        await eavesdropper.until("bye")
        assert eavesdropper.closed == 4410, "a page may come back, with the token it has now"
        again = Socket(here, f"/ws/table/{room.row.id}", planted)
        await again.task
        assert again.closed == 4401


async def test_a_new_password_ends_all_sessions_but_the_one_that_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        ada, laptop = await account(here, "Ada")
        phone = await signed_in(here, "Ada")
        wrong = await browser.post("/api/account/password", json={"old": "not my password", "new": NEW}, headers=phone)
        assert (wrong.status_code, wrong.json()["error"]) == (401, "wrong")
        assert await who(here, laptop) == await who(here, phone) == ada.id
        me = await browser.post("/api/account/password", json={"old": PASSWORD, "new": NEW}, headers=phone)
        assert me.status_code == 200
        assert [await who(here, known) for known in (laptop, phone)] == [None, None]
        assert await who(here, bearer(me.json()["token"])) == ada.id
        browser.cookies.clear()
        old = await browser.post("/api/session", json={"name": "Ada", "password": PASSWORD})
        assert old.status_code == 401
        assert await who(here, await signed_in(here, "Ada", NEW)) == ada.id


async def test_a_guest_has_no_password_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        told = await browser.post("/api/account/password", json={"old": PASSWORD, "new": NEW}, headers=known)
        assert (told.status_code, told.json()["error"]) == (409, "no_account")


async def test_a_password_cannot_be_guessed_by_changing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds a phone that is signed in has as many tries as at the front door."""
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await account(here, "Ada")
        guesses = [{"old": f"a wrong guess {n}", "new": NEW} for n in range(10)]
        codes = [
            (await browser.post("/api/account/password", json=guess, headers=known)).status_code for guess in guesses
        ]
        assert codes[0] == 401
        assert codes[-1] == 429


PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36"


async def test_devices_are_listed_and_can_be_signed_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        ada, laptop = await account(here, "Ada")
        phone = await signed_in(here, "Ada", **{"user-agent": PHONE})
        devices = (await browser.get("/api/me/devices", headers=laptop)).json()["devices"]
        assert {device["name"]: device["here"] for device in devices} == {"Chrome on Android": False, "A program": True}
        tokens = [known["authorization"].split()[1] for known in (laptop, phone)]
        assert not any(device["id"] in hash_of(token) for device in devices for token in tokens)
        away = next(device["id"] for device in devices if not device["here"])
        (eve, stranger) = await account(here, "Eve")
        assert (await browser.delete(f"/api/me/devices/{away}", headers=stranger)).status_code == 404
        assert await who(here, phone) == ada.id
        assert (await browser.delete(f"/api/me/devices/{away}", headers=laptop)).status_code == 204
        assert [await who(here, laptop), await who(here, phone)] == [ada.id, None]
        assert await who(here, stranger) == eve.id


async def test_signing_out_everywhere_ends_every_session_and_every_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, laptop = await account(here, "Ada")
        phone = await signed_in(here, "Ada")
        lobby = Socket(here, "/ws/lobby", phone)
        await lobby.until("lobby")
        gone = await browser.delete("/api/me/devices", headers=laptop)
        assert gone.status_code == 204
        assert [await who(here, known) for known in (laptop, phone)] == [None, None]
        await lobby.until("bye")
        assert lobby.closed == 4401


# --- cookies behind TLS ---


@asynccontextmanager
async def behind_tls(monkeypatch: pytest.MonkeyPatch, store: MemoryStore) -> AsyncIterator[Hall]:
    monkeypatch.setattr("hoofspiel.server.server.store_for", lambda settings: store)
    settings = Settings(store="memory:", bot_workers=0, bot_pace=0, secure_cookies=True)
    app, server = server_app.make_app(settings)
    async with server.running():
        yield Hall(app, server, store)


def set_cookies(answer: Any) -> dict[str, str]:
    lines = answer.headers.get_list("set-cookie")
    return {line.partition("=")[0]: line for line in lines}


async def test_behind_tls_the_cookie_is_bound_to_the_host_and_browsers_stay_with_https(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with behind_tls(monkeypatch, MemoryStore()) as here, here.browser() as browser:
        answer = await browser.post("/api/me", json={"name": "Ada"})
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        (name, line), *others = set_cookies(answer).items()
        assert (name, others) == ("__Host-hoofspiel", [])
        assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in line.split(";")}
        assert "domain" not in line.lower()
        token = answer.json()["token"]
        browser.cookies.clear()
        by_cookie = await browser.get("/api/me", headers={"cookie": f"__Host-hoofspiel={token}"})
        assert by_cookie.json()["name"] == "Ada"
        planted = await browser.get("/api/me", headers={"cookie": f"hoofspiel={token}"})
        assert planted.json()["person"] is None, "a page below our domain could have set it"
        gone = await browser.delete("/api/me", headers=OURS | {"cookie": f"__Host-hoofspiel={token}"})
        assert "Secure" in set_cookies(gone)["__Host-hoofspiel"], "a browser refuses to delete it otherwise"


async def test_an_old_cookie_works_once_behind_tls_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    await store.add_person(Person("ada", "Ada"), Session(hash_of("from before"), 5))
    old = {"cookie": "hoofspiel=from before"}
    async with behind_tls(monkeypatch, store) as here, here.browser() as browser:
        first = await browser.get("/api/me", headers=old)
        assert first.json()["person"] == "ada"
        cookies = set_cookies(first)
        assert "from before" in cookies["__Host-hoofspiel"]
        assert "Max-Age=0" in cookies["hoofspiel"]
        browser.cookies.clear()
        assert (await browser.get("/api/me", headers=old)).json()["person"] is None
        moved = await browser.get("/api/me", headers={"cookie": "__Host-hoofspiel=from before"})
        assert moved.json()["person"] == "ada"


async def test_without_tls_nothing_is_said_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        answer = await browser.post("/api/me", json={"name": "Ada"})
        assert "strict-transport-security" not in answer.headers
        assert list(set_cookies(answer)) == ["hoofspiel"]


# --- names ---


@pytest.mark.parametrize(
    "name", ["Linda", "linda ", "L\u0456nda", "Iinda", "1inda", "Lin\u200bda", "\uff2cinda", "L i n d a"]
)
async def test_nobody_can_look_like_an_account_of_somebody_else(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await account(here, "Linda")
        _, eve = await here.guest("Eve")
        for path, body, headers in (
            ("/api/me", {"name": name}, {}),
            ("/api/me", {"name": name}, eve),
            ("/api/account", {"name": name, "password": PASSWORD}, eve),
        ):
            answer = await browser.post(path, json=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (409, "name_taken"), path
        assert (await browser.post("/api/me", json={"name": name}, headers=known)).status_code == 200, "it is hers"


@pytest.mark.parametrize("name", ["Lina", "Lindy", "Lind\u00e4", "\u674e"])
async def test_other_names_stay_free(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async with hall(monkeypatch) as here:
        await account(here, "Linda")
        assert (await here.guest(name))[0].name == name


async def test_guests_may_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here:
        assert (await here.guest("Mia"))[0].id != (await here.guest("Mia"))[0].id


BOTS = [
    "Kid 2",
    "KID2",
    "Nanny 10",
    "Old  Gruff 4",
    f"Kid {BOT_MARK}",
    "Ada \U0001f916",
    "Kid Basil",
    "Basil the Kid",
    "Dill Gruff",
    "B1LLY  M\u0456nt",
    "B\u0430sil th\u0435 Kid 3",
    "Basil the Kid.",
    "~ Kid 2 ~",
]


@pytest.mark.parametrize("name", BOTS)
async def test_nobody_can_look_like_a_bot(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        answer = await browser.post("/api/me", json={"name": name})
        assert (answer.status_code, answer.json()["error"]) == (400, "bots_name")
        _, known = await here.guest("Ada")
        around = {"game": "goats", "seats": 2, "around": ["Ada", name]}
        assert (await browser.post("/api/tables", json=around, headers=known)).status_code == 400


def test_every_bot_carries_the_mark_and_people_may_be_called_billy() -> None:
    assert all(BOT_MARK in bot(level, seat).name for level in ("novice", "casual", "club", "master") for seat in (0, 7))
    people = ("Billy", "Kid", "Nanny Ogg", "Plucky Kid", "Kiddo 2", "Ada 2", "Basil", "Basil Kidd")
    assert not any(like_a_bot(name) for name in people)


def test_no_two_bots_at_a_table_begin_alike_and_none_is_a_number() -> None:
    most = max(seats for game in games().values() for seats in game.seats)
    names = [bot("casual", seat).name for seat in range(most)]
    assert len({name[:4] for name in names}) == most, "a phone shows no more of a name"
    assert not any(sign.isdigit() for name in names for sign in name)


# --- all one's data ---


async def test_everything_we_know_of_somebody_can_be_had_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        ada, known = await account(here, "Ada")
        bob, bobs = await here.guest("Bob")
        room, readers = await here.match(ada, bob)
        room.post(Asks(readers[0], m.Say("hello from me"), 0))
        room.post(Asks(readers[1], m.Say("hello from Bob"), 0))
        for seat, bid in ((0, "bid 2"), (1, "bid 3")):
            room.post(Asks(readers[seat], m.Move(id="a", asked=1, move=bid), 0))
        room.post(Asks(readers[0], m.Mute(bob.id, on=True), 0))
        await here.quiet(room)
        answer = await browser.get("/api/me/export", headers=known)
        assert "attachment" in answer.headers["content-disposition"]
        told = answer.json()
        assert (told["person"], told["name"], told["account"]) == (ada.id, "Ada", "ada")
        assert told["since"] > 0
        assert len(told["devices"]) == 1
        assert [line["text"] for line in told["said"]] == ["hello from me"]
        (table,) = told["tables"]
        assert (table["seats"], table["host"], table["muted"]) == ([0], True, [bob.id])
        assert {move["seat"] for move in table["moves"]} <= {0}
        assert "bid 3" not in answer.text
        assert room.row.secret not in answer.text
        assert (await browser.get("/api/me/export")).status_code == 401
        assert (await browser.get("/api/me/export", headers=bobs)).json()["said"][0]["text"] == "hello from Bob"


async def test_the_export_cannot_be_asked_for_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        codes = [(await browser.get("/api/me/export", headers=known)).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]

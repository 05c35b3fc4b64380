"""Nobody where they do not belong. Each is tried, each is refused."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hoofspiel.client import Client, NotAllowed

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


async def refused(client: Client, method: str, path: str, body: object = None) -> tuple[int, str]:
    with pytest.raises(NotAllowed) as refusal:
        await client.ask(method, path, body)
    return refusal.value.told["status"], refusal.value.told["error"]


async def guest(server: Any, name: str) -> Client:
    client = Client(server.address)
    await client.be(name)
    return client


async def running_table(server: Any, **more: Any) -> tuple[Client, Client, str]:
    """Ada and Bob in a match that waits for both."""
    ada, bob = await guest(server, "Ada"), await guest(server, "Bob")
    table_id = await ada.make("goats", 2, options=SMALL, clock={"kind": "none"}, **more)
    async with ada.table(table_id) as one, bob.table(table_id) as two:
        await two.send({"t": "sit", "seat": 1})
        await two.send({"t": "ready", "on": True})
        while not one.info or not one.info["seats"][1]["ready"]:
            await one.until("table")
        await one.send({"t": "start"})
        await two.until("state")
    return ada, bob, table_id


async def closed_with(server: Any, path: str, **headers: str) -> int | None:
    """The code with which the server closes a socket it does not want."""
    async with connect(server.address.replace("http", "ws") + path, additional_headers=headers) as socket:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
        return socket.close_code


async def test_no_message_can_name_a_seat_of_somebody_else_to_act_for(server: Any) -> None:
    ada, _, table_id = await running_table(server)
    async with asyncio.timeout(240), ada.table(table_id) as table:
        await table.until("state")
        await table.send({"t": "move", "id": "x", "asked": table.state["asked"], "move": "bid 1", "seat": 1})
        assert (await table.until("refused"))["code"] == "not_seated"
        await table.send({"t": "ready", "on": True, "seat": 1})
        assert (await table.until("refused"))["code"] == "bad_message"
        await table.play("bid 1")
        assert table.state["actors"] == [1]


async def test_anothers_view_is_not_to_be_had_while_the_match_runs(server: Any) -> None:
    ada, bob, table_id = await running_table(server)
    stranger = await guest(server, "Eve")
    path = f"/api/tables/{table_id}/replay"
    assert (await ada.ask("GET", f"{path}?seat=0"))["seat"] == 0
    assert await refused(ada, "GET", f"{path}?seat=1") == (403, "not_yours")
    assert await refused(stranger, "GET", f"{path}?seat=0") == (403, "not_yours")
    assert await refused(Client(server.address), "GET", f"{path}?seat=0") == (403, "not_yours")
    assert (await bob.ask("GET", path))["steps"][0]["view"]["me"] is None
    assert await refused(ada, "GET", f"/api/tables/{table_id}/record") == (409, "not_over")
    assert await refused(stranger, "GET", f"/api/tables/{table_id}/hint") == (409, "not_asked")


async def test_where_nobody_may_watch_the_replay_waits_too(server: Any) -> None:
    _, _, table_id = await running_table(server, watch="nobody")
    stranger = await guest(server, "Eve")
    assert await refused(stranger, "GET", f"/api/tables/{table_id}/replay") == (403, "no_watchers")


async def test_a_watcher_cannot_move_start_or_order(server: Any) -> None:
    _, _, table_id = await running_table(server)
    eve = await guest(server, "Eve")
    async with asyncio.timeout(240), eve.table(table_id) as table:
        state = await table.until("state")
        assert (state["moves"], state["view"]["me"]) == ([], None)
        for request, code in (
            ({"t": "move", "id": "a", "asked": state["asked"], "move": "bid 1"}, "not_seated"),
            ({"t": "orders", "orders": [{"play": "bid 1"}]}, "not_seated"),
            ({"t": "start"}, "not_now"),
            ({"t": "clear", "seat": 0}, "not_host"),
            ({"t": "bot", "seat": 0, "level": "novice"}, "not_host"),
            ({"t": "sit", "seat": 0}, "taken"),
            ({"t": "hand_over", "person": "eve123"}, "not_host"),
            ({"t": "pause", "on": True}, "not_seated"),
            ({"t": "hold"}, "not_seated"),
            ({"t": "rematch"}, "not_now"),
        ):
            await table.send(request)
            assert (await table.until("refused"))["code"] == code, request


async def test_without_a_name_there_is_no_table(server: Any) -> None:
    _, _, table_id = await running_table(server)
    assert await closed_with(server, f"/ws/table/{table_id}") == 4401
    assert await closed_with(server, f"/ws/table/{table_id}", authorization="Bearer made-up") == 4401
    nobody = Client(server.address)
    assert await refused(nobody, "POST", "/api/tables", {"game": "goats", "seats": 2}) == (401, "no_name")
    assert await refused(nobody, "GET", "/api/me/history") == (401, "no_name")


async def test_foreign_pages_may_not_act(server: Any) -> None:
    ada = await guest(server, "Ada")
    cookie = f"hoofspiel={ada.token}"
    for headers in (
        {"origin": "https://evil.example", "cookie": cookie},
        {"origin": "null", "cookie": cookie},
        {"cookie": cookie},
        {"origin": server.address, "cookie": cookie, "sec-fetch-site": "cross-site"},
    ):
        with pytest.raises(InvalidStatus) as refusal:
            await connect(server.address.replace("http", "ws") + "/ws/lobby", additional_headers=headers)
        assert refusal.value.response.status_code == 403
    own = {"origin": server.address, "cookie": cookie}
    async with connect(server.address.replace("http", "ws") + "/ws/lobby", additional_headers=own) as lobby:
        assert json.loads(await lobby.recv())["t"] == "lobby"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_foreign_forms_are_refused(server: Any, origin: str) -> None:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    headers = {"origin": origin, "content-type": "application/json"}
    request = Request(server.address + "/api/me", b'{"name":"Eve"}', headers, method="POST")
    with pytest.raises(HTTPError) as refusal:
        await asyncio.to_thread(urlopen, request)
    assert refusal.value.code == 403
    refusal.value.close()


async def test_a_guessed_link_leads_nowhere_and_guessing_is_limited(running: Callable[..., Any]) -> None:
    server = running()
    eve = await guest(server, "Eve")
    codes = [(await refused(eve, "GET", f"/api/tables/guess{n:07}"))[0] for n in range(40)]
    assert codes[:30] == [404] * 30
    assert codes[30:] == [429] * 10
    real = await eve.make("goats", 2)
    assert len(real) == 12


async def test_passwords_cannot_be_tried_for_ever(running: Callable[..., Any]) -> None:
    server = running()
    ada = await guest(server, "Ada")
    await ada.ask("POST", "/api/account", {"name": "Ada", "password": "right password"})
    codes = []
    for n in range(10):
        body = {"name": "Ada", "password": f"wrong pass {n}"}
        codes.append((await refused(Client(server.address), "POST", "/api/session", body))[0])
    assert codes == [401] * 8 + [429] * 2
    right = {"name": "Ada", "password": "right password"}
    assert await refused(Client(server.address), "POST", "/api/session", right) == (429, "too_many")


async def test_an_unknown_name_and_a_wrong_password_look_the_same(server: Any) -> None:
    ada = await guest(server, "Ada")
    await ada.ask("POST", "/api/account", {"name": "Known", "password": "right password"})
    answers = []
    for name in ("Known", "Unknown"):
        with pytest.raises(NotAllowed) as refusal:
            await Client(server.address).ask("POST", "/api/session", {"name": name, "password": "wrong password"})
        answers.append(refusal.value.told)
    assert answers[0] == answers[1]


async def test_signing_in_never_keeps_a_token_somebody_may_have_planted(server: Any) -> None:
    """Session fixation: Eve's token in Ada's browser is worth nothing once Ada has signed in."""
    ada = await guest(server, "Ada")
    await ada.ask("POST", "/api/account", {"name": "Fixed Ada", "password": "right password"})
    eve = await guest(server, "Eve")
    planted = eve.token
    browser = Client(server.address, planted)
    await browser.sign_in("Fixed Ada", "right password")
    assert browser.token != planted
    assert (await Client(server.address, planted).ask("GET", "/api/me"))["person"] is None


async def test_signing_out_ends_the_sockets(server: Any) -> None:
    ada, _, table_id = await running_table(server)
    async with asyncio.timeout(240), ada.table(table_id) as table:
        await table.until("state")
        await ada.ask("DELETE", "/api/session")
        assert (await table.until("bye"))["code"] == "signed_out"


async def test_too_many_messages_close_the_socket(running: Callable[..., Any]) -> None:
    server = running("--messages", "100")
    ada = await guest(server, "Ada")
    table_id = await ada.make("goats", 2)
    async with asyncio.timeout(240), ada.table(table_id) as table:
        for n in range(130):
            await table.send({"t": "time", "t0": n})
        assert (await table.until("bye"))["code"] == "flood"


async def test_the_cookie_cannot_be_read_by_pages(server: Any) -> None:
    from urllib.request import Request, urlopen

    request = Request(server.address + "/api/me", b'{"name":"Ada"}', {"content-type": "application/json"})
    with await asyncio.to_thread(urlopen, request) as answer:
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"

"""Friends' phones: this computer alone by default, its network with one flag, and no page from elsewhere."""

import json
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from hoofspiel.kernel.words import Refused
from hoofspiel.server.addresses import at_home, greeting, is_loopback, listens_on, name_in, network_addresses, reachable
from hoofspiel.server.settings import Settings


def told(address: str, path: str, **headers: str) -> tuple[int, Any]:
    request = urllib.request.Request(address + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_by_default_only_this_computer_can_join_and_is_told_how_others_could(running: Callable[..., Any]) -> None:
    server = running()
    assert is_loopback(server.address.split("/")[2].rpartition(":")[0])
    assert told(server.address, "/api/reach") == (200, {"addresses": []})
    hint = server.process.stdout.readline()
    assert "make play LAN=1" in hint
    assert "hoofspiel serve --lan" in hint
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.2", port_of(server.address)), timeout=5),
    ):
        pass


def test_with_lan_other_addresses_of_this_computer_answer_and_are_named(running: Callable[..., Any]) -> None:
    server = running("--lan")
    port = port_of(server.address)
    assert server.address == f"http://127.0.0.1:{port}"
    others = [f"http://{address}:{port}" for address in network_addresses()]
    second = server.process.stdout.readline()
    assert all(address in second for address in others) or "on no network" in second
    assert told(server.address, "/api/reach") == (200, {"addresses": others})
    for address in ["http://127.0.0.2:" + str(port), *others]:
        assert told(address, "/api/me")[0] == 200
    for address in others:
        assert told(address, "/api/reach") == (200, {"addresses": []}), "a network's plan is for this computer alone"


def test_with_lan_a_foreign_name_for_this_computer_is_refused(running: Callable[..., Any]) -> None:
    server = running("--lan", "--origins", "https://play.example.org")
    status, answer = told(server.address, "/api/me", Host="rebound.example.com")
    assert (status, answer["error"]) == (421, "not_here")
    assert "http://" in answer["reason"]
    for name in ("localhost:80", "192.168.1.20:8000", "[::1]:8000", socket.gethostname(), "play.example.org"):
        assert told(server.address, "/api/me", Host=name)[0] == 200, name


def test_a_foreign_name_is_no_name_of_ours_without_lan_either(running: Callable[..., Any]) -> None:
    """A site whose name points to 127.0.0.1 would otherwise act as if it were this server's own page."""
    server = running("--names", "play.example.org, games.example.org")
    status, answer = told(server.address, "/api/me", Host="rebound.example.com")
    assert (status, answer["error"]) == (421, "not_here")
    assert "--names" in answer["reason"]
    assert server.address.rpartition(":")[2] in answer["reason"]
    for name in ("localhost", "127.0.0.1:8000", "PLAY.example.org:443", "games.example.org.", "tablet"):
        assert told(server.address, "/api/me", Host=name)[0] == 200, name
    assert server.log().count("--names") == 1


async def test_a_foreign_name_opens_no_socket(running: Callable[..., Any]) -> None:
    server = running()
    way = server.address.replace("http", "ws") + "/ws/lobby"
    door = urllib.parse.urlsplit(server.address)
    with pytest.raises(InvalidStatus) as refused:
        await connect(
            "ws://rebound.example.com/ws/lobby",
            host=door.hostname,
            port=door.port,
            origin=Origin("http://rebound.example.com"),
        )
    assert refused.value.response.status_code == 403
    async with connect(way) as lobby:
        assert json.loads(await lobby.recv())["t"] == "lobby"


def test_a_foreign_page_cannot_act_at_a_network_address(running: Callable[..., Any]) -> None:
    server = running("--lan")
    request = urllib.request.Request(
        server.address + "/api/me",
        json.dumps({"name": "Eve"}).encode(),
        {"content-type": "application/json", "origin": "http://192.168.1.66", "host": "192.168.1.20:8000"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    with refused.value as answer:
        assert answer.code == 403


def test_lan_widens_the_default_and_never_an_address_somebody_chose() -> None:
    assert listens_on(Settings()) == "127.0.0.1"
    assert listens_on(Settings(lan=True)) == "0.0.0.0"
    assert listens_on(Settings(lan=True, host="192.168.1.20")) == "192.168.1.20"


def test_lan_and_an_address_of_this_computer_alone_contradict_each_other() -> None:
    from hoofspiel.cli.serve import listen

    with pytest.raises(Refused, match="leave one of them out"):
        listen(Settings(lan=True, host="127.0.0.5", port=0))


def test_what_a_server_says_when_it_is_up() -> None:
    assert greeting("127.0.0.1", 8000)[0] == "Hoofspiel is at http://127.0.0.1:8000"
    assert greeting("192.0.2.7", 8000) == ["Hoofspiel is at http://192.0.2.7:8000"]
    assert reachable("::1", 8000) == ("http://[::1]:8000", [])
    assert greeting("0.0.0.0", 8000)[0] == "Hoofspiel is at http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Example.ORG:80", "example.org"),
        ("[::1]:8000", "[::1]"),
        ("10.0.0.1", "10.0.0.1"),
        ("laptop.", "laptop"),
        ("[::1].example.org", "[::1].example.org"),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert name_in(header) == name


def test_a_name_that_only_begins_like_ours_is_not_at_home() -> None:
    own = socket.gethostname().partition(".")[0].lower()
    assert at_home(own)
    assert at_home(f"{own}.local")
    assert not at_home(f"{own}.example.com")
    assert at_home("tablet")

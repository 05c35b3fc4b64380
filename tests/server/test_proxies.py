"""Whose measurements of a line are believed, in each set-up of a server (taco R7.3)."""

import logging

import pytest
from starlette.requests import HTTPConnection

from hoofspiel.server.line import Vouched
from hoofspiel.server.server import Server
from hoofspiel.server.settings import BadSetting, Settings, load


def asked(peer: str, **headers: str) -> HTTPConnection:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "websocket", "path": "/", "headers": named, "client": (peer, 50_000)})


def server(**more: object) -> Server:
    return Server(Settings(store="memory:", bot_workers=0, **more))  # type: ignore[arg-type]


def test_without_a_proxy_the_kernel_vouches_for_every_line() -> None:
    assert server().is_direct(asked("127.0.0.1")) == (True, True)
    assert server().is_direct(asked("203.0.113.7")) == (True, True)


def test_a_proxy_on_this_machine_is_noticed_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    made = server()
    for _ in range(3):
        assert made.is_direct(asked("127.0.0.1", x_forwarded_for="203.0.113.7")) == (False, False)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["requests come through a proxy"]


def test_a_visitor_who_pretends_to_be_behind_a_proxy_gains_nothing() -> None:
    assert server().is_direct(asked("203.0.113.7", x_forwarded_for="198.51.100.1"))[0]
    made = server(proxy_rtt_header="X-Line-RTT")
    assert made.told_by_proxy(asked("203.0.113.7", x_line_rtt="250000")) is None


def test_a_trusted_proxy_tells_the_round_trip_and_has_the_last_word() -> None:
    made = server(trust_proxy=True, proxy_rtt_header="X-Line-RTT")
    assert made.is_direct(asked("10.0.0.2")) == (False, False)
    assert made.told_by_proxy(asked("10.0.0.2", x_line_rtt="250000, 80500")) == Vouched(80.5, None)
    assert made.told_by_proxy(asked("10.0.0.2")) is None
    assert server(trust_proxy=True).told_by_proxy(asked("10.0.0.2", x_line_rtt="80500")) is None


def test_a_header_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(BadSetting, match="name of a header"):
        load({"proxy_rtt_header": "two words"}, {})

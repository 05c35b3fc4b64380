"""What whoever runs a server can see of it: logs that name table and request, figures of every part, traces."""

import asyncio
import io
import json
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from hoofspiel.client import Client
from hoofspiel.figures import Figure, Times
from hoofspiel.kernel.words import Refused
from hoofspiel.server.guard import Guard
from hoofspiel.server.logs import REQUEST, JsonLines, Words, new_request, set_up_logs
from hoofspiel.server.metrics import expose
from hoofspiel.server.settings import BadSetting, load

from .playing import played_out


def line_of(form: logging.Formatter, **about: str) -> str:
    record = logging.LogRecord("hoofspiel.room", logging.ERROR, "", 0, "a move could not be stored", None, None)
    record.__dict__.update(about)
    return form.format(record)


def test_a_log_line_names_its_table_and_its_request() -> None:
    token = REQUEST.set("abc123def456")
    try:
        told = json.loads(line_of(JsonLines(), table="abcd2345efgh"))
        assert (told["table"], told["request"]) == ("abcd2345efgh", "abc123def456")
        assert "a move could not be stored (table=abcd2345efgh request=abc123def456)" in line_of(
            Words(), table="abcd2345efgh"
        )
    finally:
        REQUEST.reset(token)
    assert set(json.loads(line_of(JsonLines()))) == {"at", "level", "part", "text"}


@pytest.mark.parametrize(("form", "starts"), [("json", "{"), ("auto", "{"), ("words", "0")])
def test_logs_are_json_unless_somebody_looks_at_them(form: str, starts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, level = logging.root.handlers[:], logging.root.level
    stream = io.StringIO()  # no terminal
    monkeypatch.setattr("sys.stderr", stream)
    try:
        set_up_logs("info", form)
        logging.getLogger("hoofspiel.test").warning("look")
    finally:
        logging.root.handlers[:] = kept
        logging.root.setLevel(level)
    first = stream.getvalue()[0]
    assert first == starts or (starts == "0" and first.isdigit())
    with pytest.raises(Refused, match="The log level is debug, info, warning or error"):
        set_up_logs("loud")


def test_forms_and_collectors_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadSetting, match="log_form is auto, json or words"):
        load({"log_form": "xml"}, {})
    with pytest.raises(BadSetting, match="traces is the address of a collector such as http"):
        load({"traces": "127.0.0.1:4318"}, {})


async def request_of(*, behind_proxy: bool, given: bytes) -> str:
    """What a request is called in the answer and in the logs."""
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(REQUEST.get())
        await send({"type": "http.response.start", "status": 200, "headers": []})

    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    guard = Guard(app, behind_proxy=behind_proxy)
    head = [(b"host", b"localhost"), (b"x-request-id", given)]
    await guard({"type": "http", "method": "GET", "path": "/", "headers": head}, None, send)  # type: ignore[arg-type]
    assert dict(told[0]["headers"])[b"x-request-id"].decode() == seen[0]
    return str(seen[0])


async def test_a_request_is_called_what_a_trusted_proxy_calls_it_and_nothing_a_visitor_makes_up() -> None:
    assert await request_of(behind_proxy=True, given=b"0af7651916cd43dd") == "0af7651916cd43dd"
    assert await request_of(behind_proxy=False, given=b"0af7651916cd43dd") != "0af7651916cd43dd"
    for odd in (b"short", b"two\nlines\nlong", b'"quoted-and-long"', b"x" * 65, b""):
        assert (await request_of(behind_proxy=True, given=odd)).encode() != odd
    assert len({new_request() for _ in range(100)}) == 100


def test_times_are_counted_by_edges() -> None:
    times = Times((1, 10))
    for value in (0.5, 1, 2, 50):
        times.note(value)
    assert times.buckets() == [("1", 2.0), ("10", 3.0), ("+Inf", 4.0)]
    text, kind = expose([Figure("test_ms", "times", "a test", times), Figure("odd", "gauge", "b", 1, {"a": 'q"\n'})])
    assert 'hoofspiel_test_ms_bucket{le="10"} 3.0' in text
    assert "hoofspiel_test_ms_sum 53.5" in text
    assert 'hoofspiel_odd{a="q\\"\\n"} 1.0' in text
    assert kind.startswith("text/plain")


async def test_every_part_of_a_busy_server_shows_in_its_figures(server: Any) -> None:
    async with Client(server.address) as ada, asyncio.timeout(240):
        await ada.be("Ada")
        async with played_out(ada):
            text = await Client(server.figures).ask("GET", "/metrics")
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    for name in ("rooms", "leases_held", "sockets", "frames_total", "store_orders_total", "store_commits_total",
                 "store_commit_seconds_count", "bots_asked_total", "bot_wait_seconds_count", "request_ms_count",
                 "bus_connected", 'http_total{status="201"}'):  # fmt: skip
        assert float(figures[f"hoofspiel_{name}"]) > 0, name
    assert float(figures["hoofspiel_store_failures_total"]) == 0


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """Something that listens to traces."""
    told: list[bytes] = []

    class Takes(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.path == "/v1/traces":
                told.append(body)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    door = HTTPServer(("127.0.0.1", 0), Takes)
    thread = threading.Thread(target=door.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{door.server_address[1]}", told
    finally:
        door.shutdown()
        thread.join()
        door.server_close()


async def test_traces_tell_how_long_things_take_and_nothing_of_what_was_played(running: Callable[..., Any]) -> None:
    with collector() as (address, told):
        server = running("--traces", address)
        async with Client(server.address) as ada, asyncio.timeout(240):
            await ada.be("Ada")
            async with played_out(ada) as table:
                table_id = table.info["id"]
        assert await asyncio.to_thread(server.stop) == 0
    spans: list[Any] = []
    for body in told:
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                spans += scope.spans
    names = {span.name for span in spans}
    assert {"POST /api/tables", "table Move", "bot"} <= names
    assert all(span.end_time_unix_nano >= span.start_time_unix_nano for span in spans)
    moved = [span for span in spans if span.name == "table Move"]
    facts = [{fact.key: fact.value.string_value for fact in span.attributes} for span in moved]
    assert {fact["hoofspiel.table"] for fact in facts} == {table_id}
    assert all(set(fact) <= {"hoofspiel.table", "hoofspiel.request"} for fact in facts)
    assert any(fact.get("hoofspiel.request") for fact in facts), "the socket they came by"
    assert not [body for body in told if b"bid " in body or str(ada.token).encode() in body]

"""What we are made of: the audit answers or says that it did not, the bill is complete and always the same."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools import audit, sbom
from tools.packages import UNKNOWN, all_packages, npm_packages, python_packages

ROOT = Path(__file__).parents[1]


@contextmanager
def database(answer: Any) -> Iterator[str]:
    """A database of holes on this computer, whose answer is made from the questions."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            body = json.dumps(answer(asked)).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_an_audit_that_nobody_answered_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        code = audit.main(["--source", f"http://127.0.0.1:{taken.getsockname()[1]}"])
    assert code == audit.NO_ANSWER
    assert capsys.readouterr().out.startswith("NOT CHECKED")


ANSWERS = [
    {"results": []},
    {"other": 1},
    [],
    {"results": [None]},
]


@pytest.mark.parametrize("said", ANSWERS, ids=["too few", "another shape", "a list", "nothing"])
def test_half_an_answer_is_none(capsys: pytest.CaptureFixture[str], said: Any) -> None:
    with database(lambda asked: said) as source:
        assert audit.main(["--source", source]) == audit.NO_ANSWER
    assert "NOT CHECKED" in capsys.readouterr().out


def test_an_answer_in_parts_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with database(lambda asked: {"results": [{"next_page_token": "more"} for _ in asked]}) as source:
        assert audit.main(["--source", source]) == audit.NO_ANSWER
    assert "several parts" in capsys.readouterr().out


def test_known_holes_are_named_and_none_is_told_as_none(capsys: pytest.CaptureFixture[str]) -> None:
    def holes(asked: list[Any]) -> Any:
        bad = {"vulns": [{"id": "TEST-1"}]}
        return {"results": [bad if query["package"]["name"] == "starlette" else {} for query in asked]}

    with database(holes) as source:
        assert audit.main(["--source", source]) == audit.HOLES
    assert re.search(r"^starlette [\d.]+: TEST-1$", capsys.readouterr().out, re.M)
    with database(lambda asked: {"results": [{} for _ in asked]}) as source:
        assert audit.main(["--source", source]) == audit.CLEAN
    assert f"{len(all_packages())} packages checked, 0 with known holes" in capsys.readouterr().out


def test_every_locked_package_is_in_the_bill_once() -> None:
    bill = sbom.bill()
    names = [part["purl"] for part in bill["components"]]
    assert len(names) == len(set(names))
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert len(python_packages()) == sum(re.match(r"[\w.\[\],-]+==", line) is not None for line in lines)
    places = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert {package.name for package in npm_packages()} == {
        place.rpartition("node_modules/")[2] for place in places if place
    }
    assert {"pypi", "npm"} == {name.partition(":")[2].partition("/")[0] for name in names}


def test_the_bill_is_the_same_every_time_and_names_no_host() -> None:
    assert json.dumps(sbom.bill()) == json.dumps(sbom.bill())
    text = json.dumps(sbom.bill())
    assert "://" not in text
    assert "timestamp" not in text
    assert (sbom.bill()["bomFormat"], sbom.bill()["specVersion"]) == ("CycloneDX", "1.6")


def test_the_page_of_licences_lists_what_is_locked_and_all_that_ships_is_free() -> None:
    rows = re.findall(r"^\| (\S+) \((\w+)\) \| (\S+) \| (.*?) \| (\w*) ?\|$", sbom.PAGE.read_text(), re.M)
    assert {(kind, name, version) for name, kind, version, _, _ in rows} == {
        (package.kind, package.name, package.version) for package in all_packages()
    }, "run `make licences`"
    free = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software|Unlicense|0BSD|Zlib|OFL|MPL", re.I)
    shipped = [(name, licence) for name, _, _, licence, ships in rows if ships]
    assert [row for row in shipped if not free.search(row[1]) and row[1] != UNKNOWN] == []

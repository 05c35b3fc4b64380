"""A server of its own for the browser tests: it forgets, its bots do not pause, and chance is the same every time."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from hoofspiel.kernel.catalog import games
from tools.gallery import QUIET

from .stills import Stills, built

ROOT = Path(__file__).parents[2]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
SHORT_PHONE: ViewportSize = {"width": 390, "height": 664}
"""What a browser with its bars leaves of a usual phone."""
SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
SMALL_ZOOMED: ViewportSize = {"width": 320, "height": 640}
"""What a window of 1280 and one of 640 have left at 200 %."""

LONG_MS = 180_000
"""How long anything is waited for: a busy machine is no failure, and what is there sooner is not waited for."""
expect.set_options(timeout=LONG_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    return {**browser_type_launch_args, "executable_path": found, "args": QUIET}


@contextmanager
def serving(folder: Path, *flags: str, packages: Path | None = None) -> Iterator[tuple[str, Path]]:
    """The address of a running server, which its first line of output names, and the file with its log.

    `packages` is a folder of further packages that the server finds installed.
    """
    said = folder / "said.txt"
    paths = [str(packages)] if packages else []
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    with said.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("seeded_server.py")), "--metrics-listen", "", *flags],
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
            env=env,
        )
    assert server.stdout is not None
    first = server.stdout.readline()
    address = re.search(r"http://\S+", first)
    assert address, f"the server did not start: {first} {said.read_text()}"
    try:
        yield address[0], said
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as (address, _):
        yield address


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with their gallery, built once for all who test side by side."""
    mine = tmp_path_factory.getbasetemp()
    return built(mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine)


@pytest.fixture
def stills(browser: Browser, gallery: Path) -> Iterator[Stills]:
    stills = Stills(browser, gallery, LONG_MS)
    yield stills
    stills.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole matches first: they take longest, and nobody should wait for one alone at the end."""
    items.sort(key=lambda item: "whole_match" not in item.nodeid)


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        base_url: str,
        *,
        phone: bool = False,
        size: ViewportSize | None = None,
        offline: bool = False,
        one_tap: bool = False,
    ) -> None:
        """What happens is shown to them all at once; whoever is to see it move says so (frames.MOVING)."""
        self.context: BrowserContext = browser.new_context(
            base_url=base_url,
            viewport=size or (PHONE if phone else DESK),
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            service_workers="allow" if offline else "block",
        )
        self.context.set_default_timeout(LONG_MS)
        chosen = json.dumps(json.dumps({"guided": list(games()), "pace": "once", "tap": one_tap}))
        self.context.add_init_script(
            'localStorage.setItem("hoofspiel.settings", localStorage.getItem("hoofspiel.settings") ?? ' + chosen + ")"
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        """What the browser complained about: errors of scripts, refusals of the content policy."""
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)


@pytest.fixture
def visit(browser: Browser, base_url: str) -> Iterator[Any]:
    """`visit()` opens the site in a fresh browser; at the end nobody's browser may have complained."""
    visitors: list[Visitor] = []

    def enter(**how: Any) -> Visitor:
        visitors.append(Visitor(browser, how.pop("at", base_url), **how))
        return visitors[-1]

    yield enter
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []

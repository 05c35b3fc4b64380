"""The server goes away and comes back: the page opens all the same, says so, keeps trying, and catches up by itself."""

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .conftest import Visitor

TITLE = "French Goats in Trench Coats"


class Lights:
    """A server that can be switched off and on at the same address, with the same memory."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"http://127.0.0.1:{self.port}"
        self.server: subprocess.Popen[str] | None = None

    def on(self) -> None:
        quick = ["--bot-pace", "0", "--bot-workers", "0", "--log", "warning"]
        self.server = subprocess.Popen(
            [sys.executable, "-m", "hoofspiel", "serve", "--port", str(self.port), "--data", str(self.folder), *quick],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.server.stdout is not None
        assert self.address in self.server.stdout.readline()

    def off(self) -> None:
        if self.server is not None:
            assert self.server.stdout is not None
            self.server.kill()
            self.server.wait(60)
            self.server.stdout.close()
        self.server = None


@pytest.fixture
def lights(tmp_path: Path) -> Iterator[Lights]:
    lights = Lights(tmp_path)
    lights.on()
    yield lights
    lights.off()


def test_without_a_server_the_pages_open_and_catch_up_when_it_is_back(browser: Browser, lights: Lights) -> None:
    visitor = Visitor(browser, lights.address, offline=True)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    table = page.url
    page.evaluate("async () => { await navigator.serviceWorker.ready }")

    lights.off()
    lost = page.get_by_text("Connection lost. Trying again")
    expect(lost).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    gone = page.get_by_text("No connection to the server. Trying again")
    expect(gone).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play now"))).to_have_count(5)
    page.goto("/new/goats")
    expect(gone).to_be_visible()
    page.goto(table)
    expect(lost).to_be_visible()

    lights.on()
    expect(page.locator("[data-card]")).to_have_count(10)
    expect(lost).to_be_hidden()
    page.locator("[data-card] button.card").first.click()
    page.locator(".prompt").get_by_role("button", name=re.compile("^Bid ")).click()
    expect(page.locator("ol.log", has_text="You show")).to_be_visible()
    visitor.context.close()


def test_home_finds_the_server_again_by_itself(browser: Browser, lights: Lights) -> None:
    visitor = Visitor(browser, lights.address, phone=True, offline=True)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    page.goto("/")
    yours = page.get_by_role("link", name=re.compile("Your move"))
    expect(yours).to_be_visible()
    lights.off()
    expect(page.get_by_text("No connection to the server")).to_be_visible()
    lights.on()
    expect(page.get_by_text("No connection to the server")).to_be_hidden()
    yours.click()
    expect(page.locator("[data-card]")).to_have_count(10)
    visitor.context.close()


def test_only_one_build_is_kept_and_pages_come_from_the_server_first(visit: Callable[..., Any]) -> None:
    visitor = visit(offline=True)
    page = visitor.page
    page.goto("/manifest.webmanifest")
    page.evaluate("async () => { await caches.open('hoofspiel-of-old') }")
    visitor.complaints.clear()  # a file alone has no icon
    page.goto("/")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("async () => (await caches.keys()).length === 1")
    (name,) = page.evaluate("caches.keys()")
    assert re.fullmatch(r"hoofspiel-[0-9a-f]{12}", name)

    answer = page.goto("/about")
    assert answer is not None
    assert answer.from_service_worker
    kept = page.evaluate("async () => (await (await caches.match('/index.html')).text())")
    shown = page.evaluate("async () => (await (await fetch('/', {cache: 'no-store'})).text())")
    assert kept == shown
    marked = kept.replace("<title>Hoofspiel", "<title>Of old")
    keep = "async ([name, text]) => (await caches.open(name)).put('/index.html', new Response(text))"
    page.evaluate(keep, [name, marked])
    page.goto("/nowhere")
    assert "Of old" not in page.content()


def test_the_pages_can_be_installed(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (link) => (await fetch(link)).json()", link)
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert page.evaluate(
            "async (src) => (await createImageBitmap(await (await fetch(src)).blob())).width > 0"
            if icon["src"].endswith("png")
            else "async (src) => (await fetch(src)).ok",
            icon["src"],
        )

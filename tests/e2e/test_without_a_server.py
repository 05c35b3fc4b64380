"""No server: every game is played to its end against bots and around one screen, and is handed in later.

The same for the static site, which stands in a folder of a plain web host.
"""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hoofspiel.cli import main
from hoofspiel.kernel.catalog import games

from .by_itself import ask, play
from .conftest import ROOT, Visitor
from .hands import Hands
from .reading import anything, faults
from .stills import built
from .test_offline import Lights, lights

__all__ = ["lights"]
STATIC = ROOT / "src/hoofspiel/static"
START_MS = 90_000
"""Python starts in a few seconds on a quiet machine; tests run on busy ones."""
MOST_BYTES = 8_000_000
SHORT: dict[str, dict[str, Any]] = {
    "goats": {"cards": 3, "rounds": 1, "bonus": False},
    "goodge": {"target": 50},
    "taco": {"easy_win": True, "short_deal": True, "tempo": "fast"},
}
MIDDLE = 8
PEOPLE = ["Ada", "Ben"]
QUICK = """localStorage.setItem("hoofspiel.settings", JSON.stringify(
  { pace: "once", motion: "calm", guided: ["foxy", "goats", "goodge", "gouda", "taco"] }))"""
GO = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')) }"
FULL = """if (location.hash === '#full')
  Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))"""
AGE = """() => {
  const kept = JSON.parse(localStorage.getItem("hoofspiel.offline"));
  kept.tables.folder = "/offline/tables-0/";
  localStorage.setItem("hoofspiel.offline", JSON.stringify(kept));
}"""
RENEWED = "now => JSON.parse(localStorage.getItem('hoofspiel.offline')).tables.folder === now"


class Host:
    """A plain web host with the static site in one of its folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        built(folder, "site", base="/hoofspiel/")
        subprocess.run([sys.executable, str(ROOT / "tools/site_docs.py"), str(folder / "hoofspiel/docs")], check=True)
        how = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
        self.server = subprocess.Popen(how, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.server.stdout is not None
        found = re.search(r"port (\d+)", self.server.stdout.readline())
        assert found
        self.address = f"http://127.0.0.1:{found[1]}/hoofspiel"

    def off(self) -> None:
        assert self.server.stdout is not None
        self.server.kill()
        self.server.wait(10)
        self.server.stdout.close()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("host"))
    yield host
    if host.server.returncode is None:
        host.off()


def kept(browser: Browser, address: str) -> Visitor:
    """Somebody's device, which keeps the games."""
    visitor = Visitor(browser, f"{address}/", phone=True, offline=True)
    visitor.context.add_init_script(QUICK)
    visitor.page.goto("./offline")
    visitor.page.get_by_role("button", name=re.compile(r"^Keep for offline play \(\d\.\d MB\)")).click()
    expect(visitor.page.get_by_text("The games are on this device")).to_be_visible(timeout=START_MS)
    visitor.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    return visitor


def begin(page: Page) -> dict[str, str]:
    """Every game at two tables, against a bot and around this screen; and their ids, by game and company."""
    found = {}
    for slug, game in games().items():
        for company in ("bots", "around"):
            own = game.alone if company == "bots" else {**(game.one_device or {}), "calm": True}
            wanted = {**game.live_options, **own, **SHORT.get(slug, {})}
            options = {name: value for name, value in wanted.items() if name != "calm" or slug == "taco"}
            seats = game.seats[0]
            table = {"game": slug, "seats": seats, "options": options, "clock": {"kind": "none"}, "start": True}
            sits = {"around": PEOPLE} if company == "around" else {}
            bots = {"bots": "novice"} if company == "bots" or seats > len(PEOPLE) else {}
            found[f"{slug} {company}"] = ask(page, "POST", "/api/tables", {**table, **sits, **bots})["id"]
    return found


def look_at(page: Page, address: str, table: str) -> None:
    """Go to a table as a link would, without loading anything anew."""
    page.evaluate(GO, f"{address}/t/{table}")


def play_everything(page: Page, address: str, folder: Path) -> None:
    """Each game to its end, twice, through a reload and a crash; every record verifies."""
    page.goto("./")
    page.get_by_role("button", name="Play now: French Goats in Trench Coats").click()
    expect(page.locator("[data-card]").first).to_be_visible(timeout=START_MS)
    hands, chance = Hands(page, ".goats", touch=True), random.Random(5)
    for _ in range(8):
        hands.act(chance)
    ask(page, "POST", "/api/me", {"name": "Ada"})
    tables = begin(page)
    play(page, list(tables.values()), MIDDLE)

    page.goto(f"./t/{tables['gouda around']}")  # everything is loaded anew, and comes from the device
    expect(page.locator("[data-curtain=drawn]")).to_be_visible(timeout=START_MS)
    page.workers[0].evaluate("() => setTimeout(() => { throw new Error('out of memory') })")
    expect(page.get_by_text("stopped and are starting again")).to_be_visible()
    look_at(page, address, tables["foxy bots"])
    expect(page.locator(".foxy").first).to_be_visible(timeout=START_MS)
    play(page, list(tables.values()))
    for name, table in tables.items():
        look_at(page, address, table)
        expect(page.locator(f"[data-room={name.split()[0]}] .end")).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the record").click()
        record = folder / f"{table}.json"
        saved.value.save_as(record)
        assert main(["verify", str(record)]) == 0, name


def long_with_the_server_killed_every_game_ends_twice_and_is_handed_in_later(
    browser: Browser, lights: Lights, tmp_path: Path
) -> None:
    visitor = kept(browser, lights.address)
    page = visitor.page
    lights.off()
    play_everything(page, lights.address, tmp_path)

    lights.on()
    page.goto("./offline")
    page.get_by_role("button", name="Show them").click()
    hand_in = page.get_by_role("button", name="Hand in")
    expect(hand_in).to_have_count(2 * len(games()), timeout=START_MS)
    for button in hand_in.all():
        button.click()
        expect(page.get_by_text("Checked, and in your history now.")).to_be_visible()
        expect(button).to_be_enabled()
    page.goto("./you")
    expect(page.get_by_text("played offline")).to_have_count(2 * len(games()))
    visitor.context.close()


def long_the_static_site_does_the_same_in_a_folder_of_any_web_host(
    browser: Browser, host: Host, tmp_path: Path
) -> None:
    visitor = kept(browser, host.address)
    page = visitor.page
    page.goto("./")
    expect(page.get_by_text("This page has no server behind it.")).to_be_visible()
    found = faults(page, "home", anything)
    page.get_by_role("link", name="Documentation").click()
    page.get_by_role("link", name="play without a connection").click()
    expect(page.get_by_role("heading", name="A site without a server")).to_be_visible()
    found += faults(page, "documentation")
    page.goto("./rules/gouda")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    host.off()

    page.goto("./learn?game=goats")  # a puzzle is laid out by what this device keeps
    expect(page.get_by_role("heading", name="What would you play?")).to_be_visible(timeout=START_MS)
    page.locator("main .choices button").first.click()
    expect(page.locator(".verdict")).to_be_focused()
    page.goto("./")
    page.get_by_role("link", name="Around this screen: The Goodge Rules").click()
    expect(page.get_by_role("radio", name="People around this screen")).to_be_checked(timeout=START_MS)
    found += faults(page, "a new table", anything)
    play_everything(page, host.address, tmp_path)
    found += faults(page, "the end")
    assert not found, "\n".join(found)
    assert visitor.complaints == [one for one in visitor.complaints if "Failed to load resource" in one]
    visitor.context.close()


def test_nothing_for_offline_play_is_fetched_unasked_and_all_of_it_is_small(browser: Browser, base_url: str) -> None:
    packs = json.loads((STATIC / "offline/index.json").read_text())
    assert sum(pack["bytes"] for pack in packs.values()) <= MOST_BYTES
    assert all((STATIC / pack["pack"][1:]).stat().st_size == pack["bytes"] for pack in packs.values())
    visitor = Visitor(browser, base_url, offline=True)
    fetched: list[str] = []
    visitor.context.on("request", lambda request: fetched.append(request.url))
    visitor.page.goto("/")
    visitor.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    assert not [address for address in fetched if "/offline/" in address]
    assert "/offline/" not in (STATIC / "worker.js").read_text().partition("const PAGE")[0]
    visitor.context.close()


def test_a_device_without_room_says_so_and_an_old_version_is_renewed_at_the_next_visit(
    browser: Browser, base_url: str
) -> None:
    visitor = Visitor(browser, base_url, offline=True)
    page = visitor.page
    page.add_init_script(FULL)
    page.goto("/offline#full")
    page.get_by_role("button", name=re.compile("^Keep for offline play")).click()
    expect(page.get_by_text("there isn’t enough room on this device")).to_be_visible(timeout=START_MS)
    assert page.evaluate("async () => (await (await caches.open('offline-tables')).keys()).length") == 0

    page.goto("/about")
    page.goto("/offline")
    page.get_by_role("button", name=re.compile("^Keep for offline play")).click()
    expect(page.get_by_text("The games are on this device")).to_be_visible(timeout=START_MS)
    page.evaluate(AGE)
    page.goto("/")
    now = json.loads((STATIC / "offline/index.json").read_text())["tables"]["folder"]
    page.wait_for_function(RENEWED, arg=now, timeout=START_MS)
    visitor.context.close()

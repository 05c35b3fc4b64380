"""The server is killed: every game starts on the device, matches end, go on after a reload, and are handed in later."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hoofspiel.cli import main
from hoofspiel.kernel.catalog import games

from .conftest import ROOT, Visitor
from .hands import Hands
from .test_offline import Lights, lights

__all__ = ["lights"]
STATIC = ROOT / "src/hoofspiel/static"
START_MS = 90_000
"""Python starts in a few seconds on a quiet machine; tests run on busy ones."""
MOST_BYTES = 8_000_000
SHORT = {"goats": {"cards": 3, "rounds": 1, "bonus": False}, "goodge": {"target": 50}}
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
ASK = """async ([chunk, method, address, body]) => {
  const here = Object.values(await import(chunk)).find(one => typeof one?.ask === "function");
  return JSON.parse((await here.ask(method, address, body)).body);
}"""


@pytest.fixture
def page(browser: Browser, lights: Lights) -> Iterator[Page]:
    """A device that keeps the games, and whose server is gone."""
    visitor = Visitor(browser, lights.address, phone=True, offline=True)
    visitor.context.add_init_script(QUICK)
    visitor.page.goto("/offline")
    visitor.page.get_by_role("button", name=re.compile(r"^Keep for offline play \(\d\.\d MB\)")).click()
    expect(visitor.page.get_by_text("The games are on this device")).to_be_visible(timeout=START_MS)
    visitor.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    lights.off()
    yield visitor.page
    visitor.context.close()


def asked(page: Page, method: str, address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Asked of the device, as the pages do."""
    chunks = [path.name for path in (STATIC / "assets").glob("here-*.js") if "postMessage" in path.read_text()]
    told: dict[str, Any] = page.evaluate(ASK, [f"/assets/{chunks[0]}", method, address, json.dumps(body or {})])
    return told


def test_without_a_server_games_start_go_on_after_a_reload_end_and_are_handed_in(
    page: Page, lights: Lights, tmp_path: Path
) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now: French Goats in Trench Coats").click()
    expect(page.locator("[data-card]").first).to_be_visible(timeout=START_MS)
    asked(page, "POST", "/api/me", {"name": "Ada"})
    tables = {}
    for slug, game in games().items():
        table = {"game": slug, "seats": game.seats[0], "clock": {"kind": "none"}, "bots": "novice", "start": True}
        options = {**game.live_options, **game.alone, **SHORT.get(slug, {})}
        tables[slug] = asked(page, "POST", "/api/tables", {**table, "options": options})["id"]
        page.evaluate(GO, f"/t/{tables[slug]}")
        expect(page.locator(f"[data-room={slug}] .{slug}").first).to_be_visible(timeout=START_MS)

    page.goto(f"/t/{tables['goats']}")  # everything is loaded anew, and comes from the device
    expect(page.locator(".goats")).to_be_visible(timeout=START_MS)
    hands, chance = Hands(page, ".goats", touch=True), random.Random(5)
    for turn in range(600):
        if hands.over:
            break
        hands.act(chance)
        if turn == 8:
            page.reload()
            expect(page.locator(".goats")).to_be_visible(timeout=START_MS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    saved.value.save_as(tmp_path / "record.json")
    assert main(["verify", str(tmp_path / "record.json")]) == 0

    lights.on()
    page.goto("/offline")
    page.get_by_role("button", name="Show them").click()
    page.get_by_role("button", name="Hand in").first.click(timeout=START_MS)
    expect(page.get_by_text("Checked, and in your history now.")).to_be_visible()
    page.goto("/you")
    expect(page.get_by_text("played offline")).to_be_visible()


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

"""How a first visit loads, page by page: requests, bytes, times, movement, what axe finds; on a slow phone and a desk.

`make load` builds the pages and runs this. It fails when a page asks another site for anything, loads more than it may,
moves about while it loads, or keeps somebody out; the times are printed to be looked at.
"""

import argparse
import os
import shutil
import sys
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Request, sync_playwright

from tools.gallery import GAMES, NEW_TABLE, QUIET, ROOT, running

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
FIRST_LOAD = 120 * 1024
MOST_MOVEMENT = 0.1
SLOW_PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
"""About what a phone has in the country: 1.6 Mbit/s, 150 ms."""
SIZES = {"slow phone": (390, 844), "desk": (1280, 800)}
WATCH = """
  window.seen = {moved: 0, largest: 0};
  const watch = (type, take) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({type, buffered: true});
  watch('layout-shift', one => { if (!one.hadRecentInput) seen.moved += one.value });
  watch('largest-contentful-paint', one => { seen.largest = one.startTime });
"""
TIMES = """() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const loaded = performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd;
  return {first, loaded, largest: seen.largest, moved: seen.moved};
}"""


@dataclass
class Visit:
    """What one visit to one page cost."""

    name: str
    requests: int = 0
    size: int = 0
    foreign: list[str] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def faults(self, most: int | None) -> list[str]:
        found = [f"{self.name}: asks {url}" for url in self.foreign]
        found += [f"{self.name}: axe says {one}" for one in self.violations]
        if most is not None and self.size > most:
            found.append(f"{self.name}: {self.size:,} bytes, more than {most:,}")
        if self.times["moved"] > MOST_MOVEMENT:
            found.append(f"{self.name}: moves about while it loads ({self.times['moved']:.2f})")
        return found

    def line(self) -> str:
        first, largest, loaded = (round(self.times[key]) for key in ("first", "largest", "loaded"))
        kilobytes = self.size / 1024
        return (
            f"{self.name:38}{self.requests:>5}{kilobytes:>9.1f}{first:>9}{largest:>9}{loaded:>9}"
            f"{self.times['moved']:>8.3f}{len(self.violations):>5}"
        )


def slowed(session: CDPSession) -> None:
    session.send("Network.emulateNetworkConditions", SLOW_PHONE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def visit(browser: Browser, server: str, size: str, name: str, path: str) -> Visit:
    """One page in a browser that has never been here; a path with a game's name is a table of that game."""
    width, height = SIZES[size]
    context = browser.new_context(base_url=server, viewport={"width": width, "height": height}, service_workers="block")
    page = context.new_page()
    if path.startswith("table "):
        page.goto("/manifest.webmanifest")
        path = f"/t/{page.evaluate(NEW_TABLE, path.removeprefix('table '))}"
        page.close()
        page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if size == "slow phone":
        slowed(session)
    page.add_init_script(WATCH)
    found = Visit(f"{name}, {size}")

    def asked(request: Request) -> None:
        found.requests += 1
        if not request.url.startswith((server, server.replace("http", "ws"), "data:", "blob:")):
            found.foreign.append(request.url)

    def came(told: dict[str, Any]) -> None:
        found.size += int(told["encodedDataLength"])

    page.on("request", asked)
    session.on("Network.loadingFinished", came)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    found.times = page.evaluate(TIMES)
    found.violations = axe(page)
    context.close()
    return found


def axe(page: Page) -> list[str]:
    page.evaluate(AXE)
    told = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:100]}"
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", help="the address of a running server; without it one is started")
    asked = parser.parse_args()
    pages = {"home": "/", "settings": "/settings", "you": "/you", "rules": f"/rules/{GAMES[0]}"}
    pages |= {"new table": f"/new/{GAMES[0]}"} | {f"{slug} table": f"table {slug}" for slug in GAMES}
    faults: list[str] = []
    serve = [sys.executable, "-m", "hoofspiel", "serve", "--port", "0", "--store", "memory:", "--new-tables", "1000"]
    serve += ["--metrics-listen", ""]
    with running(serve) as own, sync_playwright() as play:
        server = asked.server or own
        found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = play.chromium.launch(executable_path=found, args=QUIET)
        print(f"{'page':38}{'asked':>5}{'KB':>9}{'first ms':>9}{'largest':>9}{'loaded':>9}{'moved':>8}{'axe':>5}")
        for size in SIZES:
            for name, path in pages.items():
                one = visit(browser, server, size, name, path)
                print(one.line(), flush=True)
                faults += one.faults(FIRST_LOAD if name == "home" else None)
        browser.close()
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

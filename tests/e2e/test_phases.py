"""Every board in its main phases, as the gallery shows them, on a phone by night: read, hit and seen without scrolling.

What a board looks like by day is read in whole matches; these positions stand still, and no server is behind them.
"""

import mimetypes
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from hoofspiel.kernel.catalog import games
from tools.gallery import GO, GUIDED

from .conftest import PHONE, ROOT
from .reading import pale, sideways, small

MAIN = "all => all.map(one => [one.textContent, one.getAttribute('href')])"
DOWN = """() => Math.max(document.documentElement.scrollHeight - innerHeight,
  ...[...document.querySelectorAll('main')].map(one => one.scrollHeight - one.clientHeight))"""


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with their gallery, built."""
    folder = tmp_path_factory.mktemp("gallery")
    build = ["node", "node_modules/vite/bin/vite.js", "build", "web", "--mode", "gallery", "--outDir", str(folder)]
    subprocess.run([*build, "--logLevel", "error"], cwd=ROOT, check=True)
    return folder


@pytest.fixture
def night(browser: Browser, gallery: Path) -> Iterator[Page]:
    """A phone by night. It gets its pages from the folder they were built into, and nothing else from anywhere."""
    context = browser.new_context(
        base_url="http://gallery.test", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark",
        reduced_motion="reduce", service_workers="block",
    )

    def serve(route: Route) -> None:
        path = gallery / route.request.url.split("?")[0].removeprefix("http://gallery.test/")
        if "/api/" in route.request.url:
            return route.fulfill(json={"games": []})
        file = path if path.is_file() else gallery / "index.html"
        return route.fulfill(path=file, content_type=mimetypes.guess_type(file)[0] or "text/plain")

    context.route("**/*", serve)
    context.add_init_script(f"({GUIDED})({list(games())!r})")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("slug", games())
def test_every_main_phase_is_read_and_hit_on_a_phone_by_night(night: Page, slug: str) -> None:
    complaints: list[str] = []
    night.on("pageerror", lambda error: complaints.append(str(error)))
    night.goto(f"/gallery?game={slug}")
    night.wait_for_selector("[data-main]")
    scenes: list[Any] = night.eval_on_selector_all("[data-main]", MAIN)
    found: list[str] = []
    for title, path in scenes:
        night.evaluate(GO, path)
        night.wait_for_selector(f"[data-scene='{path.rpartition('=')[2]}'] [data-room] main > *")
        faults = [*pale(night), *small(night), *(["wider than its window"] if sideways(night) > 0 else [])]
        down = int(night.evaluate(DOWN))
        found += [f"{title}: {fault}" for fault in [*faults, *([f"scrolls by {down} px"] if down > 0 else [])]]
    assert len(scenes) > 5
    assert not found + complaints, "\n".join(found + complaints)

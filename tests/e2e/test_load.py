"""What a first visit loads: little, and from nowhere else."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from hoofspiel.kernel.catalog import games
from tools.load import visit as measured

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/hoofspiel/static"
FIRST_LOAD = 120 * 1024
ONE_BOARD = 40 * 1024


def packed(path: Path) -> int:
    """The size on the wire; pictures and type that are packed already count as they are."""
    data = path.read_bytes()
    return len(data) if path.suffix in {".woff", ".woff2", ".png"} else len(gzip.compress(data))


def test_the_first_load_is_small_and_asks_nobody_else(visit: Callable[..., Any], base_url: str) -> None:
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((base_url, base_url.replace("http", "ws")))] == []
    pages = [url for url in asked if "/api/" not in url and "/ws/" not in url]
    files = {url.removeprefix(base_url).lstrip("/") or "index.html" for url in pages}
    sizes = {name: packed(STATIC / name) for name in files}
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_no_built_file_outgrows_a_board() -> None:
    sizes = {path.name: packed(path) for path in (STATIC / "assets").iterdir() if path.suffix in {".js", ".css"}}
    assert {name: size for name, size in sizes.items() if size >= ONE_BOARD} == {}


def test_all_that_comes_over_the_line_at_a_first_visit_is_little(browser: Browser, base_url: str) -> None:
    """Measured by the browser: pages, pictures and what the server says."""
    assert measured(browser, base_url, "desk", "home", "/").faults(FIRST_LOAD) == []


@pytest.mark.parametrize("slug", games())
def test_a_table_asks_nobody_else_and_nothing_jumps(browser: Browser, base_url: str, slug: str) -> None:
    assert measured(browser, base_url, "desk", slug, f"table {slug}").faults(2 * FIRST_LOAD) == []

"""Every page can be read and used by everybody: axe, target sizes, no sideways scrolling, large type."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hoofspiel.kernel.catalog import games

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
SLUGS = list(games())
PAGES = ["/", "/you", "/settings", "/about", "/nowhere", "/rules/{slug}", "/new/{slug}"]
NARROW, LARGEST_ZOOM = 360, 320
SMALLEST_TARGET = 44
SMALL = """least => [...document.querySelectorAll('button, a[href], select, input:not([type=checkbox], [type=radio])')]
  .filter(thing => thing.checkVisibility() && !thing.closest('[aria-hidden=true], p, dialog:not([open])'))
  .map(thing => [thing.getBoundingClientRect(), thing])
  .filter(([box]) => box.width > 0 && (box.height < least - 0.6 || box.width < least - 0.6))
  .map(([box, thing]) => `${thing.outerHTML.slice(0, 90)} is ${Math.round(box.width)}x${Math.round(box.height)}`)"""
START = """async slug => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  const {games} = await (await fetch('/api/games')).json();
  const {seats, live_options} = games.find(one => one.slug === slug);
  const four = seats.includes(4) ? 4 : seats.at(-1);
  const table = {game: slug, seats: four, options: live_options, clock: {kind: 'none'}, bots: 'novice', start: true};
  return (await post('/api/tables', table)).id;
}"""


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, each with the first place where it is so."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    # The figures on a card are its picture, scattered over its corners; its name says them in words.
    for one in found["violations"]:
        if one["id"] == "label-content-name-mismatch":
            one["nodes"] = [node for node in one["nodes"] if 'class="card' not in node["html"]]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:140]} {one['nodes'][0].get('failureSummary', '')[:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical") and one["nodes"]
    ]


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def open_page(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def start_match(page: Page, slug: str) -> None:
    """A table with bots, through the same requests the home page makes."""
    page.goto("/")
    table = page.evaluate(START, slug)
    page.goto(f"/t/{table}")
    expect(page.locator("main .prompt, main [data-board]").first).to_be_visible(timeout=20_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_a_page(visit: Callable[..., Any], path: str, scheme: Any) -> None:
    page = visit(phone=scheme == "dark").page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_page(page, path.format(slug=SLUGS[0]))
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", SLUGS)
def test_axe_finds_nothing_serious_on_a_board(visit: Callable[..., Any], slug: str, scheme: Any) -> None:
    page = visit(phone=scheme == "dark").page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    start_match(page, slug)
    assert serious(page) == []


@pytest.mark.parametrize("width", [NARROW, LARGEST_ZOOM])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways(visit: Callable[..., Any], path: str, width: int) -> None:
    """360 pixels is a small phone; 320 is what a window of 640 has left at 200 % zoom."""
    page = visit().page
    page.set_viewport_size({"width": width, "height": 640})
    open_page(page, path.format(slug=SLUGS[0]))
    assert sideways(page) <= 0


@pytest.mark.parametrize("slug", SLUGS)
def test_no_board_scrolls_sideways_and_every_target_can_be_hit(visit: Callable[..., Any], slug: str) -> None:
    page = visit().page
    page.set_viewport_size({"width": NARROW, "height": 740})
    start_match(page, slug)
    assert sideways(page) <= 0
    assert page.evaluate(SMALL, SMALLEST_TARGET) == []
    page.set_viewport_size({"width": 640, "height": 400})
    assert sideways(page) <= 0


@pytest.mark.parametrize("path", ["/", "/you", "/settings", "/new/{slug}"])
def test_every_target_on_a_page_can_be_hit(visit: Callable[..., Any], path: str) -> None:
    page = visit(phone=True).page
    open_page(page, path.format(slug=SLUGS[0]))
    assert page.evaluate(SMALL, SMALLEST_TARGET) == []


ONE_DEVICE = [slug for slug, game in games().items() if game.one_device is not None]


@pytest.mark.parametrize("slug", ONE_DEVICE)
def test_people_around_one_screen_can_read_and_hit_everything(visit: Callable[..., Any], slug: str) -> None:
    page = visit(phone=True).page
    page.emulate_media(reduced_motion="reduce")
    open_page(page, f"/new/{slug}")
    page.get_by_role("radio", name="People around this screen").check(force=True)
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Ann", exact=False).first).to_be_visible(timeout=20_000)
    assert serious(page) == []
    assert sideways(page) <= 0
    assert page.evaluate(SMALL, SMALLEST_TARGET) == []

"""Every page can be read and used by everybody: axe, target sizes, no sideways scrolling, large type."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hoofspiel.kernel.catalog import games

from .conftest import SMALL_PHONE, SMALL_ZOOMED, ZOOMED
from .reading import anything, faults, pale, serious, sideways

SLUGS = list(games())
WALKS = {
    "about it all": ["/", "/you", "/settings", "/about", "/nowhere"],
    "rules": [f"/rules/{slug}" for slug in SLUGS],
    "new tables": [f"/new/{slug}" for slug in SLUGS],
}
MOST_CLICKS = 3
FIRST_MOVE = {
    "foxy": [".prompt button.primary >> nth=0"],
    "goats": ["[data-card='7'] button", "[data-card='7'] button"],
    "goodge": ["[data-bid]"],
    "gouda": [".room.bath", ".prompt button.primary"],
    "taco": [".taco:has(.centre .card) .pad:not(.back)"],
}
"""Where to press after Play now."""


def open_page(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator("[role=status].muted")).to_have_count(0)


def look_over(page: Page, name: str, axe: Callable[[Page], list[str]] = serious) -> list[str]:
    """What somebody would miss on a small phone, zoomed to 200 %, by day and by night, when only colours change."""
    page.set_viewport_size(SMALL_PHONE)
    found = faults(page, f"{name}, by day", axe)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found += [f"{name}, by night: {one}" for one in pale(page)]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    for size in (ZOOMED, SMALL_ZOOMED):
        page.set_viewport_size(size)
        found += [f"{name}: too wide for {size['width']}"] if sideways(page) > 0 else []
    return found


@pytest.mark.parametrize("walk", WALKS)
def test_everybody_can_read_and_use_a_page_and_axe_finds_nothing_at_all(visit: Callable[..., Any], walk: str) -> None:
    page = visit().page
    found = []
    for path in WALKS[walk]:
        open_page(page, path)
        found += look_over(page, path, anything)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("slug", SLUGS)
def test_everybody_can_read_and_use_a_board_and_makes_a_first_move_in_three_clicks(
    visit: Callable[..., Any], slug: str
) -> None:
    page = visit().page
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda said: heard.append(str(said))))
    open_page(page, "/")
    title = page.evaluate(
        "async slug => (await (await fetch('/api/games')).json()).games.find(one => one.slug === slug).texts.title",
        slug,
    )
    page.get_by_role("button", name=f"Play now: {title}").click()
    clicks = FIRST_MOVE[slug]
    expect(page.locator(clicks[0])).to_be_visible()
    found = look_over(page, slug)
    page.set_viewport_size(SMALL_PHONE)
    for place in clicks:
        page.locator(place).click()
    for turn in range(2000):
        if any('"ack"' in said for said in heard):
            break
        if games()[slug].timed and turn % 20 == 19:
            page.locator(clicks[-1]).click()  # between two cards a slap is passed over
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the server heard of no move")
    assert 1 + len(clicks) <= MOST_CLICKS
    assert found == []


def test_everybody_can_read_and_use_what_opens_beside_a_board(visit: Callable[..., Any]) -> None:
    page = visit(phone=True, size=SMALL_PHONE).page
    open_page(page, "/new/goats")
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator(".code")).to_be_visible()
    found = look_over(page, "the waiting table")
    page.set_viewport_size(SMALL_PHONE)
    page.get_by_role("button", name=re.compile("^Start")).click()
    expect(page.locator("[data-card]").first).to_be_visible()
    for name in ("Rules", "Log and chat", "More"):
        page.get_by_role("button", name=name, exact=name == "More").first.click()
        expect(page.locator("dialog[open], .menu").first).to_be_visible()
        found += faults(page, name)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".toast").first).to_be_visible()
    found += faults(page, "a hint")
    assert found == []


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.one_device is not None])
def test_people_around_one_screen_can_read_and_hit_everything(visit: Callable[..., Any], slug: str) -> None:
    page = visit(phone=True).page
    open_page(page, f"/new/{slug}")
    page.get_by_role("radio", name="People around this screen").check(force=True)
    page.get_by_role("group", name="How many people").get_by_role("radio", name="4").check(force=True)
    page.get_by_role("group", name="Extra bots").get_by_role("radio", name="1").check(force=True)
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Ann", exact=False).first).to_be_visible()
    assert faults(page, slug) == []


def test_axe_finds_nothing_at_all_around_a_board(visit: Callable[..., Any]) -> None:
    """A table before the match, for the host and for a guest; the guide; and every panel."""
    host, guest = visit().page, visit(phone=True, size=SMALL_PHONE).page
    guest.goto("/")
    guest.evaluate("localStorage.setItem('hoofspiel.settings', '{}')")
    open_page(host, "/new/goats")
    host.get_by_role("button", name="Make the table").click()
    expect(host.locator(".code")).to_be_visible()
    found = [f"host: {one}" for one in anything(host)]
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit here").first.click()
    expect(guest.get_by_role("button", name="I’m ready")).to_be_visible()
    found += [f"guest: {one}" for one in anything(guest)]
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(guest.locator(".guide")).to_be_visible()
    found += [f"guide: {one}" for one in anything(guest)]
    guest.locator(".guide").get_by_role("button", name="Skip").click()
    for name in ("Rules", "Log and chat"):
        guest.get_by_role("button", name=name).first.click()
        expect(guest.locator("dialog[open]")).to_be_visible()
        found += [f"{name}: {one}" for one in anything(guest)]
        guest.keyboard.press("Escape")
    guest.get_by_role("button", name="More", exact=True).click()
    found += [f"More: {one}" for one in anything(guest)]
    guest.get_by_role("button", name="Settings").click()
    expect(guest.locator("dialog[open]")).to_be_visible()
    found += [f"Settings: {one}" for one in anything(guest)]
    assert found == []

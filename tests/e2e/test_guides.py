"""The guide of a first round: beside the board, never on it; bots wait for whoever reads, and focus comes back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hoofspiel.kernel.catalog import games

from .conftest import SHORT_PHONE

SIZES: list[ViewportSize] = [
    SHORT_PHONE,
    {"width": 375, "height": 667},
    {"width": 667, "height": 375},
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 800},
]
NEXT = re.compile("^(Next|Play)$")
MEETINGS = """() => {
  const guide = document.querySelector('.guide').getBoundingClientRect();
  const out = guide.top < 0 || guide.left < 0 || guide.bottom > innerHeight + 0.5 || guide.right > innerWidth + 0.5;
  const pressed = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button]')];
  // What is scrolled out of its box is not to be seen, and so not to be hit.
  const shown = thing => {
    const box = thing.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let around = thing.parentElement; around; around = around.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowY)) continue;
      const edge = around.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return {left, top, right, bottom};
  };
  const covered = pressed
    .filter(thing => thing.checkVisibility({visibilityProperty: true}) && !thing.closest('.guide, .skip, dialog'))
    .map(thing => [shown(thing), thing])
    .filter(([box]) => box.right > box.left && box.bottom > box.top)
    .filter(([box]) => box.left < guide.right - 0.5 && box.right > guide.left + 0.5)
    .filter(([box]) => box.top < guide.bottom - 0.5 && box.bottom > guide.top + 0.5)
    .map(([, thing]) => thing.outerHTML.slice(0, 120));
  return out ? [...covered, 'the guide is not all on the screen'] : covered;
}"""


def first_time(page: Page, slug: str) -> None:
    page.goto("/settings")
    page.evaluate("localStorage.setItem('hoofspiel.settings', '{}')")
    page.goto("/")
    page.locator(f".door[data-room={slug}]").get_by_role("button", name=re.compile("^Play now")).click()
    expect(page.locator(".guide")).to_be_visible()


@pytest.mark.parametrize("slug", games())
def test_a_guide_never_covers_what_can_be_pressed(visit: Callable[..., Any], slug: str) -> None:
    page = visit(phone=True, size=SHORT_PHONE).page
    first_time(page, slug)
    found = []
    for card in range(10):
        for size in SIZES:
            page.set_viewport_size(size)
            name = f"{slug}, card {card + 1}, {size['width']}x{size['height']}"
            found += [f"{name}: {thing}" for thing in page.evaluate(MEETINGS)]
        page.set_viewport_size(SHORT_PHONE)
        last = page.locator(".guide .primary").inner_text() == "Play"
        page.locator(".guide .primary").click()
        if last:
            break
    assert found == []
    expect(page.locator(".guide")).to_have_count(0)


def test_what_a_guide_points_at_stays_in_sight_when_the_board_grows(visit: Callable[..., Any]) -> None:
    page = visit(phone=True, size=SHORT_PHONE).page
    first_time(page, "goats")
    in_sight = """() => document.querySelector('[data-lit]').getBoundingClientRect().bottom
      <= document.querySelector('.guide').getBoundingClientRect().top"""
    page.wait_for_function(in_sight)
    page.locator(".counter").evaluate("it => it.style.minHeight = `${it.offsetHeight + 40}px`")
    page.wait_for_function(in_sight)


PAUSED = "async () => (await (await fetch('/api/tables/' + location.pathname.split('/').pop())).json()).paused"


def stands_still(page: Page, *, paused: bool) -> None:
    page.wait_for_function(f"async () => (await ({PAUSED})()) === {str(paused).lower()}")


@pytest.mark.parametrize("slug", games())
def test_bots_wait_for_whoever_is_alone_and_reads(visit: Callable[..., Any], slug: str) -> None:
    """And whoever skips the guide by keyboard is back at the board."""
    page = visit(phone=True, size=SHORT_PHONE).page
    first_time(page, slug)
    stands_still(page, paused=True)
    expect(page.get_by_text("Paused")).to_have_count(0)
    page.locator(".guide").get_by_role("button", name="Skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator("main:focus, main :focus")).to_have_count(1)
    stands_still(page, paused=False)
    for name in ("Rules", "Log and chat"):
        page.get_by_role("button", name=name).first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        stands_still(page, paused=True)
        page.keyboard.press("Escape")
        stands_still(page, paused=False)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("dialog[open]")).to_contain_text("Colours")
    stands_still(page, paused=True)
    page.keyboard.press("Escape")
    stands_still(page, paused=False)


def test_a_move_made_beside_the_guide_counts(visit: Callable[..., Any]) -> None:
    page = visit(phone=True, size=SHORT_PHONE).page
    first_time(page, "goats")
    stands_still(page, paused=True)
    page.locator("[data-card='7'] button").click()
    page.locator(".prompt").get_by_role("button", name=re.compile("^Bid ")).click()
    page.get_by_role("button", name="Log and chat").click()
    expect(page.locator("dialog ol.log")).to_contain_text("You show")
    expect(page.locator(".toast")).to_have_count(0)


def test_nobody_is_stopped_while_a_friend_reads(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True, size=SHORT_PHONE).page
    host.goto("/new/goats")
    host.get_by_role("button", name="Make the table").click()
    host.wait_for_url("**/t/*")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(guest.locator("[data-card]")).to_have_count(10)
    guest.get_by_role("button", name="Rules").first.click()
    expect(guest.locator("dialog[open]")).to_be_visible()
    assert guest.evaluate(f"({PAUSED})()") is False
    expect(host.get_by_text("would like a pause")).to_have_count(0)

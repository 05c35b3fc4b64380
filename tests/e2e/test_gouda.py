"""A night of gouda by keyboard and after a reload: the focus is where something can be chosen, and no row is lost."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from .conftest import DESK, SHORT_PHONE
from .reading import AXE

PLAY = "Play now: Gouda Gangster"
ON_ITS_SIDE: ViewportSize = {"width": 667, "height": 375}
HIDDEN = """() => [...document.querySelectorAll('.making button, .cards button, .prompt button')].filter(one => {
  const {x, y, width, height, bottom} = one.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return bottom > innerHeight || !one.contains(there);
}).map(one => one.ariaLabel ?? one.innerText)"""
"""What lies below the edge, or under something else."""
FOCUSED = """() => {
  const one = document.activeElement;
  return { name: one.ariaLabel ?? one.innerText, free: one.matches('main button:not([aria-disabled=true])'),
    where: one.closest('.others') ? 'row' : one.closest('.cards') ? 'hand' : one.closest('.prompt') ? 'prompt'
      : one.closest('.house') ? 'house' : '' };
}"""


def wait_for_question(page: Page, words: str) -> dict[str, Any]:
    """Where the focus is once this is asked; what is on stage before it is hurried."""
    prompt = page.locator(".prompt.mine p")
    expect(prompt).to_contain_text(words)
    page.wait_for_function("() => document.activeElement.matches('main button:not([aria-disabled=true])')")
    found: dict[str, Any] = page.evaluate(FOCUSED)
    return found


def test_the_focus_lands_on_the_first_thing_that_can_be_chosen(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=PLAY).focus()
    page.keyboard.press("Enter")
    assert wait_for_question(page, "Choose a room")["where"] == "house"
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^Ready")).focus()
    page.keyboard.press("Enter")
    spying = wait_for_question(page, "Turn up one card")
    assert spying["where"] == "row", spying
    assert spying["name"].startswith("Turn up card"), spying
    for _ in range(8):  # a bot's Nailed Down may take the last card away: then the next night asks
        page.keyboard.press("Enter")
        expect(page.locator(".prompt.mine")).to_have_count(0)
        expect(page.locator(".prompt.mine p")).to_be_visible()
        asked = page.locator(".prompt.mine p").inner_text()
        if asked.startswith("Play one last card"):
            break
        focus = wait_for_question(page, asked[:12])
        if focus["where"] == "house":
            page.keyboard.press("Enter")
            page.get_by_role("button", name=re.compile("^Ready")).focus()
    last = wait_for_question(page, "Play one last card")
    usable = page.locator(".cards button.card.allowed").count()
    assert last["where"] == ("hand" if usable else "prompt"), last


def test_a_row_in_the_making_outlives_a_reload(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=PLAY).click()
    page.locator("button.room.bed").click()
    page.locator(".cards button.card.allowed").first.click()
    making = page.locator(".making button")
    expect(making).to_have_count(2)
    names = [one.get_attribute("aria-label") for one in making.all()]
    for size in (SHORT_PHONE, ON_ITS_SIDE):
        page.set_viewport_size(size)
        assert page.evaluate(HIDDEN) == [], size
    page.set_viewport_size(DESK)
    page.evaluate(AXE)
    found = page.evaluate(
        "axe.run('.making', {runOnly: ['label-content-name-mismatch'],"
        " rules: {'label-content-name-mismatch': {enabled: true}}})"
    )
    assert found["violations"] == []
    page.reload()
    expect(making).to_have_count(2)
    assert [one.get_attribute("aria-label") for one in making.all()] == names
    expect(page.locator("button.room.bed")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile("^Ready")).click()
    expect(making).to_have_count(0)
    expect(page.locator(".own .row .card")).to_have_count(2)
    page.reload()
    expect(page.locator(".gouda")).to_be_visible()
    expect(making).to_have_count(0)
    assert page.evaluate("Object.keys(sessionStorage).filter(key => key.includes('gouda.row'))") == []


def test_the_chosen_room_stands_out(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=PLAY).click()
    page.locator("button.room.bath").click()
    expect(page.locator("button.room.bath .tick")).to_be_visible()
    expect(page.locator(".tick")).to_have_count(1)
    widths = page.eval_on_selector_all(
        "button.room", "all => all.map(one => parseFloat(getComputedStyle(one).borderWidth))"
    )
    chosen = widths.pop(1)
    assert chosen > max(widths), (chosen, widths)

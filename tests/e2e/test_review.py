"""From the end of a match to what it taught: the curve, a decision with its board, on a desk and on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import SHORT_PHONE
from .reading import anything, faults, pale
from .test_replay import played_by_bots

SMALL = {"cards": 5, "rounds": 1}


def reviewed(page: Page) -> None:
    expect(page.get_by_role("heading", name="Where the result came from")).to_be_attached()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_from_the_end_of_a_match_to_a_decision(visit: Callable[..., Any], *, phone: bool) -> None:
    page = visit(phone=phone, **({"size": SHORT_PHONE} if phone else {})).page
    table = played_by_bots(page, "goats", SMALL).removesuffix("/replay")
    page.goto(table)
    page.get_by_role("link", name="Review it").click()
    reviewed(page)
    expect(page.get_by_role("img", name=re.compile("^Chance to win in the eyes of"))).to_be_attached()
    found = faults(page, "the review", anything)
    if phone:
        page.get_by_role("radio", name=re.compile("All$")).check(force=True)
        page.locator(".list button").first.click()
    expect(page.locator(".stage h2")).to_have_text(re.compile("You played: Bid"))
    expect(page.locator(".stage [data-replay] .counter")).to_be_visible()
    found += faults(page, "a decision")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found += [f"by night: {one}" for one in pale(page)]
    first = page.url
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="Back to your choice").click()
    others = page.get_by_role("group", name="The table as seen by").get_by_role("button", pressed=False)
    others.first.click()
    expect(page.locator(".flag")).to_contain_text("You could not know this.")
    if page.get_by_role("button", name="Next decision").is_enabled():
        page.keyboard.press("ArrowRight")
        expect(page).not_to_have_url(first)
        expect(page.locator(".flag")).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(first)
    found += played_on(page)
    if phone:
        page.get_by_role("button", name="All decisions").click()
        expect(page.locator(".stage")).to_have_count(0)
    assert not found, "\n".join(found)


def played_on(page: Page) -> list[str]:
    """At a table of one's own where one chose, choosing otherwise, and back; what axe finds there."""
    review = page.url
    page.get_by_role("button", name="As I saw it").click()
    band = page.get_by_text("Practice, as you saw it.")
    expect(band).to_be_visible()
    bids = page.locator("[data-card] button.card.allowed")
    expect(bids.first).to_be_visible()
    found = faults(page, "practice")
    held = bids.count()
    first = page.url
    chosen = page.locator(f"[data-card='{bids.first.locator('..').get_attribute('data-card')}'] button.card.allowed")
    chosen.click()
    chosen.click()
    expect(chosen).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page).not_to_have_url(first)
    expect(bids).to_have_count(held)
    page.get_by_role("link", name="To the review").click()
    expect(page).to_have_url(review)
    return found


def test_a_replay_leads_to_the_review_of_the_same_eyes(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto(f"{played_by_bots(page, 'goats', SMALL)}?seat=1&at=4")
    page.get_by_role("link", name="Review it").click()
    reviewed(page)
    assert re.search(r"/review\?seat=1&at=4$", page.url)
    expect(page.get_by_label("Whose choices")).to_have_value("1")

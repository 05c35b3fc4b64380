"""Answers given in advance: the table follows them, says so, and lets them be taken back."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect


def chase(page: Page) -> Locator:
    return page.locator(".foxy").get_by_role("button", name=re.compile("^Chase"))


def two_at_a_table(host: Page, guest: Page) -> None:
    host.goto("/new/foxy")
    host.get_by_role("radio", name="2", exact=True).check(force=True)
    host.get_by_role("button", name="Make the table").click()
    host.wait_for_url("**/t/*")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    for page in (host, guest):
        expect(page.locator(".foxy")).to_be_visible()


def test_a_wolf_is_chased_on_without_a_click_until_the_order_is_taken_back(visit: Callable[..., Any]) -> None:
    host, guest = visit(phone=True).page, visit().page
    two_at_a_table(host, guest)
    expect(chase(host).or_(host.get_by_text("Waiting for"))).to_be_visible()
    host.get_by_role("button", name="More", exact=True).click()
    host.locator(".menu").get_by_role("button", name="Decide in advance").click()
    until = "Chase this wolf on until {} cubes lie on the field, then ask me"
    for n in (4, 5, 6):
        host.get_by_role("button", name=re.compile(f"^More: {until.format(n)}")).click()
    host.get_by_role("button", name=re.compile(f"^Do that: {until.format(7)}")).click()
    band = host.locator(".order")
    expect(band).to_contain_text(until.format(7))

    chase(guest).click()
    expect(guest.locator("ol.log", has_text="chases it on")).to_be_visible()
    expect(chase(guest)).to_be_enabled()
    expect(chase(host)).to_have_count(0)
    band.get_by_role("button", name="Take it back").click()
    expect(band).to_be_hidden()
    chase(guest).click()
    expect(chase(host)).to_be_visible()

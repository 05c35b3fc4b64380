"""Friends who come late, and somebody who left and comes back: what the page offers them, and what the others see."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import SHORT_PHONE
from .test_family import TITLE, sit_as


def start(host: Page, guest: Page, title: str) -> None:
    """A match of the two and bots."""
    host.goto("/")
    host.get_by_role("button", name=f"With friends: {title}").click()
    host.wait_for_url("**/t/*")
    guest.goto(host.url)
    sit_as(guest, "Mia")
    expect(host.locator(".place", has_text="Mia")).to_contain_text("ready")
    host.get_by_role("button", name=re.compile("^Start")).click()


def test_a_latecomer_asks_to_play_and_the_players_agree(visit: Callable[..., Any]) -> None:
    host, guest, late = visit().page, visit(phone=True).page, visit(phone=True, size=SHORT_PHONE).page
    start(host, guest, "Foxy & Woolly")
    expect(guest.locator(".foxy")).to_be_visible()
    late.goto(host.url)
    late.get_by_role("button", name="Ask to join").click()
    expect(late.get_by_text("Waiting for the players to let you in")).to_be_visible()
    host.get_by_role("button", name="Let them in").click()
    expect(host.get_by_text("Waiting for the others to agree")).to_be_visible()
    guest.get_by_role("button", name="Let them in").click()
    expect(late.get_by_text("Waiting for the players")).to_have_count(0)
    expect(late.get_by_role("button", name="Ask to join")).to_have_count(0)
    expect(guest.get_by_role("button", name="Let them in")).to_have_count(0)


def test_whoever_leaves_hidden_cards_can_take_them_back(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True, size=SHORT_PHONE).page
    start(host, guest, TITLE)
    expect(guest.locator("[data-card]")).to_have_count(10)
    guest.get_by_role("button", name="More", exact=True).click()
    guest.get_by_role("button", name="Leave the table").click()
    guest.get_by_role("button", name="Leave anyway").click()
    guest.goto(host.url)
    expect(guest.get_by_text("A bot is playing your hand.")).to_be_visible()
    expect(guest.locator("[data-card]")).to_have_count(0)
    guest.get_by_role("button", name="Take my seat back").click()
    expect(guest.locator("[data-card]").first).to_be_visible()

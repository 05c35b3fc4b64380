"""A match of goats in a real browser: refused and told why, watched, cut off and caught up."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

TITLE = "French Goats in Trench Coats"


def test_a_greyed_card_says_why_and_opens_the_rule(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    page.locator("[data-card='7'] button").click()
    page.locator("[data-card='7'] button").click()
    expect(page.get_by_role("button", name="7, used")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".prompt")).to_have_text("Your bid: which card for this dish?")
    page.get_by_role("button", name="7, used").click(force=True)
    link = page.get_by_role("button", name=re.compile(r"^Read R\d"))
    rule = link.inner_text().removeprefix("Read ")
    link.click()
    expect(page.locator(f'[data-rule="{rule}"]')).to_be_in_viewport()


def test_a_watcher_sees_the_table_and_has_nothing_to_press(visit: Callable[..., Any]) -> None:
    player, watcher = visit().page, visit().page
    player.goto("/")
    player.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(player.locator("[data-card]")).to_have_count(10)
    watcher.goto(player.url)
    expect(watcher.locator("#table").get_by_text("You are watching.")).to_be_visible()
    expect(watcher.locator("[data-card]")).to_have_count(0)


def test_a_lost_connection_says_so_and_catches_up(visit: Callable[..., Any]) -> None:
    page = visit().page
    lines: list[WebSocketRoute] = []
    cut = [False]

    def through(line: WebSocketRoute) -> None:
        if cut[0]:
            line.close(code=1001)
            return
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/ws/table/"), through)
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    cut[0] = True
    lines[-1].close(code=1001)
    expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    page.locator("[data-card='7'] button").click()
    page.locator("[data-card='7'] button").click()
    cut[0] = False
    expect(page.get_by_text("Connected again.")).to_be_visible()
    expect(page.get_by_role("button", name="7, used")).to_be_visible()
    expect(page.get_by_text("You show 7.").first).to_be_attached()

"""Every board by clicking: two people, one of them on a phone, and bots; one reloads in the middle."""

import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

LONG_MS = 30_000


def make_table(page: Page, slug: str, players: int) -> str:
    page.goto(f"/new/{slug}")
    page.get_by_role("radio", name=str(players), exact=True).check(force=True)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    return re.sub(r"^https?://[^/]+", "", page.url)


def sit_down_and_start(host: Page, guest: Page, slug: str, players: int) -> None:
    guest.goto(make_table(host, slug, players))
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    for page in (host, guest):
        expect(page.locator(f".{slug}")).to_be_visible(timeout=LONG_MS)


def take_turn(page: Page, slug: str, chance: random.Random) -> None:
    """Presses one of the things on offer: mostly a button below the prompt, else something on the table."""
    page.keyboard.press("Escape")
    offered = f".{slug} button:visible:enabled:not([aria-disabled='true'], [role='dialog'] *)"
    said = page.locator(f".{slug} :is(.prompt, .pad) button:visible:enabled")
    things = said if said.count() and chance.random() < 0.6 else page.locator(offered)
    count = things.count()
    if count:
        with suppress(Error):             # the table may have moved on before the finger comes down
            things.nth(chance.randrange(count)).click(timeout=1000)


def finished(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").is_visible()


def play_until(done: Callable[[], bool], pages: list[Page], slug: str, *, turns: int = 1500) -> None:
    chance = random.Random(5)
    for turn in range(turns):
        if done():
            return
        if turn == 20:
            pages[1].reload()
            expect(pages[1].locator(f".{slug}")).to_be_visible(timeout=LONG_MS)
        for page in pages:
            take_turn(page, slug, chance)
        pages[0].wait_for_timeout(40)
    raise AssertionError("it did not come to an end")


@pytest.mark.parametrize(("slug", "players"), [("foxy", 3), ("gouda", 3)])
def test_two_people_and_a_bot_play_a_whole_match(visit: Callable[..., Any], slug: str, players: int) -> None:
    host, guest = visit().page, visit(phone=True).page
    sit_down_and_start(host, guest, slug, players)
    play_until(lambda: finished(host) and finished(guest), [host, guest], slug)
    points = [page.get_by_role("list", name="Final points").locator("b").all_inner_texts() for page in (host, guest)]
    assert points[0] == points[1]
    assert len(points[0]) == players


def test_two_people_and_a_bot_play_a_whole_round_of_tricks(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True).page
    sit_down_and_start(host, guest, "goodge", 3)
    recap = host.get_by_role("dialog", name="How the round went")
    play_until(recap.is_visible, [host, guest], "goodge")
    took = recap.locator("tbody tr td:first-of-type").all_inner_texts()
    assert sum(map(int, took)) == 250
    recap.get_by_role("button", name="Go on").click()
    expect(recap).to_be_hidden()


def test_a_slap_is_felt_at_once_and_judged(visit: Callable[..., Any]) -> None:
    page = visit(phone=True).page
    page.goto("/")
    page.locator("article, li").filter(has_text="Taco Verso").get_by_role("button", name="Play now").first.click()
    expect(page.locator(".taco")).to_be_visible(timeout=LONG_MS)
    expect(page.locator(".centre .card")).to_be_visible(timeout=LONG_MS)
    page.get_by_role("button", name="Slap with the palm").dispatch_event("pointerdown")
    expect(page.get_by_text(re.compile(r"\d+ ms")).first).to_be_visible(timeout=LONG_MS)

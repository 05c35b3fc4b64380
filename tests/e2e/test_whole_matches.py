"""A whole match of every game that waits for its players, by clicking: two people and a bot, one of them on a phone.

The other one has zoomed to 200 %, and reads normally again from the middle on, when the first one comes back from a
reload. At the end both see the same points and the match again, and play another one.
"""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hoofspiel.kernel.catalog import games

from .conftest import DESK, SMALL_PHONE, ZOOMED
from .hands import Hands
from .reading import faults
from .watching_again import watch_again

SHORT: dict[str, dict[str, Any]] = {"goats": {"cards": 4, "rounds": 2}, "goodge": {"target": 50}}
"""Options that make a match short enough for a test."""

MAKE = """async ({slug, options}) => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  const {games} = await (await fetch('/api/games')).json();
  const {live_options} = games.find(one => one.slug === slug);
  const table = {game: slug, seats: 3, options: {...live_options, ...options}, clock: {kind: 'none'}};
  return (await post('/api/tables', table)).id;
}"""


def sit_down(host: Page, guest: Page, slug: str) -> None:
    host.goto("/about")
    table = host.evaluate(MAKE, {"slug": slug, "options": SHORT.get(slug, {})})
    for page in (host, guest):
        page.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name="Start with 1 bot").click()
    for page in (host, guest):
        expect(page.locator("main .prompt").first).to_be_visible()


def picture(page: Page) -> tuple[int, int]:
    """The final board to share, drawn by the browser: how wide and how tall it is."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture").click()
    png = saved.value.path().read_bytes()
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def play_again(host: Page, guest: Page, table: str) -> None:
    """One asks for a rematch, the other follows; the first card of it is in sight for both."""
    for page in (host, guest):
        page.goto(table)
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("link", name="Go to the rematch").tap()
    expect(host.locator(".place", has_text="ready")).to_have_count(2)
    host.get_by_role("button", name=re.compile("^Start")).click()
    for page in (host, guest):
        expect(page.locator("main .prompt").first).to_be_visible()
        assert page.url != table


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if not game.timed])
def test_two_people_and_a_bot_play_a_whole_match(visit: Callable[..., Any], slug: str) -> None:
    two_clicks = slug == "goats"  # one to choose a card and one to play it; elsewhere that takes ever so long by chance
    host = visit(size=ZOOMED, one_tap=not two_clicks).page
    guest = visit(phone=True, size=SMALL_PHONE, one_tap=True).page
    sit_down(host, guest, slug)
    mouse, finger = Hands(host, f".{slug}"), Hands(guest, f".{slug}", touch=True, reads=True)
    chance = random.Random(5)
    for turn in range(20_000):
        if mouse.over and finger.over:
            break
        if turn == 20:
            guest.reload()
            host.set_viewport_size(DESK)
            expect(guest.locator(f".{slug}")).to_be_visible()
        for hands in (mouse, finger):
            hands.act(chance)
    assert len(finger.prompts) > 2
    assert any(words.endswith(prompt) for words in finger.spoken for prompt in finger.prompts if prompt), finger.spoken
    points = [page.get_by_role("list", name="Final points").locator("b").all_inner_texts() for page in (host, guest)]
    assert points[0] == points[1]
    assert len(points[0]) == 3
    if two_clicks:  # a picture of the final board is the same for every game
        assert picture(host)[0] >= 2 * DESK["width"] - 800

    found = {*mouse.faults, *finger.faults, *faults(guest, "the end")}
    table = host.url
    assert sorted(found | {*watch_again(guest, host)}) == []
    play_again(host, guest, table)

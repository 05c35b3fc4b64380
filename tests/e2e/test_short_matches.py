"""Games that a house rule makes short, and games of reactions: two people press whatever is offered, beside a bot."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from hoofspiel.kernel.catalog import games

LONG_MS = 20_000
SHORT: dict[str, dict[str, Any]] = {
    "goodge": {"target": 50},
}
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
OFFERED = "#table button:visible:not([disabled], [aria-disabled='true'])"


def over(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").is_visible()


def press_something(page: Page, chance: random.Random) -> None:
    """A press on one of the things that may be pressed; when there is none, on with the show."""
    offered = page.locator(OFFERED)
    count = offered.count()
    if not count:
        page.keyboard.press("Escape")
        return
    try:
        offered.nth(chance.randrange(count)).click(timeout=700)
    except Error:
        return  # gone or moved meanwhile: others play too


def sit_down(host: Page, guest: Page, slug: str) -> None:
    host.goto("/")
    table = host.evaluate(MAKE, {"slug": slug, "options": SHORT.get(slug, {})})
    host.goto(f"/t/{table}")
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name="Start, bots take the empty seat").click()
    for page in (host, guest):
        expect(page.locator("main .prompt").first).to_be_visible(timeout=LONG_MS)


def come_back(page: Page) -> None:
    page.reload()
    expect(page.locator("main .prompt").first).to_be_visible(timeout=LONG_MS)


@pytest.mark.parametrize("slug", list(SHORT))
def test_two_people_and_a_bot_finish_a_match(visit: Callable[..., Any], slug: str) -> None:
    host, guest = visit().page, visit(phone=True).page
    chance = random.Random(slug)
    sit_down(host, guest, slug)
    for turn in range(4000):
        if over(host) and over(guest):
            break
        if turn == 5:
            come_back(guest)
        for page in (host, guest):
            if not over(page):
                press_something(page, chance)
    points = [page.get_by_role("list", name="Final points").locator("b").all_inner_texts() for page in (host, guest)]
    assert points[0] == points[1]
    assert len(points[0]) == 3


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if game.timed])
def test_two_people_and_a_bot_keep_a_game_of_reactions_going(visit: Callable[..., Any], slug: str) -> None:
    host, guest = visit().page, visit(phone=True).page
    chance = random.Random(slug)
    sit_down(host, guest, slug)
    log = host.get_by_role("list", name="log").locator("li")
    before = log.count()
    for turn in range(40):
        if turn == 10:
            come_back(guest)
        press_something(host, chance)
        press_something(guest, chance)
    expect(log.nth(before + 3)).to_be_attached(timeout=LONG_MS)
    expect(guest.locator(".seat")).to_have_count(host.locator(".seat").count())

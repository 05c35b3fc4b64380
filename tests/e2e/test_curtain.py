"""One phone goes around: between two turns nothing of anybody's hand is in the page, its storage or its speech."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hoofspiel.kernel.catalog import games

from .conftest import SHORT_PHONE
from .hands import Hands

SHORT: dict[str, dict[str, Any]] = {"goats": {"cards": 4, "rounds": 2}, "goodge": {"target": 50}}
HIDDEN = [slug for slug, game in games().items() if game.one_device is None]
MAKE = """async ({slug, seats, options}) => {
  const headers = {"content-type": "application/json"};
  const post = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
  await post("/api/me", {name: "Ada"});
  const around = ["Ada", "Ben", "Cyd", "Dee"].slice(0, Math.min(seats, 4));
  const made = await post("/api/tables", {game: slug, seats, options, around, start: true, clock: {kind: "none"}});
  return (await made.json()).id;
}"""
WHAT_STAYS = """() => JSON.stringify([
  document.title, location.href, history.state, {...localStorage}, {...sessionStorage},
  document.querySelector("main").innerText,
  [...document.querySelectorAll("main [aria-label], main [data-card]")].map(one => one.ariaLabel + one.dataset.card),
  document.querySelector("[data-spoken]").innerText,
])"""
"""Whatever could tell of a hand: in the page, its address, its storage, what is read aloud."""
LOOKED_AT = 4
QUICK = """localStorage.setItem("hoofspiel.settings", JSON.stringify(
  {pace: "once", motion: "calm", guided: ["goats", "goodge", "gouda"]}))"""


def lift(page: Page) -> None:
    """As a screen reader presses it. Where there is only one choice it is made at once, and the curtain falls again."""
    page.get_by_role("button", name="Hold to look").dispatch_event("click", {"detail": 0})


@pytest.mark.parametrize("slug", HIDDEN)
def test_a_whole_match_from_hand_to_hand_shows_nobodys_hand_between_turns(visit: Callable[..., Any], slug: str) -> None:
    page = visit(size=SHORT_PHONE, one_tap=True).page
    page.goto("/about")
    seats = max(games()[slug].seats[0], 2)
    options = {**games()[slug].live_options, **SHORT.get(slug, {})}
    table = page.evaluate(MAKE, {"slug": slug, "seats": seats, "options": options})
    page.goto(f"/t/{table}")
    drawn = page.locator("[data-curtain=drawn]")
    expect(drawn).to_be_visible()
    hands, chance = Hands(page, f".{slug}"), random.Random(7)
    shut: list[str] = []
    for turn in range(20_000):
        if page.locator(".end").count():
            break
        if drawn.is_visible():
            shut.append(page.evaluate(WHAT_STAYS))
            if turn == 10:
                page.reload()
                expect(drawn).to_be_visible()
            lift(page)
            cover = page.get_by_role("button", name="Cover my hand")
            if len(shut) < LOOKED_AT and cover.is_visible():
                cover.click()
                expect(drawn).to_be_visible()
                assert page.evaluate(WHAT_STAYS) == shut[-1]
                lift(page)
        hands.act(chance)
    assert page.locator(".end").count(), "the match did not end"
    assert len(shut) > 3

"""French and German in the browser: no English word is left, nothing is cut off, and the choice is kept."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import DESK, SHORT_PHONE

ENGLISH = re.compile(r"\b(the|your|you|with|waiting|turn|nobody|everybody|choose|seats?|loading|settings|move)\b", re.I)
NAMES = re.compile(r"The Goodge Rules|Gouda Gangster|English")
MAKE = """async (game) => {
  const headers = {'content-type': 'application/json'};
  const post = (path, body) => fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
  await post('/api/me', {name: 'Anna'});
  const {games} = await (await fetch('/api/games')).json();
  const seats = games.find((one) => one.slug === game).seats[0];
  const table = {game, seats, bots: 'novice', start: true, clock: {kind: 'none'}};
  return (await (await post('/api/tables', table)).json()).id;
}"""
SPILLS = """() => [...document.querySelectorAll('button, .btn, .prompt, h1, h2, label')]
  .filter((one) => one.offsetParent && getComputedStyle(one).display !== 'inline')
  .filter((one) => one.scrollWidth > one.clientWidth + 4)
  .map((one) => one.textContent.trim().slice(0, 50))"""


@pytest.mark.parametrize(("locale", "size"), [("fr-FR", DESK), ("de-DE", SHORT_PHONE)])
def test_no_english_is_left_and_nothing_is_cut_off(
    browser: Browser, base_url: str, locale: str, size: dict[str, int]
) -> None:
    context = browser.new_context(base_url=base_url, locale=locale, viewport=size, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(page.locator(".doors li").first).to_be_visible()
    _is_clean(page, "home")
    for path in ("/settings", "/new/goats", "/about", "/you"):
        page.goto(path)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        _is_clean(page, path)
    for game in ("goats", "foxy", "goodge", "gouda", "taco"):
        page.goto(f"/t/{page.evaluate(MAKE, game)}")
        expect(page.locator("#table")).to_be_visible()
        _is_clean(page, game)
    context.close()


def test_the_language_is_chosen_on_the_home_page_and_kept(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Des petits jeux qui ont des cornes.")
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    context.close()


def _is_clean(page: Page, where: str) -> None:
    lines = [NAMES.sub("", line) for line in page.inner_text("body").splitlines()]
    assert not [line for line in lines if ENGLISH.search(line)], where
    assert page.evaluate(SPILLS) == [], where
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, where

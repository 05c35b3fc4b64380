"""Who one is: from guest to account, signed in elsewhere, signed out, deleted; and what one has played."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

SHORT_MATCH = """async () => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Adelheid'});
  const options = {cards: 3, rounds: 1, bonus: false, windows: 'beats'};
  const table = {game: 'goats', seats: 3, options, clock: {kind: 'none'}, bots: 'novice', start: true};
  return (await post('/api/tables', table)).id;
}"""


def play_a_short_match(page: Page) -> None:
    page.goto("/")
    page.goto(f"/t/{page.evaluate(SHORT_MATCH)}")
    over = page.get_by_role("button", name="Rematch")
    for _ in range(2000):
        page.keyboard.press("Escape")
        card = page.locator('[data-card] button.card[aria-disabled="false"]').first
        if card.is_visible():
            card.click()
            page.locator(".prompt").get_by_role("button", name=re.compile("^Bid ")).click()
        page.wait_for_timeout(50)
        if over.is_visible():
            return
    raise AssertionError("the match did not end")


def fill(page: Page, form: str, password: str) -> None:
    page.locator(form).get_by_label("Name").fill("Adelheid")
    page.locator(form).get_by_label("Password").fill(password)
    page.locator(form).get_by_role("button").click()


def test_a_guest_becomes_an_account_and_is_found_again_elsewhere(visit: Callable[..., Any]) -> None:
    visitor, elsewhere = visit(), visit(phone=True)
    here, there = visitor.page, elsewhere.page
    play_a_short_match(here)
    here.goto("/you")
    expect(here.get_by_text("You play as Adelheid, a guest")).to_be_visible()
    expect(here.locator(".past li")).to_have_count(1)
    fill(here, "#claim", "hay and clover")
    expect(here.get_by_text("You are signed in as Adelheid.")).to_be_visible()

    there.goto("/you")
    expect(there.locator("#claim")).to_have_count(0)
    fill(there, "#signin", "grass and thistles")
    expect(there.get_by_text("do not belong together")).to_be_visible()
    assert any("401" in line for line in elsewhere.complaints)
    elsewhere.complaints.clear()
    fill(there, "#signin", "hay and clover")
    expect(there.get_by_role("heading", level=1)).to_have_text("Adelheid")
    there.locator(".past").get_by_role("link", name="Watch again").click()
    expect(there.get_by_text(re.compile(r"Step 0 of \d+")).first).to_be_visible()

    here.reload()
    expect(here.locator(".devices li")).to_have_count(2)
    here.get_by_role("button", name="Sign out", exact=True).click()
    expect(here.get_by_text("You have not played here yet")).to_be_visible()
    there.goto("/you")
    there.get_by_text("Delete me", exact=True).click()
    there.get_by_role("button", name="Yes, delete me for good").click()
    expect(there.get_by_text("You have not played here yet")).to_be_visible()
    fill(here, "#signin", "hay and clover")
    expect(here.get_by_text("do not belong together")).to_be_visible()
    visitor.complaints.clear()


def test_a_new_password_signs_out_the_phone_and_data_can_be_downloaded(visit: Callable[..., Any]) -> None:
    visitor, elsewhere = visit(), visit(phone=True)
    here, there = visitor.page, elsewhere.page
    here.goto("/")
    here.evaluate(SHORT_MATCH.replace("'Adelheid'", "'Devi'"))
    here.goto("/you")
    for page, form in ((here, "#claim"), (there, "#signin")):
        page.goto("/you")
        page.locator(form).get_by_label("Name").fill("Devi")
        page.locator(form).get_by_label("Password").fill("hay and clover")
        page.locator(form).get_by_role("button").click()
        expect(page.get_by_text("You are signed in as Devi.")).to_be_visible()
    here.reload()
    expect(here.locator(".devices li")).to_have_count(2)
    here.get_by_text("Change your password").click()
    here.get_by_label("Current password").fill("hay and clover")
    here.get_by_label("New password").fill("thistles and clover")
    here.get_by_role("button", name="Change it").click()
    expect(here.locator(".devices li")).to_have_count(1)
    expect(here.get_by_text("You are signed in as Devi.")).to_be_visible()
    there.reload()
    expect(there.get_by_text("You have not played here yet")).to_be_visible()
    here.get_by_text("Your data", exact=True).click()
    with here.expect_download() as coming:
        here.get_by_role("link", name="Download my data").click()
    assert coming.value.suggested_filename == "hoofspiel-my-data.json"
    here.get_by_text("Delete me", exact=True).click()
    here.get_by_role("button", name="Yes, delete me for good").click()
    expect(here.get_by_text("You have not played here yet")).to_be_visible()


def test_watchers_may_be_kept_some_minutes_behind(visit: Callable[..., Any]) -> None:
    host, watcher = visit().page, visit().page
    host.goto("/new/goats")
    host.get_by_role("radio", name="Anyone, after a delay").check(force=True)
    host.get_by_role("radio", name="10 minutes").check(force=True)
    host.get_by_role("button", name="Make the table").click()
    host.wait_for_url("**/t/*")
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(host.locator("[data-card]")).to_have_count(10)
    told = host.evaluate("async () => (await fetch('/api/tables/' + location.pathname.split('/').pop())).json()")
    assert told["delay_seconds"] == 600
    watcher.goto(host.url)
    expect(watcher.get_by_text("You are watching, 10 minutes behind the table.").first).to_be_visible()

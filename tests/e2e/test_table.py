"""What happens around a match: the list of tables, talk, leaving, pausing, the guided first round, settings."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

TITLE = "French Goats in Trench Coats"


def open_table(page: Page, *, public: bool) -> None:
    page.goto("/new/goats")
    if public:
        page.get_by_label("Show it in the list of open tables").check(force=True)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")


def test_a_public_table_is_found_on_the_home_page_and_joined_there(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit().page
    guest.goto("/")
    open_table(host, public=True)
    line = guest.get_by_role("listitem").filter(has_text="1 of 4 seats taken").first
    line.get_by_role("link", name="Sit down").click()
    guest.get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_text("not ready yet")).to_be_visible()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(guest.locator("[data-card]")).to_have_count(10)
    guest.goto("/")
    expect(guest.get_by_role("link", name=re.compile("Your move"))).to_be_visible()


def test_a_code_typed_at_home_leads_to_the_table(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True).page
    open_table(host, public=False)
    shown = host.locator(".code").inner_text()
    guest.goto("/")
    guest.get_by_label("Join with a code").fill(shown)
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()


def test_people_talk_and_make_signs(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit().page
    host.goto("/")
    host.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(host.locator("[data-card]")).to_have_count(10)
    guest.goto(host.url)
    host.get_by_label("Say something").first.fill("<b>Baa</b>")
    host.get_by_role("button", name="Send").first.click()
    expect(guest.get_by_text("<b>Baa</b>").first).to_be_visible()
    guest.get_by_role("button", name="Thanks").first.click()
    expect(host.locator(".sign", has_text="Thanks")).to_be_visible()


def test_whoever_leaves_hands_the_seat_to_a_bot(visit: Callable[..., Any]) -> None:
    page, watcher = visit().page, visit().page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    watcher.goto(page.url)
    expect(watcher.locator("#table").get_by_text("You are watching.")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave anyway").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Small games with sharp horns.")
    expect(watcher.locator(".seat", has_text="bot")).to_have_count(4)


def test_the_first_round_is_explained_once(visit: Callable[..., Any]) -> None:
    page = visit(phone=True).page
    page.goto("/")
    page.evaluate("localStorage.setItem('hoofspiel.settings', '{}')")
    page.goto("/")
    for first in (True, False):
        page.goto("/")
        page.get_by_role("button", name=f"Play now: {TITLE}").click()
        expect(page.locator("[data-card]")).to_have_count(10)
        guide = page.get_by_role("complementary", name="First time? Here’s how it works.")
        expect(guide).to_be_visible() if first else expect(guide).to_be_hidden()
        while first and guide.is_visible():
            guide.get_by_role("button", name=re.compile("Next|Play")).click()


def test_settings_are_kept_and_obeyed(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/settings")
    page.get_by_label("Your name at the table").fill("Ada")
    page.get_by_role("button", name="OK").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("radio", name="Larger").check(force=True)
    page.reload()
    expect(page.get_by_label("Your name at the table")).to_have_value("Ada")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
    open_table(page, public=False)
    expect(page.locator(".place", has_text="Ada")).to_be_visible()


def test_a_hint_names_a_move_with_a_reason_and_makes_it(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    page.keyboard.press("h")
    said = page.locator(".toast", has_text=re.compile(r"an experienced player would: Bid \d+\."))
    expect(said).to_be_visible()
    said.get_by_role("button", name="Do it").click()
    expect(said).to_be_hidden()
    expect(page.locator("ol.log", has_text="You show")).to_be_visible()


def test_an_address_without_a_table_says_so(visit: Callable[..., Any]) -> None:
    visitor = visit()
    visitor.page.goto("/t/nosuchtable1")
    expect(visitor.page.get_by_role("heading", name="There is no table here")).to_be_visible()
    visitor.complaints.clear()


def test_a_pause_needs_everybody_and_so_does_going_on(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True).page
    open_table(host, public=False)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(guest.locator("[data-card]")).to_have_count(10)
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="Ask for a pause").click()
    expect(host.get_by_text("You’ve asked for a pause. Waiting for")).to_be_visible()
    expect(guest.get_by_text("would like a pause.")).to_be_visible()
    guest.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.get_by_text("Paused until everybody wants to resume.")).to_be_visible()
    guest.get_by_role("button", name="Resume").click()
    expect(host.get_by_text("would like to resume.")).to_be_visible()
    host.get_by_role("button", name="Resume").click()
    expect(guest.get_by_text("Paused")).to_be_hidden()


def test_somebody_muted_is_not_heard_until_heard_again(visit: Callable[..., Any]) -> None:
    page, other = visit().page, visit().page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(page.locator("[data-card]")).to_have_count(10)
    other.goto(page.url)
    lines = page.get_by_role("list", name="What people said")

    def speak(words: str) -> None:
        other.get_by_label("Say something").first.fill(words)
        other.get_by_role("button", name="Send").first.click()
        expect(other.get_by_role("list", name="What people said").get_by_text(words, exact=True)).to_be_visible()

    speak("one")
    lines.get_by_role("button", name=re.compile("^mute")).click()
    expect(lines.get_by_text("one", exact=True)).to_be_hidden()
    speak("two")
    page.get_by_role("button", name="Unmute").click()
    speak("three")
    expect(lines.get_by_text("three", exact=True)).to_be_visible()
    expect(lines.get_by_text("two", exact=True)).to_be_hidden()


def test_a_table_says_what_it_plays_and_that_nobody_may_watch(visit: Callable[..., Any]) -> None:
    host, stranger = visit().page, visit().page
    host.goto("/new/goats")
    host.get_by_label("Leftovers").check(force=True)
    host.get_by_role("radio", name="Nobody").check(force=True)
    host.get_by_role("button", name="Make the table").click()
    host.wait_for_url("**/t/*")
    stranger.goto(host.url)
    expect(stranger.get_by_text("Played with: Leftovers.")).to_be_visible()
    expect(stranger.get_by_text("Nobody may watch.")).to_be_visible()
    host.get_by_role("button", name=re.compile("^Start")).click()
    expect(stranger.get_by_role("heading", name="This table is closed to you")).to_be_visible()

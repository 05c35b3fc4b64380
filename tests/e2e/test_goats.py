"""A whole match of goats in real browsers: by clicking, by touch, by keyboard; joined by link, watched, replayed."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

TITLE = "French Goats in Trench Coats"
LONG_MS = 20_000


def make_table(page: Page, *, players: int, cards: int, rounds: int) -> str:
    """Makes a table for friends by hand and returns its address."""
    page.goto("/new/goats")
    page.get_by_role("radio", name=str(players), exact=True).check(force=True)
    page.get_by_label("Cards", exact=False).first.fill(str(cards))
    page.get_by_label("Rounds", exact=False).first.fill(str(rounds))
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    return re.sub(r"^https?://[^/]+", "", page.url)


def finished(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").is_visible()


def take_turn(page: Page) -> None:
    """Does one sensible thing if the page offers any: passes, or bids the lowest card it may."""
    page.keyboard.press("Escape")
    if page.get_by_role("button", name="Pass", exact=True).is_visible():
        page.get_by_role("button", name="Pass", exact=True).click()
        return
    open_card = page.locator('[data-card] button.card[aria-disabled="false"]').first
    if open_card.is_visible():
        open_card.click()
        page.locator(".prompt").get_by_role("button", name=re.compile("^Bid ")).click()


def play_out(*pages: Page, on_turn: Callable[[int], None] = lambda _: None) -> None:
    for turn in range(400):
        if all(finished(page) for page in pages):
            return
        on_turn(turn)
        for page in pages:
            take_turn(page)
        pages[0].wait_for_timeout(60)
    raise AssertionError("the match did not end")


def test_two_people_and_a_bot_play_a_whole_match(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True).page
    address = make_table(host, players=3, cards=4, rounds=2)
    guest.goto(address)
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_role("button", name="I’m ready").click()
    host.get_by_role("button", name="Start, bots take the empty seat").click()
    expect(host.locator("[data-card]")).to_have_count(4)
    expect(guest.locator("[data-card]")).to_have_count(4)

    def reload_in_the_middle(turn: int) -> None:
        if turn == 3:
            guest.reload()
            expect(guest.locator("[data-card]")).to_have_count(4, timeout=LONG_MS)

    play_out(host, guest, on_turn=reload_in_the_middle)
    points = [page.get_by_role("list", name="Final points").locator("b").all_inner_texts() for page in (host, guest)]
    assert points[0] == points[1]
    assert len(points[0]) == 3

    guest.get_by_role("link", name="Watch it again").click()
    expect(guest.get_by_text(re.compile(r"^Step 0 of \d+$")).last).to_be_visible()
    guest.get_by_role("button", name="To the end").click()
    guest.get_by_label("Seen by").select_option("0")
    guest.wait_for_url(re.compile(r"seat=0"))
    stranger = visit().page
    stranger.goto(guest.url)
    expect(stranger.get_by_text(re.compile(r"^Step (\d+) of \1$")).last).to_be_visible()


def test_from_home_to_the_first_move_in_three_clicks(visit: Callable[..., Any]) -> None:
    page = visit(phone=True).page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    page.locator("[data-card='7'] button").click()
    page.locator("[data-card='7'] button").click()
    expect(page.get_by_role("button", name="7, used")).to_be_visible()


def test_a_whole_match_by_keyboard_alone(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/new/goats")
    page.get_by_role("radio", name="Bots, at once").focus()
    page.keyboard.press("Space")
    page.get_by_label("Cards", exact=False).first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("3")
    page.get_by_label("Rounds", exact=False).first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    page.get_by_role("button", name="Start playing").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-card]")).to_have_count(3, timeout=LONG_MS)
    for turn in range(200):
        if finished(page):
            break
        page.keyboard.press("Escape")
        page.keyboard.press("p")
        page.keyboard.press(str(turn % 3 + 1))
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    page.get_by_role("button", name="Rematch").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()


def test_a_greyed_card_says_why_and_opens_the_rule(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {TITLE}").click()
    page.locator("[data-card='7'] button").click()
    page.locator("[data-card='7'] button").click()
    expect(page.get_by_role("button", name="7, used")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".prompt")).to_have_text("Your bid: which card for this dish?", timeout=LONG_MS)
    page.get_by_role("button", name="7, used").click(force=True)
    link = page.get_by_role("button", name=re.compile(r"^Read R\d"))
    rule = link.inner_text().removeprefix("Read ")
    link.click()
    expect(page.locator(f'[data-rule="{rule}"]')).to_be_in_viewport()


def test_a_watcher_sees_the_table_and_has_nothing_to_press(visit: Callable[..., Any]) -> None:
    player, watcher = visit().page, visit().page
    player.goto("/")
    player.get_by_role("button", name=f"Play now: {TITLE}").click()
    expect(player.locator("[data-card]")).to_have_count(10, timeout=LONG_MS)
    watcher.goto(player.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
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
    expect(page.locator("[data-card]")).to_have_count(10, timeout=LONG_MS)
    cut[0] = True
    lines[-1].close(code=1001)
    expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible(timeout=LONG_MS)
    page.locator("[data-card='7'] button").click()
    page.locator("[data-card='7'] button").click()
    cut[0] = False
    expect(page.get_by_text("Connected again.")).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_role("button", name="7, used")).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_text("You show 7.").first).to_be_attached(timeout=LONG_MS)

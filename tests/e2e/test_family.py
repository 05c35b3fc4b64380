"""A family on one Wi-Fi: the laptop serves, phones join by link, by code and by address, and names follow at once."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hoofspiel.live.host import CODE_LENGTH, CODE_LETTERS
from hoofspiel.server.addresses import network_addresses

from .conftest import SHORT_PHONE, serving

TITLE = "French Goats in Trench Coats"


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The laptop's own address of a server that the network may reach, and the one that phones use."""
    with serving(tmp_path_factory.mktemp("lan"), "--lan") as (here, log):
        port = here.rpartition(":")[2]
        yield here, f"http://{next(iter(network_addresses()), '127.0.0.2')}:{port}"
        assert log.read_text() == ""


def with_friends(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"With friends: {TITLE}").click()
    page.wait_for_url("**/t/*")


def sit_as(page: Page, name: str) -> None:
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="I’m ready").click()


def test_phones_join_by_link_by_code_and_by_short_address(visit: Callable[..., Any], at_home: tuple[str, str]) -> None:
    here, there = at_home
    host = visit(at=here).page
    phones = [visit(at=there, phone=True, size=SHORT_PHONE).page for _ in range(3)]
    with_friends(host)
    link = host.locator(".link").inner_text()
    assert link.startswith(there), "the link leads somewhere on a phone"
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    code = host.locator(".code").inner_text()
    assert re.fullmatch(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", code)

    phones[0].goto(link)
    phones[1].goto("/")
    phones[1].get_by_label("Join with a code").fill(code.lower())
    phones[1].get_by_role("button", name="Join").click()
    phones[2].goto(f"/t/{code.lower()}")
    for phone, name in zip(phones, ("Mia", "Ben", "Zoe"), strict=True):
        phone.wait_for_url(f"**{link.removeprefix(there)}")
        sit_as(phone, name)
        expect(host.locator(".place", has_text=name)).to_contain_text("ready")
    host.get_by_label("Your name").fill("Granny")
    host.get_by_role("heading", level=2).first.click()
    for phone in phones:
        for name in ("Granny", "Mia", "Ben", "Zoe"):
            expect(phone.locator(".place", has_text=name)).to_be_visible()
    host.get_by_role("button", name=re.compile("^Start")).click()
    for phone in phones:
        expect(phone.locator("[data-card]")).to_have_count(10)
        phone.reload()
        expect(phone.locator("[data-card]")).to_have_count(10)


def test_a_code_that_is_no_more_says_so_and_asks_again(visit: Callable[..., Any], at_home: tuple[str, str]) -> None:
    late = visit(at=at_home[1], phone=True, size=SHORT_PHONE)
    late.page.goto("/t/CDFGH")
    expect(late.page.get_by_role("alert")).to_contain_text("No open table has this code.")
    late.page.get_by_label("Join with a code").fill("\u2603 ?")
    late.page.get_by_role("button", name="Join", exact=True).click()
    expect(late.page.locator("#code-refused")).to_contain_text("A code has five letters")
    late.page.get_by_label("Join with a code").fill("ccccc")
    late.page.get_by_role("button", name="Join").click()
    expect(late.page.locator("#code-refused")).to_contain_text("No open table has this code.")
    assert all("404" in line for line in late.complaints)
    late.complaints.clear()


def test_a_link_for_this_computer_alone_says_so_and_how_to_change_that(visit: Callable[..., Any]) -> None:
    page = visit().page
    with_friends(page)
    invite = page.locator(".invite")
    expect(invite).to_contain_text("Only this computer can open this link.")
    expect(invite).to_contain_text("make play LAN=1")
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)


def test_a_whole_link_and_an_old_long_code_can_be_typed_too(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True).page
    with_friends(host)
    long_code = host.url.rpartition("/")[2]
    for typed in (host.url, f"{long_code[:4]} {long_code[4:8]} {long_code[8:]}".upper()):
        guest.goto("/")
        guest.get_by_label("Join with a code").fill(typed)
        guest.get_by_role("button", name="Join").click()
        expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()


def test_the_host_can_remove_a_guest_who_is_told_and_may_come_back(visit: Callable[..., Any]) -> None:
    host, guest = visit().page, visit(phone=True, size=SHORT_PHONE).page
    with_friends(host)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit here").first.click()
    guest.get_by_label("Your name").fill("Dawdler")
    guest.get_by_label("Your name").press("Enter")
    expect(host.get_by_role("button", name=re.compile("^Start"))).to_be_disabled()
    host.get_by_role("button", name="Remove Dawdler from the table").click()
    expect(host.locator(".place", has_text="Dawdler")).to_have_count(0)
    expect(host.get_by_role("button", name=re.compile("^Start"))).to_be_enabled()
    expect(guest.locator(".toast")).to_contain_text("freed up your seat")
    guest.get_by_role("button", name="Sit here").first.click()
    expect(host.locator(".place", has_text="Dawdler")).to_be_visible()
    guest.get_by_role("button", name="Stand up").click()
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()
    expect(guest.locator(".toast")).to_have_count(1)

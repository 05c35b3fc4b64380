"""Five minutes a day: a puzzle is shown, answered, judged with its reasons, and comes again another day."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import SHORT_PHONE
from .reading import faults


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_puzzle_is_solved_from_ones_own_page(visit: Callable[..., Any], *, phone: bool) -> None:
    page = visit(phone=phone, **({"size": SHORT_PHONE} if phone else {})).page
    page.goto("/learn?game=goats")
    question = page.get_by_role("heading", name="What would you play?")
    expect(question).to_be_visible()
    expect(page.locator("[data-replay] .counter")).to_be_visible()
    found = faults(page, "a puzzle")
    choices = page.locator("main .choices button")
    best = choices.first
    best.click()
    expect(page.locator(".verdict")).to_be_focused()
    expect(page.locator("[data-mark=best]")).to_have_count(1)
    expect(page.get_by_text("It comes back")).to_be_visible()
    found += faults(page, "an answer")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("2 of 10")).to_be_visible()
    assert not found, "\n".join(found)

"""After the end: the match again, step by step, and a link to one moment of it that somebody else opens."""

import re

from playwright.sync_api import Page, expect

from .reading import faults

CRAMPED = """() => [...document.querySelectorAll('header h1')]
  .filter(title => getComputedStyle(title).clipPath === 'none' && title.scrollWidth > title.clientWidth)
  .map(title => title.textContent)"""
"""A title whose words run out of its box and under what stands beside it."""


def watch_again(page: Page, friend: Page) -> list[str]:
    """From the end to the last step, seen by the first seat; a friend opens the same address. What is hard to read."""
    page.get_by_role("link", name="Watch it again").click()
    expect(page.get_by_text(re.compile(r"^Step 0 of [1-9]\d*$")).last).to_be_visible()
    found = [*faults(page, "the replay"), *[f"the replay: no room for {words}" for words in page.evaluate(CRAMPED)]]
    page.get_by_role("button", name="To the end").click()
    page.get_by_label("Seen by").select_option("0")
    page.wait_for_url(re.compile(r"seat=0"))
    friend.goto(page.url)
    expect(friend.get_by_text(re.compile(r"^Step (\d+) of \1$")).last).to_be_visible()
    return found

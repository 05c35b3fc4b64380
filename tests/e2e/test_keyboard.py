"""A match of goats by somebody who has no mouse: Tab, arrows, Enter and Space, and nothing else."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

WAYS_IN = 5
"""So many things to press has each game on the home page."""
JOINING = 2
"""Stops before the games: the code and its button."""
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return '';
  return one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText;
}"""


class Keyboard:
    """Ten fingers on a keyboard, and eyes that see where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses: list[str] = []

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
            self.presses.append(key)

    @property
    def at(self) -> str:
        return str(self.page.evaluate(FOCUSED))

    def tab_to(self, name: str, most: int, key: str = "Tab") -> None:
        """On to a place of this name, in not too many steps."""
        passed = []
        for _ in range(most):
            self.press(key)
            passed.append(self.at)
            if re.search(name, passed[-1]):
                return
        raise AssertionError(f"no way to {name!r} in {most} steps: {passed}")

    def wait_at(self, name: str) -> None:
        """Where the focus comes by itself."""
        self.page.wait_for_function(f"name => new RegExp(name).test(({FOCUSED})())", arg=name)


def make_a_short_table(keys: Keyboard) -> None:
    """From home to the first card: one bot, at once, three cards, one round."""
    keys.tab_to("^Skip", 1)
    keys.press("Enter")
    keys.tab_to("^Options: French Goats", JOINING + 2 * WAYS_IN)
    keys.press("Enter")
    keys.wait_at("A table for French Goats")
    keys.tab_to("Friends, by link", 1)
    keys.press("ArrowRight")
    assert keys.at == "Bots, right away"
    keys.tab_to("^4", 1)
    keys.press("ArrowLeft", 2)
    assert keys.at == "2"
    keys.tab_to("^Cards", 7)
    keys.press("ArrowDown", 7)
    keys.tab_to("^Rounds", 2)
    keys.press("ArrowDown", 4)
    keys.tab_to("^Start playing", 12)
    keys.press("Enter")


def test_a_whole_match_by_keyboard_alone(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Play now")).first).to_be_visible()
    keys = Keyboard(page)
    make_a_short_table(keys)
    rematch = page.get_by_role("button", name="Rematch")
    bids = 0
    while not rematch.is_visible():
        keys.wait_at(r"^Bid \d|^Pass|wins?!")
        if keys.at.startswith("Bid") and bids == 0:
            keys.press("ArrowRight")
            assert keys.at == "Bid 2"
        bids += keys.at.startswith("Bid")
        if "!" not in keys.at:
            keys.press("Space" if keys.at.startswith("Bid") else "Enter")  # lifts the card, or passes
        if keys.at.startswith("Bid"):
            keys.press("Enter")
    assert bids == 3
    keys.tab_to("^Rematch", 1)
    keys.press("Enter")
    keys.wait_at(r"^Bid \d")
    keys.tab_to("^Rules", 3 * WAYS_IN, "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("^Rules"))).to_be_visible()
    assert {*keys.presses} <= {"Tab", "Shift+Tab", "ArrowLeft", "ArrowRight", "ArrowDown", "Enter", "Space"}

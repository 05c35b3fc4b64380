"""One phone goes around: between two turns nothing of anybody's hand is in the page, its storage or its speech.

Whole matches are played twice at once, in two worlds that differ only in what is hidden, and the pages are compared.
"""

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from hoofspiel.kernel.catalog import games

from .conftest import LONG_MS, SHORT_PHONE
from .hands import Hands
from .two_worlds import OTHER, TABLE, THIS, TwoWorlds

SHORT: dict[str, dict[str, Any]] = {"goats": {"cards": 4, "rounds": 2, "windows": "beats"}, "goodge": {"target": 50}}
FOLLOWED = ["goats", "goodge"]
"""Where one look is one choice. In gouda a row takes several, and a press while one is on its way goes astray."""
WHAT_STAYS = """async () => {
  const page = document.documentElement.cloneNode(true);
  for (const one of page.querySelectorAll("[data-wanted]")) one.removeAttribute("data-wanted");
  const kept = {};
  for (const { name } of await indexedDB.databases()) {
    const asking = indexedDB.open(name);
    const opened = await new Promise(done => { asking.onsuccess = () => done(asking.result); });
    for (const store of opened.objectStoreNames) {
      const asking = opened.transaction(store).objectStore(store).getAll();
      kept[`${name} ${store}`] = await new Promise(done => { asking.onsuccess = () => done(asking.result); });
    }
    opened.close();
  }
  return [
    page.outerHTML, document.title, location.href, history.length, history.state, document.cookie,
    { ...localStorage }, { ...sessionStorage }, kept, await caches.keys(),
    document.activeElement?.outerHTML.slice(0, 200), String(getSelection()), document.getAnimations().length,
  ].map(one => JSON.stringify(one) ?? "").join("\\n");
}"""
"""Whatever could tell of a hand: the whole page, its address and history, all its storage, what is read aloud."""


def differs(one: str, other: str) -> str:
    """Where they first do."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 200) : at + 200]!r} or {other[max(0, at - 200) : at + 200]!r}"


NUMBERED = re.compile(r"\bc\d+\b|s-[\w-]+-\d+")
"""names that the pages give to things in the order in which they are drawn"""
RELOADED, COVERED = 6, 4
MOST_LOOKS = 100


def what_stays(page: Page) -> str:
    return NUMBERED.sub("", page.evaluate(WHAT_STAYS))


def compared(pages: dict[str, Page], worlds: TwoWorlds) -> dict[str, str]:
    """Of one page a movement may still run that has ended in the other: what differs for long, differs."""
    for _ in range(MOST_LOOKS):
        kept = {world: what_stays(page) for world, page in pages.items()}
        if len(set(kept.values())) == 1:
            break
        for page in pages.values():
            page.wait_for_timeout(50)
        worlds.pump()
    return kept


def lift(page: Page) -> None:
    """As a screen reader presses it. Where there is only one choice it is made at once, and the curtain falls again."""
    page.get_by_role("button", name="Hold to look").dispatch_event("click", {"detail": 0})


def at_rest(page: Page, worlds: TwoWorlds) -> bool:
    """Waits until the curtain is drawn for whoever is next, or it is over: then False."""
    until = time.monotonic() + LONG_MS / 1000
    while not page.locator("[data-curtain=drawn], .end").count():
        assert time.monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(20)
        worlds.pump()
    return page.locator(".end").count() == 0


def choose(world: str, hands: Hands, worlds: TwoWorlds, chance: random.Random) -> None:
    """Whoever is asked looks, and presses until something is chosen."""
    until = time.monotonic() + LONG_MS / 1000
    while world not in worlds.moved:
        assert time.monotonic() < until, hands.page.locator("main").inner_text()
        if hands.page.locator("[data-curtain=drawn]").count():
            lift(hands.page)
        hands.act(chance)
        worlds.pump()


@pytest.mark.parametrize("slug", FOLLOWED)
def test_nothing_between_turns_tells_two_worlds_apart_in_a_whole_match(visit: Callable[..., Any], slug: str) -> None:
    seats = max(games()[slug].seats[0], 2)
    options = {**games()[slug].live_options, **SHORT.get(slug, {})}
    worlds = TwoWorlds(slug, ["Ada", "Ben", "Cyd", "Dee"][:seats], options)
    pages = {world: visit(size=SHORT_PHONE, one_tap=True).page for world in (OTHER, THIS)}
    hands = {world: Hands(page, f".{slug}") for world, page in pages.items()}
    chance, hidden = random.Random(7), 0
    for world, page in pages.items():
        worlds.attach(world, page)
        page.goto(f"/t/{TABLE}")
    for turn in range(500):
        going = [at_rest(page, worlds) for page in pages.values()]
        kept = compared(pages, worlds)
        assert kept[THIS] == kept[OTHER], f"turn {turn}: {differs(*kept.values())}"
        if not all(going):
            break
        if turn == RELOADED:
            for page in pages.values():
                page.reload()
                at_rest(page, worlds)
        for world, page in pages.items():
            if turn == COVERED:  # somebody looks, begins to choose, and covers it again
                lift(page)
                hands[world].act(chance)
                if world not in worlds.moved:
                    page.get_by_role("button", name="Cover my hand").click()
            choose(world, hands[world], worlds, chance)
        hidden += worlds.moved[THIS]["move"] != worlds.moved[OTHER]["move"]
        worlds.play()
    assert not any(going), "the match did not end"
    assert hidden > 3, "both worlds were the same"
    worlds.close()

"""What everybody needs of a page: nothing serious found by axe, nothing too small to hit, nothing beyond the edge."""

import re
from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
SMALLEST_TARGET = 44
SMALL = """least => [...document.querySelectorAll('button, a[href], select, input:not([type=checkbox], [type=radio])')]
  .filter(thing => thing.checkVisibility() && !thing.closest('[aria-hidden=true], p, dialog:not([open])'))
  .map(thing => [thing.getBoundingClientRect(), thing])
  .filter(([box]) => box.width > 0 && (box.height < least - 0.6 || box.width < least - 0.6))
  .map(([box, thing]) => `${thing.outerHTML.slice(0, 90)} is ${Math.round(box.width)}x${Math.round(box.height)}`)"""


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, each with the first place where it is so."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    # The figures on a card or in a room are its picture, scattered over it; its name says them in words.
    for one in found["violations"]:
        if one["id"] == "label-content-name-mismatch":
            one["nodes"] = [node for node in one["nodes"] if not re.search('class="(card|room)', node["html"])]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:140]} {one['nodes'][0].get('failureSummary', '')[:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical") and one["nodes"]
    ]


def small(page: Page) -> list[str]:
    """What a finger would miss."""
    return list(page.evaluate(SMALL, SMALLEST_TARGET))


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults(page: Page, name: str) -> list[str]:
    """All of it, each fault with the name of the place."""
    found = [*serious(page), *small(page), *(["wider than its window"] if sideways(page) > 0 else [])]
    return [f"{name}: {one}" for one in found]

"""What everybody needs of a page: nothing serious found by axe, nothing too small to hit, nothing beyond the edge."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
SMALLEST_TARGET = 44
SMALL = """least => {
  const things = document.querySelectorAll('button, summary, select, input, textarea, a[href], [role=button]');
  // A link or a mark among words of a sentence is as high as its line; one alone is a target like any other.
  const among = link => {
    const words = link.closest('p, li, dd, td, figcaption, blockquote');
    const inline = link.matches('button.mark') || (link.matches('a') && getComputedStyle(link).display === 'inline');
    if (!inline || !words) return false;
    return words.textContent.trim().length > link.textContent.trim().length + 3;
  };
  // A box or a dot is hit by its words too.
  const place = thing => {
    const area = thing.matches('[type=checkbox], [type=radio]') ? thing.closest('label') ?? thing : thing;
    return area.getBoundingClientRect();
  };
  return [...things]
    .filter(thing => thing.checkVisibility() && !thing.closest('[aria-hidden=true], dialog:not([open]), .skip'))
    .filter(thing => !among(thing))
    .map(thing => [place(thing), thing])
    .filter(([box]) => box.width > 0 && (box.height < least - 0.6 || box.width < least - 0.6))
    .map(([box, thing]) => `${thing.outerHTML.slice(0, 90)} is ${Math.round(box.width)}x${Math.round(box.height)}`);
}"""


def violations(page: Page, **options: Any) -> list[dict[str, Any]]:
    """What axe finds; with `runOnly` by some of its rules alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    how = {**options, "resultTypes": ["violations"], "elementRef": False, "preload": False}
    found = page.evaluate("options => axe.run(document, options)", how)
    return list(found["violations"])


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, each with the first place where it is so."""
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:140]} {one['nodes'][0].get('failureSummary', '')[:200]}"
        for one in violations(page)
        if one["impact"] in ("serious", "critical")
    ]


def anything(page: Page) -> list[str]:
    """All that axe has to say, however small: landmarks, the order of headings, names."""
    return [f"{one['id']}: {node['html'][:140]}" for one in violations(page) for node in one["nodes"]]


def pale(page: Page) -> list[str]:
    """Words that stand out too little from what is behind them."""
    found = violations(page, runOnly=["color-contrast"])
    return [f"{node['html'][:120]} {node['failureSummary'][-260:]}" for one in found for node in one["nodes"]]


def small(page: Page) -> list[str]:
    """What a finger would miss."""
    return list(page.evaluate(SMALL, SMALLEST_TARGET))


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults(page: Page, name: str, axe: Callable[[Page], list[str]] = serious) -> list[str]:
    """All of it, each fault with the name of the place."""
    found = [*axe(page), *small(page), *(["wider than its window"] if sideways(page) > 0 else [])]
    return [f"{name}: {one}" for one in found]

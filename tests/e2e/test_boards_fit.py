"""Boards on small windows, in the positions of the gallery: all that can be pressed is in sight, and stays put."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from .stills import Stills, looked_at, titles

PHONES: list[ViewportSize] = [
    {"width": 390, "height": 664},
    {"width": 375, "height": 667},
    {"width": 667, "height": 375},
]
TABLETS: list[ViewportSize] = [{"width": 1024, "height": 768}]
LONG_NAMES = {"Ben": "Bartholomew-Maximilian X", "Zoe": "Wilhelmina Featherston-H"}
OUTSIDE = """() => {
  const root = document.documentElement;
  const pressed = [...document.querySelectorAll('main button')].filter(one => !one.closest('.end, details'));
  const boxes = pressed.filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
  return [
    ...boxes.filter(([_, box]) => box.bottom > innerHeight + 1 || box.top < 0 || box.right > innerWidth + 1)
      .map(([one]) => `${one.innerText || one.ariaLabel} is out of sight`),
    ...(root.scrollWidth > root.clientWidth ? ['wider than its window'] : []),
  ];
}"""
DOWN = """() => Math.max(document.documentElement.scrollHeight - innerHeight,
  ...[...document.querySelectorAll('main')].map(one => one.scrollHeight - one.clientHeight))"""
PADS = """() => [...document.querySelectorAll('.say, .pad, .gestures')].map(one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(' ');
}).join(', ')"""

CLASH = """() => {
  const pressed = [...document.querySelectorAll('main button, main a, main summary')]
    .filter(one => one.checkVisibility() && !one.disabled && !one.closest('.end, .hand, .finale, [inert]'));
  const boxes = pressed.map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 1);
  const name = one => (one.ariaLabel || one.innerText || one.className).slice(0, 40);
  const both = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([other, b]) => both(a, b) && !one.contains(other) && !other.contains(one))
    .map(([other]) => `${name(one)} and ${name(other)} lie on each other`));
}"""
"""Things to press that overlap; the cards of a hand may."""
TIGHT = """() => [...document.querySelectorAll('main *')]
  .filter(one => one.children.length === 0 && one.textContent.trim() && one.clientHeight > 0 && one.checkVisibility() &&
    !one.closest('.unseen, svg, .who, .owner, .log, .bid'))
  .filter(one => {
    const {overflowX, overflowY, textOverflow} = getComputedStyle(one);
    return (overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1) ||
      (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 2);
  }).map(one => `${one.textContent.slice(0, 40)} is cut`)"""
"""Words that are cut off; names may end in three dots."""

SAID = """() => [...document.querySelectorAll('main, main [aria-label], main [title]')].flatMap(one =>
  [one.matches('main') ? one.innerText : '', one.ariaLabel ?? '', one.title]).join(' ')"""
HIDDEN_END = """() => [...document.querySelectorAll('.finish p, .finish .loser')].map(one =>
  one.getBoundingClientRect().bottom - document.querySelector('.middle').getBoundingClientRect().bottom)"""
"""By how much whoever picks up is named below the edge."""
INTERNAL = re.compile(r"\b(MOVE_\w+|GUN|STEAL|HERD|SHEAR|BREED|PASTURE|FARMHANDS)\b")

on_every_window = pytest.mark.parametrize("sizes", [PHONES, TABLETS], ids=["phones", "tablet"])


def positions(
    stills: Stills, slug: str, sizes: list[ViewportSize], wanted: str = "", **looks: str
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each position of a game with what is found in it, by the size of the window, which people turn and change."""
    page = window_of(stills, sizes[0])
    for size in sizes:
        page.set_viewport_size(size)
        for title, found in positions_in(page, slug, wanted, **looks):
            yield f"{size['width']} by {size['height']}", title, found


def window_of(stills: Stills, size: ViewportSize) -> Page:
    """Two of the players have long names."""
    small = size["width"] < 1000
    return stills.window(LONG_NAMES, viewport=size, has_touch=small, is_mobile=small)


def positions_in(page: Page, slug: str, wanted: str = "", **looks: str) -> list[tuple[str, dict[str, Any]]]:
    chosen = titles(slug, wanted)
    return list(zip(chosen.values(), looked_at(page, slug, looks, list(chosen)), strict=True))


def out_of_sight(title: str, found: dict[str, Any]) -> list[str]:
    faults = [f"{title}: {fault}" for fault in found["outside"]]
    return faults + ([f"{title}: scrolls by {found['down']} px"] if found.get("down", 0) > 0 else [])


@on_every_window
def test_taco_fits_no_pad_moves_and_whoever_picks_up_is_named(stills: Stills, sizes: list[ViewportSize]) -> None:
    faults: list[str] = []
    places: dict[tuple[str, str], set[str]] = {}
    ends: Counter[str] = Counter()
    looks = {"outside": OUTSIDE, "down": DOWN, "pads": PADS, "end": HIDDEN_END}
    for size, title, found in positions(stills, "taco", sizes, **looks):
        faults += out_of_sight(f"{size}, {title}", found)
        faults += [f"{size}, {title}: the end is {px} px too low" for px in found["end"] if px > 1]
        ends[size] += title.startswith("8 seats") and len(found["end"]) > 0
        if not title.endswith(", over"):  # then there are none
            places.setdefault((size, title.split(",")[0]), set()).add(found["pads"])
    assert faults == []
    assert {seats: where for seats, where in places.items() if len(where) > 1} == {}
    assert len(ends) == len(sizes)
    assert min(ends.values()) > 0


@on_every_window
@pytest.mark.parametrize(
    ("slug", "wanted", "looks"),
    [
        ("goodge", "", {"outside": OUTSIDE, "down": DOWN}),
        ("goats", "asked to", {"outside": OUTSIDE}),
        ("gouda", "asked to", {"outside": OUTSIDE}),
    ],
    ids=["goodge", "goats", "gouda"],
)
def test_whoever_is_asked_sees_every_choice_and_the_hand(
    stills: Stills, slug: str, wanted: str, looks: dict[str, str], sizes: list[ViewportSize]
) -> None:
    """In goodge the whole table as well, whoever is asked."""
    seen = list(positions(stills, slug, sizes, wanted, **looks))
    assert len(seen) > 4 * len(sizes)
    assert [fault for size, title, found in seen for fault in out_of_sight(f"{size}, {title}", found)] == []


@on_every_window
def test_foxy_shows_every_choice_and_the_farm_and_no_internal_name(stills: Stills, sizes: list[ViewportSize]) -> None:
    faults: list[str] = []
    for size, title, found in positions(stills, "foxy", sizes, outside=OUTSIDE, said=SAID):
        faults += out_of_sight(f"{size}, {title}", found)
        faults += [f"{size}, {title}: says {name}" for name in INTERNAL.findall(found["said"])]
    assert faults == []

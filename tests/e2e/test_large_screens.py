"""Boards on desks and televisions, in the positions of the gallery: they fill the screen, and nothing scrolls."""

import pytest
from playwright.sync_api import ViewportSize

from hoofspiel.kernel.catalog import games

from .reading import SMALL, SMALLEST_TARGET
from .stills import Stills
from .test_boards_fit import CLASH, DOWN, OUTSIDE, TIGHT, out_of_sight, positions_in, window_of

LARGE: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "large desk": {"width": 1920, "height": 1080},
    "television": {"width": 2560, "height": 1440},
}
FILLED = """() => {
  const given = document.querySelector('main').getBoundingClientRect();
  const seen = [...document.querySelectorAll('main > :first-child *')].filter(one => one.checkVisibility() &&
    (one.matches('button, svg') || getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'));
  const boxes = seen.map(one => one.getBoundingClientRect()).filter(box => box.width > 1 && box.height > 1);
  const span = (from, to) => Math.max(...boxes.map(box => Math.min(box[to], given[to]))) -
    Math.min(...boxes.map(box => Math.max(box[from], given[from])));
  return [span('left', 'right') / given.width, span('top', 'bottom') / given.height];
}"""
"""The shares of the width and the height of the space for a board that what is painted on it spans."""
CARD = """() => {
  const mine = [...document.querySelectorAll('[data-guide=hand] .card, .farm.big .slot, .pad')];
  return Math.max(0, ...mine.map(one => one.getBoundingClientRect().height)) / Math.min(innerWidth, innerHeight);
}"""
"""How tall a thing in one's own hand is, as a share of the window's shorter side."""
LEAST = {"foxy": 0.1}
"""A farm is nine slots that are seen at once; a card of a hand is read at arm's length."""
LEAST_CARD = 0.149
TOUCH = f"() => ({SMALL})({SMALLEST_TARGET})"


LOOKS = {
    "outside": OUTSIDE,
    "down": DOWN,
    "filled": FILLED,
    "card": CARD,
    "clash": CLASH,
    "tight": TIGHT,
    "touch": TOUCH,
}


@pytest.mark.parametrize("slug", games())
def test_a_board_fills_a_large_screen_without_scrolling(stills: Stills, slug: str) -> None:
    """One window for all sizes: people change theirs, too."""
    faults: list[str] = []
    page = window_of(stills, LARGE["desk"])
    for screen, size in LARGE.items():
        page.set_viewport_size(size)
        seen = positions_in(page, slug, "asked to", **LOOKS)
        assert len(seen) > 4
        for title, found in seen:
            name = f"{screen}, {title}"
            faults += out_of_sight(name, found)
            faults += [f"{name}: {fault}" for fault in found["clash"] + found["tight"] + found["touch"]]
            if max(found["filled"]) < 0.85:
                faults.append(f"{name}: fills only {found['filled']}")
            if 0 < found["card"] < LEAST.get(slug, LEAST_CARD):
                faults.append(f"{name}: a card is only {found['card']:.3f} of the window's shorter side")
    assert faults == []

"""Every board in its main phases, as the gallery shows them, on a phone by night: read, hit and seen without scrolling.

What a board looks like by day is read in whole matches; these positions stand still, and no server is behind them.
"""

from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from tools.gallery import GO

from .conftest import PHONE
from .reading import pale, sideways, small
from .stills import Stills
from .test_boards_fit import DOWN

MAIN = "all => all.map(one => [one.textContent, one.getAttribute('href')])"


@pytest.mark.parametrize("slug", games())
def test_every_main_phase_is_read_and_hit_on_a_phone_by_night(stills: Stills, slug: str) -> None:
    night = stills.window({}, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    complaints: list[str] = []
    night.on("pageerror", lambda error: complaints.append(str(error)))
    night.goto(f"/gallery?game={slug}")
    night.wait_for_selector("[data-main]")
    scenes: list[Any] = night.eval_on_selector_all("[data-main]", MAIN)
    found: list[str] = []
    for title, path in scenes:
        night.evaluate(GO, path)
        night.wait_for_selector(f"[data-scene='{path.rpartition('=')[2]}'] [data-room] main > *")
        faults = [*pale(night), *small(night), *(["wider than its window"] if sideways(night) > 0 else [])]
        down = int(night.evaluate(DOWN))
        found += [f"{title}: {fault}" for fault in [*faults, *([f"scrolls by {down} px"] if down > 0 else [])]]
    assert len(scenes) > 5
    assert not found + complaints, "\n".join(found + complaints)

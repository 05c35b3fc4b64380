"""The positions kept for the gallery and for tests of the boards are positions of today's games."""

import json
from pathlib import Path

import pytest

from hoofspiel import Match
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.texts import texts_of

KEPT = sorted((Path(__file__).parents[1] / "src/hoofspiel/games").glob("*/web/scenes.json"))


@pytest.mark.parametrize("path", KEPT, ids=[path.parent.parent.name for path in KEPT])
def test_scenes_have_the_views_and_events_of_today(path: Path) -> None:
    """If not: `python tools/scenes.py` picks them anew."""
    slug = path.parent.parent.name
    texts = texts_of(find_game(slug))
    scenes = json.loads(path.read_text(encoding="utf-8"))
    for scene in scenes:
        assert scene["view"].keys() == Match(slug, seats=len(scene["names"]), seed=1).view(0).keys(), scene["title"]
        assert {event["event"] for event in scene["events"]} <= texts["events"].keys(), scene["title"]
        assert scene["view"]["prompt"] in texts["prompts"], scene["title"]
    assert any(scene["events"] for scene in scenes)
    assert any(scene["moves"] for scene in scenes)

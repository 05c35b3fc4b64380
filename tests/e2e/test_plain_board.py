"""A game that brings no board: the template, found as an installed package and played to its end on the plain one."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import DESK, SHORT_PHONE, serving
from .reading import faults


@pytest.fixture(scope="module")
def with_straws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("straws")
    about = folder / "straws-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: straws\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[hoofspiel.games]\nstraws = hoofspiel.template:GAME\n")
    with serving(folder, packages=folder) as (address, _):
        yield address


@pytest.mark.parametrize("size", [SHORT_PHONE, DESK], ids=["phone", "desk"])
def test_a_game_without_a_board_is_played_to_its_end(visit: Callable[..., Any], with_straws: str, size: Any) -> None:
    page = visit(at=with_straws, size=size).page
    page.goto("/")
    page.get_by_role("button", name="Play now: Straws").click()
    board = page.locator(".plain-board")
    hand = board.get_by_role("button", name=re.compile("^show the straw of length"))
    expect(hand.first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Straws")
    straws = hand.count()
    things = board.locator(".facts div", has_text="Your straws").locator(".thing")
    expect(things).to_have_count(straws)
    held = [re.search(r"\d+", words)[0] for words in hand.all_inner_texts()]  # type: ignore[index]
    assert things.all_inner_texts() == held
    expect(board.locator(".seat").first).to_contain_text(f"Left {straws}", use_inner_text=True)
    assert faults(page, "a plain board") == []
    for left in range(straws - 1, -1, -1):
        hand.first.click()
        if left:
            expect(hand).to_have_count(left)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()

"""Pages that name the tests which hold their promises name tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", ["threat-model.md", "scale.md"])
def test_every_test_that_a_page_names_exists(name: str) -> None:
    page = (ROOT / "docs/explanation" / name).read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    defined = {
        name
        for folder in ("tests", "src/hoofspiel")
        for path in (ROOT / folder).rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    assert len(named) > 20
    assert sorted(named - defined) == []

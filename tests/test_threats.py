"""The threat model promises nothing that no test holds."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_that_the_threat_model_names_exists() -> None:
    page = (ROOT / "docs/explanation/threat-model.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    defined = {
        name
        for folder in ("tests", "src/hoofspiel")
        for path in (ROOT / folder).rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    assert len(named) > 20
    assert sorted(named - defined) == []

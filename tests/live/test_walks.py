"""What happens at a table runs through no more files than ARCHITECTURE.md says."""

import re
from pathlib import Path

from tools.walks import walks

ROOT = Path(__file__).parents[2]


async def test_no_walk_is_longer_than_the_architecture_says(tmp_path: Path) -> None:
    found = await walks(tmp_path)
    page = (ROOT / "ARCHITECTURE.md").read_text()
    heads = " | ".join(found)
    figures = re.search(rf"^\| {re.escape(heads)} \|\n[|-]+\n\| ([\d |]+) \|$", page, re.M)
    assert figures is not None
    said = dict(zip(found, map(int, figures[1].split(" | ")), strict=True))
    longer = {walk: files for walk, files in found.items() if len(files) > said[walk]}
    assert longer == {}

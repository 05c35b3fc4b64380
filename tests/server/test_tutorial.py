"""The bot of the tutorial is thirty lines and takes a seat."""

import asyncio
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/tutorial/a-bot-at-a-live-table.md"


async def test_the_bot_of_the_tutorial_plays(server: Any, capsys: Any) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    assert len([line for line in program.splitlines() if line.strip()]) <= 30
    space: dict[str, Any] = {"__name__": "thirty_lines"}
    exec(compile(program, str(PAGE), "exec"), space)
    async with asyncio.timeout(240):
        await space["main"](server.address)
    assert "won by" in capsys.readouterr().out

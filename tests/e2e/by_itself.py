"""A page that plays its device's tables by itself: over the lines that boards use, many tables at once."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

PLAYER = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").partition("\n")[2].strip()
NO_END = 1_000_000


def ask(page: Page, method: str, address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Asked of the device, as the pages do."""
    told: dict[str, Any] = page.evaluate(f"how => {PLAYER}.ask(...how)", [method, address, json.dumps(body or {})])
    return told


def play(page: Page, tables: list[str], most: int = NO_END) -> None:
    """Every table goes on to its end, or until its people have seen so many things happen."""
    page.evaluate(f"how => {PLAYER}.play(...how)", [tables, most])

"""The pseudo-language: English with accents, so that a sentence glued or written in code stands out by having none."""

import re
from collections.abc import Mapping
from typing import Any

ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
KEPT = re.compile(r"(\{[^{}|]*(?:\|[^{}]*)?\})")
NO_WORDS = frozenset({"log", "minutes"})
"""Entries that are names of events or numbers, not sentences."""


def accented(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Every sentence of a catalogue with accents; the places to fill in stay as they are."""
    return {key: value if key in NO_WORDS else _accented(value) for key, value in tables.items()}


def _accented(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _accented(part) for key, part in value.items()}
    if not isinstance(value, str):
        return value
    return "".join(_place(part) if part.startswith("{") else part.translate(ACCENTS) for part in KEPT.split(value))


def _place(place: str) -> str:
    """Of {points|point|points} the words, not the name."""
    name, *forms = place.split("|")
    return "|".join([name, *(form.translate(ACCENTS) for form in forms)])

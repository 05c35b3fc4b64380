"""Every message that is translated, wherever its file is: what a translator works on, checks and exchanges."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import FOLDER, SOURCE

SHELL = "pages"
"""The catalogue of the pages around the games; the other catalogues are games, by their slug."""
NO_WORDS = ("log.fades", "log.keeps", "log.until")
"""Entries that name events instead of saying something."""
LINE = re.compile(r'^  "(?P<key>[^"]+)": "(?P<text>(?:[^"\\]|\\.)*)",?\s*$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Message:
    catalogue: str
    key: str
    """Dotted: events.won-you; of the pages as it is."""
    english: str
    said: str | None
    """in the other language, or None where it is missing"""

    @property
    def name(self) -> str:
        return f"{self.catalogue}:{self.key}"

    @property
    def sum(self) -> str:
        """Changes when the English does."""
        return sha256(self.english.encode()).hexdigest()[:8]


def home(game: Game) -> Path:
    return Path(str(game.rules.__file__)).parent / "texts"


def pages() -> Path | None:
    """The folder of the pages' sentences; a wheel does not have it."""
    folder = Path(__file__).parents[3] / "web/src/texts"
    return folder if folder.is_dir() else None


def file_of(catalogue: str, code: str) -> Path:
    if catalogue == SHELL:
        folder = pages()
        assert folder is not None, "the sentences of the pages are in a checkout"
        return folder / f"{code}.toml"
    return home(games()[catalogue]) / f"{code}.toml"


def catalogues() -> list[str]:
    return [*games(), *([SHELL] if pages() else [])]


def read(catalogue: str, code: str) -> dict[str, str]:
    """A catalogue in one language, flat."""
    if catalogue == SHELL and code == SOURCE:
        folder = pages()
        files = sorted(folder.glob(f"{SOURCE}*.ts")) if folder else []
        found = (match for file in files for match in LINE.finditer(file.read_text(encoding="utf-8")))
        return {match["key"]: str(json.loads(f'"{match["text"]}"')) for match in found}
    file = file_of(catalogue, code)
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if catalogue == SHELL:
        return {key: str(text) for key, text in tables.items()}
    return {key: text for key, text in _flat(tables) if key not in NO_WORDS}


def _flat(tables: dict[str, Any], head: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{head}{key}.")
        elif isinstance(value, str):
            yield f"{head}{key}", value


def messages(code: str) -> list[Message]:
    """Everything English has, with what the language makes of it."""
    found = []
    for catalogue in catalogues():
        own = read(catalogue, code)
        for key, english in read(catalogue, SOURCE).items():
            found.append(Message(catalogue, key, english, own.get(key)))
    return found


def sums_file(code: str) -> Path:
    """Which English every translation was made from."""
    return FOLDER / f"{code}.sums.json"


def known_sums(code: str) -> dict[str, str]:
    file = sums_file(code)
    sums: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return sums


def accept(code: str) -> None:
    """From now on every translation there is counts as one of the English there is."""
    sums = {message.name: message.sum for message in messages(code) if message.said is not None}
    sums_file(code).write_text(json.dumps(sums, indent=0, sort_keys=True) + "\n", encoding="utf-8")

"""Every message that is translated, wherever its file is: what a translator works on, checks and exchanges."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import FOLDER, SOURCE, languages

SHELL = "pages"
"""The catalogue of the pages around the games; the other catalogues are games, by their slug."""
PROGRAM = "program"
"""What tables, servers and the command line say: [said] and [terminal] of languages/xx.toml."""
PHRASES = ("said", "terminal")
"""Tables whose keys are the English: a sentence that any language has is to be translated into all."""
CONTEXT = {
    "title": "The name of the game.",
    "blurb": "The game in a sentence, on the home page.",
    "minutes": "How long a match takes.",
    "unit": "What the players collect, after a number.",
    "prompts": "What the reader can do now.",
    "moves": "On a button: what a move would do. {1}, {2} are the words after the first.",
    "events": "In the log: what has happened. A key with -you is for the reader who is the first player it names.",
    "options": "On the page for a new table.",
    "tips": "In the guide: a number is its place, a word the prompt it belongs to.",
    "tips_calm": "In the guide, when nobody plays against time.",
    "board": "On the board.",
    "reasons": "Beside a hint: why.",
    "said": "Made by the program in English; what is in {…} is a fact, in its own place in your sentence.",
    "terminal": "On the command line, or in a link’s preview; names in capitals stand for what somebody types.",
    "signs": "In the help of the terminal.",
    "log": "About the log.",
}
"""By table: where its messages stand."""
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
    if catalogue == PROGRAM:
        return FOLDER / f"{code}.toml"
    if catalogue == SHELL:
        folder = pages()
        assert folder is not None, "the sentences of the pages are in a checkout"
        return folder / f"{code}.toml"
    return home(games()[catalogue]) / f"{code}.toml"


def catalogues() -> list[str]:
    return [*games(), PROGRAM, *([SHELL] if pages() else [])]


def read(catalogue: str, code: str) -> dict[str, str]:
    """A catalogue in one language, flat."""
    if catalogue == SHELL and code == SOURCE:
        folder = pages()
        files = sorted(folder.glob(f"{SOURCE}*.ts")) if folder else []
        found = (match for file in files for match in LINE.finditer(file.read_text(encoding="utf-8")))
        return {match["key"]: str(json.loads(f'"{match["text"]}"')) for match in found}
    tables = _tables(file_of(catalogue, code))
    if catalogue == PROGRAM:
        tables = {name: tables[name] for name in PHRASES if name in tables}
    if catalogue == SHELL:
        return {key: str(text) for key, text in tables.items()}
    own = {key: text for key, text in _flat(tables) if key not in NO_WORDS and not key.startswith("typed.")}
    return {**own, **_phrases(catalogue)} if code == SOURCE else own


def _tables(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _phrases(catalogue: str) -> dict[str, str]:
    """The English that some language says in a catalogue: what code says has no file of its own in English."""
    found: dict[str, str] = {}
    for code in languages():
        tables = _tables(file_of(catalogue, code)) if code != SOURCE else {}
        found |= {f"{table}.{shape}": shape for table in PHRASES for shape in tables.get(table, {})}
    return found


def parted(catalogue: str, key: str) -> tuple[str, str]:
    """The table of a key in its file, and its name there."""
    head, _, rest = key.partition(".")
    if catalogue == SHELL:
        return "", key
    table, _, name = (head, ".", rest) if head in PHRASES else key.rpartition(".")
    return table, name


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


def accept(code: str, names: Sequence[str] | None = None) -> None:
    """From now on these translations, or all there are, count as made from the English there is."""
    new = {message.name: message.sum for message in messages(code) if message.said is not None}
    sums = new if names is None else {**known_sums(code), **{name: new[name] for name in names if name in new}}
    sums_file(code).write_text(json.dumps(sums, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def context(message: Message) -> list[str]:
    """What a translator should know about a message: where it stands, and the comments above it in the English file."""
    if message.catalogue == SHELL:
        return [f"On the pages around the games: {message.key.partition('.')[0]}."]
    table = message.key.partition(".")[0]
    where = [CONTEXT[table]] if table in CONTEXT else ["The name of a thing, said where {…:" + table + "} stands."]
    own = [] if message.catalogue == PROGRAM else _comments(file_of(message.catalogue, SOURCE)).get(message.key, [])
    return [*where, *own]


@cache
def _comments(file: Path) -> dict[str, list[str]]:
    """The comments of a TOML file: those above a message are its own, those above a table belong to all in it."""
    found: dict[str, list[str]] = {}
    table, of_table, waiting = "", list[str](), list[str]()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            waiting.append(line.lstrip("# "))
        elif line.startswith("["):
            table, of_table, waiting = f"{line.strip('[]')}.", waiting, []
        elif " = " in line:
            name, _, rest = line.partition(" = ")
            beside = re.search(r'"\s+# (.*)$', rest)
            told = [*of_table, *waiting, *([beside[1]] if beside else [])]
            found[table + name.strip('"')], waiting = told, []
        else:
            waiting = []
    return found

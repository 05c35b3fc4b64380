"""A game's RULES.md and its translations: numbered paragraphs, where each rule comes from, and what has gone stale.

A translation RULES.xx.md has the same paragraphs, marks and options. Beside it RULES.xx.lock remembers, for every
piece, the hash of the English it was made from; a piece whose English has changed since is stale until somebody has
looked at it and said so (`mark_reviewed`).
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hoofspiel.kernel.game import Game, Origin
from hoofspiel.kernel.language import SOURCE

NUMBER = re.compile(r"^\*\*(R\d+\.\d+)\*\*\s*")
MARK = re.compile(r"\*\((?:(?P<id>[A-Z](?:-R)?\d+)|(?P<word>[^\W\d_]+))(?:\s*:\s*(?P<reason>.*?))?\)\*")
"""A ruling has its number, what is ours a word and a reason, a printed variant its word alone, in any language."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark in a paragraph says of the sentences before it."""

    origin: Origin
    id: str
    reason: str
    word: str = ""

    @classmethod
    def read(cls, found: re.Match[str]) -> "Mark":
        """What MARK has found."""
        ours = found["reason"] and found["word"] != "variant"
        origin: Origin = "ruling" if found["id"] else "ours" if ours else "variant"
        return cls(origin, found["id"] or "", found["reason"] or "", found["word"] or "")


@dataclass(frozen=True, slots=True)
class Paragraph:
    number: str
    section: str
    text: str
    """Markdown without the number, as one line."""

    @property
    def marks(self) -> list[Mark]:
        return [Mark.read(found) for found in MARK.finditer(self.text)]

    @property
    def origins(self) -> set[Origin]:
        """Printed where nothing else is said."""
        return {mark.origin for mark in self.marks} or {"printed"}


def rulebook(game: Game, language: str = SOURCE) -> str:
    """The rules in that language, or in English if nobody has translated them."""
    file = _file(game, language)
    return (file if file.exists() else _file(game, SOURCE)).read_text(encoding="utf-8")


def translations(game: Game) -> list[str]:
    """The languages, besides English, that the rules of this game can be read in."""
    return sorted(file.name.split(".")[1] for file in _folder(game).glob("RULES.*.md"))


def numbered(game: Game, language: str = SOURCE) -> dict[str, Paragraph]:
    """Every paragraph by its number."""
    return {part.number: part for part in parts(rulebook(game, language)) if isinstance(part, Paragraph)}


def parts(text: str) -> Iterator[Paragraph | str]:
    """Numbered paragraphs, and what stands between them as Markdown."""
    section, number, taken = "", "", list[str]()

    def finished() -> Iterator[Paragraph | str]:
        if number:
            yield Paragraph(number, section, " ".join(line.strip() for line in taken))
        elif any(line.strip() for line in taken):
            yield "\n".join(taken)

    for line in [*text.splitlines(), ""]:
        begins = NUMBER.match(line)
        if begins or line.startswith("#") or (number and (not line.strip() or line.startswith("|"))):
            yield from finished()
            number, taken = begins[1] if begins else "", []
        if line.startswith("#"):
            section = line.lstrip("# ")
        taken.append(line[begins.end() :] if begins else line)
    yield from finished()


# --- translations that keep up with the English ---


@dataclass(frozen=True, slots=True)
class Faults:
    """Pieces of a translation that do not fit the English rules: paragraphs by number, §2 the rest of section 2."""

    missing: list[str]
    surplus: list[str]
    stale: list[str]

    def __bool__(self) -> bool:
        return bool(self.missing or self.surplus or self.stale)


def translation_faults(game: Game, language: str) -> Faults:
    english = pieces(rulebook(game))
    if language not in translations(game):
        return Faults(missing=list(english), surplus=[], stale=[])
    other = pieces(rulebook(game, language))
    return Faults(
        missing=[name for name in english if name not in other],
        surplus=[name for name in other if name not in english],
        stale=stale_paragraphs(game, language),
    )


def stale_paragraphs(game: Game, language: str) -> list[str]:
    """Pieces whose English is not, or not any more, the one they were translated from."""
    made_from, english = _made_from(game, language), pieces(rulebook(game))
    return [name for name in pieces(rulebook(game, language)) if made_from.get(name) != _hash(english.get(name, ""))]


def mark_reviewed(game: Game, language: str, names: Iterable[str]) -> None:
    """Somebody has compared these pieces with the English of today; what the English does not have is left out."""
    english, made_from = pieces(rulebook(game)), _made_from(game, language)
    made_from |= {name: _hash(english[name]) for name in names if name in english}
    lines = [f"{name} {made_from[name]}\n" for name in english if name in made_from]
    _lock(game, language).write_text("".join(lines), encoding="utf-8")


def pieces(text: str) -> dict[str, str]:
    """What is translated and goes stale as a whole: every numbered paragraph, and what else a section has."""
    found: dict[str, str] = {}
    section = 0
    for part in parts(text):
        if isinstance(part, Paragraph):
            found[part.number] = part.text
        else:
            section += part.startswith("## ")
            found[f"§{section}"] = f"{found.get(f'§{section}', '')}{part}\n"
    return found


def _hash(text: str) -> str:
    """Of the words alone: where lines break does not matter."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def _made_from(game: Game, language: str) -> dict[str, str]:
    lock = _lock(game, language)
    lines = lock.read_text(encoding="utf-8").splitlines() if lock.exists() else []
    return {name: made for name, _, made in (line.partition(" ") for line in lines)}


def _folder(game: Game) -> Path:
    return Path(str(game.rules.__file__)).parent


def _file(game: Game, language: str) -> Path:
    return _folder(game) / ("RULES.md" if language == SOURCE else f"RULES.{language}.md")


def _lock(game: Game, language: str) -> Path:
    return _folder(game) / f"RULES.{language}.lock"

"""A game's RULES.md: its numbered paragraphs, where each rule comes from, and which of them answer a question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hoofspiel.kernel.game import Game, Origin
from hoofspiel.kernel.language import said, spoken

NUMBER = re.compile(r"^\*\*(R\d+\.\d+)\*\*\s*")
VARIANT = ("variant", "variante", "Variante")
"""How the rules in English, French and German mark a printed variant; then our own rules."""
OURS = ("ours", "maison", "Hausregel")
MARK = re.compile(
    rf"\*\((?:(?P<kind>{'|'.join(VARIANT + OURS)})|(?P<id>[A-Z](?:-R)?\d+))(?:\s?:\s*(?P<reason>.*?))?\)\*"
)
INLINE = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>.+?)`")
WIDEST = 96
"""Longer lines are hard to read, however wide the terminal is."""

HEADS: dict[Origin, str] = {
    "printed": "By the book",
    "variant": "Printed variants",
    "ruling": "Where the book is silent",
    "ours": "Our own",
}
"""What lists call the four origins of a rule."""

MEANINGS: dict[Origin, str] = {
    "printed": "The rulebook has these; change one and you leave the book.",
    "variant": "The rulebook offers these as other ways to play.",
    "ruling": "We had to decide; here you may decide otherwise.",
    "ours": "Not in the rulebook: our own additions.",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark in a paragraph says of the sentences before it."""

    origin: Origin
    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    number: str
    section: str
    text: str
    """Markdown without the number, as one line."""

    @property
    def marks(self) -> list[Mark]:
        return [_mark(found) for found in MARK.finditer(self.text)]

    @property
    def origins(self) -> set[Origin]:
        """Printed where nothing else is said."""
        return {mark.origin for mark in self.marks} or {"printed"}


def _mark(found: re.Match[str]) -> Mark:
    origin: Origin = "ruling" if found["id"] else "variant" if found["kind"] in VARIANT else "ours"
    return Mark(origin, found["id"] or "", found["reason"] or "")


def rulebook(game: Game) -> str:
    home = Path(str(game.rules.__file__)).parent
    own = home / f"RULES.{spoken.get()}.md"
    return (own if own.is_file() else home / "RULES.md").read_text(encoding="utf-8")


def numbered(game: Game) -> dict[str, Paragraph]:
    """Every paragraph by its number."""
    return {part.number: part for part in _parts(rulebook(game)) if isinstance(part, Paragraph)}


def _parts(text: str) -> Iterator[Paragraph | str]:
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


# --- on a screen ---


def whole(game: Game, *, width: int) -> RenderableType:
    """All the rules, every paragraph apart from the next."""
    drawn: list[RenderableType] = []
    for part in _parts(rulebook(game)):
        drawn += [shown(part) if isinstance(part, Paragraph) else Markdown(part), Text()]
    return Padding(Group(*drawn), (0, max(0, width - WIDEST), 0, 0))


def some(paragraphs: list[Paragraph], *, width: int) -> RenderableType:
    """These paragraphs under the headings of their sections, the section of the first one first."""
    drawn: list[RenderableType] = []
    for section in dict.fromkeys(paragraph.section for paragraph in paragraphs):
        drawn += [Text(section, "bold underline"), Text()]
        for paragraph in paragraphs:
            if paragraph.section == section:
                drawn += [shown(paragraph), Text()]
    return Padding(Group(*drawn), (0, max(0, width - WIDEST), 0, 0))


def shown(paragraph: Paragraph) -> Table:
    """The number in the margin, the words beside it, and after them in grey where they come from and why."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=6, no_wrap=True)
    grid.add_column(ratio=1)
    words, last = Text(), 0
    for found in MARK.finditer(paragraph.text):
        _write(words, paragraph.text[last : found.start()])
        words.append(_in_words(_mark(found)), "dim italic")
        last = found.end()
    _write(words, paragraph.text[last:])
    grid.add_row(Text(paragraph.number, "bold cyan"), words)
    return grid


def _in_words(mark: Mark) -> str:
    what = {
        "ruling": said(f"ruling {mark.id}"),
        "variant": said("printed variant"),
        "ours": said("ours"),
        "printed": "",
    }[mark.origin]
    return f"({what}: {mark.reason.replace('`', '')})" if mark.reason else f"({what})"


def _write(words: Text, text: str) -> None:
    last = 0
    for found in INLINE.finditer(text):
        words.append(text[last : found.start()])
        words.append(
            found[found.lastgroup or 0], {"strong": "bold", "emphasis": "italic"}.get(found.lastgroup or "", "cyan")
        )
        last = found.end()
    words.append(text[last:])


# --- looking for words ---

FAMILIES = (
    "tie equal level cancel share",
    "win winner victory",
    "point score count",
    "bid offer raise",
    "late slow time clock deadline",
    "wrong mistake false fault",
    "begin start first opening",
    "leave away absent disconnect",
)
"""Words somebody who asks may use for each other."""


def found_in(game: Game, words: str) -> list[Paragraph]:
    """The paragraph of that number, those of that section (R3), or all that tell about these words, the best first."""
    paragraphs = numbered(game)
    if words.upper() in paragraphs:
        return [paragraphs[words.upper()]]
    if re.fullmatch(r"[Rr]\d+", words):
        return [p for number, p in paragraphs.items() if number.startswith(f"{words.upper()}.")]
    asked = [_stem(word) for word in _words(words)]
    ranked = [(_fit(paragraph, asked), paragraph) for paragraph in paragraphs.values()]
    return [paragraph for fit, paragraph in sorted(ranked, key=lambda pair: -pair[0]) if fit > 0]


def _fit(paragraph: Paragraph, asked: list[str]) -> int:
    """How much a paragraph has to say about every one of these words; 0 if it has nothing to say about one of them."""
    held = [_stem(word) for word in _words(paragraph.text)]
    above = {_stem(word) for word in _words(paragraph.section)}
    fits = []
    for stem in asked:
        said = held.count(stem)
        kin = sum(other in held for other in _kin(stem))
        fits.append(4 * min(said, 4) + 3 * kin + 2 * (stem in above))
    return sum(fits) if fits and all(fits) else 0


def _kin(stem: str) -> set[str]:
    families = [{_stem(word) for word in family.split()} for family in FAMILIES]
    return {other for family in families if stem in family for other in family if other != stem}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _stem(word: str) -> str:
    """What the forms of a word have in common: tie, ties, tied and tying are one, so are bid and bidding."""
    for ending in ("ing", "ers", "er", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if word.endswith("y"):
        word = f"{word[:-1]}i"
    return word[:-1] if len(word) > 2 and word[-1] == word[-2] else word

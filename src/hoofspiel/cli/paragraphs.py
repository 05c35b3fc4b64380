"""A game's rules on a terminal, with where each of them comes from, and which of them answer a question."""

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import combining, normalize

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hoofspiel.kernel.game import Game, Origin
from hoofspiel.kernel.language import SOURCE, language, spoken
from hoofspiel.kernel.rulebook import MARK, Mark, Paragraph, numbered, parts, rulebook

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


# --- on a screen ---


def whole(game: Game, *, width: int) -> RenderableType:
    """All the rules, every paragraph apart from the next."""
    drawn: list[RenderableType] = []
    for part in parts(rulebook(game, spoken.get())):
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
        words.append(_in_words(Mark.read(found)), "dim italic")
        last = found.end()
    _write(words, paragraph.text[last:])
    grid.add_row(Text(paragraph.number, "bold cyan"), words)
    return grid


def _in_words(mark: Mark) -> str:
    words = _about_rules()
    what = words[mark.origin].replace("{id}", mark.id)
    return words["mark"].format(what=what, why=mark.reason.replace("`", "")) if mark.reason else f"({what})"


def _about_rules() -> Mapping[str, Any]:
    """What the language of this terminal calls the origins of a rule, and how its words are looked for."""
    table: Mapping[str, Any] = language(spoken.get()).tables.get("rules") or language(SOURCE).tables["rules"]
    return table


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


def found_in(game: Game, words: str) -> list[Paragraph]:
    """The paragraph of that number, those of that section (R3), or all that tell about these words, the best first."""
    paragraphs = numbered(game, spoken.get())
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
    """The other words that somebody who asks may mean by this one."""
    families = [{_stem(word) for word in _words(family)} for family in _about_rules()["alike"]]
    return {other for family in families if stem in family for other in family if other != stem}


def _words(text: str) -> list[str]:
    """Small letters without accents, which people leave out when they type."""
    plain = "".join(sign for sign in normalize("NFD", text.lower()) if not combining(sign))
    return re.findall(r"[^\W_]+", plain)


def _stem(word: str) -> str:
    """What the forms of a word have in common: tie, ties, tied and tying are one, so are bid and bidding."""
    for ending in _about_rules()["endings"]:
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if word.endswith("y"):
        word = f"{word[:-1]}i"
    return word[:-1] if len(word) > 2 and word[-1] == word[-2] else word

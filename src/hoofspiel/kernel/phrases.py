"""Sentences that code makes in English, said in another language.

A refusal is made where its facts are, as one English sentence, and travels as such: in errors, in messages, in logs. A
phrasebook knows these sentences by their shape,

    "You have no {card} left this round: you hold {hand}." = "Il ne te reste plus de {card} : tu as {hand}."

recognises a sentence, and says it again with the same facts. A fact that is itself a phrase of the book is said in the
other language, too; of a list, each thing and the word between the last two. What the book does not know stays English.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Fill = Callable[[str, Mapping[str, Any]], str]
"""Puts facts into a template, by the grammar of a language."""

FACT = re.compile(r"\{([a-z0-9_]+)\}")
TYPED = re.compile(r"'[^']*'|\"[^\"]*\"")
"""What somebody typed, as code quotes it."""
FIGURE = re.compile(r"[-+−]?\d+(?:,\d{3})*(?:\.\d+)? ?%?")
DEEPEST = 4
"""A fact of a fact of a fact; a sentence quoted in a sentence is not followed further."""


class Phrasebook:
    def __init__(
        self,
        phrases: Mapping[str, str],
        fill: Fill,
        between: Mapping[str, str],
        figure: Callable[[str], str] = str,
        quotes: str = "'{}'",
    ) -> None:
        self.phrases = phrases
        self.fill = fill
        self.between = between
        """The words "and" and "or"."""
        self.figure = figure
        """A number with a point or commas, as the language writes it."""
        self.quotes = quotes
        """Around what somebody typed."""
        shapes = sorted((shape for shape in phrases if FACT.search(shape)), key=_plainness, reverse=True)
        self.shapes = [(re.compile(_pattern(shape), re.DOTALL), phrases[shape]) for shape in shapes]

    def said(self, sentence: str) -> str:
        """The sentence in this language, or as it is."""
        return self.known(sentence) or sentence

    def known(self, sentence: str, depth: int = 0) -> str | None:
        """The sentence in this language, or None if the book does not have it."""
        if found := self.phrases.get(sentence):
            return self.fill(found, {})
        if depth < DEEPEST:
            for pattern, template in self.shapes:
                if facts := pattern.fullmatch(sentence):
                    return self.fill(template, {k: self._fact(v, depth + 1) for k, v in facts.groupdict().items()})
        return None

    def _fact(self, words: str, depth: int) -> int | str:
        if words.isdecimal():
            return int(words)
        if FIGURE.fullmatch(words):
            return self.figure(words)
        if TYPED.fullmatch(words):
            return self.quotes.replace("{}", words[1:-1])
        return self.known(words, depth) or self._list(words, depth)

    def _list(self, words: str, depth: int) -> str:
        for english, other in self.between.items():
            first, found, last = words.rpartition(f" {english} ")
            if found:
                things = [self.known(thing, depth) or thing for thing in first.split(", ")]
                return f"{', '.join(things)} {other} {self.known(last, depth) or last}"
        return ", ".join(self.known(thing, depth) or thing for thing in words.split(", ")) if ", " in words else words


def _plainness(shape: str) -> int:
    """How many letters a sentence must have in common with a shape: the most telling shapes are tried first."""
    return len(FACT.sub("", shape))


def _pattern(shape: str) -> str:
    seen: set[str] = set()
    pattern = ""
    for number, part in enumerate(FACT.split(shape)):
        if number % 2 == 0:
            pattern += re.escape(part)
        else:
            pattern += f"(?P={part})" if part in seen else f"(?P<{part}>.+?)"
            seen.add(part)
    return pattern

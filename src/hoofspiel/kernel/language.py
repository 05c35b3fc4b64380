"""A language: how it counts and lists, what it calls the reader, and the sentences of the program itself.

Everything about a language is data, in languages/xx.toml:

    [language]   its own name; what "you" are called in a list; "and", "or"; quotes; whether 0 and 1.5 are singular
    [persons]    a name in a case: {seat:de} is "de toi" for the reader, "de Ben", and "d’Anna" before a vowel
    [bots]       names and titles of bots
    [said]       sentences that code makes in English (kernel/phrases.py)
    [terminal]   sentences of the command line and of links' previews; the browser does not load them
    [typed]      what its commands may be called by those who type them: "annuler" = "undo"
    [rules]      how the rules are shown and searched on a terminal (cli/paragraphs.py)

English is always there and needs nothing. A template with cases ("->") is a pattern of Fluent (kernel/cases.py).
"""

import re
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hoofspiel.kernel import cases
from hoofspiel.kernel.phrases import Phrasebook
from hoofspiel.kernel.words import BadMatch, either

PLACE = re.compile(r"\{([a-z0-9_]+)(?::([a-z_]+)|\|([^|{}]*)\|([^|{}]*))?\}")
FOLDER = Path(__file__).parent.parent / "languages"
SOURCE = "en"
PSEUDO = "xx"
"""English with accents, made from the English files: whatever has none on a screen is not in any file."""

spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)
"""The language of whoever sits at this terminal."""


class Language:
    def __init__(self, code: str, tables: Mapping[str, Any]) -> None:
        self.code = code
        self.tables = tables
        about = tables["language"]
        self.name = str(about["name"])
        self.you = str(about["you"])
        self.below_two = bool(about["below_two"])
        """Whether every number from 0 to less than 2 is singular, as in French, or 1 alone."""
        self.point = str(about.get("point", "."))
        """Between whole and parts of a number."""
        self.thousands = str(about.get("thousands", ","))
        self.percent = str(about.get("percent", "%"))
        self.quotes = str(about.get("quotes", "'{}'"))
        """Around what somebody typed."""
        self.between = {word: str(about[word]) for word in ("and", "or")}
        self.elides = re.compile(str(about["elides"]), re.IGNORECASE) if about.get("elides") else None
        self.persons: Mapping[str, list[str]] = tables.get("persons", {})

    def is_one(self, number: object) -> bool:
        try:
            size = abs(float(str(number)))
        except ValueError:
            return False
        return size < 2 if self.below_two else size == 1

    def figure(self, number: str) -> str:
        """A number that code wrote as in English, "1,234.5 %", as this language writes it."""
        signs = {".": self.point, ",": self.thousands, "%": self.percent}
        return re.sub(r"(?<=\d)\s?%|[.,](?=\d)", lambda found: signs[found[0].strip()], number)

    def person(self, form: str, name: str, *, reader: bool) -> str:
        """A player in a case: [for the reader, for others, for others before a vowel]."""
        you, other, *vowel = self.persons[form]
        if reader:
            return you
        elided = vowel and self.elides and self.elides.match(name)
        return (vowel[0] if elided else other).replace("{}", name)

    def listed(self, things: list[str], word: str = "and") -> str:
        """ "a, b and c"."""
        return f"{', '.join(things[:-1])} {self.between[word]} {things[-1]}" if len(things) > 1 else "".join(things)

    def fill(self, template: str, look: cases.Resolve) -> str:
        """The template with its places filled in, by what `look` says of a fact, alone or in a table."""
        if cases.CASES in template:
            return cases.resolve(template, look, self.is_one)

        def place(found: re.Match[str]) -> str:
            key, table, one, many = found.groups()
            if one is not None:
                return str(one if self.is_one(look(key, None)) else many)
            return str(look(key, table))

        return PLACE.sub(place, template)

    @cached_property
    def phrases(self) -> Phrasebook:
        return self.phrasebook({})

    def phrasebook(self, more: Mapping[str, str]) -> Phrasebook:
        """The program's own sentences, and those of a game."""

        def fill(template: str, facts: Mapping[str, Any]) -> str:
            return self.fill(template, lambda key, _: facts[key])

        own = {**self.tables.get("said", {}), **self.tables.get("terminal", {})}
        return Phrasebook({**own, **more}, fill, self.between, self.figure, self.quotes)

    def said(self, sentence: str) -> str:
        """A sentence that code made in English."""
        return self.phrases.said(sentence)


@cache
def languages() -> dict[str, str]:
    """The languages there are, by code, each under its own name; English first."""
    codes = sorted((file.stem for file in FOLDER.glob("*.toml")), key=lambda code: (code != SOURCE, code))
    return {code: language(code).name for code in codes}


@cache
def language(code: str) -> Language:
    """A language by its code, or refused."""
    file = FOLDER / f"{SOURCE if code == PSEUDO else code}.toml"
    if not re.fullmatch("[a-z]{2,3}", code) or not file.is_file():
        raise BadMatch(f"There is no language {code!r}: choose {either(list(languages()))}.")
    return Language(code, tomllib.loads(file.read_text(encoding="utf-8")))


def said(sentence: str) -> str:
    """A sentence that code made in English, in the language of this terminal."""
    return language(spoken.get()).said(sentence)


def figure(number: str) -> str:
    """A number that code wrote as in English, in the language of this terminal."""
    return language(spoken.get()).figure(number)


def wanted(words: str) -> str:
    """The first language of a locale ("fr_CH.UTF-8") or a header ("fr-CH, de;q=0.8") that is here; else English."""
    for part in words.split(","):
        code = re.split("[-_.;@]", part.strip().lower())[0]
        if code in languages() or code == PSEUDO:
            return code
    return SOURCE

"""Every sentence a person reads about a game, from the catalogue in its folder (texts/en.toml, texts/fr.toml ...).

A template is text with places to fill in, the same in Python and in the browser:

    {card}                     the value
    {seat:who}                 the name of the player in that seat
    {dish:dish}                the value looked up in the table [dish]; of a list, each one, with commas between
    {points|point|points}      the first word for one, the second for any other number, as the language counts
    {seat:de}                  the name of a player in a case of the language, from [persons] of languages/xx.toml
    {cards -> [one] … *[other] …}   whole cases, in the syntax of Fluent (kernel/cases.py)

A message that a language lacks is said in English. An event may have a second sentence, its name followed by -you, for
the reader who is the first player it names. An event with a fact "said" is told by the sentence of that name instead of
its own. A move is looked up as a whole first, then by its first word.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import PSEUDO, SOURCE, Language, language, spoken
from hoofspiel.kernel.phrases import Phrasebook
from hoofspiel.kernel.pseudo import accented
from hoofspiel.kernel.words import Event

WHO = "who"
ME = "me"


class Texts:
    """The catalogue of one game in one language."""

    def __init__(self, tables: Mapping[str, Any], speaks: Language | None = None) -> None:
        self.tables = tables
        self.language = speaks or language(SOURCE)

    def __getitem__(self, key: str) -> Any:
        return self.tables[key]

    def fill(self, template: str, facts: Mapping[str, Any], who: Sequence[str]) -> str:
        return self.language.fill(template, lambda key, table: self._look(facts[key], table, who))

    def _look(self, value: Any, table: str | None, who: Sequence[str]) -> Any:
        """A fact as it is said: itself, a player's name, or what a table calls it; of a list, each one."""
        if isinstance(value, list):
            return ", ".join(str(self._look(thing, table, who)) for thing in value)
        if table is None:
            return value
        if table == WHO:
            return who[value]
        if table == ME:
            return "you" if who[value] == self.language.you else "other"
        if table in self.language.persons:
            return self.language.person(table, who[value], reader=who[value] == self.language.you)
        return self.tables[table][str(value)]

    def event(self, event: Event, who: Sequence[str], reader: int | None = None) -> str:
        """What happened, in a sentence for one reader; empty for an event that is not worth one."""
        lines = self.tables["events"]
        name = event.get("said", event["event"])
        template = str(lines[name])
        if reader is not None and self.subject(template, event) == reader:
            template = lines.get(f"{name}-you", template)
        return self.fill(template, event, who)

    def subject(self, template: str, event: Event) -> int | None:
        """The player a sentence is about: the first it names."""
        for key, table in re.findall(r"\{([a-z0-9_]+):([a-z_]+)", template):
            if table == WHO or table in self.language.persons:
                return int(event[key])
        return None

    @cached_property
    def phrases(self) -> Phrasebook:
        return self.language.phrasebook(self.tables.get("said", {}))

    def said(self, sentence: str) -> str:
        """A sentence that the game's code made in English, in this language."""
        return self.phrases.said(sentence)

    def faded(self, events: Sequence[Event]) -> frozenset[int]:
        """Which of all events so far, by their place, a log no longer shows, as the table [log] says.

        Of the events named in `fades`, only those since the last but one named `keeps` stay: the last trick, say. What
        came before an event named in `until` is over, and all of it is shown again.
        """
        rule = self.tables.get("log")
        if not rule:
            return frozenset()
        names = [event["event"] for event in events]
        start = max((place + 1 for place, name in enumerate(names) if name in rule["until"]), default=0)
        ends = [place for place in range(start, len(names)) if names[place] == rule["keeps"]]
        gone = range(start, ends[-2] + 1) if len(ends) > 1 else ()
        return frozenset(place for place in gone if names[place] in rule["fades"])

    def move(self, move: str, who: Sequence[str]) -> str:
        """What a move would do, in a few words."""
        words = move.split()
        template = self.tables["moves"].get(move) or self.tables["moves"][words[0]]
        return self.fill(template, _numbered(words), who)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """What a reader can do now; places are filled from the reader's view."""
        return self.fill(self.tables["prompts"][view["prompt"]], view, ())


def _numbered(words: Sequence[str]) -> dict[str, Any]:
    return {str(i): int(word) if word.isdecimal() else word for i, word in enumerate(words)}


def texts_of(game: Game, code: str | None = None) -> Texts:
    """A game's sentences in a language: else in that of this terminal."""
    return _texts(game, code or spoken.get())


@cache
def _texts(game: Game, code: str) -> Texts:
    english = read_texts(game, SOURCE)
    tables = accented(english) if code == PSEUDO else filled_up(read_texts(game, code), english)
    return Texts(tables, language(code))


def read_texts(game: Game, code: str) -> dict[str, Any]:
    """The file of a game and language as it is, or nothing."""
    path = Path(str(game.rules.__file__)).parent / "texts" / f"{code}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def filled_up(tables: Mapping[str, Any], english: Mapping[str, Any]) -> dict[str, Any]:
    """What a language has, and in English what it lacks."""
    whole = dict(tables)
    for key, value in english.items():
        if isinstance(value, dict):
            whole[key] = filled_up(whole.get(key, {}), value)
        else:
            whole.setdefault(key, value)
    return whole


def saying(module: str) -> Callable[[str], str]:
    """For the terminal.py of a game: says what it wrote in English in the language of this terminal."""

    def said(sentence: str) -> str:
        game: Game = import_module(module.rpartition(".")[0]).GAME
        return texts_of(game).said(sentence)

    return said

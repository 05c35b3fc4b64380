"""Every sentence a person reads about a game, from the catalogue in its folder (texts/en.toml).

A template is text with places to fill in, the same in Python and in the browser:

    {card}                     the value
    {seat:who}                 the name of the player in that seat
    {dish:dish}                the value looked up in the table [dish]; of a list, each one, with commas between
    {points|point|points}      the first word for one, the second for any other number

An event may have a second sentence, its name followed by -you, for the reader who is its first :who. An event with a
fact "said" is told by the sentence of that name instead of its own. A move is looked up as a whole first, then by its
first word.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hoofspiel.kernel.game import Game
from hoofspiel.kernel.words import Event

PLACE = re.compile(r"\{([a-z0-9_]+)(?::([a-z_]+)|\|([^|{}]*)\|([^|{}]*))?\}")
WHO = "who"


class Texts:
    """The catalogue of one game in one language."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables = tables

    def __getitem__(self, key: str) -> Any:
        return self.tables[key]

    def fill(self, template: str, facts: Mapping[str, Any], who: Sequence[str]) -> str:
        def place(found: re.Match[str]) -> str:
            key, table, one, many = found.groups()
            value = facts[key]
            if one is not None:
                return one if value == 1 else many
            if table == WHO:
                return str(who[value])
            things = value if isinstance(value, list) else [value]
            return ", ".join(str(self.tables[table][str(thing)] if table else thing) for thing in things)

        return PLACE.sub(place, template)

    def event(self, event: Event, who: Sequence[str], reader: int | None = None) -> str:
        """What happened, in a sentence for one reader; empty for an event that is not worth one."""
        lines = self.tables["events"]
        name = event.get("said", event["event"])
        template = str(lines[name])
        first = re.search(r"\{([a-z0-9_]+):who\}", template)
        if first and reader is not None and event[first[1]] == reader:
            template = lines.get(f"{name}-you", template)
        return self.fill(template, event, who)

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


@cache
def texts_of(game: Game, language: str = "en") -> Texts:
    path = Path(str(game.rules.__file__)).parent / "texts" / f"{language}.toml"
    return Texts(tomllib.loads(path.read_text(encoding="utf-8")))

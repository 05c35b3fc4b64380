"""Every event of every game as it is told: to you and to another, of one and of several, in every language.

python -m tools.spoken            writes tests/languages/GAME.txt, to be read by somebody who speaks the languages
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import languages
from hoofspiel.kernel.texts import Texts, texts_of

FOLDER = Path(__file__).parents[1] / "tests/languages"
OTHERS = ("Anna", "Ben", "Hugo")
PLACE = re.compile(r"\{\s*([a-z0-9_]+)\s*(?::([a-z_]+))?\s*(?:\||->|\})")
LISTS = {"cards", "slots"}
"""Facts that are lists where a table names their things."""
THINGS: dict[str, dict[str, Any]] = {"row-wolf": {"token": "TOP"}, "wolf": {"token": 7}}
"""By event: facts that are not any number."""
LIKELY = {"token": "GUN", "row": "TOP"}


def told(game: Game) -> str:
    """The file of one game."""
    english = texts_of(game, "en")
    lines = [f"# {english['title']}: python -m tools.spoken writes this; read it when it changes."]
    for name, template in english["events"].items():
        if template and not name.endswith("-you"):
            lines += ["", name]
            for case, event, reader in _cases(name, english):
                for code in languages():
                    texts = texts_of(game, code)
                    who = [texts.language.you, *OTHERS]
                    lines.append(f"  {case:14} {code}  {texts.event(event, who, reader)}")
    return "\n".join(lines) + "\n"


def _cases(name: str, english: Texts) -> Iterator[tuple[str, dict[str, Any], int | None]]:
    lines = english["events"]
    places = dict(PLACE.findall(lines[name] + lines.get(f"{name}-you", "")))
    for fact, table in PLACE.findall(lines[name]):
        places[fact] = table or places[fact]
    people = [fact for fact, table in places.items() if table == "who"]
    counts = [fact for fact, table in places.items() if not table]
    for whose, first in (("you", 0), ("another", 1)) if people else (("", 0),):
        for many, number in (("one", 1), ("several", 3)) if counts else (("", 1),):
            seats = [first, *(seat for seat in (2, 3, 1, 0) if seat != first)]
            event: dict[str, Any] = {"event": name}
            for fact, table in places.items():
                if table == "who":
                    event[fact] = seats[people.index(fact)]
                elif table:
                    keys = list(english[table])
                    likely = LIKELY.get(fact, keys[0])
                    event[fact] = keys[:2] if fact in LISTS else likely if likely in keys else keys[0]
                else:
                    event[fact] = number
            event |= THINGS.get(name, {})
            yield f"{whose} {many}".strip(), event, 0
    if len(people) > 1:
        event = {**event, people[0]: 1, people[1]: 0}
        yield "to you", event, 0


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for slug, game in games().items():
        (FOLDER / f"{slug}.txt").write_text(told(game), encoding="utf-8")


if __name__ == "__main__":
    main()

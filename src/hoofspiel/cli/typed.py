"""Moves and commands that a person types in their own language; on the wire and in records they stay as they are.

A move is meant when every typed word is one of the words it is told by: "mise 7" is "Miser 7". Accents may be left out,
the order is free, and the end of a word may differ. The table [typed] of a game or language has more words for what is
written in English on the wire: "geste" = "gesture".
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from unicodedata import combining, normalize

from hoofspiel.kernel.language import SOURCE, language, spoken
from hoofspiel.kernel.texts import Texts

LEAST = 3
"""So many letters two forms of a word have in common."""


def plain_words(text: str) -> list[str]:
    """Small letters without accents, which people leave out when they type."""
    plain = "".join(sign for sign in normalize("NFD", text.lower()) if not combining(sign))
    return re.findall(r"[^\W_]+", plain)


def own_words(typed: str, moves: Sequence[str], texts: Texts, who: Sequence[str]) -> list[str]:
    """The moves that are told by these words; none in English, whose words are those of the moves."""
    asked = plain_words(typed)
    if texts.language.code == SOURCE or not asked:
        return []
    known = {move: _vocabulary(move, texts, who) for move in moves}
    for fits in (str.__eq__, _begins, _alike):
        if found := [move for move, words in known.items() if _all_in(asked, words, fits)]:
            return found
    return []


def command(text: str) -> str:
    """A command of the terminal, as the program calls it."""
    commands: Mapping[str, str] = language(spoken.get()).tables.get("typed", {})
    word, space, rest = text.partition(" ")
    sign = "?" if word.startswith("?") else ""
    return sign + commands.get(word.removeprefix("?").lower(), word.removeprefix("?")) + space + rest


def shown(move: str, who: Sequence[str], texts: Texts) -> str:
    """A move as a reader is told what could be typed: in English as it is written, else in their own words."""
    return move if texts.language.code == SOURCE else texts.move(move, who)


def _vocabulary(move: str, texts: Texts, who: Sequence[str]) -> set[str]:
    parts = move.lower().split()
    more = (own for own, meant in texts.tables.get("typed", {}).items() if meant in parts)
    return {word for text in (texts.move(move, who), *more) for word in plain_words(text)}


def _all_in(asked: list[str], words: set[str], fits: Callable[[str, str], bool]) -> bool:
    return all(any(word == own if word.isdecimal() else fits(own, word) for own in words) for word in asked)


def _begins(own: str, word: str) -> bool:
    return own.startswith(word)


def _alike(own: str, word: str) -> bool:
    """Two forms of a word, such as prends and prendre."""
    alike = sum(1 for _ in _common(own, word))
    return alike >= LEAST and alike >= max(len(own), len(word)) - 3 and alike >= len(word) - 2


def _common(one: str, other: str) -> Iterator[str]:
    for a, b in zip(one, other, strict=False):
        if a != b:
            return
        yield a

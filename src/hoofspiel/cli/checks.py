"""What is wrong with a translation: missing, stale, unknown or broken messages, and slips of typography."""

import re
from collections.abc import Iterator
from functools import cache

from hoofspiel.cli import help_for_players, sentences
from hoofspiel.cli.catalogues import PHRASES, SHELL, Message, catalogues, known_sums, messages
from hoofspiel.cli.catalogues import read as read_files
from hoofspiel.kernel.cases import CASES, parsed
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.language import SOURCE, language
from hoofspiel.kernel.phrases import FACT
from hoofspiel.kernel.rulebook import translation_faults
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import Refused

PLACE = re.compile(r"\{\s*([a-z0-9_]+)\s*(?::([a-z_]+))?\s*(?:\||->|\})")
WORDS = re.compile(r"[A-Za-z]{2}")
NO_PROSE = re.compile(r"\{[^{}]*\}|\w+://\S*|\bmemory:")
"""Places to fill in, addresses."""
NARROW = "\u202f"
EVERYWHERE = {
    r"\S  \S": "two spaces",
    r"'|\"": "a straight quote or apostrophe",
    r"(?<!=)\.\.\.": "three dots instead of …",
    r"\((?:e|es|in|innen)\)|\w[/:*](?:e|in|innen)\b": "a form for two genders",
    r" [,.]": "a space before a comma or a full stop",
}
SLIPS = {
    "fr": {
        rf"[^{NARROW}\d(\]][?!;](?!\])|[^{NARROW}\d]:(?!\w)": "no narrow space before ? ! : ;",
        rf"«[^{NARROW}]|[^{NARROW}]»": "no narrow space inside « »",
        r"(?i)\b(?:de|à) les?\b(?! [a-zé]+re?\b)": "“de le”, “à le”: du, des, au, aux",
        r"(?i)(?<!-)\b(?:l[ea]|de|que|[njmts]e) (?:[aeéèêiouœ]|h(?:ôte|eure|omme))(?![^\w ])": "a missing elision",
        r"“|”|„": "quotes that are not « »",
    },
    "de": {
        r"«|»": "quotes that are not „ “",
        r"„[^“]*$|^[^„]*“": "a quote that does not end, or does not begin",
        r"\b(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b(?=.*\?)": "Sie instead of du",
        rf"\w[ {NARROW}][?!:;](?!seat)": "a space before ? ! : ;",
    },
}
FINE = {
    "fr": re.compile(r"^(?:que|de|la|le) (?:1|8|11|un|onze|oui)\b"),
    "de": re.compile(r"^$"),
}
"""What looks like a slip and is none."""


read = cache(read_files)
"""Files are read once a check."""


def faults(code: str) -> list[str]:
    """One line for everything that a translator has to look at."""
    read.cache_clear()
    return [*_of_messages(code), *_of_keys(code), *_of_sentences(code), *_of_rules(code)]


def _of_rules(code: str) -> Iterator[str]:
    for slug, game in games().items():
        found = translation_faults(game, code)
        for what, names in (("missing", found.missing), ("stale", found.stale), ("unknown", found.surplus)):
            yield from (f"{what:8} {slug}/RULES.{code}.md: {name}" for name in names)


def _of_messages(code: str) -> Iterator[str]:
    sums = known_sums(code)
    for message in messages(code):
        if message.said is None:
            yield f"missing  {message.name}: {message.english}"
            continue
        if sums.get(message.name) != message.sum:
            yield f"stale    {message.name}: {message.english}"
        yield from (f"broken   {message.name}: {what}" for what in _broken(message, code))
        yield from (f"slip     {message.name}: {what}: {message.said}" for what in slips(message.said, code))


def _broken(message: Message, code: str) -> Iterator[str]:
    said = message.said or ""
    tables = {key.rpartition(".")[0] for key in read(message.catalogue, code)}
    phrase = message.key.partition(".")[0] in PHRASES
    facts = set(FACT.findall(message.english)) if phrase else set(_facts(message))
    for fact, table in PLACE.findall(said):
        if fact not in facts:
            yield f"there is no fact {{{fact}}}"
        if table and table not in {"who", "me", *language(code).persons, *tables}:
            yield f"there is no table [{table}]"
    if CASES in said:
        if message.catalogue == SHELL:
            yield "the pages around the games have no cases: use {n|one|many}"
        try:
            parsed(said)
        except Refused as refusal:
            yield str(refusal)
    if bool(message.english) != bool(said):
        yield "one of the two is empty"


def _facts(message: Message) -> Iterator[str]:
    """The facts of an event are those of all its sentences."""
    stem = message.key.removesuffix("-you")
    for key, english in read(message.catalogue, SOURCE).items():
        if key.removesuffix("-you") == stem:
            yield from (fact for fact, _ in PLACE.findall(english))


def slips(said: str, code: str) -> Iterator[str]:
    """Slips of typography and grammar that a machine can see."""
    plain = NO_PROSE.sub("x", said)
    for pattern, what in {**EVERYWHERE, **SLIPS.get(code, {})}.items():
        found = re.search(pattern, plain)
        if found and not FINE[code].search(plain[found.start() :]):
            yield what


def _of_keys(code: str) -> Iterator[str]:
    """Messages that English does not have: left over, or tables of cases, which some message must use."""
    for catalogue in catalogues():
        english, own = read(catalogue, SOURCE), read(catalogue, code)
        tables = {key.rpartition(".")[0] for key in english}
        used = {table for text in own.values() for _, table in PLACE.findall(text)}
        for key in own:
            table = key.rpartition(".")[0]
            if key not in english and (table in tables or table not in used):
                yield f"unknown  {catalogue}:{key}: English has no such message"


def _of_sentences(code: str) -> Iterator[str]:
    """Sentences that code makes and the phrasebook does not know; and phrases with facts that come from nowhere."""
    books = {slug: texts_of(game, code).phrases for slug, game in games().items()}
    for slug, book in books.items():
        for sentence in sentences.of_game(slug):
            if _has_words(sentence) and book.known(sentence) is None:
                yield f"missing  {slug}:said: {sentence}"
    for sentence in (*sentences.of_program(), *help_for_players()):
        if _has_words(sentence) and language(code).phrases.known(sentence) is None:
            yield f"missing  languages/{code}.toml:said: {sentence}"


def _has_words(sentence: str) -> bool:
    return bool(WORDS.search(sentence.replace(sentences.SAMPLE, "")))

"""The parser of a command, and its help in the language of this terminal.

A command's docstring is a line for the list of commands, and more: lines that begin with hoofspiel are examples, with
what they do after two spaces; other lines together are a paragraph, which is said as a whole.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Any, NoReturn

from hoofspiel.kernel.language import said
from hoofspiel.kernel.words import Refused

EXAMPLE = re.compile(r"( *hoofspiel\b.*?)(?:(  +)(\S.*))?$")
NAME = re.compile(r"\b[A-Z]{2,}\b")
"""What stands for something of one's own: GAME, FILE."""
WIDTH = 118
OWN_WORDS = (
    "usage: ",
    "options",
    "positional arguments",
    "commands",
    "show this help message and exit",
    "show program's version number and exit",
)
"""What argparse says by itself."""


class Help(argparse.RawDescriptionHelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, said("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=Help, allow_abbrev=False, **given)
        self._positionals.title = said("positional arguments")
        self._optionals.title = said("options")

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message[:1].upper()}{message[1:]}. Try: {self.prog} --help")

    def speak(self) -> None:
        """Say everything that this command's options mean."""
        for action in self._actions:
            if isinstance(action.metavar, str):
                action.metavar = named(action.metavar)
            if action.help:
                action.help = said(action.help)


def named(words: str) -> str:
    """GAME, FILE and the like, as this language calls them."""
    return NAME.sub(lambda found: said(found[0]), words)


def blocks(more: str) -> Iterator[str]:
    """The parts of a docstring after its first line: examples line by line, or a paragraph in one line."""
    for block in re.split(r"\n\s*\n", more.strip("\n")):
        if _of_examples(block):
            yield block
        elif block.strip():
            yield " ".join(line.strip() for line in block.splitlines())


def _of_examples(block: str) -> bool:
    return all(EXAMPLE.fullmatch(line) for line in block.splitlines())


def more_said(more: str) -> str | None:
    """The rest of a docstring, said in the language of this terminal."""
    told = []
    for block in blocks(more):
        if _of_examples(block):
            told.append("\n".join(_example(line) for line in block.splitlines()))
        else:
            told.append(fill(said(block), WIDTH, break_on_hyphens=False, break_long_words=False))
    return "\n\n".join(told) or None


def _example(line: str) -> str:
    found = EXAMPLE.fullmatch(line)
    assert found is not None, "blocks looked"
    command, space, what = found.groups()
    return named(command) + (f"{space}{said(what)}" if what else "")


def help_sentences(summary: str, more: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """Everything in a command's help that a translator has to see, in English."""
    yield summary
    for block in blocks(more):
        if _of_examples(block):
            for line in block.splitlines():
                found = EXAMPLE.fullmatch(line)
                if found and found[3]:
                    yield found[3]
        else:
            yield block
    for action in parser._actions:
        if isinstance(action.metavar, str):
            yield from NAME.findall(action.metavar)
        if action.help:
            yield action.help

"""The command line. Every module of this package that has a function `run` is a command of that name.

    \"\"\"One line for the list of commands.  (More, for `hoofspiel NAME --help`.)\"\"\"
    def arguments(parser: argparse.ArgumentParser) -> None: ...
    def run(asked: argparse.Namespace) -> int: ...        # the exit code

Adding a command is adding a module; nothing here changes. What a user got wrong is said in one sentence on the error
stream, and the exit code is 2.
"""

import argparse
import io
import os
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module, metadata
from types import ModuleType

from hoofspiel.cli.parser import OWN_WORDS, Parser, help_sentences, more_said, named
from hoofspiel.kernel.language import language, languages, said, spoken, wanted
from hoofspiel.kernel.words import Refused, either

AT_A_TABLE = ("play", "replay", "rules", "games", "serve")
"""Commands for people who want to play come first in the list; the others follow by name."""
FOR_PLAYERS = (*AT_A_TABLE, "arena", "puzzles", "review", "simulate", "verify")
"""Commands whose whole help is there in every language; of the others, for operators, the line in the list is."""


def names() -> list[str]:
    """The modules of this package, those for people who want to play first."""
    found = sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))
    return [name for name in AT_A_TABLE if name in found] + [name for name in found if name not in AT_A_TABLE]


def load(name: str) -> ModuleType | None:
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    return module if hasattr(module, "run") else None


def version() -> str:
    try:
        return metadata.version("hoofspiel")
    except metadata.PackageNotFoundError:
        return "from a checkout"


def build(chosen: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for these commands. Only they are imported, so that a quick command starts quickly."""
    parser = Parser(
        prog="hoofspiel",
        description=said("A table for card and party games: play them, watch them, measure them."),
        epilog=said("hoofspiel COMMAND --help tells more. Without a command the lobby starts, as with serve."),
    )
    parser.add_argument("--version", action="version", version=f"hoofspiel {version()}")
    parser.add_argument("--language", metavar="CODE", help=f"the language to speak: {', '.join(languages())}")
    commands = parser.add_subparsers(
        dest="command", metavar=named("COMMAND"), title=said("commands"), parser_class=Parser
    )
    parser.speak()
    for name in chosen:
        module = load(name)
        if module is not None:
            summary, _, more = (module.__doc__ or "").strip().partition("\n")
            command = commands.add_parser(
                name,
                help=said(summary[:1].lower() + summary[1:].rstrip(".")),
                description=said(summary),
                epilog=more_said(more),
            )
            module.arguments(command)
            command.speak()
            command.set_defaults(run=module.run)
    return parser


def help_for_players() -> Iterator[str]:
    """What the help of these commands says in English, for those who translate: of the others only their one line."""
    yield from OWN_WORDS
    yield from ("COMMAND", "CODE")
    for name in names():
        module = load(name)
        if module is None:
            continue
        summary, _, more = (module.__doc__ or "").strip().partition("\n")
        yield summary[:1].lower() + summary[1:].rstrip(".")
        if name in FOR_PLAYERS:
            parser = Parser(prog=name)
            module.arguments(parser)
            yield from help_sentences(summary, more, parser)


def answer(words: Sequence[str]) -> int:
    """Run one command."""
    words = speak(words)
    known = names()
    first = next((word for word in words if not word.startswith("-")), "")
    if first and (first not in known or not load(first)):
        commands = [name for name in known if load(name)]
        raise Refused(f"There is no command {first!r}: choose {either(commands, most=20)}.")
    parser = build([first] if first else known)
    asked, unknown = parser.parse_known_args(words)
    if unknown:
        raise Refused(f"{' '.join(unknown)} is not understood. Try: hoofspiel {asked.command or ''} --help")
    if not asked.command:
        if "serve" in known:
            return answer(["serve"])
        parser.print_help()
        return 0
    code: int = asked.run(asked)
    return code


def speak(words: Sequence[str]) -> list[str]:
    """Choose the language: --language wherever it stands, else HOOFSPIEL_LANGUAGE, else that of the system."""
    rest = list(words)
    for at, word in enumerate(rest):
        if word == "--language" or word.startswith("--language="):
            code = word.partition("=")[2] or (rest[at + 1] if at + 1 < len(rest) else "")
            spoken.set(language(code).code)
            del rest[at : at + (1 if "=" in word else 2)]
            return rest
    if chosen := os.environ.get("HOOFSPIEL_LANGUAGE"):
        spoken.set(language(chosen).code)
    else:
        system = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        spoken.set(wanted(system))
    return rest


def never_fail_to_print() -> None:
    """A pipe or an old console may know fewer letters than we do (on Windows most do): those become question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(words: Sequence[str] | None = None) -> int:
    never_fail_to_print()
    try:
        return answer(sys.argv[1:] if words is None else words)
    except Refused as refusal:
        print(f"hoofspiel: {said(str(refusal))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0

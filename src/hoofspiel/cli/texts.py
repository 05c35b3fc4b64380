"""Look after translations: what is missing, stale or broken, and files that translation programs read.

hoofspiel texts check fr              what there is to do; exit code 1 if anything
hoofspiel texts accept fr             all translations are up to date with the English
hoofspiel texts export fr fr.po       everything in one PO file, for Weblate, Poedit and others
hoofspiel texts import fr fr.po       put what was translated there into the files here
"""

import argparse
from pathlib import Path

from hoofspiel.cli import catalogues
from hoofspiel.cli.checks import faults
from hoofspiel.cli.po import read_po, write_po
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.language import SOURCE, language
from hoofspiel.kernel.rulebook import mark_reviewed, pieces, rulebook, translations
from hoofspiel.kernel.words import Refused, either

ACTS = ("check", "accept", "export", "import")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="ACT", help=f"{either(ACTS)}")
    parser.add_argument("code", metavar="CODE", help="of the language, such as fr")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the PO file to write or read")


def run(asked: argparse.Namespace) -> int:
    if asked.act not in ACTS:
        raise Refused(f"There is no act {asked.act!r}: choose {either(ACTS)}.")
    code = language(asked.code).code
    if code == SOURCE:
        raise Refused("English is the source: name another language.")
    if asked.act in ("export", "import") and asked.file is None:
        raise Refused(f"Name a file: hoofspiel texts {asked.act} {code} {code}.po")
    if asked.act == "accept":
        catalogues.accept(code)
        for game in games().values():
            if code in translations(game):
                mark_reviewed(game, code, pieces(rulebook(game, code)))
    elif asked.act == "export":
        asked.file.write_text(write_po(code), encoding="utf-8")
    elif asked.act == "import":
        changed = read_po(code, asked.file.read_text(encoding="utf-8"))
        print(f"{changed} messages changed; see: hoofspiel texts check {code}")
    else:
        found = faults(code)
        for fault in found:
            print(fault)
        print(f"{len(catalogues.messages(code))} messages, {len(found)} to look at.")
        return 1 if found else 0
    return 0

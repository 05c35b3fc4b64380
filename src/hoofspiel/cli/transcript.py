"""Replay records as transcripts: every event, and what each seat can see, line by line.

  hoofspiel transcript FILE ...           print what the moves give now
  hoofspiel transcript FILE ... --diff    only the lines that would change; the exit code is 1 if there are any
  hoofspiel transcript FILE ... --write   bring the files up to date

A file holds a record as text; in a transcript everything that is indented is worked out again. --write takes a record
without those lines, too: that is how a new transcript begins. JSON records can be printed, but not written over.
"""

import argparse
import sys
from difflib import unified_diff
from pathlib import Path

from hoofspiel.cli.wishes import read_file
from hoofspiel.kernel.notation import read_any, write_text
from hoofspiel.kernel.record import check_record
from hoofspiel.kernel.transcript import replay
from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record or a transcript")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--diff", action="store_true", help="show only what would change")
    instead.add_argument("--write", action="store_true", help="write the transcript into the file")


def run(asked: argparse.Namespace) -> int:
    told = [(path, *_transcript(path, write=asked.write)) for path in asked.files]
    changed = 0
    for path, before, now in told:
        changed += before != now
        if asked.write:
            _write(path, before, now)
        elif asked.diff:
            old, new = before.splitlines(keepends=True), now.splitlines(keepends=True)
            sys.stdout.writelines(unified_diff(old, new, f"{path} as it is", f"{path} as it would be"))
        else:
            sys.stdout.write(now)
    return 1 if asked.diff and changed else 0


def _transcript(path: Path, *, write: bool) -> tuple[str, str]:
    """The text of a file, and the transcript its moves give now."""
    before = read_file(path)
    text = before
    if before.lstrip().startswith("{"):
        if write:
            raise Refused(
                f"{path} is a record in JSON, which --write would destroy: hoofspiel transcript {path} > NAME.txt"
            )
        text = write_text(check_record(read_any(before)))
    try:
        return before, replay(text)
    except Refused as refusal:
        raise Refused(f"{path}: {refusal}") from None


def _write(path: Path, before: str, now: str) -> None:
    if before == now:
        print(f"{path} is up to date.")
        return
    try:
        path.write_text(now, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {(error.strerror or 'unknown reason').lower()}.") from None
    print(f"{path} is written: {len(now.splitlines())} lines.")

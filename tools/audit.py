"""Asks a database of known holes (OSV) about every locked package. Exit code 0: none, 1: some, 3: nobody answered.

An audit that could not ask says so; it never looks like one that found nothing.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

from tools.packages import Package, all_packages

SOURCE = "https://api.osv.dev/v1/querybatch"
AT_ONCE = 500
SECONDS = 20
ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm"}
CLEAN, HOLES, NO_ANSWER = 0, 1, 3


def ask(source: str, packages: Sequence[Package]) -> list[list[str]]:
    """The names of the known holes of each; ValueError for an answer that does not cover them all."""
    queries = [{"version": p.version, "package": {"name": p.name, "ecosystem": ECOSYSTEMS[p.kind]}} for p in packages]
    body = json.dumps({"queries": queries}).encode()
    with urlopen(Request(source, body, {"content-type": "application/json"}), timeout=SECONDS) as answer:
        results: Any = json.load(answer)["results"]
    if len(results) != len(packages):
        raise ValueError(f"{len(results)} answers to {len(packages)} questions")
    if any(result.get("next_page_token") for result in results):
        raise ValueError("an answer in several parts, of which only the first came")
    return [[hole["id"] for hole in result.get("vulns", [])] for result in results]


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--source", default=SOURCE, help="where to ask")
    asked = parser.parse_args(words)
    packages = all_packages()
    holes: list[tuple[Package, list[str]]] = []
    for first in range(0, len(packages), AT_ONCE):
        some = packages[first : first + AT_ONCE]
        try:
            holes += zip(some, ask(asked.source, some), strict=True)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, HTTPException) as error:
            print(f"NOT CHECKED: nobody answered for {len(packages)} packages ({error}). This says nothing about them.")
            return NO_ANSWER
    found = [(package, names) for package, names in holes if names]
    for package, names in found:
        print(f"{package.name} {package.version}{'' if package.ships else ' (not shipped)'}: {', '.join(names)}")
    print(f"{len(packages)} packages checked, {len(found)} with known holes.")
    return HOLES if found else CLEAN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

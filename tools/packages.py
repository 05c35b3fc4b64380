"""The packages in the lock files: which, by which hashes, under which licence. Nothing is asked of the network."""

import base64
import json
import re
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
UNKNOWN = "unknown"


class Package(NamedTuple):
    """One line of a lock file."""

    kind: str
    """pypi or npm"""
    name: str
    version: str
    hashes: tuple[str, ...]
    """algorithm:digest in hex"""
    licence: str
    ships: bool
    """part of what people run, not only of building and testing"""

    @property
    def purl(self) -> str:
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"


def python_packages(root: Path = ROOT) -> list[Package]:
    shipped = {name for name, _, _ in _locked(root / "play.lock")}
    return [
        Package("pypi", name, version, hashes, _licence(name), name in shipped)
        for name, version, hashes in _locked(root / "requirements.lock")
    ]


def _locked(file: Path) -> list[tuple[str, str, tuple[str, ...]]]:
    found: list[tuple[str, str, list[str]]] = []
    for line in file.read_text().splitlines():
        if pinned := re.match(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", line):
            found.append((pinned[1].lower().replace("_", "-"), pinned[2], []))
        elif found and (digest := re.search(r"--hash=(sha256:[0-9a-f]{64})", line)):
            found[-1][2].append(digest[1])
    return [(name, version, tuple(sorted(hashes))) for name, version, hashes in found]


def _licence(name: str) -> str:
    """As the installed package says; packages for other systems are not installed here."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return UNKNOWN
    said = str(about["License-Expression"] or "") if "License-Expression" in about else ""
    marks = [mark.rpartition(" :: ")[2] for mark in about.get_all("Classifier") or [] if mark.startswith("License ::")]
    short = str(about["License"] or "").strip() if "License" in about else ""
    return said or ", ".join(sorted(marks)) or (short if "\n" not in short and len(short) < 60 else "") or UNKNOWN


def npm_packages(root: Path = ROOT) -> list[Package]:
    locked = json.loads((root / "package-lock.json").read_text())["packages"]
    found = {}
    for place, about in locked.items():
        name = about.get("name") or place.rpartition("node_modules/")[2]
        if place and not about.get("link"):
            digests = tuple(sorted(_hex(part) for part in about.get("integrity", "").split()))
            licence = str(about.get("license", UNKNOWN))
            package = Package("npm", name, about["version"], digests, licence, ships=not about.get("dev", False))
            found[name, package.version] = package
    return [found[key] for key in sorted(found)]


def _hex(integrity: str) -> str:
    algorithm, _, digest = integrity.partition("-")
    return f"{algorithm}:{base64.b64decode(digest).hex()}"


def all_packages(root: Path = ROOT) -> list[Package]:
    return [*sorted(python_packages(root)), *npm_packages(root)]

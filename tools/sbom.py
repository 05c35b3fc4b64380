"""Prints what Hoofspiel is made of: a CycloneDX bill of materials (JSON) from the lock files, the same every time.

`--licences` prints the page docs/reference/licences.md instead.
"""

import hashlib
import json
import sys
import tomllib
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.packages import ROOT, UNKNOWN, Package, all_packages

HASHES = {"sha1": "SHA-1", "sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}
PAGE = ROOT / "docs/reference/licences.md"
HEAD = """# Licences of what we use

Every package in the lock files, by `make licences`; `make sbom` writes the same for machines (CycloneDX). *ships* is
part of what people run; the others build and test it. The licence is what the package says of itself; `unknown` is a
package for another system, which is not installed where this page was made, or one that says nothing.

| package | version | licence | |
|---|---|---|---|
"""


def bill(root: Path = ROOT) -> dict[str, Any]:
    """No time and no chance in it: the same lock files give the same bill."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    parts = [component(package) for package in all_packages(root)]
    own = f"pkg:pypi/hoofspiel@{project['version']}"
    content = hashlib.sha256(json.dumps([own, parts]).encode()).digest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=content[:16], version=4)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "hoofspiel",
                "version": project["version"],
                "purl": own,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": parts,
    }


def component(package: Package) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "scope": "required" if package.ships else "excluded",
    }
    if (
        package.kind == "npm"
    ):  # a Python package has one digest for each system; one of many files is none of the package
        digests = [digest.split(":") for digest in package.hashes]
        made["hashes"] = [{"alg": HASHES[algorithm], "content": content} for algorithm, content in digests]
    return made


def licences(packages: Sequence[Package]) -> str:
    rows = [f"| {p.name} ({p.kind}) | {p.version} | {p.licence} | {'ships' if p.ships else ''} |" for p in packages]
    return HEAD + "\n".join(rows) + "\n"


def main(words: Sequence[str]) -> int:
    if "--licences" in words:
        packages = all_packages()
        PAGE.write_text(licences(packages))
        unsaid = [package.name for package in packages if package.licence == UNKNOWN]
        print(f"{len(packages)} packages, {len(unsaid)} of which say nothing here: {', '.join(unsaid) or 'none'}")
    else:
        print(json.dumps(bill(), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

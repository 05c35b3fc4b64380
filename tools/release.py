"""Checks what a release promises and builds it: `make release`.

  python tools/release.py --check     everything except that the tree is clean and the tag is free
  python tools/release.py             the same, and then says how to tag and publish

One version everywhere, a dated changelog that says something, wheel and sdist that come out the same when built again,
and a wheel that plays a match in an environment that has nothing else.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
MATCH = "from hoofspiel import Match; m = Match('goats', seats=2, seed=1); print(m.record()['game'])"


class NotReady(Exception):
    """What is missing, in one sentence."""


def version_of(root: Path) -> str:
    version: str = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    return version


def check_words(root: Path) -> str:
    """The version, if all files tell the same one and the changelog is dated and says what changed."""
    version = version_of(root)
    cited = re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text(), re.M)
    if not cited or cited[1] != version:
        raise NotReady(f"CITATION.cff must say version: {version}.")
    sections = re.split(r"^## ", (root / "CHANGELOG.md").read_text(), flags=re.M)[1:]
    heading, _, text = (sections or [""])[0].partition("\n")
    if not re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", heading):
        raise NotReady(f"The first section of CHANGELOG.md must be '## {version}, YYYY-MM-DD', not '## {heading}'.")
    if not re.search(r"^- ", text, re.M):
        raise NotReady(f"CHANGELOG.md says nothing about {version}.")
    return version


def check_tree(root: Path, version: str) -> None:
    """Nothing uncommitted, and a tag that is free."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()

    if git("status", "--porcelain"):
        raise NotReady("There are uncommitted changes: commit or remove them.")
    if git("tag", "--list", f"v{version}"):
        raise NotReady(f"There is a tag v{version} already: raise the version.")


def build(root: Path, target: Path) -> list[Path]:
    """Wheel and sdist, with times that do not depend on when they are built."""
    made_at = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": made_at.stdout.strip()}
    for kind in ("wheel", "sdist"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
        subprocess.run(command, cwd=root, check=True, env=environment, capture_output=True)
    return sorted(target.iterdir())


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def check_reproducible(root: Path, built: list[Path]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for first, second in zip(built, build(root, Path(folder)), strict=True):
            if digest(first) != digest(second):
                raise NotReady(f"{first.name} comes out differently when it is built again.")


def check_contents(built: list[Path]) -> None:
    """The pages are in both, and nothing of one machine is."""
    for file in built:
        if file.suffix == ".whl":
            names = zipfile.ZipFile(file).namelist()
        else:
            with tarfile.open(file) as sources:
                names = sources.getnames()
        if not any(name.endswith("static/index.html") for name in names):
            raise NotReady(f"{file.name} lacks the pages.")
        strange = [name for name in names if "node_modules" in name or ".venv" in name or name.endswith(".pyc")]
        if strange:
            raise NotReady(f"{file.name} holds {strange[0]}, which does not belong there.")


def check_wheel(wheel: Path) -> None:
    """In a fresh environment with nothing else, it plays."""
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
        target = next(Path(home).glob("lib/python*/site-packages"))
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target), str(wheel)]
        subprocess.run(pip, check=True, capture_output=True)
        done = subprocess.run([f"{home}/bin/python", "-I", "-c", MATCH], capture_output=True, text=True)
        if done.stdout.strip() != "goats":
            raise NotReady(f"The installed wheel does not play: {done.stderr.strip()[-300:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a release and build it.")
    parser.add_argument("--check", action="store_true", help="do not ask for a clean tree and a free tag")
    asked = parser.parse_args()
    try:
        version = check_words(ROOT)
        if not asked.check:
            check_tree(ROOT, version)
        target = ROOT / "dist" / version
        for old in target.glob("*"):
            old.unlink()
        target.mkdir(parents=True, exist_ok=True)
        built = build(ROOT, target)
        check_contents(built)
        check_reproducible(ROOT, built)
        check_wheel(next(file for file in built if file.suffix == ".whl"))
    except NotReady as missing:
        print(f"Not ready: {missing}", file=sys.stderr)
        return 1
    for file in built:
        print(f"{digest(file)}  dist/{version}/{file.name}")
    if not asked.check:
        print(f"Ready. Tag and publish: git tag -a v{version} -m 'Hoofspiel {version}' && git push origin v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

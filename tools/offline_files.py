"""The Python half of offline play, for the build of the pages: our package as one archive, and msgspec for the browser.

    python tools/offline_files.py FOLDER

Writes hoofspiel.zip and msgspec.zip there. msgspec comes from the package index in the version and with the hashes of
requirements.lock; what is there already is not fetched again. Both files come out the same whenever they are made.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src/hoofspiel"
LEFT_OUT = {"static", "tests", "web", "__pycache__", "cli", "lab", "template"}
"""folders that no table needs: pages are built already, and nobody tests, measures or types commands in a browser"""
KINDS = {".py", ".toml", ".txt", ".json"}
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
THE_SAME = (1980, 1, 1, 0, 0, 0)


def ours() -> dict[str, bytes]:
    """Every file of our package that a table may need."""
    found = {}
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE)
        if path.suffix in KINDS and not LEFT_OUT.intersection(inside.parts):
            found[f"hoofspiel/{inside.as_posix()}"] = path.read_bytes()
    return found


def locked(name: str) -> str:
    """The lines of a package in the lock file, with its version and its hashes."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    found = re.search(rf"^{name}==.*?(?=^\S|\Z)", lock, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"requirements.lock does not name {name}.")
    return "\n".join(line for line in found[0].splitlines() if not line.strip().startswith("#")) + "\n"


def fetched(wanted: str) -> dict[str, bytes]:
    """What is in a package built for Python in the browser."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "wanted.txt"
        listed.write_text(wanted, encoding="utf-8")
        pip = (sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps")
        exact = ("--only-binary", ":all:", "--require-hashes", "-d", folder, "-r", str(listed))
        subprocess.run([*pip, *PLATFORM, *exact], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            return {name: packed.read(name) for name in sorted(packed.namelist())}


def write(target: Path, files: dict[str, bytes]) -> None:
    """Not compressed: the pages' build does that for all files together, and better."""
    with zipfile.ZipFile(target, "w") as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name, THE_SAME), data)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "hoofspiel.zip", ours())
    wanted, known = locked("msgspec"), folder / "msgspec.lock"
    if not (folder / "msgspec.zip").exists() or not known.exists() or known.read_text(encoding="utf-8") != wanted:
        write(folder / "msgspec.zip", fetched(wanted))
        known.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

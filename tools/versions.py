"""Runs the tests with the lowest and with the newest versions that pyproject.toml allows, each in its own environment.

    python -m tools.versions                     both, the parts that use other packages (make versions)
    python -m tools.versions lowest tests/store  one of them, these tests

A range in pyproject.toml is a promise: what is installed by it works. This command is how it is kept. The environments
are build/versions/lowest and build/versions/newest; chosen.txt in there says which versions it was.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build/versions"
WAYS = {"lowest": "lowest-direct", "newest": "highest"}
TESTS = ("tests/kernel", "tests/store", "tests/bus", "tests/server", "tests/cli")
NOT_NEEDED = ("mypy", "ruff", "import-linter", "pytest-playwright", "types-")
"""tools of the dev group that no test among them uses"""


def uv(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "uv", *words], check=True, cwd=ROOT)


def test_tools() -> list[str]:
    dev: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["dev"]
    return [need for need in dev if not need.startswith(NOT_NEEDED)]


def install(way: str) -> Path:
    """The environment; its Python."""
    folder = FOLDER / way
    folder.mkdir(parents=True, exist_ok=True)
    chosen, python = folder / "chosen.txt", folder / "venv/bin/python"
    python = python if os.name == "posix" else folder / "venv/Scripts/python.exe"
    where = ("--python", sys.executable)
    exact = ("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--upgrade")
    out = ("-o", str(chosen))
    uv("pip", "compile", "-q", "pyproject.toml", "--all-extras", "--resolution", WAYS[way], *where, *exact, *out)
    uv("venv", "-q", "--clear", *where, str(folder / "venv"))
    uv("pip", "install", "-q", "--python", str(python), "-r", str(chosen), *test_tools(), "-c", str(chosen))
    uv("pip", "install", "-q", "--python", str(python), "--no-deps", "--no-build-isolation", "-e", ".")
    return python


def main(words: list[str]) -> int:
    ways = [word for word in words if word in WAYS] or list(WAYS)
    tests = [word for word in words if word not in WAYS] or TESTS
    failed = []
    for way in ways:
        python = install(way)
        print(f"--- {way} ---", (FOLDER / way / "chosen.txt").read_text(encoding="utf-8"), sep="\n", flush=True)
        if subprocess.run([str(python), "-m", "pytest", "-q", *tests], cwd=ROOT).returncode:
            failed.append(way)
    print(f"Failed with the {' and the '.join(failed)} versions." if failed else f"Passed: {', '.join(ways)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

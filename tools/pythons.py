"""Runs the kernel's and the games' tests on every Python from 3.11 to 3.14 that can be had here, and says which.

    python -m tools.pythons            all of them (make pythons)
    python -m tools.pythons 3.13       this one

A Python is looked for on the path, among pyenv's and uv's; one that is found gets an environment in build/pythons with
the versions of requirements.lock. Where there is none, CPython compiled for Node stands in if npm has it (pyodide): the
same language, without processes and compiled packages, so that what needs these is left out. The command fails for a
Python that ran and failed, not for one that could not be had.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build/pythons"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
TESTS = ("tests/kernel", "tests/archive", "tests/test_every_game.py", "src/hoofspiel/games", "src/hoofspiel/template")
IN_NODE = {"3.13": "pyodide@0.29", "3.14": "pyodide@314"}
PURE_TOOLS = ("pytest", "pytest-asyncio", "hypothesis", "rich")
NO_COMPILER = (
    "tests/kernel", "tests/archive", "tests/test_every_game.py", "--ignore=tests/kernel/test_bits.py",
    "--ignore=tests/kernel/test_catalog.py", "-k",
    "not compiled and not bots and not importing_loads and not needs_no_test_framework",
)  # fmt: skip


def told(*words: str) -> str:
    """What a command prints; empty where it cannot be run."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def interpreter(version: str) -> str | None:
    """A Python of this version on this machine."""
    pyenv = Path(told("pyenv", "root") or Path.home() / ".pyenv") / "versions"
    found = [sys.executable, shutil.which(f"python{version}"), told("uv", "python", "find", "--no-project", version)]
    found += [str(path / "bin/python") for path in sorted(pyenv.glob(f"{version}.*"))]
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    return next((path for path in found if path and told(path, "-c", asked) == version), None)


def on_this_machine(version: str, python: str) -> int | None:
    """Pytest's exit code; None where the packages cannot be installed for this Python."""
    venv = FOLDER / version
    own = str(venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = (own, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    try:
        subprocess.run([python, "-m", "venv", str(venv)], check=True)
        subprocess.run([*pip, "--require-hashes", "-r", "requirements.lock"], check=True, cwd=ROOT)
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", "-e", "."], check=True, cwd=ROOT)
    except subprocess.CalledProcessError:
        return None
    env = {**os.environ, "HOOFSPIEL_CACHE": str(venv / "compiled")}
    return subprocess.run([own, "-m", "pytest", "-q", *TESTS], cwd=ROOT, env=env).returncode


def in_node(version: str) -> int | None:
    """The same, of a CPython for Node."""
    home, site = FOLDER / f"node-{version}", FOLDER / "pure"
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None or version not in IN_NODE:
        return None
    home.mkdir(parents=True, exist_ok=True)
    (home / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    pure = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py", "--abi", "none", "--no-compile")
    pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--upgrade")
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    try:
        subprocess.run([npm, "install", *quiet, IN_NODE[version]], check=True, cwd=home)
        subprocess.run([*pip, "--target", str(site), "--python-version", version, *pure, *PURE_TOOLS], check=True)
    except subprocess.CalledProcessError:
        return None
    words = [str(home / "node_modules/pyodide"), str(ROOT), str(site), "-q", *NO_COMPILER]
    return subprocess.run([node, "tools/pyodide.mjs", *words], cwd=ROOT).returncode


def run(version: str) -> tuple[str, bool]:
    """What there is to say of one version, and whether it failed."""
    python = interpreter(version)
    if python is not None and (code := on_this_machine(version, python)) is not None:
        return ("passed" if code == 0 else "FAILED"), code != 0
    if (code := in_node(version)) is not None:
        return ("passed" if code == 0 else "FAILED") + " in Node, without what needs compiling or processes", code != 0
    return "could not be had here", False


def main(words: list[str]) -> int:
    unknown = [word for word in words if word not in PYTHONS]
    if unknown:
        print(f"{unknown[0]} is not one of {', '.join(PYTHONS)}.", file=sys.stderr)
        return 2
    results = {version: run(version) for version in words or PYTHONS}
    for version, (what, _) in results.items():
        print(f"Python {version}: {what}")
    return 1 if any(failed for _, failed in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

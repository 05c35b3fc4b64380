"""Begin a game of your own from a small complete one.

  hoofspiel new-game NAME

copies a working game with rules, view, words, bot and tests. In a checkout of Hoofspiel it becomes a folder of
src/hoofspiel/games, and every list and every test finds it there. Anywhere else it becomes a package of its own in the
current folder, with a pyproject.toml that announces it.
"""

import argparse
import keyword
import re
from importlib.resources import as_file, files
from pathlib import Path

from rich.console import Console

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.words import Refused

TEMPLATE, SLUG, TITLE = "hoofspiel.template", "straws", "Straws"
LEFT_OUT = ("__pycache__", ".pyc")

PACKAGE = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "hoofspiel-NAME"
version = "0.1.0"
dependencies = ["hoofspiel"]

[project.entry-points."hoofspiel.games"]
NAME = "NAME:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/NAME"]
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a short word in lower case; it can never be changed later")


def run(asked: argparse.Namespace) -> int:
    name = asked.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise Refused(f"A game's name is a short word in lower case such as 'my_game', not {name!r}.")
    if name in games():
        raise Refused(f"There is a game called {name} already: choose another name.")
    checkout = Path("src/hoofspiel/games")
    inside = checkout.is_dir()
    home = checkout / name if inside else Path(name) / "src" / name
    if (home if inside else Path(name)).exists():
        raise Refused(f"{home if inside else name} exists already: choose another name.")
    copy(home, module=f"hoofspiel.games.{name}" if inside else name, name=name)
    if not inside:
        Path(name, "pyproject.toml").write_text(PACKAGE.replace("NAME", name), encoding="utf-8")
    say_what_next(home, name, inside=inside)
    return 0


def copy(home: Path, *, module: str, name: str) -> None:
    """The template with its own name replaced wherever it stands."""
    imports = re.compile(rf"(?:^from (?:hoofspiel\.|{module}[. ]).*\n)+", re.M)
    with as_file(files(TEMPLATE)) as folder:
        for source in sorted(folder.rglob("*")):
            if source.is_dir() or any(part.endswith(LEFT_OUT) for part in source.parts):
                continue
            target = home / source.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text(encoding="utf-8").replace(TEMPLATE, module)
            text = text.replace(f'slug="{SLUG}"', f'slug="{name}"').replace(f"game {SLUG}\n", f"game {name}\n")
            text = imports.sub(in_order, text.replace(TITLE, name.replace("_", " ").title()))
            target.write_text(text, encoding="utf-8")


def in_order(imports: re.Match[str]) -> str:
    """By name again after the game has got another one; what a package of its own imports from itself comes last."""
    lines = sorted(imports[0].splitlines(keepends=True))
    theirs = [line for line in lines if line.startswith("from hoofspiel.")]
    own = [line for line in lines if line not in theirs]
    return "".join([*theirs, *(["\n"] if own and theirs else []), *own])


def say_what_next(home: Path, name: str, *, inside: bool) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"[bold]{home}[/] is a complete game now: three straws each, the longest takes a point.\n")
    if not inside:
        console.print(f"  pip install -e {name}                 make it known")
    console.print(f"  hoofspiel play {name}                 play it")
    console.print(f"  python -m pytest {home}/tests     run its tests\n")
    console.print("Write your rules into RULES.md first, paragraph by paragraph; then rules.py, view.py, names.py and")
    console.print("texts/en.toml; the tests tell what is still missing.")
